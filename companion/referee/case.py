"""One reading of the table in the judge's hands, and how long it has been seen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.judge.verdicts import Reason, Unclear, Verdict, Waiting
from companion.referee.ground import AnyMatch, Ground
from companion.referee.hypothesis import Hypothesis
from companion.referee.reading import Reading
from companion.referee.search import Search
from companion.rules.contract import CellId
from companion.rules.match import Entry

COMMIT_FRAMES = 4
"""Hand-free frames before anything is committed."""
ACCUSE_FRAMES = 8
"""Hand-free frames before anybody is told of a breach."""
ASK_AFTER = 4.0
"""Hand-free seconds after which an unfinished or unexplained table is asked about."""
UNKNOWN_AFTER = 1.5
"""Seconds of quiet after which something unknown is told: pieces are often put straight."""
STEADY_AFTER = 1.5
"""Seconds of quiet after which a cell that still flickers is judged without."""
ASKED_AT_MOST = 6
"""Candidates of a question: as many as there are kinds of small tiles. More cannot be read at a glance."""


@dataclass(frozen=True, slots=True)
class Case:
    """One reading, what it would mean that nothing has happened, and all that is needed to judge it."""

    match: AnyMatch
    reading: Reading
    ground: Ground
    search: Search
    root: Hypothesis
    unknown: tuple[CellId, ...]

    @property
    def late(self) -> bool:
        return self.reading.waited >= ASK_AFTER

    @property
    def cells(self) -> tuple[CellId, ...]:
        """What to look at, in the order of the table's zones."""
        return tuple(sorted(self.root.contradictions))

    def ask(
        self, candidates: tuple[tuple[Entry, ...], ...], reason: Reason, nodes: Iterable[Hypothesis] = ()
    ) -> Verdict:
        """Ask, if that has lasted for long enough. ``nodes``: one of these is what has happened so far."""
        beginnings = tuple(node.beginning for node in nodes)
        if self.late:
            return Unclear(candidates[:ASKED_AT_MOST], self.cells, beginnings)
        return Waiting(reason, beginnings)


def case_of(
    match: AnyMatch, reading: Reading, ground: Ground, without: frozenset[CellId] = frozenset()
) -> Case:
    """The case of a reading; ``without``: cells of which nothing is believed."""
    search = Search(match, reading, ground, without)
    unknown = tuple(sorted(_unknown_cells(reading) - ground.strange.keys()))
    return Case(match, reading, ground, search, search.root(), unknown)


def _unknown_cells(reading: Reading) -> frozenset[CellId]:
    """The cells where something lies that was never taught."""
    return frozenset(CellId(name) for name, cell in reading.cells.items() if cell.unknown)


def settled(case: Case, frames: int) -> bool:
    """Whether hands have been away, and all that is wrong has been seen, for so many frames: where a figure
    was is part of what it did."""
    return case.reading.frames >= frames and long_enough(case, case.root.contradictions, frames)


def long_enough(case: Case, cells: frozenset[CellId] | set[CellId], frames: int) -> bool:
    """Whether these cells have been seen for so many frames, as far as they can be seen."""
    return all(case.reading.cells[cell].frames >= frames for cell in cells if cell in case.reading.cells)


def distinct(sequences: Iterable[tuple[Entry, ...]]) -> tuple[tuple[Entry, ...], ...]:
    """Each sequence once, in the same order."""
    return tuple(dict.fromkeys(sequences))
