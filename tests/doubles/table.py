"""A session of a match with everything round it in the test's hands: journal, judge, and time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.judge.judge import Judge
from companion.judge.verdicts import Verdict
from companion.referee.events import Event, MoveEntered, Seen
from companion.referee.ports import OutcomeSource, TableJudge
from companion.referee.session import Session
from companion.referee.view import TableView
from companion.rules.match import AnyMatch, Entry, EntryKind, format_match
from tests.doubles.journal import MemoryJournal
from tests.doubles.judge import ScriptedJudge
from vision.seeing import Glance
from vision.types import CameraState


def move(seat: str, text: str) -> Entry:
    return Entry(EntryKind.MOVE, seat=seat, text=text)


class SessionTable:
    """``time``: what the session's clock says, in seconds, unless the test gives a clock of its own.

    Without ``judge`` the real one judges, told of the sources that the machine draws from."""

    def __init__(
        self,
        match: AnyMatch,
        judge: TableJudge | None = None,
        sources: Sequence[OutcomeSource] = (),
        *,
        name: str = "1",
        time: float = 0.0,
        clock: Callable[[], float] | None = None,
        full: bool = False,
    ) -> None:
        self.match = match
        self.pages = MemoryJournal(full)
        self.time = time
        self.published: list[TableView] = []
        drawn = frozenset(source.source for source in sources)
        self.session = Session(
            "kitchen", name, match, self.pages, judge or Judge(match, drawn), sources, clock or self._now
        )
        self.session.subscribe(self._publish)

    def _now(self) -> float:
        return self.time

    def _publish(self, view: TableView) -> None:
        durable = len(self.match.entries) + len(self.pages.stored)
        assert view.entries <= durable, "published before it was durable"
        self.published.append(view)

    @property
    def view(self) -> TableView:
        return self.session.view

    def send(self, event: Event) -> TableView:
        self.session.handle(event)
        return self.view

    def enter(self, seat: str, text: str) -> TableView:
        return self.send(MoveEntered(seat, text))

    def file(self) -> str:
        """The match file as the journal gives it out."""
        return format_match(self.match) + "".join(f"{line}\n" for line in self.pages.stored)


class ScriptedTable(SessionTable):
    """Its judge says what the test says."""

    def __init__(self, match: AnyMatch, sources: Sequence[OutcomeSource] = (), *, full: bool = False) -> None:
        self.judge = ScriptedJudge()
        super().__init__(match, self.judge, sources, time=100.0, full=full)

    def see(self, verdict: Verdict) -> TableView:
        self.judge.verdict = verdict
        return self.send(Seen(Glance(1, self.time, CameraState.READY)))
