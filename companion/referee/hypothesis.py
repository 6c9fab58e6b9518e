"""What may have happened: a sequence of entries and the position it leads to.

Its *doubt* is, summed over the cells, how much better the best explanation of a cell is than the look that
the hypothesis expects there (:meth:`companion.referee.reading.CellReading.doubt`). Cells that are covered,
that flicker or that show something unknown speak for nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.judge.history import BARE
from companion.judge.positions import Position
from companion.judge.verdicts import Beginning
from companion.referee.ground import Looks, Owed
from companion.referee.reading import DOUBT, MARGIN
from companion.rules.contract import CellId, Certainty, Look
from companion.rules.match import Entry, EntryKind

MOVE_COST = 0.5
"""Of sequences that explain the table alike the shortest wins."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A sequence and what the table should show after it.

    ``also``: looks that are fine as well, cell by cell. ``traces``: how cells look that hands changed in this
    sequence; what follows from the sequence does not excuse a trace that was never seen, but in the cells
    ``done`` it leaves one itself, and hands may have done it at once. ``doubts``: the cells in doubt, in
    nats. ``steps``: the cells that hands changed with each entry. ``origin``: where its search began (None:
    here); ``begun``: how many entries the table had shown before. ``unseen``: which entries (from 0) leave no
    trace at all; ``reached``: where hands did something then; ``odd``: what speaks against that they were
    there, and nowhere else, in nats.
    """

    entries: tuple[Entry, ...]
    position: Position
    looks: Looks
    also: Owed
    traces: Looks
    doubts: Mapping[CellId, float]
    steps: tuple[frozenset[CellId], ...] = ()
    done: frozenset[CellId] = frozenset()
    origin: Hypothesis | None = None
    begun: int = 0
    unseen: frozenset[int] = frozenset()
    reached: frozenset[CellId] = frozenset()
    odd: float = 0.0

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def doubt(self) -> float:
        return sum(self.doubts.values())

    @property
    def against(self) -> float:
        """All that speaks against it, in nats."""
        return self.doubt + self.odd

    @property
    def cost(self) -> float:
        return self.against + MOVE_COST * len(self.entries)

    @property
    def length(self) -> int:
        """How many acts there are of which something was to be seen, or could have been."""
        return len(self.entries) - len(self.unseen)

    @property
    def root(self) -> Hypothesis:
        return self.origin or self

    @property
    def beginning(self) -> Beginning:
        """As what may have happened when the next hand comes. What two hands did in one go has to be asked
        about then, too."""
        odd = max(self.odd, MARGIN if two_hands(self) else 0.0)
        return Beginning(self.entries, self.unseen, self.reached, odd)

    @property
    def contradictions(self) -> frozenset[CellId]:
        """Cells that clearly show something else."""
        return frozenset(cell for cell, doubt in self.doubts.items() if doubt > DOUBT)

    def look(self, cell: CellId) -> Look:
        return self.traces.get(cell) or self.looks.get(cell, BARE)

    def fine(self, cell: CellId) -> tuple[Look, ...]:
        """Every look that is right at a cell."""
        now = self.looks.get(cell, BARE)
        if cell in self.traces:
            return (self.traces[cell], now) if cell in self.done else (self.traces[cell],)
        return (now, *self.also.get(cell, ()))


def silent(node: Hypothesis, handled: Looks) -> bool:
    """Whether nothing is to be seen of an act: hands do nothing, or all that they reach looks as before."""
    return all(node.look(cell) == look for cell, look in handled.items())


def on_pile(node: Hypothesis, handled: Looks) -> bool:
    """Whether cards are laid there: another one would have been seen."""
    return not node.position.telling.isdisjoint(handled)


def repeats(node: Hypothesis) -> bool:
    """Whether somebody does the same thing twice, and each time it can be seen. What the first time did is
    done again then: that all pass, the disc moves and all pass once more looks like a disc moved too far."""
    acts = [
        (entry.seat, entry.text)
        for number, entry in enumerate(node.entries)
        if entry.kind is EntryKind.MOVE and number not in node.unseen
    ]
    return len(set(acts)) < len(acts)


def undone(node: Hypothesis) -> list[frozenset[CellId]]:
    """The cells of steps that hands made and of which nothing is left: what they changed, and what hangs
    together with it, looks as before. (A cell passed on the way hangs together with where the way ends.) A
    card that was laid on one of its sort lies there."""
    together: list[frozenset[CellId]] = []
    for cells in filter(None, node.steps):
        joined = [group for group in together if not group.isdisjoint(cells)]
        together = [group for group in together if group not in joined]
        together.append(cells.union(*joined))
    piles = {cell for cell, look in node.position.looks.items() if look.certainty is Certainty.ANY}
    return [
        cells
        for cells in together
        if all(node.look(cell) == node.root.look(cell) and cell not in piles for cell in cells)
    ]


def two_hands(node: Hypothesis) -> bool:
    """Whether two seats' acts, with one between them that leaves no trace, were seen in one go: rather
    somebody moved two pieces than that one ended the turn, and another was done before anybody looked. What
    chance brought is somebody's act only if it shows."""
    acts = _steps(node)
    shown = [
        entry.seat
        for entry, step in acts
        if step and (entry.seat or any(node.look(cell).certainty is Certainty.SEEN for cell in step))
    ]
    return not all(step for _, step in acts) and len(set(shown)) > 1


def is_round(node: Hypothesis) -> bool:
    """Whether somebody acts again after somebody else, and all was seen in one go: rather something else was
    done that looks the same at the end, a disc moved too far like two rounds in which all passed."""
    seats = [seat for seat, _ in groupby(entry.seat for entry, step in _steps(node) if step and entry.seat)]
    return len(set(seats)) < len(seats)


def _steps(node: Hypothesis) -> list[tuple[Entry, frozenset[CellId]]]:
    """What was done since the table was last quiet, with the cells that hands changed."""
    return list(zip(node.entries[len(node.entries) - len(node.steps) :], node.steps, strict=True))
