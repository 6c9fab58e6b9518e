"""Learning cards and tokens from pictures in which they lie open. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flats import SHIFT, Flat, cut
from vision.lessons import STRANGE, Page, TeachingError
from vision.masks import filled, largest
from vision.photometry import Features, Plane32, surface
from vision.rectify import SCALE, Plane
from vision.types import N_, TURNED, Spot
from vision.windows import crop, is_flat, is_tiled

_CARD_SIZES = (0.85, 0.88, 0.91, 0.94, 0.97, 1.0, 1.03)
"""Sizes of a card against its slot, to choose from."""
_LINE = 0.2
"""Of L: a darker line counts for no more."""
_OUTLINE = 12.0
"""How much a line along a card's rim counts (in L) against change inside it (nats a pixel)."""
_TILE, _STOOD_ON = 0.8, 0.9
"""Part of a tile's width and height that surely is its own; and of one on which figures stand: they hide some
of it and reach far to its sides."""
_EXPLAINED = 7.0
"""Log-likelihood ratio of a pixel of the bare table on a quiet day."""
_TOKEN = 0.04 * SCALE**2
"""Pixels: no token is smaller."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A flat piece that lies open: its name, and where."""

    name: str
    spot: Spot
    page: Page

    @property
    def turn(self) -> float:
        """Degrees clockwise by which it lies turned."""
        return 90.0 * self.spot.turn + (180.0 if self.name.endswith(TURNED) else 0.0)


def learn_flats(
    spots: Sequence[Spot], plane: Plane, pages: Sequence[Page], ground: Features
) -> dict[str, Flat]:
    """Every flat piece, learned where it lies open the first time."""
    cards: dict[str, _Shown] = {}
    tokens: dict[str, _Shown] = {}
    for page in pages:
        for spot in spots:
            base, stack = page.looks.get(spot.cell, ("", ()))
            if spot.kind == "slot" and stack:
                cards.setdefault(stack[-1].removesuffix(TURNED), _Shown(stack[-1], spot, page))
            elif spot.kind != "slot" and base and not stack:
                tokens.setdefault(base, _Shown(base, spot, page))
    missing = sorted({base for spot in spots for base in spot.bases if base} - set(tokens))
    if missing:
        raise TeachingError(
            N_("{pieces} is only shown under a figure: take a picture in which it lies open."),
            pieces=", ".join(missing),
        )
    flats = {name: _token(shown, plane, ground) for name, shown in tokens.items()}
    for size in sorted({_slot_size(shown.spot) for shown in cards.values()}):
        flats |= _cards([shown for shown in cards.values() if _slot_size(shown.spot) == size], plane, ground)
    return flats


def _slot_size(spot: Spot) -> tuple[int, int]:
    return round(spot.width * SCALE), round(spot.height * SCALE)


def _cards(shown: Sequence[_Shown], plane: Plane, ground: Features) -> dict[str, Flat]:
    """The cards of slots of one size. They lie a little shifted and turned, and what is white on white paper
    shows by its rim alone; so all of them together say how large a card is, and then each one how it lies."""
    width, height = _slot_size(shown[0].spot)
    sights = [_card_sight(one, plane, ground, width, height) for one in shown]
    poses = [
        [_card_pose(*sight, round(width * part), round(height * part)) for part in _CARD_SIZES]
        for sight in sights
    ]
    totals = np.sum([[pose[0] for pose in row] for row in poses], axis=0)
    at = int(np.argmax(totals))
    size = (round(width * _CARD_SIZES[at]), round(height * _CARD_SIZES[at]))
    flats = {}
    for one, row in zip(shown, poses, strict=True):
        _, dx, dy, angle = row[at]
        middle = _middle(one, plane) + _rotation(one.turn) @ np.array([dx, dy])
        patch = cut(one.page.seen, middle, one.turn + angle, *size)
        name = one.name.removesuffix(TURNED)
        flats[name] = Flat(name, patch, np.ones((size[1], size[0]), np.float32))
    return flats


def _card_sight(
    one: _Shown, plane: Plane, ground: Features, width: int, height: int
) -> tuple[Plane32, Plane32]:
    """Round a card, upright: how much less than usual the bare table explains each pixel; and where a thin
    dark line is that the bare table does not have, as the rim of a card is (in L)."""
    room = round(2 * (SHIFT + 0.1) * SCALE)
    middle = _middle(one, plane)
    seen = cut(one.page.seen, middle, one.turn, width + room, height + room)
    taught = cut(ground, middle, one.turn, width + room, height + room)
    unsure = np.zeros(seen.shape[:2], np.float32)  # what was guessed is the best there is to compare with
    change = np.clip(_EXPLAINED - surface(seen, taught, unsure, one.page.noise), 0, 4)
    line = np.clip(-seen[..., 3], 0, _LINE) - np.clip(-taught[..., 3], 0, _LINE)
    return np.asarray(change, dtype=np.float32), np.asarray(np.maximum(line, 0), dtype=np.float32)


def _card_pose(change: Plane32, line: Plane32, width: int, height: int) -> tuple[float, float, float, float]:
    """Value, shift right and down and angle at which a card of this size explains the change best: much has
    changed inside its outline and little just outside, and a line runs along it."""
    reach_ = round(SHIFT * SCALE)
    best = (-np.inf, 0.0, 0.0, 0.0)
    for angle in np.arange(-12.0, 12.1, 2.0):
        inside, rim = _card_kernels(width, height, float(angle))
        found = _correlated(change, inside, reach_) + _OUTLINE * _correlated(line, rim, reach_)
        row, column = np.unravel_index(int(np.argmax(found)), found.shape)
        if found[row, column] > best[0]:
            best = (float(found[row, column]), float(column - reach_), float(row - reach_), float(angle))
    return best


def _card_kernels(width: int, height: int, angle: float) -> tuple[Plane32, Plane32]:
    """Masks of a turned card: its inside against just outside, each adding up to 1; and its rim."""
    room = max(2, round(0.08 * SCALE))
    side = round(np.hypot(width, height) * np.sin(np.deg2rad(abs(angle)))) + 2 * room + 8
    inside = np.zeros((height + side, width + side), np.float32)
    rim = np.zeros_like(inside)
    centre = ((inside.shape[1] - 1) / 2, (inside.shape[0] - 1) / 2)
    outlines = [
        np.round(np.asarray(cv2.boxPoints((centre, size, angle))) * 16).astype(np.int32)
        for size in ((width + 2 * room, height + 2 * room), (width, height), (width - 1, height - 1))
    ]
    cv2.fillConvexPoly(inside, outlines[0], -1.0, cv2.LINE_8, 4)
    cv2.fillConvexPoly(inside, outlines[1], 1.0, cv2.LINE_8, 4)
    within, without = inside > 0, inside < 0
    inside[within] /= within.sum()
    inside[without] /= without.sum()
    cv2.polylines(rim, [outlines[2]], True, 1.0, 1, cv2.LINE_8, 4)
    rim = np.asarray(cv2.GaussianBlur(rim, (0, 0), 0.7), dtype=np.float32)
    return inside, np.asarray(rim / rim.sum(), dtype=np.float32)


def _correlated(image: Plane32, kernel: Plane32, reach_: int) -> Plane32:
    """The kernel's sum over the image, its middle up to ``reach_`` pixels off the image's."""
    x = round((image.shape[1] - kernel.shape[1]) / 2) - reach_
    y = round((image.shape[0] - kernel.shape[0]) / 2) - reach_
    area = crop(image, x, y, kernel.shape[1] + 2 * reach_, kernel.shape[0] + 2 * reach_)
    return np.asarray(cv2.matchTemplate(area, kernel, cv2.TM_CCORR), dtype=np.float32)


def _token(one: _Shown, plane: Plane, ground: Features) -> Flat:
    """Cut a token or tile out: what differs from the bare cell, or all of the cell when little does."""
    spot = one.spot
    width, height = _slot_size(spot)
    room = round(2 * SHIFT * SCALE)
    middle = _middle(one, plane)
    if is_flat(spot) or is_tiled(
        spot
    ):  # a tile fills its cell; its neighbours and the gaps between them are not part of it
        part = _TILE if is_flat(spot) else _STOOD_ON
        size = (round(width * part), round(height * part))
        mask = np.ones((size[1], size[0]), np.float32)
        return Flat(one.name, cut(one.page.seen, middle, one.turn, *size), mask)
    blob = largest(_strange(one, ground, middle, width + room, height + room))
    if blob.sum() < _TOKEN:
        blob = np.ones_like(blob)
    ys, xs = np.nonzero(blob)
    off = np.array(
        [(xs.min() + xs.max() - blob.shape[1] + 1) / 2, (ys.min() + ys.max() - blob.shape[0] + 1) / 2]
    )
    middle = middle + _rotation(one.turn) @ np.clip(off, -room / 2, room / 2)
    patch = cut(one.page.seen, middle, one.turn, width, height)
    inner = largest(_strange(one, ground, middle, width, height))
    mask = filled(inner) if inner.sum() >= _TOKEN else np.ones((height, width), np.float32)
    return Flat(one.name, patch, mask)


def _strange(
    one: _Shown, ground: Features, middle: NDArray[np.float64], width: int, height: int
) -> NDArray[np.bool_]:
    """Where the bare table does not explain what is seen; upright."""
    seen = cut(one.page.seen, middle, one.turn, width, height)
    taught = cut(ground, middle, one.turn, width, height)
    doubt = np.zeros((height, width), np.float32)
    return np.asarray(surface(seen, taught, doubt, one.page.noise) < STRANGE)


def _middle(one: _Shown, plane: Plane) -> NDArray[np.float64]:
    return np.asarray(plane.to_raster(np.array([[one.spot.x, one.spot.y]]))[0])


def _rotation(degrees: float) -> NDArray[np.float64]:
    turn = np.deg2rad(degrees)
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
