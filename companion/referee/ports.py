"""What the session needs from other rooms. The app joins them to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from companion.judge.measured import Measured
from companion.judge.verdicts import Verdict
from companion.locale import Message
from companion.referee.events import Event
from companion.referee.view import DeckView, TableView
from companion.rules.contract import CellId, Facts, Look
from companion.rules.match import AnyMatch
from vision.objects import Cutting
from vision.seeing import Glance, View
from vision.types import Spot

Reader = Callable[[TableView], None]
"""It is given each published view, on the session's thread. It must return at once and never raise. A reader
that has work to do keeps only the newest view (or a bounded queue) and works on a thread of its own."""


class JournalError(Exception):
    """The journal cannot be written or read; ``text`` is one sentence that says what to do."""

    def __init__(self, key: str, facts: Facts = ()) -> None:
        self.text = Message(key, facts)
        super().__init__(key.format(**dict(facts)))


class Journal(Protocol):
    """The append-only truth of one match. ``append`` returns only when the entries are durable."""

    def append(self, *lines: str) -> int:
        """Store entries (text form of the match file, with their times), all or none; the number of the
        last one, from 1. Raises JournalError; then nothing was stored.
        """
        ...

    def lines(self) -> Sequence[str]:
        """All entries in order."""
        ...

    def close(self) -> None: ...


class OutcomeSource(Protocol):
    """An electronic deck or die for one ``Chance.source`` of a match."""

    @property
    def source(self) -> str: ...

    def draw(self, outcomes: Sequence[str], drawn: Sequence[str]) -> str:
        """The next outcome (text form) among the possible ones, given all that stand so far.

        An outcome that is k times as likely stands k times in ``outcomes``; their order does not matter.
        A pure function of the sealed seed and its arguments, so that undo and resume draw the same.
        """
        ...

    def view(self, drawn: int, over: bool) -> DeckView:
        """What may be shown: always the seal, and the seed only when ``over``."""
        ...


class TableJudge(Protocol):
    """Makes rulings of what a camera sees. Called on the session's thread only."""

    def see(self, match: AnyMatch, glance: Glance) -> Verdict:
        """The verdict after one more glance."""
        ...

    def portray(self, view: View, looks: Mapping[CellId, Look]) -> None:
        """Learn what lies where in a picture that shows known looks."""
        ...

    def remember(self, portraits: Mapping[str, Cutting]) -> None:
        """Learn named faces from a contact sheet."""
        ...

    def named(self, cell: CellId, look: Look | None) -> None:
        """People say what lies in a cell that they were asked about. None: none of the faces that were
        offered."""
        ...

    def place(self, spots: Sequence[Spot]) -> None:
        """The camera watches these places from now on."""
        ...

    def confirm(self) -> None:
        """People say that everything lies as it is shown."""
        ...

    def corrected(self, match: AnyMatch) -> None:
        """Earlier entries are put right: the match is this one now."""
        ...

    def done(self, seat: str, at: float) -> None:
        """Somebody said that the turn of a seat ("": of anybody) is done. ``at``: when, by the session's
        clock. It counts as soon as the table has settled."""
        ...

    def measure(self, measured: Measured | None) -> None:
        """Take in what a machine has measured and has yet to tell, once the acts before are told. Its
        outcomes are left to it, and people are asked about those acts at once."""
        ...

    def hears(self) -> bool:
        """Whether a press does not count yet."""
        ...

    def shown(self, match: AnyMatch, known: int) -> Mapping[int, tuple[float, float]]:
        """For each entry after the first ``known``, by its number: between which times, on the clock of
        glances, what it brought became visible. Entries for which that was not seen are left out."""
        ...

    def coming(self, match: AnyMatch) -> Mapping[int, tuple[float, float]]:
        """The same for the entries that the likeliest explanation adds to the match."""
        ...

    def doubtful(self) -> Sequence[CellId]:
        """Cells that do not look as the set-up says. Until they are mended, or people vouch for them, nothing
        is ruled."""
        ...

    def pending(self) -> Collection[CellId]:
        """Cells where hands have yet to do what follows from an act."""
        ...


class TotemSource(Protocol):
    """A totem base with its pads, or simulated players at one; opened for one table.

    It puts ``TotemNamed`` on the queue when it is found or lost and one ``TotemMoved`` for each movement once
    the record is complete (the load is back, or it will not come back within ``impact_us``). It is a reader
    too: a movement is durable, and may be acknowledged to the base, as soon as a view's
    ``totem.journaled`` is at least its number.
    """

    @property
    def trouble(self) -> Message | None:
        """Why it cannot be used now; None while all is well."""
        ...

    def start(self, send: Callable[[Event], None]) -> None:
        """Begin to send; may be called once. Returns at once."""
        ...

    def __call__(self, view: TableView) -> None:
        """A view was published. It tells what is open and who may grab (for lamps, for arming). Must not
        block."""
        ...

    def close(self) -> None:
        """Let go of the device. Safe to call twice."""
        ...
