"""Cuts what came to a cell, or left it, out of its pixels. Pure functions.

A :class:`Cutting` is a small picture with a mask: the pixels that differ from what lay there before.
:mod:`vision.recognition.comparing` says how unlike two of them are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.change import difference
from vision.opencv import cv2
from vision.tuning import number, row, whole
from vision.types import Image

CARD, FINE = whole("objects.card"), whole("objects.tile")
COARSE, SPUN, DIE = whole("objects.figure"), whole("objects.spun"), whole("objects.die")
"""Pixels across of the cutting of a card in its slot, of a tile, of a figure, of a card turned by any angle
(a whole patch, as fine as any raster: :mod:`vision.recognition.spun`), and of a die (:mod:`vision.die`)."""
_EXTENT = {
    CARD: number("objects.card_extent"),
    FINE: number("objects.tile_extent"),
    COARSE: number("objects.figure_extent"),
}
"""Pitches that it spans."""
PATCH = number("objects.patch")
"""Size of a patch as a multiple of its cell's, because pieces lean over the rim."""
_LONGEST = number("objects.longest")
"""Longest card, in pitches, that is shown in full size."""
TILTS = range(-whole("objects.tilt"), whole("objects.tilt") + 1, whole("objects.tilt_step"))
"""Degrees by which a card in its slot may lie askew."""
_RECTANGULAR = number("objects.rectangular")
"""A card's outline covers at least this share of the least rectangle round it. Of what differed in slots of
three simulated games the middle one covers 0.91 to 0.94; parts of a print cover less."""
_HEXAGONAL = row("objects.hexagonal")
"""The least and the largest part of its circle that a six-sided outline fills: 0.83 if it is even."""
_SQUARE_IN_HEXAGON = 3 - math.sqrt(3)
"""The side of the largest square in a hexagon, by the radius of its circle."""
_OF_SLOT = row("objects.of_slot")
"""Sides of a card as parts of those of its slot: the middle ones were 0.89 to 1.04. If no outline is found,
as on a pile of white cards, a card is compared as it lies."""
_LEAST = number("objects.least")
"""What covers fewer square pitches is no piece."""
_SURROUNDING = number("objects.surrounding")
"""The ground is looked at within so many pitches round a piece."""
_PLAIN = number("objects.plain")
"""Plain ground differs from itself by so many steps."""
_BINS, _BRIGHT, _TINT = whole("objects.bins"), number("objects.bright"), number("objects.tint")
"""Number of bins of brightness, and steps of brightness and of colour in a bin."""


@dataclass(frozen=True, slots=True, eq=False)
class Cutting:
    """``pixels``: size x size x 3, a log picture; ``mask``: size x size, 0 or 1. Centred on the mask's
    middle. ``colours``: how its pixels spread over brightness and colour, sums to 1."""

    pixels: Image
    mask: NDArray[np.uint8]
    colours: NDArray[np.float32]

    @property
    def size(self) -> int:
        return int(self.mask.shape[0])


def cut(shown: Image, hidden: Image, scale: float, size: int, entire: bool = False) -> Cutting | None:
    """What lies in the patch ``shown`` and did not lie in ``hidden``; None if there is nothing. ``scale``:
    pixels a pitch. ``entire``: take everything in the patch but a margin, for tiles, which fill their
    cell."""
    if entire:
        height, width = shown.shape[0], shown.shape[1]
        mask = np.zeros((height, width), np.uint8)
        top, left = round(height * 0.13), round(width * 0.13)
        mask[top : height - top, left : width - left] = 1
        middle = (width / 2 - 0.5, height / 2 - 0.5)
    else:
        apart = difference(shown, hidden)
        mask = _solid(apart.mask)
        moments = cv2.moments(mask, binaryImage=True)
        if moments["m00"] < _LEAST * scale * scale:
            return None
        middle = (moments["m10"] / moments["m00"], moments["m01"] / moments["m00"])
    zoom = size / (_EXTENT[size] * scale)
    matrix = np.array(
        [[zoom, 0, size / 2 - 0.5 - zoom * middle[0]], [0, zoom, size / 2 - 0.5 - zoom * middle[1]]]
    )
    pixels = cv2.warpAffine(cv2.blur(shown, (3, 3)), matrix, (size, size), flags=cv2.INTER_LINEAR)
    laid = cv2.warpAffine(mask, matrix, (size, size), flags=cv2.INTER_LINEAR)
    weights = mask.astype(np.float32)
    if not entire:
        strength = apart.chroma.astype(np.float32) / 20 + apart.brightness.astype(np.float32) / 60
        weights *= np.minimum(strength, 1.0)
    return Cutting(np.asarray(pixels, np.uint8), np.asarray(laid > 0, np.uint8), _colours(shown, weights))


def card(patch: Image, ground: Image, width: float, height: float, turn: int) -> Cutting:
    """The card in a slot of this size (pitches; before a quarter ``turn``), as the player who sits there sees
    it. If its outline stands out from the ``ground``, it is laid straight in the middle. A longer card is
    shown smaller, so that all of it is seen."""
    upright, under = (np.ascontiguousarray(np.rot90(picture, turn)) for picture in (patch, ground))
    rows, columns = upright.shape[:2]
    slot = (columns / PATCH, rows / PATCH)
    zoom = CARD / (_EXTENT[CARD] * max(1.0, max(width, height) / _LONGEST) * slot[1] / height)
    hull = _hull(upright, under)
    hexagon = None if hull is None else _hexagon(hull, slot)
    outline = (hexagon[0], 0.0) if hexagon else None if hull is None else _outline(hull, slot)
    middle, askew = outline or ((columns / 2 - 0.5, rows / 2 - 0.5), 0.0)
    matrix = cv2.getRotationMatrix2D(middle, askew, zoom)
    matrix = np.column_stack([matrix[:, :2], matrix[:, 2] + CARD / 2 - 0.5 - np.asarray(middle)])
    pixels = np.asarray(
        cv2.warpAffine(cv2.blur(upright, (3, 3)), matrix, (CARD, CARD), borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )
    shown = (hexagon[1],) * 2 if hexagon else slot
    across, down = (abs(np.arange(CARD) - CARD / 2 + 0.5) < zoom * side / 2 for side in shown)
    mask = np.outer(down, across)
    return Cutting(pixels, mask.astype(np.uint8), _colours(pixels, mask.astype(np.float32)))


def _hull(shown: Image, ground: Image) -> NDArray[np.int32] | None:
    """The hull of the largest thing that differs from the ground; None if nothing does."""
    contours, _ = cv2.findContours(_differing(ground, shown), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(cv2.convexHull(max(contours, key=cv2.contourArea)), np.int32) if contours else None


def _hexagon(hull: NDArray[np.int32], slot: tuple[float, float]) -> tuple[tuple[float, float], float] | None:
    """The middle of a six-sided tile (pixels) and the side of the largest square in it; None if the hull is
    not that of one of about the size of its ``slot``. What lies beside a tile on a pile tells nothing of
    it."""
    (x, y), radius = cv2.minEnclosingCircle(hull)
    low, high = _HEXAGONAL
    if not low <= cv2.contourArea(hull) / (math.pi * radius * radius) <= high:
        return None
    fits = all(_OF_SLOT[0] <= 2 * radius / side <= _OF_SLOT[1] for side in slot)
    return ((x, y), _SQUARE_IN_HEXAGON * radius) if fits else None


def _outline(hull: NDArray[np.int32], slot: tuple[float, float]) -> tuple[tuple[float, float], float] | None:
    """The middle of a card (pixels) and how far it lies askew (degrees); None if the hull is not that of one
    of about the size of its ``slot`` (pixels)."""
    middle, (across, down), askew = cv2.minAreaRect(hull)
    if cv2.contourArea(hull) < _RECTANGULAR * across * down:
        return None
    turns = round(askew / 90)
    askew -= 90 * turns
    extent = (down, across) if turns % 2 else (across, down)
    fits = all(_OF_SLOT[0] <= one / side <= _OF_SLOT[1] for one, side in zip(extent, slot, strict=True))
    return ((middle[0], middle[1]), askew) if fits and abs(askew) <= max(TILTS) else None


def spun(patch: Image) -> Cutting:
    """The whole patch of a place where cards lie turned by any angle."""
    pixels = np.asarray(cv2.resize(patch, (SPUN, SPUN), interpolation=cv2.INTER_CUBIC), np.uint8)
    mask = np.ones((SPUN, SPUN), np.uint8)
    return Cutting(pixels, mask, _colours(pixels, mask.astype(np.float32)))


def appeared(before: Image, now: Image, scale: float) -> float:
    """Whether what differs came or left, without knowing what it is: 1 if it stands out from what surrounds
    it only ``now``, -1 if only ``before``, 0 if nobody can say. ``scale``: pixels a pitch."""
    mask = _differing(before, now)
    reach = 2 * round(_SURROUNDING * scale) + 1
    ring = cv2.dilate(mask, np.ones((reach, reach), np.uint8)) > cv2.dilate(mask, np.ones((3, 3), np.uint8))
    if mask.sum() < _LEAST * scale * scale or not ring.any():
        return 0.0
    left, come = (_stands_out(picture, mask > 0, ring) for picture in (before, now))
    return (come - left) / (come + left + _PLAIN)


def covered(now: Image, bare: Image) -> float:
    """The share of a patch that does not look as when it was ``bare``, whatever the light."""
    return float(_covers(now, bare).mean())


def remained(before: Image, now: Image, bare: Image, scale: float) -> float:
    """How much of what lay on the ``bare`` cell ``before`` looks the same ``now``: 0 to 1; 0.5 if too little
    lay there to tell. ``scale``: pixels a pitch."""
    height, width = now.shape[:2]
    inside = (slice(height // 8, height - height // 8), slice(width // 8, width - width // 8))
    lay = _covers(before, bare)[inside] > 0
    size = int(lay.sum())
    if size < _LEAST * scale * scale:
        return 0.5
    return 1.0 - float((_differing(before, now)[inside] > 0)[lay].mean())


def _covers(now: Image, bare: Image) -> NDArray[np.uint8]:
    """The pixels of a patch that do not look as when it was bare, whatever the light."""
    light = np.median(now.reshape(-1, 3).astype(np.int16) - bare.reshape(-1, 3), axis=0).astype(np.int16)
    lit = np.asarray(np.clip(bare + light, 0, 255), np.uint8)
    return _differing(lit, now)


def _stands_out(picture: Image, inside: NDArray[np.bool_], ring: NDArray[np.bool_]) -> float:
    """How far the pixels are from the usual colour of their ring, in steps of a log picture."""
    smooth = cv2.blur(picture, (3, 3)).astype(np.float32)
    usual = np.median(smooth[ring], axis=0)
    return float(np.abs(smooth[inside] - usual).max(axis=1).mean())


def _differing(before: Image, now: Image) -> NDArray[np.uint8]:
    """The pixels that differ, as one or several solid pieces; 0 or 1."""
    return _solid(difference(now, before).mask)


def spread_shape() -> tuple[int, int, int]:
    """The shape of the colours of a cutting."""
    return _BINS + 1, 14, 14


def _colours(picture: Image, weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """The spread of weighted pixels over brightness, blue against green, and red against green. Each pixel is
    shared among neighbouring bins."""
    weighted = weights.ravel() > 0
    values = cv2.blur(picture, (3, 3)).reshape(-1, 3)[weighted].astype(np.float32)
    axes = np.column_stack(
        [
            values.mean(axis=1) / _BRIGHT,
            (values[:, 0] - values[:, 1]) / _TINT + 6,
            (values[:, 2] - values[:, 1]) / _TINT + 6,
        ]
    )
    axes = np.clip(axes, 0, (_BINS - 1.001, 11.999, 11.999))
    low = axes.astype(int)
    above, below = axes - low, 1 - (axes - low)
    shape, share = spread_shape(), weights.ravel()[weighted]
    spread = np.zeros(np.prod(shape))
    for shift in product((0, 1), repeat=3):
        bins = np.ravel_multi_index(tuple((low + shift).T), shape)
        parts = [(above if up else below)[:, axis] for axis, up in enumerate(shift)]
        spread += np.bincount(bins, share * parts[0] * parts[1] * parts[2], spread.size)
    return np.asarray(spread.reshape(shape) / max(float(spread.sum()), 1e-6), np.float32)


def _solid(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The mask without specks and small holes, and without what touches only its border."""
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, labels, stats, middles = cv2.connectedComponentsWithStats(closed)
    height, width = mask.shape
    keep = np.zeros(count, dtype=bool)
    for blob in range(1, count):
        x, y = middles[blob]
        inside = 0.12 * width < x < 0.88 * width and 0.12 * height < y < 0.88 * height
        keep[blob] = inside and int(stats[blob][cv2.CC_STAT_AREA]) >= 12
    return np.asarray(keep[labels], np.uint8)


NO_COLOURS = np.zeros(spread_shape(), np.float32)
"""Of cuttings whose colours tell nothing."""


def half_round(cutting: Cutting) -> Cutting:
    """The same card, turned by half a turn."""
    pixels, mask = cutting.pixels[::-1, ::-1], cutting.mask[::-1, ::-1]
    return Cutting(np.ascontiguousarray(pixels), np.ascontiguousarray(mask), cutting.colours)
