"""Everything that can happen at the table, as it goes into the session's one queue."""

from __future__ import annotations

from dataclasses import dataclass

from vision.types import Evidence


@dataclass(frozen=True, slots=True)
class Seen:
    """One frame's evidence."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class CameraNamed:
    """A camera was opened (or closed: name ""), with what the screen must say about it."""

    name: str
    simulated: bool


@dataclass(frozen=True, slots=True)
class MoveEntered:
    """A person entered a move by touch, in text form."""

    seat: str
    text: str


@dataclass(frozen=True, slots=True)
class OutcomeEntered:
    """A person told what a die or card showed, in text form."""

    text: str


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """Take back the last ``count`` entries that still stand."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class AnywayAsked:
    """The table agrees to the attempt refused in ruling ``number``."""

    number: int


@dataclass(frozen=True, slots=True)
class Answered:
    """A person answered question ``number``."""

    number: int
    choice: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """Close the journal and end the session's thread."""


Event = Seen | CameraNamed | MoveEntered | OutcomeEntered | UndoAsked | AnywayAsked | Answered | Stopped
