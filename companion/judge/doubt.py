"""Probability that no history holds: of histories that were pruned, and of views that no history explains.

It counts against everything that is stated. It does not fade by itself: only people, or later evidence in the
same cells, can settle it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import prod

from companion.judge.tuning import number
from companion.rules.contract import CellId
from companion.rules.match import Entry

SETTLES = number("doubt.settles")
"""The part of a doubt that is left after a view in which an act explains a change of one of its cells."""
LEAP = number("doubt.leap")
"""The doubt about a line of more than two moves in one view of which some left no trace of their own: nobody
saw it step by step. It is asked about."""
LEAST = number("doubt.least")
"""A doubt of less than this is forgotten."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """One doubt. ``mass``: its probability, 0..1; ``since``: so many entries of the best history came before
    it and are not affected; ``cells``: the changed cells that no history explains, none for pruned mass."""

    mass: float
    since: int
    cells: frozenset[CellId] = frozenset()


Doubts = tuple[Doubt, ...]


def left_by(doubts: Iterable[Doubt], count: int) -> float:
    """The probability that the doubts leave to the first ``count`` entries of the best history."""
    return prod(1.0 - one.mass for one in doubts if one.since < count)


def common(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """With how many of the same entries both begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def carried(doubts: Iterable[Doubt], explained: frozenset[CellId], agreed: int) -> Doubts:
    """The doubts after one more view. ``explained``: cells of which acts explain a change; ``agreed``: so
    many entries of the best history are the same as before."""
    left: dict[tuple[int, frozenset[CellId]], float] = {}
    for one in doubts:
        mass = one.mass if one.cells.isdisjoint(explained) else one.mass * SETTLES
        at = min(one.since, agreed), one.cells
        left[at] = 1.0 - (1.0 - left.get(at, 0.0)) * (1.0 - mass)
    return tuple(Doubt(mass, *at) for at, mass in left.items() if mass >= LEAST)


def committed(doubts: Iterable[Doubt], count: int) -> Doubts:
    """The doubts once the first ``count`` entries are final. What was small enough for that is gone."""
    return tuple(replace(one, since=one.since - count) for one in doubts if one.since >= count)
