"""How many figures of one kind came to a cell or left it, by how much of the cell has changed.

One figure changes about the same share of every cell of one size, so n of them change n times as much. What
one changes is learned from every act that is certain, and is bounded by what changed least in the same view.

State: the shares that were measured."""

from __future__ import annotations

import math
from collections import Counter, defaultdict, deque
from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from vision.seeing import View
from vision.tuning import number, whole
from vision.types import CellLook, Spot

_KEPT = whole("counting.kept")
"""The newest measurements count, so many of each size of cell."""
_SPREAD, _RIM = number("counting.spread"), number("counting.rim")
"""Standard deviation of what n figures change: the first part of it grows with n, as they overlap and lean;
the second does not, as some stand half in the cell. Both as a part of what one figure changes."""
_UNSURE = number("counting.unsure")
"""Standard deviation of one measurement of what one figure changes, as a part of it."""
_OTHERWISE = number("counting.otherwise")
"""How often something else than coming and going changes the cell: figures that stay are shifted."""
_LEAST = number("counting.least")
"""A cell of which a smaller share has changed has not changed."""
_MOST = number("counting.most")
"""Nats that a count may say at most."""


class Counting:
    """The cells of one table in which only figures of one kind stand."""

    def __init__(self, spots: Iterable[Spot]) -> None:
        self._cells = {spot.cell for spot in spots if most(spot)}
        self._measured: dict[tuple[float, float], deque[float]] = defaultdict(lambda: deque(maxlen=_KEPT))

    def learn(self, spot: Spot, change: float, before: CellLook, now: CellLook) -> None:
        """Learn from an act that is certain. ``change``: share of the cell that it changed."""
        moved = _moved(before, now)
        if most(spot) and moved and change > _LEAST:
            self._measured[_size(spot)].append(change / moved)

    def nats(self, spot: Spot, view: View, before: CellLook, now: CellLook) -> float:
        """ln p(changed share | these figures came or left) - ln p(changed share | any number did); 0 where
        figures of several kinds stand, both came and left, or the cell has not changed."""
        moved, change = _moved(before, now), view.cells[spot.cell].change
        if not most(spot) or not moved or change <= _LEAST:
            return 0.0
        one, unsure = self._one(spot, view)
        densities = {n: _density(change, n, one, unsure) for n in range(1, most(spot) + 1)}
        any_number = sum(densities.values()) / len(densities)
        return max(-_MOST, min(_MOST, math.log(densities[moved] / any_number)))

    def _one(self, spot: Spot, view: View) -> tuple[float, float]:
        """The share that one figure changes, and how unsure that is. In no changed cell of the view did less
        than one figure move."""
        measured = self._measured.get(_size(spot), ())
        others = (seen.change for cell, seen in view.cells.items() if cell in self._cells)
        least = min([view.cells[spot.cell].change, *(share for share in others if share > _LEAST)])
        known = [*measured, least]
        return min(float(np.median(known)), least * (1 + _UNSURE)), _UNSURE / math.sqrt(len(known))


@lru_cache(maxsize=1024)
def most(spot: Spot) -> int:
    """How many figures may stand there at most, if all are of one kind; else 0."""
    names = {piece for stack in spot.stacks for piece in stack}
    largest = max(map(len, spot.stacks), default=0)
    return largest if len(names) == 1 and largest > 1 else 0


def _moved(before: CellLook, now: CellLook) -> int:
    """How many came, or how many left; 0 where both happened, or neither."""
    came, left = Counter(now.pieces) - Counter(before.pieces), Counter(before.pieces) - Counter(now.pieces)
    return 0 if came and left else (came or left).total()


def _density(change: float, moved: int, one: float, unsure: float) -> float:
    """Of a change of this share, if so many figures moved; relative. ``one``: the share that one changes, and
    how ``unsure`` that is, as a part of it. A cell cannot change more than whole."""
    deviation = math.hypot(_SPREAD * moved, unsure * moved, _RIM)
    apart = (change - min(1.0, moved * one)) / (one * deviation)
    return (1 - _OTHERWISE) * math.exp(-(apart**2) / 2) / deviation + _OTHERWISE


def _size(spot: Spot) -> tuple[float, float]:
    return (spot.width, spot.height)
