"""Contact sheets: one view of many faces, each in a place of its own. What a place shows becomes the portrait
of its face. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.change import difference
from vision.objects import CARD, PATCH, Cutting, card, half_round
from vision.opencv import cv2
from vision.recognition.comparing import nearest, turned
from vision.recognition.spun import on_sheet
from vision.seeing import CellView, View
from vision.tuning import number, whole
from vision.types import Image, Spot, SpotReading

_FILLED = number("sheets.filled")
"""Share of a place's inner part that must differ. Measured on simulated sheets of four games in three lights:
at least 0.74 under a card or tile, at most 0.22 where nothing lay."""
_PRINT = number("sheets.print")
"""The same where only a card's print differs, if what lies between the parts that differ is counted too.
Measured on simulated sheets of white cards on a white mat in three lights: at least 0.38."""
_BEYOND = number("sheets.beyond")
"""Share of what surrounds a place that may differ: more is a hand, or something larger. Measured: at most
0.63, shadows included."""
_INNER = number("sheets.inner")
"""Part of a place's extent that is its inner part."""
_RIM = whole("sheets.rim")
"""Pixels beyond its place that a card may cover when it lies a little askew."""
_CLOSED = np.ones((whole("sheets.closed"), whole("sheets.closed")), np.uint8)
"""Holes of this size are closed: print of the colour of the table leaves them."""
_ALIKE = number("sheets.alike")
"""Distance of two cards below which they cannot be told apart: a card and itself are up to 0.12 apart
(:mod:`vision.recognition.likeness`)."""
_MAYBE = number("sheets.maybe")
"""Two cards whose correlation, as they lie, is below this are not compared more closely."""
_SMALL = whole("sheets.small")
"""Pixels across a card for that correlation."""


@dataclass(frozen=True, slots=True, eq=False)
class SheetRead:
    """What a sheet shows. ``portraits``: by face; ``missing``: faces in whose place nothing of their size
    lies; ``alike``: pairs of faces that look the same."""

    portraits: Mapping[str, Cutting]
    missing: tuple[str, ...]
    alike: tuple[tuple[str, str], ...]


def read_sheet(view: View, bare: View, spots: Sequence[Spot]) -> SheetRead:
    """Read one sheet. ``spots``: a place for each face, upright, which is the only piece of its stacks;
    ``view``: how these places look (:func:`vision.watching.photographed`), ``bare``: how they look when
    nothing lies there."""
    portraits: dict[str, Cutting] = {}
    missing = []
    for spot in spots:
        face, seen, empty = spot.stacks[-1][0], view.cells.get(spot.cell), bare.cells.get(spot.cell)
        ground = None if seen is None or empty is None else _ground(seen, empty)
        symbol = spot.reading is SpotReading.SYMBOL
        if seen is None or ground is None or not _holds_one(seen.now, ground, filled=symbol):
            missing.append(face)
        elif symbol:
            portraits[face] = on_sheet(seen.now, ground)
        else:
            portraits[face] = card(seen.now, ground, spot.width, spot.height, spot.turn)
    return SheetRead(portraits, tuple(missing), tuple(_alike(portraits)))


def _ground(seen: CellView, bare: CellView) -> Image:
    """The bare place in the light of the other view, by what lies round the place."""
    height, width = seen.now.shape[:2]
    empty = np.asarray(cv2.resize(bare.now, (width, height)), np.uint8)
    round_it = ~_middle(height, width, 1 / PATCH, _RIM)
    light = np.median((seen.now.astype(np.int16) - empty)[round_it], axis=0).astype(np.int16)
    return np.asarray(np.clip(empty + light, 0, 255), np.uint8)


def _holds_one(seen: Image, ground: Image, *, filled: bool) -> bool:
    """Whether something lies in the place, and only there. ``filled``: what lies between the parts that
    differ counts too, and then a smaller share is enough. That is for a white card on a white mat, of which
    only the symbol differs."""
    height, width = seen.shape[:2]
    inner = _middle(height, width, _INNER / PATCH, 0)
    round_it = ~_middle(height, width, 1 / PATCH, _RIM)
    mask = np.asarray(cv2.morphologyEx(difference(seen, ground).mask, cv2.MORPH_CLOSE, _CLOSED), np.uint8)
    if float(mask[round_it].mean()) > _BEYOND:
        return False
    if filled and mask.any():
        hull = cv2.convexHull(np.asarray(cv2.findNonZero(mask)))
        whole = cv2.fillConvexPoly(np.zeros_like(mask), np.asarray(hull, np.int32), (1,))
        return float(whole[inner].mean()) >= _PRINT
    return float(mask[inner].mean()) >= _FILLED


def _middle(height: int, width: int, part: float, more: int) -> NDArray[np.bool_]:
    """The middle of a picture: this part of its extent, and so many pixels more at each side."""
    top, left = round(height * (1 - part) / 2) - more, round(width * (1 - part) / 2) - more
    mask = np.zeros((height, width), bool)
    mask[max(0, top) : height - max(0, top), max(0, left) : width - max(0, left)] = True
    return mask


def _alike(portraits: Mapping[str, Cutting]) -> list[tuple[str, str]]:
    """Pairs of faces that cannot be told apart, upright or turned half round."""
    upright = {face: cutting for face, cutting in portraits.items() if cutting.size == CARD}
    poses = {face: (cutting, half_round(cutting)) for face, cutting in upright.items()}
    small = {face: [_tiny(pose) for pose in both] for face, both in poses.items()}
    found = []
    for one, other in combinations(upright, 2):
        close = [
            pose
            for pose, tiny in zip(poses[other], small[other], strict=True)
            if float((small[one][0] * tiny).mean()) > _MAYBE
        ]
        turns = turned(portraits[one]) if close else None
        if turns is not None and nearest(portraits[one], turns, close) < _ALIKE:
            found.append((one, other))
    return found


def _tiny(cutting: Cutting) -> NDArray[np.float32]:
    """The card in few pixels, less its mean, of unit spread."""
    ys, xs = np.nonzero(cutting.mask)
    inside: Image = cutting.pixels[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    few = np.asarray(cv2.resize(inside, (_SMALL, _SMALL), interpolation=cv2.INTER_AREA), np.float32)
    few -= few.mean()
    return np.asarray(few / max(float(few.std()), 1e-3), np.float32)
