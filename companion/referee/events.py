"""Everything that can happen at the table, as it goes into the session's one queue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.referee.totem_record import TotemRecord
from companion.rules.contract import CellId, Look
from companion.rules.match import Entry, EntryKind
from vision.objects import Cutting
from vision.seeing import Glance, View
from vision.types import Spot


@dataclass(frozen=True, slots=True)
class Seen:
    """What one glance of the camera says."""

    glance: Glance


@dataclass(frozen=True, slots=True)
class Photographed:
    """How every cell looks in a picture whose contents are known. ``looks``: what lies in each cell."""

    view: View
    looks: Mapping[CellId, Look]


@dataclass(frozen=True, slots=True, eq=False)
class SheetShown:
    """How the faces on a contact sheet look, by name."""

    portraits: Mapping[str, Cutting]


@dataclass(frozen=True, slots=True)
class Placed:
    """The camera watches these places from now on. Their owner keeps some of the game's things elsewhere, or
    not at all."""

    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class CameraNamed:
    """A camera was opened, or closed (name ""), with what the screen must say about it."""

    name: str
    simulated: bool


@dataclass(frozen=True, slots=True)
class MoveEntered:
    """A person entered a move by touch, in text form."""

    seat: str
    text: str

    @property
    def entry(self) -> Entry:
        """The entry that it asks for."""
        return Entry(EntryKind.MOVE, seat=self.seat, text=self.text)


@dataclass(frozen=True, slots=True)
class OutcomeEntered:
    """A person told what a die or card showed, in text form."""

    text: str

    @property
    def entry(self) -> Entry:
        """The entry that it asks for."""
        return Entry(EntryKind.CHANCE, text=self.text)


@dataclass(frozen=True, slots=True)
class LineEntered:
    """A person entered moves and outcomes that belong together with one touch: all or none of them. It counts
    only while the journal has ``after`` entries, so that a second touch enters nothing twice."""

    entries: tuple[MoveEntered | OutcomeEntered, ...]
    after: int


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """Take back the last ``count`` entries that still stand."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Corrected:
    """Earlier entries were otherwise. ``edits``: as in ``rules.entry``; ``by``: ``screen`` or ``typed``. It
    counts only while the journal has ``after`` entries, so that nobody corrects what others have just
    changed."""

    edits: str
    after: int
    by: str


@dataclass(frozen=True, slots=True)
class AnywayAsked:
    """The table agrees to the attempt refused in ruling ``number``."""

    number: int


@dataclass(frozen=True, slots=True)
class AsShown:
    """People say that everything lies as the screen shows it, even if the camera sees it otherwise."""


@dataclass(frozen=True, slots=True)
class TurnDone:
    """Somebody says that a turn is done. ``seat``: whose turn, "" if that is not said (one button for all).
    ``by``: ``pad``, ``button``, ``screen``, ``typed``, ``remote``. It is evidence for the referee; no game
    needs it."""

    seat: str
    by: str


@dataclass(frozen=True, slots=True)
class Answered:
    """A person answered question ``number``."""

    number: int
    choice: str


@dataclass(frozen=True, slots=True)
class TotemNamed:
    """A totem base was found, or lost (name ""). ``tier``: what it measures, as in evidence."""

    name: str
    tier: str
    simulated: bool


@dataclass(frozen=True, slots=True)
class TotemMoved:
    """One movement of the totem is over and its record complete."""

    record: TotemRecord


@dataclass(frozen=True, slots=True)
class TotemSaid:
    """Somebody said something about movement ``number``. ``seat``: who, "" for the table as a whole.

    ``text``: ``appeal``, ``names PLACE`` (both of a seat), ``what grab|knocked|dropped``, ``judge``, ``drop``
    or the key of a way out that the case offers.
    """

    number: int
    seat: str
    text: str


@dataclass(frozen=True, slots=True)
class FromAfar:
    """Somebody away from the table (``source``) asks for this. Except for an answer it counts only while the
    journal has so many ``entries``."""

    word: Answered | UndoAsked | TurnDone | TotemSaid
    source: str
    entries: int


@dataclass(frozen=True, slots=True)
class TimePassed:
    """The moment for which the session wanted to be woken has come."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """Close the journal and end the session's thread."""


TotemEvent = TotemMoved | TotemNamed | TotemSaid | TimePassed
"""The events that concern a case about the totem."""
Word = (
    MoveEntered
    | OutcomeEntered
    | LineEntered
    | UndoAsked
    | Corrected
    | AnywayAsked
    | AsShown
    | Answered
    | TurnDone
)
"""The events by which people say something about the game."""
Event = (
    Seen
    | Photographed
    | SheetShown
    | Placed
    | CameraNamed
    | Word
    | TotemNamed
    | TotemMoved
    | TotemSaid
    | FromAfar
    | TimePassed
    | Stopped
)

Report = Seen | Photographed | SheetShown | Placed | CameraNamed | TotemNamed | TimePassed
"""Events that answer nothing which a person entered or said before."""
