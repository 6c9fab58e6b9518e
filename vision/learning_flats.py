"""Learning cards and tokens from pictures in which they lie open. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flats import SHIFT, TURNED, Flat, cut
from vision.lessons import STRANGE, Page, TeachingError
from vision.masks import filled, largest
from vision.photometry import Features, Plane32, surface
from vision.rectify import SCALE, Plane
from vision.types import N_, Spot
from vision.windows import is_flat

_CARD_SIZES = (0.85, 0.88, 0.91, 0.94, 0.97, 1.0, 1.03)
"""Sizes of a card against its slot, to choose from."""
_TILE = 0.8
"""Part of a tile's width and height that surely is its own."""
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
    spots: Sequence[Spot], plane: Plane, pages: Sequence[Page], ground: Features, doubt: Plane32
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
        flats |= _cards(
            [shown for shown in cards.values() if _slot_size(shown.spot) == size], plane, ground, doubt
        )
    return flats


def _slot_size(spot: Spot) -> tuple[int, int]:
    return round(spot.width * SCALE), round(spot.height * SCALE)


def _cards(shown: Sequence[_Shown], plane: Plane, ground: Features, doubt: Plane32) -> dict[str, Flat]:
    """The cards of slots of one size. They lie a little shifted and turned, and white ones on white paper
    have no
    outline to speak of; so all of them together say how large a card is, and then each one how it lies."""
    width, height = _slot_size(shown[0].spot)
    changes = [_changed(one, plane, ground, doubt, width, height) for one in shown]
    poses = [
        [_card_pose(change, round(width * part), round(height * part)) for part in _CARD_SIZES]
        for change in changes
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


def _changed(one: _Shown, plane: Plane, ground: Features, doubt: Plane32, width: int, height: int) -> Plane32:
    """How much less than usual the bare table explains each pixel round a card; upright."""
    room = round(2 * (SHIFT + 0.1) * SCALE)
    middle = _middle(one, plane)
    seen = cut(one.page.seen, middle, one.turn, width + room, height + room)
    taught = cut(ground, middle, one.turn, width + room, height + room)
    unsure = cut(doubt, middle, one.turn, width + room, height + room)
    return np.asarray(np.clip(_EXPLAINED - surface(seen, taught, unsure), 0, 4), dtype=np.float32)


def _card_pose(change: Plane32, width: int, height: int) -> tuple[float, float, float, float]:
    """Contrast, shift right and down and angle at which a card of this size explains the change best: it lies
    where
    much has changed inside its outline and little just outside."""
    rim = max(2, round(0.08 * SCALE))
    reach_ = round(SHIFT * SCALE)
    best = (-np.inf, 0.0, 0.0, 0.0)
    middle = ((change.shape[1] - 1) / 2, (change.shape[0] - 1) / 2)
    for angle in np.arange(-12.0, 12.1, 2.0):
        kernel = np.zeros((height + 2 * rim + 8, width + 2 * rim + 8), np.float32)
        centre = ((kernel.shape[1] - 1) / 2, (kernel.shape[0] - 1) / 2)
        for size, value in (((width + 2 * rim, height + 2 * rim), -1.0), ((width, height), 1.0)):
            corners = cv2.boxPoints((centre, size, float(angle)))
            cv2.fillConvexPoly(
                kernel, np.round(np.asarray(corners) * 16).astype(np.int32), value, cv2.LINE_8, 4
            )
        inside, outside = kernel > 0, kernel < 0
        kernel[inside] /= inside.sum()
        kernel[outside] /= outside.sum()
        x = round(middle[0] - centre[0]) - reach_
        y = round(middle[1] - centre[1]) - reach_
        pad = max(0, -x, -y)
        wide = np.pad(change, pad)
        area = wide[
            y + pad : y + pad + kernel.shape[0] + 2 * reach_, x + pad : x + pad + kernel.shape[1] + 2 * reach_
        ]
        found = np.asarray(cv2.matchTemplate(area, kernel, cv2.TM_CCORR))
        row, column = np.unravel_index(int(np.argmax(found)), found.shape)
        if found[row, column] > best[0]:
            best = (float(found[row, column]), float(column - reach_), float(row - reach_), float(angle))
    return best


def _token(one: _Shown, plane: Plane, ground: Features) -> Flat:
    """Cut a token or tile out: what differs from the bare cell, or all of the cell when little does."""
    spot = one.spot
    width, height = _slot_size(spot)
    room = round(2 * SHIFT * SCALE)
    middle = _middle(one, plane)
    if is_flat(spot):  # a tile fills its cell; its neighbours and the gaps between them are not part of it
        size = (round(width * _TILE), round(height * _TILE))
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
    return np.asarray(surface(seen, taught, np.zeros((height, width), np.float32)) < STRANGE)


def _middle(one: _Shown, plane: Plane) -> NDArray[np.float64]:
    return np.asarray(plane.to_raster(np.array([[one.spot.x, one.spot.y]]))[0])


def _rotation(degrees: float) -> NDArray[np.float64]:
    turn = np.deg2rad(degrees)
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
