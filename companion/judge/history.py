"""Histories: what may have happened since the last committed entry, and what lies on the table then. Values
only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import prod
from typing import Any

from companion.judge.positions import Looks, Position
from companion.rules.contract import Breach, CellId, Certainty, Look
from companion.rules.match import Entry

BARE = Look()
Table = Mapping[CellId, Look | None]
"""What lies in each cell. None: nobody knows. A cell that is left out is bare."""


class Odd(StrEnum):
    """Why a cell does not look as the position says."""

    OWED = "owed"
    """Hands have yet to do what follows from an act."""
    HALF = "half done"
    """Hands have done an act in other cells and have yet to do it in this one."""
    WRONG = "wrong"
    """Somebody did what the rules forbid."""
    STRANGE = "strange"
    """No act explains it: something half done, a piece that fell over, or a thing that belongs to no game."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """An unlawful act, and what it breaks."""

    entry: Entry
    breaches: tuple[Breach, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """An entry of a history whose face nobody has seen, for example a card. ``at``: its place among the
    entries; ``siblings``: the other entries that it may be, each as likely."""

    at: int
    siblings: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """One explanation of all views so far. ``entries``: what happened after the referee's match; ``states``:
    the position after each of them; ``table``: what lies where; ``odd``: cells that do not look as the
    position says, and why; ``unseen``: what lay, when they were last seen, in cells that have changed since;
    ``tried``: unlawful acts that have not been put right; ``weight``: ln of its probability, up to a constant
    that all histories share; ``slots``: entries that stand for several, so that the history stands for as
    many histories as their siblings multiply to; ``actors``: the seats whose hands acted in the latest view;
    ``clearing``: while hands owe something, the cells that belong to it, even if they look as they should,
    because hands may be in the middle of them; ``expected``: what hands have laid or will lay by a known act,
    but no view has shown yet; until the cell changes. It counts where the position allows anything, as on a
    pile."""

    entries: tuple[Entry, ...]
    states: tuple[Any, ...]
    position: Position
    table: Table
    odd: Mapping[CellId, Odd]
    unseen: Table
    tried: tuple[Attempt, ...]
    weight: float
    slots: tuple[Slot, ...] = ()
    actors: frozenset[str] = frozenset()
    clearing: frozenset[CellId] = frozenset()
    expected: Looks = field(default_factory=dict)

    @property
    def mass(self) -> int:
        """How many equally likely histories this one stands for."""
        return prod(1 + len(slot.siblings) for slot in self.slots)

    def sharing(self, count: int) -> int:
        """How many of the histories for which this one stands begin with its first ``count`` entries."""
        return prod(1 + len(slot.siblings) for slot in self.slots if slot.at >= count)

    @property
    def key(self) -> tuple[Any, ...]:
        """A key. Histories with the same key differ only in the way that led to them."""
        return (
            self.position.state,
            frozenset(one for one in self.odd.items() if one[1] is not Odd.OWED),
            tuple(attempt.entry for attempt in self.tried),
            frozenset((cell, self.table.get(cell, BARE)) for cell in self.odd),
            tuple(entry.count for entry in self.entries if entry.count),
        )

    @property
    def half_done(self) -> bool:
        """Whether hands are in the middle of an act."""
        return any(kind is Odd.HALF for kind in self.odd.values())

    @property
    def owing(self) -> bool:
        """Whether hands have yet to do what follows from an act."""
        return any(kind is Odd.OWED for kind in self.odd.values())

    @property
    def strange(self) -> frozenset[CellId]:
        return frozenset(cell for cell, kind in self.odd.items() if kind is Odd.STRANGE)


def wanted(looks: Looks, cell: CellId) -> Look:
    """What a cell should look like by a position."""
    return looks.get(cell, BARE)


def differing(one: Table, other: Table) -> set[CellId]:
    """The cells that look different; a cell that a mapping leaves out is bare."""
    return {
        cell
        for cell in one.keys() | other.keys()
        if (there := one.get(cell, BARE)) is not (look := other.get(cell, BARE)) and there != look
    }


def fits(there: Look | None, look: Look) -> bool:
    """Whether a cell that holds ``there`` agrees with the look that it should have."""
    return look.certainty is not Certainty.SEEN or there == look


def visible(before: Look | None, now: Look | None) -> bool:
    """Whether a change from one to the other can be seen."""
    if before is None or now is None:
        return True
    if Certainty.SEEN is not before.certainty or Certainty.SEEN is not now.certainty:
        return False
    return before != now
