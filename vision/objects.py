"""Cutting what came to a cell, or left it, out of its pixels, and comparing two such cuttings. Pure
functions.

An :class:`Cutting` is a small picture with a mask: the pixels that differ from what lay there before. Two of
them are laid on each other by the middle of their masks, one of them turned in steps of ten degrees, because
people put pieces down as they like. Their distance is 0 for the same and 1 for nothing in common."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.change import difference
from vision.opencv import cv2
from vision.tuning import number, row, whole
from vision.types import Image

CARD, FINE = whole("objects.card"), whole("objects.tile")
COARSE, SPUN = whole("objects.figure"), whole("objects.spun")
"""Pixels across of the cutting of a card in its slot, of a tile, of a figure, and of a card turned by any
angle: a whole patch, as fine as any raster (:mod:`vision.spun`)."""
_EXTENT = {
    CARD: number("objects.card_extent"),
    FINE: number("objects.tile_extent"),
    COARSE: number("objects.figure_extent"),
}
"""Pitches that it spans."""
PATCH = number("objects.patch")
"""Extent of a patch against its cell's: pieces lean over its rim."""
_LONGEST = number("objects.longest")
"""Pitches of a card that is shown in full size."""
_TILTS = range(-whole("objects.tilt"), whole("objects.tilt") + 1, whole("objects.tilt_step"))
"""Degrees by which a card in its slot may lie askew."""
_RECTANGULAR = number("objects.rectangular")
"""Share of the least rectangle round it that a card's outline covers at least, chosen: of what differed in
slots of three simulated games the middle one covers 0.91 to 0.94; parts of a print cover less."""
_OF_SLOT = row("objects.of_slot")
"""Sides of a card against those of its slot, chosen: the middle ones were 0.89 to 1.04. Where no outline is
found, as on a pile of white cards, a card is compared as it lies."""
_TURNS = whole("objects.turns")
_LEAST = number("objects.least")
"""Square pitches: what is smaller is no piece."""
_SURROUNDING = number("objects.surrounding")
"""Pitches round a piece in which the ground shows."""
_PLAIN = number("objects.plain")
"""Steps by which plain ground differs from itself."""
_BINS, _BRIGHT, _TINT = whole("objects.bins"), number("objects.bright"), number("objects.tint")
"""Bins of brightness, and steps a bin of brightness and of colour."""
_RIM = number("objects.rim")
"""Part of a card's shorter side that is left out at each side of its middle: it may lie so far off its
place."""
_SPOT = whole("objects.spot")
"""Pixels across of the smallest spot by which prints of cards are told apart: a twentieth of a card."""
_TINTED = whole("objects.tinted")
"""The same for its colour."""
_CONTRASTS = row("objects.contrasts")
"""Of one print against another of the same face, under other light and of another sharpness."""
_FAINT = number("objects.faint")
"""Steps: a weaker print is noise."""
_UNLIKE = number("objects.unlike")
"""Correlation of two prints at half their size below which they have nothing in common ..."""
_SMALL_TILTS = whole("objects.small_tilts")
"""At half the size every second tilt of a card will do."""
_CLOSELY = whole("objects.closely")
"""Cuttings of one name that are compared in full size."""
_FLAT = number("objects.flat")
"""Steps: what differs less over a whole window has no print."""
_WORTH_FITTING = number("objects.worth_fitting")
"""Correlation from which on two prints are laid on each other more finely."""
_FITTING = (whole("objects.fitting_steps"), number("objects.fitting_gain"))
"""The finer laying ends after so many steps, or when one gains less than this correlation."""
_CAP = number("objects.cap")
"""Steps from which on two pixels have nothing in common: 55 % of brightness or colour."""


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


def cut(shown: Image, hidden: Image, scale: float, size: int, whole: bool = False) -> Cutting | None:
    """What lies in the patch ``shown`` and did not in ``hidden``; None when that is nothing. ``scale``:
    pixels a pitch. ``whole``: everything in the patch but a margin, for tiles, which fill their cell."""
    if whole:
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
    if not whole:
        strength = apart.chroma.astype(np.float32) / 20 + apart.brightness.astype(np.float32) / 60
        weights *= np.minimum(strength, 1.0)
    return Cutting(np.asarray(pixels, np.uint8), np.asarray(laid > 0, np.uint8), _colours(shown, weights))


def card(patch: Image, ground: Image, width: float, height: float, turn: int) -> Cutting:
    """What lies in a slot of this extent (pitches; a quarter ``turn`` not counted), as who sits there sees
    it, laid straight in the middle where its outline stands out from the ``ground``. A longer card is shown
    smaller, so that all of it is seen."""
    upright, under = (np.ascontiguousarray(np.rot90(picture, turn)) for picture in (patch, ground))
    rows, columns = upright.shape[:2]
    slot = (columns / PATCH, rows / PATCH)
    zoom = CARD / (_EXTENT[CARD] * max(1.0, max(width, height) / _LONGEST) * slot[1] / height)
    middle, askew = _outline(upright, under, slot) or ((columns / 2 - 0.5, rows / 2 - 0.5), 0.0)
    matrix = cv2.getRotationMatrix2D(middle, askew, zoom)
    matrix = np.column_stack([matrix[:, :2], matrix[:, 2] + CARD / 2 - 0.5 - np.asarray(middle)])
    pixels = np.asarray(
        cv2.warpAffine(cv2.blur(upright, (3, 3)), matrix, (CARD, CARD), borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )
    across, down = (abs(np.arange(CARD) - CARD / 2 + 0.5) < zoom * side / 2 for side in slot)
    mask = np.outer(down, across)
    return Cutting(pixels, mask.astype(np.uint8), _colours(pixels, mask.astype(np.float32)))


def _outline(
    shown: Image, ground: Image, slot: tuple[float, float]
) -> tuple[tuple[float, float], float] | None:
    """The middle of a card (pixels) and how far it lies askew (degrees); None where no outline of about the
    size of its ``slot`` (pixels) is seen."""
    contours, _ = cv2.findContours(_differing(ground, shown), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    middle, (across, down), askew = cv2.minAreaRect(hull)
    if cv2.contourArea(hull) < _RECTANGULAR * across * down:
        return None
    turns = round(askew / 90)
    askew -= 90 * turns
    extent = (down, across) if turns % 2 else (across, down)
    fits = all(_OF_SLOT[0] <= one / side <= _OF_SLOT[1] for one, side in zip(extent, slot, strict=True))
    return ((middle[0], middle[1]), askew) if fits and abs(askew) <= max(_TILTS) else None


def spun(patch: Image) -> Cutting:
    """What lies in a place where cards are turned by any angle: all of its patch."""
    pixels = np.asarray(cv2.resize(patch, (SPUN, SPUN), interpolation=cv2.INTER_CUBIC), np.uint8)
    mask = np.ones((SPUN, SPUN), np.uint8)
    return Cutting(pixels, mask, _colours(pixels, mask.astype(np.float32)))


def appeared(before: Image, now: Image, scale: float) -> float:
    """Whether what differs came or left, without knowing it: 1 when it stands out from what surrounds it only
    ``now``, -1 only ``before``, 0 when nobody can say. ``scale``: pixels a pitch."""
    mask = _differing(before, now)
    reach = 2 * round(_SURROUNDING * scale) + 1
    ring = cv2.dilate(mask, np.ones((reach, reach), np.uint8)) > cv2.dilate(mask, np.ones((3, 3), np.uint8))
    if mask.sum() < _LEAST * scale * scale or not ring.any():
        return 0.0
    left, come = (_stands_out(picture, mask > 0, ring) for picture in (before, now))
    return (come - left) / (come + left + _PLAIN)


def covered(now: Image, bare: Image) -> float:
    """The share of a patch that does not look as when it was ``bare``, in whatever light."""
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
    """The pixels of a patch that do not look as when it was bare, in whatever light."""
    light = np.median(now.reshape(-1, 3).astype(np.int16) - bare.reshape(-1, 3), axis=0).astype(np.int16)
    lit = np.asarray(np.clip(bare + light, 0, 255), np.uint8)
    return _differing(lit, now)


def _stands_out(picture: Image, inside: NDArray[np.bool_], ring: NDArray[np.bool_]) -> float:
    """How far the pixels are from the usual one of their ring, in steps of a log picture."""
    smooth = cv2.blur(picture, (3, 3)).astype(np.float32)
    usual = np.median(smooth[ring], axis=0)
    return float(np.abs(smooth[inside] - usual).max(axis=1).mean())


def _differing(before: Image, now: Image) -> NDArray[np.uint8]:
    """The pixels that differ, as one solid piece or several; 0 or 1."""
    return _solid(difference(now, before).mask)


def spread_shape() -> tuple[int, int, int]:
    """The shape of the colours of a cutting."""
    return _BINS + 1, 14, 14


def _colours(picture: Image, weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """The spread of weighted pixels over brightness, blue against green, and red against green; neighbours
    shared."""
    values = cv2.blur(picture, (3, 3)).reshape(-1, 3).astype(np.float32)
    axes = np.column_stack(
        [
            values.mean(axis=1) / _BRIGHT,
            (values[:, 0] - values[:, 1]) / _TINT + 6,
            (values[:, 2] - values[:, 1]) / _TINT + 6,
        ]
    )
    axes = np.clip(axes, 0, (_BINS - 1.001, 11.999, 11.999))
    low = axes.astype(int)
    part = axes - low
    spread = np.zeros(spread_shape(), np.float32)
    for corner in range(8):
        shift = np.array([corner >> 2 & 1, corner >> 1 & 1, corner & 1])
        share = np.prod(np.where(shift, part, 1 - part), axis=1) * weights.ravel()
        np.add.at(spread, tuple((low + shift).T), share)
    return np.asarray(spread / max(float(spread.sum()), 1e-6), np.float32)


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


@dataclass(frozen=True, slots=True, eq=False)
class Turned:
    """A cutting in all its turns: ``pixels`` turns x size x size x 3, ``masks`` turns x size x size;
    ``small``: the pixels at half the size, of cards in every second turn."""

    pixels: NDArray[np.int16]
    masks: NDArray[np.bool_]
    small: tuple[Image, ...]


def turned(cutting: Cutting) -> Turned:
    """All turns of a cutting; of a card only those in which it may lie in its slot."""
    size = cutting.size
    middle = (size / 2 - 0.5, size / 2 - 0.5)
    pixels, masks = [], []
    for turn in _TILTS if size == CARD else (360.0 * step / _TURNS for step in range(_TURNS)):
        matrix = cv2.getRotationMatrix2D(middle, turn, 1.0)
        pixels.append(cv2.warpAffine(cutting.pixels, matrix, (size, size), borderMode=cv2.BORDER_REPLICATE))
        masks.append(cv2.warpAffine(cutting.mask, matrix, (size, size), flags=cv2.INTER_NEAREST))
    every = _SMALL_TILTS if size == CARD else 1
    small = tuple(_halved(np.asarray(picture, np.uint8)) for picture in pixels[::every])
    return Turned(np.asarray(pixels, np.int16), np.asarray(masks) > 0, small)


def nearest(one: Cutting, turns: Turned, others: Sequence[Cutting]) -> float:
    """How unlike a cutting in all its ``turns`` and the likest of ``others`` of the same size are, 0 to 1: 1
    if there are none. Colours and shape count half each. Of a card only its print counts: a white card is a
    white card. Of tiles and cards only those are compared closely that are likest at half their size."""
    if not others:
        return 1.0
    if one.size == COARSE:
        return min(_both(one, other, _shape(turns, other)) for other in others)
    roughly = [_roughly(turns, other) for other in others]
    if one.size == CARD:
        closest = sorted(zip(roughly, others, strict=True), key=lambda pair: -pair[0][0])[:_CLOSELY]
        return min(_print(turns, other, *rough) for rough, other in closest)
    guesses = [
        (_both(one, other, (1.0 - alike) / 2), number)
        for number, (other, (alike, _)) in enumerate(zip(others, roughly, strict=True))
    ]
    return min(
        _both(one, others[number], _face(turns, others[number], roughly[number][1]))
        for _, number in sorted(guesses)[:_CLOSELY]
    )


def _both(one: Cutting, other: Cutting, shape: float) -> float:
    return 0.5 * float(np.abs(one.colours - other.colours).sum() / 2) + 0.5 * shape


def _shape(one: Turned, other: Cutting) -> float:
    """How unlike they are in the turn that suits them best, 0 to 1."""
    mask = other.mask > 0
    both, either = one.masks & mask, one.masks | mask
    unlike = _largest(np.abs(one.pixels - other.pixels.astype(np.int16))).astype(np.float32)
    cost = np.where(both, np.minimum(unlike / _CAP, 1.0), either).sum(axis=(1, 2))
    return float((cost / np.maximum(either.sum(axis=(1, 2)), 1)).min())


def _largest(picture: NDArray[Any]) -> NDArray[Any]:
    """The largest channel of each pixel: four times as quick as numpy's ``max`` over an axis of three."""
    return np.asarray(np.maximum(np.maximum(picture[..., 0], picture[..., 1]), picture[..., 2]))


def half_round(cutting: Cutting) -> Cutting:
    """The same card, turned by half a turn."""
    pixels, mask = cutting.pixels[::-1, ::-1], cutting.mask[::-1, ::-1]
    return Cutting(np.ascontiguousarray(pixels), np.ascontiguousarray(mask), cutting.colours)


def _face(one: Turned, other: Cutting, turns: Sequence[int]) -> float:
    """How unlike two tiles are: the middle of one is looked for in the other, in these turns and a little
    beside, by the correlation of their print."""
    middle = _middle(other)
    return (1.0 - max(_found(one.pixels[turn], middle)[0] for turn in turns)) / 2


def _print(one: Turned, other: Cutting, roughly: float, turns: Sequence[int]) -> float:
    """How unlike the prints of two cards are: the largest spot that is in one and not in the other, against
    the darkest spot of either. Cards of one set often differ in one small thing. ``roughly``: their
    correlation at half their size, in about these ``turns``."""
    if roughly < _UNLIKE:
        return 1.0
    middle = _middle(other)
    height, width = middle.shape[:2]
    pictures = [one.pixels[turn] for turn in turns]
    (alike, (x, y)), picture = max(
        ((_found(picture, middle), picture) for picture in pictures), key=lambda found: found[0][0]
    )
    matrix = np.array([[1, 0, x], [0, 1, y]], np.float32)
    laid = np.asarray(picture, np.uint8)
    if alike > _WORTH_FITTING:
        with contextlib.suppress(cv2.error):  # it finds nothing better
            everywhere = np.ones(laid.shape[:2], np.uint8)
            until = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, *_FITTING)
            fine = cv2.findTransformECC(
                _ink(middle), _ink(laid), matrix.copy(), cv2.MOTION_EUCLIDEAN, until, everywhere, 3
            )
            matrix = np.asarray(fine[1], np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    laid = np.asarray(
        cv2.warpAffine(laid, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
    mine, yours = _from_paper(laid), _from_paper(middle)
    yours *= np.clip((mine * yours).sum() / max(float((yours * yours).sum()), 1.0), *_CONTRASTS)
    darkest = np.maximum(_spots(mine), _spots(yours))
    return min(1.0, float(_spots(mine - yours).max()) / max(float(np.percentile(darkest, 97)), _FAINT))


def _roughly(one: Turned, other: Cutting) -> tuple[float, list[int]]:
    """The best correlation of the two at half their size, and the turn in which they are most alike, with the
    turns beside it."""
    small = _halved(_middle(other))
    windows = _windows(one, *small.shape[:2])
    print_ = small.astype(np.float32).transpose(2, 0, 1)
    print_ -= print_.mean(axis=(1, 2), keepdims=True)
    found = windows @ (print_.ravel() / max(float(np.linalg.norm(print_)), _FLAT))
    found = found.reshape(len(one.small), -1).max(axis=1)
    best, every = int(np.argmax(found)), len(one.pixels) // len(one.small)
    turns = [turn % len(one.pixels) for turn in range(every * best - 1, every * best + 2)]
    return float(found[best]), turns


@lru_cache(maxsize=4)
def _windows(one: Turned, height: int, width: int) -> NDArray[np.float32]:
    """Every window of this extent in every small turn, less its mean colour and of length 1: a row each.
    Kept, because one cutting is compared with hundreds of others."""
    windows = np.lib.stride_tricks.sliding_window_view(
        np.asarray(one.small, np.float32), (height, width), axis=(1, 2)
    )
    flat = np.ascontiguousarray(windows).reshape(-1, 3, height * width)
    rows = (flat - flat.mean(axis=2, keepdims=True)).reshape(-1, 3 * height * width)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), _FLAT), np.float32)


def _halved(picture: Image) -> Image:
    return np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=1024)
def _middle(card: Cutting) -> Image:
    ys, xs = np.nonzero(card.mask)
    height, width = int(np.ptp(ys)) + 1, int(np.ptp(xs)) + 1
    rim = _RIM * min(height, width)
    top, left = int(ys.min() + rim), int(xs.min() + rim)
    return card.pixels[top : top + round(height - 2 * rim), left : left + round(width - 2 * rim)]


def _found(picture: NDArray[Any], middle: Image) -> tuple[float, tuple[int, int]]:
    """How well a middle fits into a picture, and where."""
    _, best, _, at = cv2.minMaxLoc(cv2.matchTemplate(picture.astype(np.uint8), middle, cv2.TM_CCOEFF_NORMED))
    return best, (int(at[0]), int(at[1]))


def _ink(picture: Image) -> NDArray[np.float32]:
    """How dark the darkest channel is: print of any colour."""
    return -np.asarray(picture.min(axis=2), np.float32)


def _from_paper(picture: Image) -> NDArray[np.float32]:
    """The picture less the colour of its paper."""
    return np.asarray(picture - np.median(picture, axis=(0, 1)), np.float32)


def _spots(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """How strong the print is, of spots and not of single pixels: its brightness, or its colour, of which
    video keeps half the pixels."""
    brightness = cv2.transform(picture, np.full((1, 3), 1 / 3, np.float32))
    colour = np.abs(cv2.blur(picture - brightness[..., None], (_TINTED, _TINTED)))
    return np.asarray(np.maximum(np.abs(cv2.blur(brightness, (_SPOT, _SPOT))), _largest(colour)), np.float32)
