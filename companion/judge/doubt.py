"""Probability that no history holds: of histories that were pruned, and of views that no history explains.

It counts against what it may change: the entries of its view and what follows from them, or its own cells. It
does not fade because time passes or nobody answers: people settle it, or later views."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, replace
from math import exp, prod

from companion.judge.tuning import number
from companion.rules.contract import CellId

SETTLES = number("doubt.settles")
"""The part of a doubt that is left after a view that settles it: an act explains a change of one of its
cells, or, of a doubt about cells alone, an act anywhere explains the view."""
LEAP = number("doubt.leap")
"""The doubt about a line of more than two moves in one view of which some left no trace of their own: nobody
saw it step by step. It is asked about."""
SURE = number("costs.question") / 2 / number("costs.wrong_commit")
"""What is wrong with at most this probability is final: then waiting costs more."""
FAINT = number("belief.faint")
"""What is so many nats less likely than the best history is forgotten: one in 60 000."""
LEAST = exp(-FAINT)
"""A doubt of less than this is forgotten, as a history that is so unlikely."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """One doubt. ``mass``: its probability, 0..1; ``since``, ``until``: it is about these entries of the best
    history, and so about all that follow them; if there are none, about cells alone. ``cells``: the changed
    cells that no history explains, none for pruned mass."""

    mass: float
    since: int
    until: int
    cells: frozenset[CellId] = frozenset()

    @property
    def of_cells(self) -> bool:
        """Whether it is about cells alone."""
        return self.since == self.until

    def counts(self, count: int, touched: Set[CellId]) -> bool:
        """Whether it counts against the first ``count`` entries, which touch these cells."""
        return not self.cells.isdisjoint(touched) if self.of_cells else self.since < count


Doubts = tuple[Doubt, ...]


def left_by(doubts: Iterable[Doubt], count: int, touched: Set[CellId]) -> float:
    """The probability that the doubts leave to the first ``count`` entries, which touch these cells."""
    return prod(1.0 - one.mass for one in doubts if one.counts(count, touched))


def carried(doubts: Iterable[Doubt], explained: Set[CellId], agreed: int) -> Doubts:
    """The doubts after one more view. ``explained``: cells of which acts explain a change; ``agreed``: so
    many entries of the best history are the same as before."""
    after = []
    for one in doubts:
        settled = bool(explained) if one.of_cells else not one.cells.isdisjoint(explained)
        since, until = min(one.since, agreed), min(one.until, agreed)
        until = since if one.of_cells else max(until, since + 1)
        after.append(Doubt(one.mass * (SETTLES if settled else 1.0), since, until, one.cells))
    return _joined(after)


def _joined(doubts: Iterable[Doubt]) -> Doubts:
    """The same doubts; those about the same things are one."""
    left: dict[tuple[int, int, frozenset[CellId]], float] = {}
    for one in doubts:
        at = one.since, one.until, one.cells
        left[at] = one.mass + left.get(at, 0.0) * (1.0 - one.mass)
    return tuple(Doubt(mass, *at) for at, mass in left.items() if mass >= LEAST)


def after_told(doubts: Iterable[Doubt], since: int, until: int, length: int) -> Doubts:
    """The doubts when people have told the entries from ``since`` to ``until`` (not included) of ``length``.
    What was pruned agrees with them as often as what was kept, so it is a doubt about what follows."""
    after = []
    for one in doubts:
        if one.of_cells or not since <= one.since < until:
            after.append(one)
        elif until < length and not one.cells:
            after.append(replace(one, since=until, until=max(one.until, until + 1)))
    return _joined(after)


def committed(doubts: Iterable[Doubt], count: int, length: int) -> Doubts:
    """The doubts once the first ``count`` entries of ``length`` are final. What was small enough for that is
    gone; where it was not, people have told the entries."""
    large = [one for one in doubts if one.of_cells or one.since >= count or one.mass > SURE]
    return tuple(
        replace(one, since=max(0, one.since - count), until=max(0, one.until - count))
        for one in after_told(large, 0, count, length)
    )
