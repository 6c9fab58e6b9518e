"""Evidence for an area in which alike figures are kept: how many there are, wherever each of them stands.

One figure after the other is found where it explains most. One that is seen whole speaks for itself by
``WORTH`` nats, half a figure says nothing, and a place where only the bare table is seen speaks as much
against another one.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from vision.figures import Outline
from vision.guesses import clip
from vision.photometry import Plane32
from vision.rectify import SCALE
from vision.standing import GIFT, PRICE, WORST, Scores, Standing
from vision.types import Spot
from vision.windows import crop, outside, paint

WORTH = 10.0
"""Nats of a figure that is seen whole."""
_FOOT = 0.85
"""Part of the area in which the middles of figures are."""
_ROUGH = 0.1
"""Square pitches, times nats, that shadows and rims may leave unexplained for nothing."""


def is_counted(spot: Spot) -> bool:
    """Whether several figures may be there, but only of one kind."""
    pieces = {piece for stack in spot.stacks for piece in stack}
    return len(pieces) == 1 and spot.bases == ("",) and max(map(len, spot.stacks)) > 1


class Counted(Standing):
    """One evaluation of such an area."""

    def scores(self) -> Scores:
        """The stacks, by their number of figures."""
        (figure,) = self._figures.values()
        (outline,) = self._known.silhouettes(self._spot, figure)[:1]
        bare = self._grounds[""]
        change = np.clip(figure.colours[self._bins] - bare, -WORST, WORST) * self._weight
        missing = np.clip(-bare, 0, WORST) * self._own
        most = max(map(len, self._spot.stacks))
        signs, placed = [], []
        for _ in range(most):
            there = self._put(np.asarray(change, dtype=np.float32), outline)
            under = np.zeros(change.shape, dtype=np.float32)
            paint(under, self._frame, there, 1.0)
            whole = WORST * float(outline.mask.sum())
            signs.append(WORTH * float(np.clip(2 * float(change[under > 0].sum()) / whole - 1, -1, 1)))
            placed.append(there)
            change[under > 0] = 0.0  # said already, for one figure
            if signs[-1] < 0:
                break
            paint(missing, self._frame, there, 0.0, grow=2)
        signs += [-WORTH] * (most - len(signs))
        found = sum(sign > 0 for sign in signs)
        rest = max(0.0, float(missing.sum()) / SCALE**2 - _ROUGH)
        top = GIFT * self._share - PRICE * rest
        stacks = {stack: clip(top - _against(signs, len(stack))) for stack in self._spot.stacks}
        return Scores({"": 0.0}, stacks, tuple(placed[:found]))

    def _names(self) -> Iterable[str]:
        """Only figures that stand are counted."""
        return dict.fromkeys(name for stack in self._spot.stacks for name in stack)

    def _put(self, gain: Plane32, outline: Outline) -> Outline:
        """The outline under which ``gain`` adds up to most, its middle anywhere in the area."""
        off = outside(self._spot, _FOOT, 1)
        down, right = off.shape[0] // 2, off.shape[1] // 2
        left, top = self._frame.columns.start, self._frame.rows.start
        x, y = outline.x - left - right, outline.y - top - down
        height, width = outline.mask.shape
        area = crop(gain, x, y, width + 2 * right, height + 2 * down)
        total = np.asarray(cv2.matchTemplate(area, outline.mask, cv2.TM_CCORR)) - off
        row, column = divmod(int(np.argmax(total)), total.shape[1])
        return Outline(outline.mask, left + x + column, top + y + row, outline.way)


def _against(signs: list[float], number: int) -> float:
    """Nats against so many figures: those that are not there, and those that are too many."""
    return sum(max(0.0, -sign) for sign in signs[:number]) + sum(max(0.0, sign) for sign in signs[number:])
