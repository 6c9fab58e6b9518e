"""One table, one queue: everything that happens becomes at most one ruling at a time.

Thread: :meth:`Session.handle` is called by one thread only, ``SessionThread``'s in the app and the
caller's own in ``companion watch``. It owns the journal. An entry is durable before anyone hears of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from companion.judge.verdicts import FirstSeen, Played, Refused, Same, TakenBack, Unclear, Unknown, Verdict
from companion.locale import Message
from companion.referee import events, tuning
from companion.referee.asking import hidden_in, seen_after
from companion.referee.faults import fault_of_game
from companion.referee.ledger import Ledger
from companion.referee.own import NEVER, DocketPort, Shown, totem_of
from companion.referee.ports import Journal, OutcomeSource, Reader, TableJudge
from companion.referee.presenter import NO_CAMERA, Presenter, next_reminder, reminder
from companion.referee.publish import joined
from companion.referee.questions import Candidates
from companion.referee.record import Record
from companion.referee.refusal import puts_back
from companion.referee.remote import remote_note
from companion.referee.tasks import Task
from companion.referee.view import CameraView, RulingKind, TableView
from companion.referee.words import Words
from companion.rules.contract import Breach, CellId, Effect, Look
from companion.rules.entry import Ref
from companion.rules.match import AnyMatch, Entry, EntryKind

HIDDEN_AFTER = tuning.number("session.hidden_after")
"""Seconds after an entry in which hands may still put down what a card or tile brings."""


class Session:
    """The referee of one match. ``clock`` gives monotonic seconds; ``table`` names the table outside."""

    def __init__(
        self,
        table: str,
        match_name: str,
        match: AnyMatch,
        journal: Journal,
        judge: TableJudge,
        sources: Sequence[OutcomeSource],
        clock: Callable[[], float],
    ) -> None:
        self._ledger = Ledger(match, journal, sources, clock)
        self._presenter = Presenter(table, match_name, self._ledger.sources)
        self._judge = judge
        self._clock = clock
        self._readers: list[Reader] = []
        self._record = Record(self._ledger, self._presenter, judge, clock)
        self._questions, self._rulings = self._record.questions, self._record.rulings
        self._words = Words(self._record, judge, clock, self._note_shown)
        self._seen: Message | None = None
        self._seen_after = 0  # the number of entries when something was last seen
        self._camera = NO_CAMERA
        self._docket: DocketPort | None = None
        totem = totem_of(match.game.id)
        if totem is not None:
            docket, self._record.trouble = totem.docket(match, journal.lines(), self._ledger.zero, clock())
            self._docket, self._ledger.zero = docket, docket.zero
            self._hear(None)
        if not self._ledger.append((), (), self._presenter.position):
            self._record.trouble = self._ledger.trouble
        self.view = self._build(revision=1)

    # -- what others may call -------------------------------------------------------------------------

    @property
    def match(self) -> AnyMatch:
        """The match as it stands, with everything that the referee knows (not only what is public)."""
        return self._ledger.match

    @property
    def answers(self) -> Mapping[str, tuple[Entry, ...]]:
        """What each answer to the question that stands would enter, by the key of its choice."""
        return self._questions.asked.answers if self._questions.asked is not None else {}

    @property
    def faces(self) -> Mapping[str, Look]:
        """What each answer to the question that stands says about its only cell, by key; empty for another
        question."""
        return self._questions.asked.faces if self._questions.asked is not None else {}

    @property
    def drawn(self) -> frozenset[Ref]:
        """The entries that the machine has drawn."""
        return self._ledger.by_machine

    @property
    def times_arms(self) -> bool:
        """Whether the times at which arms come are used, so that every picture counts."""
        return self._docket is not None

    @property
    def shown(self) -> Shown:
        """When a camera saw the cards come that people grab for."""
        return self._docket.shown if self._docket is not None else NEVER

    def subscribe(self, reader: Reader) -> None:
        """Hand every later view to ``reader``, beginning with the present one."""
        self._readers.append(reader)
        reader(self.view)

    def handle(self, event: events.Event) -> None:
        """Take in one event, and publish a new view if it changed anything. If the game's code raises,
        nothing of the event is taken in, and the trouble names the game's package."""
        try:
            self._take(event)
        except BaseException as error:  # a game may even want to end the program
            trouble = self._record.trouble = fault_of_game(error)
            if trouble is None:
                raise
            known = self._presenter.position(self.match)
            revision, ruling = self.view.revision, self._rulings.latest
            self._tell(replace(known, revision=revision, ruling=ruling, camera=self._camera, trouble=trouble))

    def _take(self, event: events.Event) -> None:
        if not isinstance(event, events.Report):
            self._record.trouble = None  # the trouble answered an earlier act of somebody
        match event:
            case events.Seen():
                self._see(event)
            case events.Photographed(view=view, looks=looks):
                self._judge.portray(view, looks)
            case events.SheetShown(portraits=portraits):
                self._judge.remember(portraits)
            case events.Placed(spots=spots):
                self._judge.place(spots)
            case events.CameraNamed(name=name, simulated=simulated):
                self._camera = CameraView(name, "none" if not name else "lost", simulated, "")
            case events.TotemNamed() | events.TotemMoved() | events.TotemSaid() | events.TimePassed():
                self._hear(event)
            case events.FromAfar():
                self._take_from_afar(event)
            case events.Stopped():
                self._ledger.journal.close()
                return
            case _:
                self._words.take(event, self._watched)
        self._hear(None)
        if self._ledger.drawn(self.match) is not None:  # a card that is due could not be stored
            self._record.append()
        self._tell(self._build(self.view.revision))

    def wakes_at(self) -> float | None:
        """When, by the session's clock, :class:`TimePassed` is wanted; None while nothing is waited for."""
        reminds_at = next_reminder(self.match, self._ledger.latest, self._clock())
        moments = [self._docket.wakes_at() if self._docket is not None else None, reminds_at]
        return min((moment for moment in moments if moment is not None), default=None)

    # -- what the camera says -------------------------------------------------------------------------

    def _see(self, event: events.Seen) -> None:
        glance = event.glance
        self._camera = replace(
            self._camera, state=glance.state.value, message=glance.message, facts=glance.facts
        )
        before = self.match
        if self._docket is not None:
            self._docket = self._docket.watching(glance)
            self._judge.measure(self._docket.measured)
        verdict = self._judge.see(before, glance)
        self._seen = seen_after(verdict, self._latest_seen)
        self._seen_after = len(self.match.entries)
        self._rule(verdict)
        if self._docket is not None:
            self._docket = self._docket.agreeing(isinstance(verdict, Same))
        if glance.view is not None or self.match is not before:
            self._note_shown(len(before.entries))
        self._hear(None)
        self._words.follow(verdict)

    def _note_shown(self, known: int) -> None:
        """Note when a camera saw a card come that people grab for: for entries after the first ``known``, and
        those asked about or not told yet."""
        if self._docket is None:
            return
        fresh, coming = self._judge.shown(self.match, known), self._judge.coming(self.match)
        self._docket = self._docket.seeing(fresh, coming)

    def _rule(self, verdict: Verdict) -> None:
        match verdict:
            case Same():
                self._settle()
            case Played(entries=entries):
                self._record.commit(entries, RulingKind.PLAYED)
            case TakenBack(count=count):
                self._record.undo(self._ledger.undo(count))
            case Refused(attempts=attempts, breaches=breaches, cells=cells):
                self._refuse(attempts, breaches, cells)
            case Unknown(cells=cells):
                self._record.announce(RulingKind.UNKNOWN, "", "", (), cells)
            case Unclear(candidates=candidates, cells=cells):
                self._ask(candidates, cells)
            case FirstSeen():
                self._ask_face(verdict)
            case _:  # waiting: nothing can be said yet
                pass

    def _settle(self) -> None:
        """The table shows the position. If an attempt was refused, it has been put back."""
        self._questions.settle(self._hidden(), self.match)
        told = self._rulings.standing
        if told is not None:
            self._record.refused = ()
            self._record.announce(RulingKind.RESTORED, told.seat, told.move, (), ())

    def _refuse(
        self, attempts: tuple[Entry, ...], breaches: tuple[Breach, ...], cells: tuple[CellId, ...]
    ) -> None:
        self._record.refused = attempts
        seat = attempts[-1].seat if attempts else ""
        self._record.announce(RulingKind.REFUSED, seat, joined(attempts), breaches, cells)

    def _ask(self, candidates: Candidates, cells: tuple[CellId, ...]) -> None:
        if not candidates and puts_back(self._rulings.latest, cells):  # the refusal has told that already
            return
        if self._questions.about_table(candidates, cells, self.match):
            self._record.announce(RulingKind.UNCLEAR, "", "", (), cells)

    def _ask_face(self, seen: FirstSeen) -> None:
        if self._questions.about_face(seen, self.match):
            self._record.announce(RulingKind.UNCLEAR, "", "", (), (seen.cell,))

    def _hidden(self) -> Candidates:
        """What may have happened that nobody can see; empty while hands still have time to show more."""
        waited = self._clock() - self._ledger.latest >= HIDDEN_AFTER
        return hidden_in(self.match, frozenset(self._ledger.sources)) if waited else ()

    # -- what the totem says --------------------------------------------------------------------------

    def _hear(self, event: events.TotemEvent | None) -> None:
        """Judge a movement of the totem. Its evidence, verdict and entries are stored together."""
        if self._docket is None:
            return
        heard = self._docket.hear(self.match, event, self._clock())
        if heard.entries:
            kind = RulingKind.UNDONE if heard.entries[-1].kind is EntryKind.UNDO else RulingKind.PLAYED
            stored = self._record.commit(heard.entries, kind, heard.notes)
        else:
            stored = not heard.notes or self._record.append(notes=heard.notes)
        if stored:
            self._docket = heard.docket
            self._record.trouble = heard.trouble or self._record.trouble

    def _take_from_afar(self, event: events.FromAfar) -> None:
        """Journal who asks, then do what is asked, unless play has gone on since. A late answer is taken for
        what it says, as at the table, or people are told that it does not count."""
        counts = event.entries == len(self.match.entries) or isinstance(event.word, events.Answered)
        if counts and self._record.append(notes=(remote_note(event),)):
            if isinstance(event.word, events.TotemSaid):
                self._hear(event.word)
            else:
                self._words.take(event.word, self._watched)

    # -- what is published ----------------------------------------------------------------------------

    def _tell(self, view: TableView) -> None:
        if view != self.view:
            self.view = replace(view, revision=view.revision + 1)
            for reader in self._readers:
                reader(self.view)

    def _build(self, revision: int) -> TableView:
        return replace(
            self._presenter.position(self.match),
            revision=revision,
            ruling=self._rulings.latest,
            question=self._questions.asked.question if self._questions.asked is not None else None,
            to_do=(to_do := self._to_do()),
            tasks=self._presenter.tasks(self.match, to_do, self._record.refused, self._ledger.since)
            or self._to_correct(),
            doubtful=tuple(self._judge.doubtful()),
            seen=self._latest_seen,
            camera=self._camera,
            trouble=self._record.trouble,
            totem=self._docket.view(self._clock()) if self._docket is not None else None,
            done=self._words.done,
            reminder=reminder(self.match, self._clock() - self._ledger.latest),
        )

    @property
    def _watched(self) -> bool:
        """Whether a camera follows the table."""
        return self._camera.state != NO_CAMERA.state

    @property
    def _latest_seen(self) -> Message | None:
        """What was last seen since the match became longer."""
        return self._seen if self._seen_after == len(self.match.entries) else None

    def _to_correct(self) -> tuple[Task, ...]:
        """What hands must change after a correction, unless a camera sees that it lies so already."""
        tasks = self._ledger.corrected
        if not self._watched or not tasks:
            return tasks
        pending = set(self._judge.pending())
        return tuple(task for task in tasks if pending & {task.start, task.end})

    def _to_do(self) -> tuple[Effect, ...]:
        if not self._watched:
            return self._ledger.effects
        pending = set(self._judge.pending())
        return tuple(effect for effect in self._ledger.effects if pending.intersection(effect.cells))
