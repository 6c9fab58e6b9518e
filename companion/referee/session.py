"""One table, one queue: everything that happens becomes at most one ruling at a time.

Thread: :meth:`Session.handle` is called by one thread only, ``SessionThread``'s in the app and the
caller's own in ``companion watch``. It owns the journal. An entry is durable before anyone hears of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from companion.judge.press import ending
from companion.judge.verdicts import FirstSeen, Played, Refused, Same, TakenBack, Unclear, Unknown, Verdict
from companion.referee.asking import (
    AS_SHOWN,
    NONE_OF_THESE,
    Asked,
    about_face,
    about_hidden,
    about_table,
    hidden_in,
    seen_after,
)
from companion.referee.done import Pressed, done_note, followed, pressed, ruled
from companion.referee.draws import tickets
from companion.referee.events import (
    Answered,
    AnywayAsked,
    AsShown,
    CameraNamed,
    Event,
    FromAfar,
    LineEntered,
    MoveEntered,
    OutcomeEntered,
    Photographed,
    Placed,
    Seen,
    SheetShown,
    Stopped,
    TimePassed,
    TotemEvent,
    TotemMoved,
    TotemNamed,
    TotemSaid,
    TurnDone,
    UndoAsked,
    Word,
)
from companion.referee.own import NEVER, Docket, Shown, entries_for, shown_pending, told_position, totem_of
from companion.referee.ports import Journal, JournalError, OutcomeSource, Reader, TableJudge
from companion.referee.publish import (
    AnyMatch,
    decks_of,
    defaults_of,
    drawn_from,
    forecast_of,
    forgotten_in,
    history_of,
    joined,
    lamps_of,
    numbers_from,
    seats_of,
    told_as_one,
    touch_of,
)
from companion.referee.refusal import refusal_note
from companion.referee.remote import remote_note
from companion.referee.tasks import Task, left_to_do, to_restore
from companion.referee.view import (
    CameraView,
    DoneStage,
    Message,
    Reminder,
    Ruling,
    RulingKind,
    TableView,
)
from companion.rules.contract import Breach, CellId, Chance, Effect, IllegalMoveError, Look, RulesError
from companion.rules.match import Entry, EntryKind, format_entry

N_ = str
"""Marks a gettext key."""

NO_CAMERA = CameraView(name="", state="none", simulated=False, message="")
STANDING = (RulingKind.REFUSED, RulingKind.UNKNOWN, RulingKind.UNCLEAR)
"""Rulings that stand until the table changes; saying them again would be noise."""
REMIND_EVERY = 10.0
"""Seconds until people are reminded of what they forgot (``rules.contract.Reminding``), again and again."""
HIDDEN_AFTER = 2.0
"""Seconds after an entry in which hands lay down what a card or tile brings, if there is anything to lay."""
RETRY_SECONDS = 1.0
"""How long to wait after a failed write: a full disk must not be hammered at the camera's frame rate."""


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
        self._table = table
        self._name = match_name
        self._match = match
        self._journal = journal
        self._judge = judge
        self._sources = {source.source: source for source in sources}
        self._clock = clock
        self._zero = clock() - max((entry.at or 0.0 for entry in match.entries), default=0.0)
        self._readers: list[Reader] = []
        self._ruling: Ruling | None = None
        self._refused: tuple[Entry, ...] = ()
        self._seen: Message | None = None
        self._seen_after = 0
        """How many entries the match had then."""
        self._asked: Asked | None = None
        self._dismissed: tuple[tuple[Entry, ...], ...] | None = None
        self._press: Pressed | None = None
        self._effects: tuple[Effect, ...] = ()
        self._since = 0
        """How many entries the match had before those that had these effects."""
        self._told_tasks: tuple[object, tuple[Task, ...]] = ((), ())
        self._camera = NO_CAMERA
        self._trouble: Message | None = None
        self._disk_trouble: Message | None = None
        self._retry_at = -math.inf
        self._cached: TableView | None = None
        self._counter = 0
        self._docket: Docket | None = None
        totem = totem_of(match.game.id)
        if totem is not None:
            self._docket, self._trouble = totem.docket(match, journal.lines(), self._zero, clock())
            self._zero = self._docket.zero
            self._hear(None)
        self._append()
        self.view = self._build(revision=1)

    # -- what others may call -------------------------------------------------------------------------

    @property
    def match(self) -> AnyMatch:
        """The match as it stands, with everything the referee knows (not only what is public)."""
        return self._match

    @property
    def answers(self) -> Mapping[str, tuple[Entry, ...]]:
        """What each answer to the question that stands would enter, by the key of its choice."""
        return self._asked.answers if self._asked is not None else {}

    @property
    def faces(self) -> Mapping[str, Look]:
        """What each answer to the question that stands says of its only cell, by the key of its choice; empty
        if it asks for something else."""
        return self._asked.faces if self._asked is not None else {}

    @property
    def drawn(self) -> frozenset[int]:
        """The numbers of the entries that the machine has drawn."""
        return frozenset(entry for source in self._sources for entry in numbers_from(self._match, source))

    @property
    def times_arms(self) -> bool:
        """Whether pictures tell when arms come, so that each of them counts."""
        return self._docket is not None

    @property
    def shown(self) -> Shown:
        """When a camera saw cards come that people grab for."""
        return self._docket.shown if self._docket is not None else NEVER

    def subscribe(self, reader: Reader) -> None:
        """Hand every later view to ``reader``, beginning with the present one."""
        self._readers.append(reader)
        reader(self.view)

    def handle(self, event: Event) -> None:
        """Take in one event; publish a new view when it changed anything."""
        if not isinstance(
            event, Seen | Photographed | SheetShown | Placed | CameraNamed | TotemNamed | TimePassed
        ):
            self._trouble = None  # it answered what somebody did before
        match event:
            case Seen():
                self._see(event)
            case Photographed(view=view, looks=looks):
                self._judge.portray(view, looks)
            case SheetShown(portraits=portraits):
                self._judge.remember(portraits)
            case Placed(spots=spots):
                self._judge.place(spots)
            case CameraNamed(name=name, simulated=simulated):
                self._camera = CameraView(name, "none" if not name else "lost", simulated, "")
            case TotemNamed() | TotemMoved() | TotemSaid() | TimePassed():
                self._hear(event)
            case FromAfar():
                self._take_from_afar(event)
            case Stopped():
                self._journal.close()
                return
            case _:
                self._take_word(event)
        self._hear(None)
        if self._drawn(self._match) is not None:  # the disk refused the first card
            self._append()
        self._publish()

    def wakes_at(self) -> float | None:
        """When, by the session's clock, :class:`TimePassed` is wanted; None while nothing is waited for."""
        moments = [self._docket.wakes_at() if self._docket is not None else None, self._reminds_at()]
        return min((moment for moment in moments if moment is not None), default=None)

    # -- what the camera says -------------------------------------------------------------------------

    def _see(self, event: Seen) -> None:
        glance = event.glance
        self._camera = replace(
            self._camera, state=glance.state.value, message=glance.message, facts=glance.facts
        )
        before = self._match
        if self._docket is not None:
            self._docket = self._docket.watching(glance)
        verdict = self._judge.see(before, glance)
        self._seen = seen_after(verdict, self._latest_seen)
        self._seen_after = len(self._match.entries)
        self._rule(verdict)
        self._note_shown(len(before.entries))
        if self._press is not None:
            self._press = followed(self._press, verdict, not self._judge.hears(), self._match)

    def _note_shown(self, known: int) -> None:
        """When a camera saw what entries brought that it has just told, or asked about: of a card that people
        grab for."""
        if self._docket is None or len(self._match.entries) <= known:
            return
        fresh = self._judge.shown(self._match, known)
        self._docket = self._docket.seeing(fresh)

    def _rule(self, verdict: Verdict) -> None:
        match verdict:
            case Same():
                self._settle()
            case Played(entries=entries):
                self._commit(entries, RulingKind.PLAYED)
            case TakenBack(count=count):
                self._undo(count)
            case Refused(attempts=attempts, breaches=breaches, cells=cells):
                self._refuse(attempts, breaches, cells)
            case Unknown(cells=cells):
                self._announce(RulingKind.UNKNOWN, "", "", (), cells)
            case Unclear(candidates=candidates, cells=cells):
                self._ask(candidates, cells)
            case FirstSeen():
                self._ask_face(verdict)
            case _:  # waiting: nothing can be said yet
                pass

    def _settle(self) -> None:
        """The table shows the position: a refused attempt was put back, a question has answered itself, but
        one about what nobody can see."""
        hidden = self._hidden()
        self._dismissed = hidden if hidden and self._dismissed == hidden else None
        if self._asked is None or not hidden or self._asked.candidates != hidden:
            self._asked = None
            if hidden and self._dismissed is None:
                self._counter += 1
                self._asked = about_hidden(self._counter, hidden, self._match)
        if self._ruling and self._ruling.kind in STANDING:
            self._refused = ()
            self._announce(RulingKind.RESTORED, self._ruling.seat, self._ruling.move, (), ())

    def _refuse(
        self, attempts: tuple[Entry, ...], breaches: tuple[Breach, ...], cells: tuple[CellId, ...]
    ) -> None:
        self._refused = attempts
        seat = attempts[-1].seat if attempts else ""
        self._announce(RulingKind.REFUSED, seat, joined(attempts), breaches, cells)

    def _ask(self, candidates: tuple[tuple[Entry, ...], ...], cells: tuple[CellId, ...]) -> None:
        asked = self._asked is not None and self._asked.candidates == candidates
        if asked or self._dismissed == candidates or (not candidates and self._is_refused(cells)):
            return
        self._counter += 1
        self._asked = about_table(self._counter, candidates, cells, self._match)
        self._announce(RulingKind.UNCLEAR, "", "", (), cells)

    def _ask_face(self, seen: FirstSeen) -> None:
        """Ask about a face, once; the same question goes on while some of its answers are ruled out."""
        if self._asked is not None and self._asked.faces and self._asked.question.cells == (seen.cell,):
            return
        self._counter += 1
        self._asked = about_face(self._counter, seen)
        self._announce(RulingKind.UNCLEAR, "", "", (), (seen.cell,))

    def _hidden(self) -> tuple[tuple[Entry, ...], ...]:
        """What may have happened that nobody can see, if hands have had their time to show something else."""
        waited = self._clock() - self._latest >= HIDDEN_AFTER
        return hidden_in(self._match, frozenset(self._sources)) if waited else ()

    def _is_refused(self, cells: tuple[CellId, ...]) -> bool:
        """Whether what to put back there was said with a refusal, which stands while an arm comes."""
        told = self._ruling
        return told is not None and told.kind is RulingKind.REFUSED and set(cells) <= set(told.cells)

    # -- what the totem says --------------------------------------------------------------------------

    def _hear(self, event: TotemEvent | None) -> None:
        """Judge a movement of the totem: evidence, verdict and what it means are durable together."""
        if self._docket is None:
            return
        heard = self._docket.hear(self._match, event, self._clock())
        if heard.entries:
            kind = RulingKind.UNDONE if heard.entries[-1].kind is EntryKind.UNDO else RulingKind.PLAYED
            stored = self._commit(heard.entries, kind, heard.notes)
        else:
            stored = not heard.notes or self._append(notes=heard.notes)
        if stored:
            self._docket = heard.docket
            self._trouble = heard.trouble or self._trouble

    # -- what people say ------------------------------------------------------------------------------

    def _take_word(self, event: Word) -> None:
        match event:
            case MoveEntered() | OutcomeEntered():
                self._enter(_entry_of(event))
            case LineEntered(entries=entries, after=after):
                if entries and after == len(self._match.entries):
                    self._enter(*map(_entry_of, entries))
            case UndoAsked(count=count):
                self._undo(count)
            case AnywayAsked(number=number):
                self._play_anyway(number)
            case AsShown():
                self._vouch()
            case Answered(number=number, choice=choice):
                self._answer(number, choice)
            case TurnDone():
                self._take_done(event)

    def _take_done(self, event: TurnDone) -> None:
        """Evidence for the judge. Without a camera it is the move that ends the turn, where there is one."""
        press = pressed(self._press, event, self._match, self._clock())
        if press is None or not self._append(notes=(done_note(event),)):
            return
        self._press = press
        if self._camera.state != NO_CAMERA.state:
            self._judge.done(event.seat, press.at)
            return
        end = ending(self._match, event.seat)
        done = end is not None and self._commit((end,), RulingKind.PLAYED)
        self._press = press.ended(ruled(press, self._match) if done else DoneStage.BY_TOUCH, self._match)

    def _take_from_afar(self, event: FromAfar) -> None:
        """Journal who asks, then do it, unless the table has gone on since."""
        if event.entries == len(self._match.entries) and self._append(notes=(remote_note(event),)):
            if isinstance(event.word, TotemSaid):
                self._hear(event.word)
            else:
                self._take_word(event.word)

    def _enter(self, first: Entry, *others: Entry) -> None:
        entries = (first, *others)
        try:
            told = entries_for(self._match.game, self._match.state, first)
            self._commit((*told, *others), RulingKind.PLAYED)
        except IllegalMoveError as error:
            self._refused = entries
            cells = tuple(dict.fromkeys(cell for breach in error.breaches for cell in breach.cells))
            self._announce(RulingKind.REFUSED, entries[-1].seat, joined(entries), error.breaches, cells)
        except RulesError as error:
            self._trouble = Message(
                N_("I cannot take in “{text}”: {reason}."),
                (("text", joined(entries)), ("reason", str(error))),
            )

    def _undo(self, count: int) -> None:
        entries = self._entries_of(count)
        if not entries:
            self._trouble = Message(N_("There is nothing left to undo."))
            return
        undone = self._match.line[-entries].entry
        if self._append(Entry(EntryKind.UNDO, count=entries)):
            self._forget_attempt()
            self._announce(RulingKind.UNDONE, undone.seat, undone.text, (), ())

    def _entries_of(self, count: int) -> int:
        """How many entries the last ``count`` acts of people are: a card that the machine drew goes back with
        the act before it. 0 when there are not so many."""
        drawn = self.drawn
        acts = 0
        for entries, played in enumerate(reversed(self._match.line), start=1):
            acts += played.number not in drawn
            if acts == count:
                return entries
        return 0

    def _play_anyway(self, number: int) -> None:
        if not self._refused or self._ruling is None or self._ruling.number != number:
            return
        *before, last = self._refused
        try:
            self._commit(
                (*before, Entry(EntryKind.ANYWAY, seat=last.seat, text=last.text)), RulingKind.ANYWAY
            )
        except RulesError as error:
            self._trouble = Message(
                N_("This cannot be played even by agreement: {reason}."), (("reason", str(error)),)
            )

    def _answer(self, number: int, choice: str) -> None:
        asked = self._asked
        if asked is None or asked.question.number != number or choice not in asked.answers:
            return
        if choice == NONE_OF_THESE:
            self._dismissed = asked.candidates
        self._asked = None
        if choice == AS_SHOWN:
            self._vouch()
        if asked.faces:
            self._judge.named(asked.question.cells[0], asked.faces.get(choice))
            return
        known = len(self._match.entries)
        if entries := asked.answers[choice]:
            self._commit(entries, RulingKind.PLAYED)
            self._note_shown(known)

    def _vouch(self) -> None:
        """Everything lies as shown, so nothing was ruled rightly since."""
        self._judge.vouch()
        self._forget_attempt()
        if self._ruling is not None and self._ruling.kind in STANDING:
            self._ruling = None

    # -- the journal ----------------------------------------------------------------------------------

    def _commit(self, entries: Sequence[Entry], kind: RulingKind, notes: Sequence[str] = ()) -> bool:
        """Store the entries, all or none; False, with the trouble told, if they cannot be stored now. Raises
        RulesError, and stores nothing, if one is illegal."""
        if not self._append(*entries, notes=notes):
            return False
        self._forget_attempt()
        self._announce(kind, *told_as_one(entries), (), ())
        return True

    def _append(self, *entries: Entry, notes: Sequence[str] = ()) -> bool:
        """Make comment lines, entries and the cards that a machine opens after them durable, in one write;
        False, with the trouble told and nothing changed, if that failed."""
        now = self._clock()
        if now < self._retry_at:
            self._trouble = self._disk_trouble
            return False
        longer = self._match
        at = round(now - self._zero, 3)
        for entry in entries:
            longer = longer.add(replace(entry, at=at))
        while (drawn := self._drawn(longer)) is not None:
            longer = longer.add(replace(drawn, at=at))
        stored = len(self._match.entries)
        lines = (*notes, *map(format_entry, longer.entries[stored:]))
        if not lines:
            return True
        try:
            self._journal.append(*lines)
        except JournalError as error:
            self._retry_at = now + RETRY_SECONDS
            self._disk_trouble = self._trouble = error.text
            return False
        if longer is not self._match:
            self._match = longer
            self._since = stored
            fresh = (played for played in longer.line if played.number > stored)
            self._effects = tuple(effect for played in fresh for effect in played.effects)
        self._trouble = None
        return True

    def _drawn(self, match: AnyMatch) -> Entry | None:
        """The next card of an electronic deck, or throw of an electronic die, if the rules ask for one."""
        pending = match.game.pending(match.state)
        source = self._sources.get(pending.source) if isinstance(pending, Chance) else None
        if source is None:
            return None
        possible = tickets(match.game, match.state)
        return Entry(EntryKind.CHANCE, text=source.draw(possible, drawn_from(match, source.source)))

    # -- what is published ----------------------------------------------------------------------------

    def _forget_attempt(self) -> None:
        self._refused = ()
        self._dismissed = None
        self._asked = None

    def _announce(
        self,
        kind: RulingKind,
        seat: str,
        move: str,
        breaches: tuple[Breach, ...],
        cells: tuple[CellId, ...],
    ) -> None:
        """Make this the latest ruling, unless it already is."""
        last = self._ruling
        if last and kind in STANDING and (last.kind, last.move, last.cells) == (kind, move, cells):
            return
        self._counter += 1
        at = round(self._clock() - self._zero, 3)
        self._ruling = Ruling(self._counter, kind, at, seat, move, breaches, cells)
        if kind is RulingKind.REFUSED:
            self._append(notes=(refusal_note(self._ruling),))

    def _publish(self) -> None:
        view = self._build(self.view.revision)
        if view != self.view:
            self.view = replace(view, revision=view.revision + 1)
            for reader in self._readers:
                reader(self.view)

    def _build(self, revision: int) -> TableView:
        return replace(
            self._position_view(),
            revision=revision,
            ruling=self._ruling,
            question=self._asked.question if self._asked is not None else None,
            to_do=(to_do := self._to_do()),
            tasks=self._tasks(to_do),
            doubtful=tuple(self._judge.doubtful()),
            seen=self._latest_seen,
            camera=self._camera,
            trouble=self._trouble,
            totem=self._docket.view(self._clock()) if self._docket is not None else None,
            done=self._press.view(len(self._match.entries)) if self._press is not None else None,
            reminder=self._reminder(),
        )

    @property
    def _latest_seen(self) -> Message | None:
        """What was seen since the match grew last."""
        return self._seen if self._seen_after == len(self._match.entries) else None

    def _reminder(self) -> Reminder | None:
        """What has been waited for, after ``REMIND_EVERY`` seconds."""
        clause = forgotten_in(self._match.game, self._match.state)
        if clause is None:
            return None
        rounds = int((self._clock() - self._latest) // REMIND_EVERY)
        return Reminder(clause, int(rounds * REMIND_EVERY)) if rounds else None

    def _reminds_at(self) -> float | None:
        """When the next reminder is due."""
        if forgotten_in(self._match.game, self._match.state) is None:
            return None
        rounds = (self._clock() - self._latest) // REMIND_EVERY + 1
        return self._latest + rounds * REMIND_EVERY

    @property
    def _latest(self) -> float:
        """When the last entry was made, by the clock."""
        return self._zero + max((entry.at or 0.0 for entry in self._match.entries), default=0.0)

    def _to_do(self) -> tuple[Effect, ...]:
        if self._camera.state == NO_CAMERA.state:
            return self._effects
        owed = set(self._judge.owed())
        return tuple(effect for effect in self._effects if owed.intersection(effect.cells))

    def _tasks(self, to_do: tuple[Effect, ...]) -> tuple[Task, ...]:
        """Worked out anew only when something has changed."""
        cells = frozenset(cell for effect in to_do for cell in effect.cells)
        key = (len(self._match.entries), cells, self._refused)
        if self._told_tasks[0] != key:
            refused, match = self._refused, self._match
            tasks = to_restore(match, refused) if refused else left_to_do(match, self._since, cells)
            self._told_tasks = (key, tasks)
        return self._told_tasks[1]

    def _position_view(self) -> TableView:
        """Everything that follows from the match alone; built once for each length of the match."""
        cached = self._cached
        if cached is not None and cached.entries == len(self._match.entries):
            return cached
        match, game = self._match, self._match.game
        public = game.observe(match.state, None)
        sources = tuple(self._sources.values())
        self._cached = TableView(
            table=self._table,
            match=self._name,
            revision=0,
            entries=len(match.entries),
            game=game.id,
            setup=match.setup,
            edition=game.edition,
            defaults=defaults_of(game),
            state=public,
            position=game.format_position(public),
            pending=shown_pending(game, public),
            seats=seats_of(game, match.setup, public),
            ruling=None,
            question=None,
            to_do=(),
            touch=touch_of(game, match.setup, public, frozenset(self._sources)),
            history=history_of(match),
            decks=decks_of(match, sources),
            lamps=lamps_of(match, public, sources),
            camera=NO_CAMERA,
            trouble=None,
            forecast=forecast_of(game, public),
            told=told_position(game, public),
        )
        return self._cached


def _entry_of(word: MoveEntered | OutcomeEntered) -> Entry:
    """What a person entered, as an entry."""
    if isinstance(word, MoveEntered):
        return Entry(EntryKind.MOVE, seat=word.seat, text=word.text)
    return Entry(EntryKind.CHANCE, text=word.text)
