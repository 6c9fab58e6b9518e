"""A table for tests of the session: its judge is a script, its journal keeps pages in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.judge.verdicts import Same, Verdict
from companion.referee.events import MoveEntered, Seen
from companion.referee.ports import JournalError, OutcomeSource
from companion.referee.session import Session
from companion.referee.view import DeckView, TableView
from companion.rules.contract import CellId, Look
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.registry import find_game
from vision.objects import Cutting
from vision.seeing import Glance, View
from vision.types import CameraState, Spot

MARSO, ATLANTIS = find_game("marso"), find_game("atlantis")
SEATS = ("south", "north")


class Pages:
    """A journal in memory that can be full, and notes when something was published too early."""

    def __init__(self, full: bool = False) -> None:
        self.stored: list[str] = []
        self.writes: list[tuple[str, ...]] = []
        self.full = full
        self.closed = False

    def append(self, *lines: str) -> int:
        if self.full:
            raise JournalError("The disk is full; free some space.")
        self.stored += lines
        self.writes.append(lines)
        return len(self.stored)

    def lines(self) -> Sequence[str]:
        return tuple(self.stored)

    @property
    def entries(self) -> list[str]:
        """What is stored, but for comments."""
        return [line for line in self.stored if not line.startswith("#")]

    def close(self) -> None:
        self.closed = True


class Script:
    """A judge that says what the test tells it to."""

    def __init__(self) -> None:
        self.next: Verdict = Same()
        self.vouched = 0
        self.hurried = False
        self.done_at: dict[str, float] = {}
        self.portrayed: list[tuple[View, Mapping[CellId, Look]]] = []
        self.remembered: list[str] = []
        self.said: list[tuple[CellId, Look | None]] = []

    def remember(self, portraits: Mapping[str, Cutting]) -> None:
        self.remembered += portraits

    def named(self, cell: CellId, look: Look | None) -> None:
        self.said.append((cell, look))

    def see(self, _match: Match[Any, Any, Any], _glance: Glance) -> Verdict:
        return self.next

    def portray(self, view: View, looks: Mapping[CellId, Look]) -> None:
        self.portrayed.append((view, looks))

    def pending(self) -> tuple[CellId, ...]:
        return ()

    def shown(self, match: Any, known: int) -> Mapping[int, tuple[float, float]]:
        del match, known
        return {}

    def coming(self, match: Any) -> Mapping[int, tuple[float, float]]:
        del match
        return {}

    def doubtful(self) -> tuple[CellId, ...]:
        return ()

    def done(self, seat: str, at: float) -> None:
        self.done_at[seat] = at

    def hurry(self, waits: bool) -> None:
        self.hurried = waits

    def hears(self) -> bool:
        return False

    def confirm(self) -> None:
        self.vouched += 1

    def place(self, spots: Sequence[Spot]) -> None:
        self.placed = tuple(spots)


class Deck:
    """An electronic beast deck that opens b1, b2, ... ."""

    source = "beast-card"

    def draw(self, outcomes: Sequence[str], drawn: Sequence[str]) -> str:
        wanted = f"open b{len(drawn) + 1}"
        assert wanted in outcomes
        return wanted

    def view(self, drawn: int, over: bool) -> DeckView:
        return DeckView(self.source, "c0ffee", "5eed" if over else "", drawn)


class Table:
    """A session with everything round it in the test's hands."""

    def __init__(
        self,
        match: Match[Any, Any, Any] | None = None,
        sources: Sequence[OutcomeSource] = (),
        full: bool = False,
    ) -> None:
        self.pages = Pages(full)
        self.before = len(match.entries) if match else 0
        self.judge = Script()
        self.time = 100.0
        self.published: list[TableView] = []
        self.session = Session(
            "kitchen",
            "1",
            match or Match.begin(MARSO, MARSO.setup(SEATS, {})),
            self.pages,
            self.judge,
            sources,
            lambda: self.time,
        )
        self.session.subscribe(self._publish)

    def _publish(self, view: TableView) -> None:
        assert view.entries <= len(self.pages.stored) + self.before, "published before it was durable"
        self.published.append(view)

    @property
    def view(self) -> TableView:
        return self.session.view

    def see(self, verdict: Verdict) -> TableView:
        self.judge.next = verdict
        self.session.handle(Seen(Glance(1, self.time, CameraState.READY)))
        return self.view

    def enter(self, seat: str, text: str) -> TableView:
        self.session.handle(MoveEntered(seat, text))
        return self.view


def move(seat: str, text: str) -> Entry:
    return Entry(EntryKind.MOVE, seat=seat, text=text)


ROUND = ["play still", "play still", "run red b7", "run blue f7", "run yellow g7", "run green a2"]
"""The first round with card b1: red, blue, yellow and green run, and the next card is due."""
