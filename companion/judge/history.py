"""Histories: what may have happened since the last committed entry, and what lies on the table then. Values
only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import prod
from typing import Any

from companion.judge.positions import Looks, Position
from companion.rules.contract import Breach, CellId, Certainty, Look
from companion.rules.match import Entry

BARE = Look()
Contents = Mapping[CellId, Look | None]
"""What lies in each cell. None: nobody knows. A cell that is left out is bare."""


class Mismatch(StrEnum):
    """Why a cell does not look as the position says."""

    PENDING = "pending"
    """Hands have yet to do what follows from an act."""
    PARTIAL = "partial"
    """Hands have done an act in other cells and have yet to do it in this one."""
    ILLEGAL = "illegal"
    """Somebody did what the rules forbid."""
    UNEXPLAINED = "unexplained"
    """No act explains it: something half done, a piece that fell over, or a thing that belongs to no game."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """An unlawful act, and what it breaks."""

    entry: Entry
    breaches: tuple[Breach, ...]


@dataclass(frozen=True, slots=True)
class UnknownIdentity:
    """An entry of a history whose face nobody has seen, for example a card. ``at``: its place among the
    entries; ``siblings``: the other entries that it may be, each as likely."""

    at: int
    siblings: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """One explanation of all views so far: a hypothesis about events (multiple hypothesis tracking)."""

    entries: tuple[Entry, ...]
    """What happened after the referee's match."""
    states: tuple[Any, ...]
    """The position after each of the entries."""
    position: Position
    """The position after all of them."""
    table: Contents
    """What lies where."""
    mismatches: Mapping[CellId, Mismatch]
    """Cells that do not look as the position says, and why."""
    unseen: Contents
    """What lay, when they were last seen, in cells that have changed since."""
    tried: tuple[Attempt, ...]
    """Unlawful acts that have not been put right."""
    weight: float
    """ln of its probability, up to a constant that all histories share."""
    unknowns: tuple[UnknownIdentity, ...] = ()
    """Entries that stand for several: the history stands for as many as their siblings multiply to."""
    actors: frozenset[str] = frozenset()
    """The seats whose hands acted in the latest view."""
    pending_cleanup: frozenset[CellId] = frozenset()
    """While something is pending, the cells that belong to it, even if they look as they should, because
    hands may be in the middle of them."""
    arrived: frozenset[CellId] = frozenset()
    """Cells in which something unexplained came with the latest view."""
    counted: float = 0.0
    """The part of ``weight`` for what a machine has measured and the match does not tell yet, in nats."""
    expected: Looks = field(default_factory=dict)
    """What hands have laid or will lay by a known act, but no view has shown yet; until the cell changes. It
    counts where the position allows anything, as on a pile."""

    @property
    def mass(self) -> int:
        """How many equally likely histories this one stands for."""
        return prod(1 + len(slot.siblings) for slot in self.unknowns)

    def sharing(self, count: int) -> int:
        """How many of the histories for which this one stands begin with its first ``count`` entries."""
        return prod(1 + len(slot.siblings) for slot in self.unknowns if slot.at >= count)

    @property
    def key(self) -> tuple[Any, ...]:
        """A key. Histories with the same key differ only in the way that led to them."""
        return (
            self.position.state,
            frozenset(one for one in self.mismatches.items() if one[1] is not Mismatch.PENDING),
            tuple(attempt.entry for attempt in self.tried),
            frozenset((cell, self.table.get(cell, BARE)) for cell in self.mismatches),
            tuple(entry.count for entry in self.entries if entry.count),
        )

    @property
    def is_partial(self) -> bool:
        """Whether hands are in the middle of an act."""
        return any(kind is Mismatch.PARTIAL for kind in self.mismatches.values())

    @property
    def is_pending(self) -> bool:
        """Whether hands have yet to do what follows from an act."""
        return bool(self.pending)

    @property
    def pending(self) -> frozenset[CellId]:
        """The cells in which hands have yet to do what follows from an act."""
        return frozenset(cell for cell, kind in self.mismatches.items() if kind is Mismatch.PENDING)

    @property
    def fresh(self) -> frozenset[CellId]:
        """Cells that are unexplained since the latest view: an act may be half seen."""
        return self.arrived & self.unexplained

    @property
    def unexplained(self) -> frozenset[CellId]:
        return frozenset(cell for cell, kind in self.mismatches.items() if kind is Mismatch.UNEXPLAINED)


def wanted(looks: Looks, cell: CellId) -> Look:
    """What a cell should look like by a position."""
    return looks.get(cell, BARE)


def differing(one: Contents, other: Contents) -> set[CellId]:
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


def common(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """With how many of the same entries both begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
