"""What the judge may say about the table. Values only; the session turns them into rulings.

A verdict tells how the table is read now. As long as the table shows the same, the same verdict comes with
every glance. The session tells it to people once."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from companion.rules.contract import Breach, CellId, Look
from companion.rules.match import Entry


class Reason(StrEnum):
    """Why nothing can be said yet."""

    HAND = "hand"
    """A hand is over the table."""
    LIGHT = "light"
    MOVED = "moved"
    LOST = "lost"
    TROUBLE = "trouble"
    SET_UP = "set-up"
    """Cells do not look as the set-up says, and nobody has said that they are right."""
    SETTLING = "settling"
    """Too few frames since the last hand, or a cell that matters is not quiet yet."""
    COVERED = "covered"
    """A cell that matters cannot be seen."""
    UNFINISHED = "unfinished"
    """A move has begun and is not complete."""
    AMBIGUOUS = "ambiguous"
    """Several moves look alike; the next one of the same seat will tell them apart."""


@dataclass(frozen=True, slots=True)
class Same:
    """The table shows the position."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What may have happened, and the stated probability that it has."""

    entries: tuple[Entry, ...]
    probability: float


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing can be said yet. ``cells``: the cells that must be seen first (under a hand, not seen,
    unexplained, or where ``best`` and ``rival`` differ); ``edges``: the edges of the picture over which hands
    reach in (``left right top bottom``); ``best``, ``rival``: the two likeliest candidates."""

    reason: Reason
    cells: tuple[CellId, ...] = ()
    edges: tuple[str, ...] = ()
    best: Candidate | None = None
    rival: Candidate | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """These legal moves and outcomes happened, in this order. Entries carry no time. ``wrong``: the stated
    probability that they did not."""

    entries: tuple[Entry, ...]
    wrong: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last ``count`` standing entries were put back. ``wrong``: the stated probability that they were
    not."""

    count: int
    wrong: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class Unclear:
    """``cells`` changed, and several explanations are possible, or none. A candidate may begin with an undo:
    then the pieces were put back first."""

    candidates: tuple[tuple[Entry, ...], ...]
    cells: tuple[CellId, ...]


@dataclass(frozen=True, slots=True)
class Face:
    """What may lie in a cell: its ``look``, and the likeliest ``entries`` that lead to it."""

    look: Look
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class FirstSeen:
    """The face in the ``cell`` has no portrait, and the rules do not tell what it is. ``faces``: what it may
    be, likeliest first, at least two."""

    cell: CellId
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """An illegal act. ``attempts``: what was tried; the last one is illegal, and legal moves that cannot be
    told from what follows may stand before it. ``breaches``: the clauses that it breaks; ``cells``: where the
    table must be put right."""

    attempts: tuple[Entry, ...]
    breaches: tuple[Breach, ...]
    cells: tuple[CellId, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """Something that nothing explains lies at ``cells``."""

    cells: tuple[CellId, ...]


Verdict = Same | Waiting | Played | TakenBack | Unclear | FirstSeen | Refused | Unknown
