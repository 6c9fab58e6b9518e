"""The table told in lines of text, for a machine without a display. A reader on the session's thread."""

from __future__ import annotations

from collections.abc import Callable

from companion.locale import N_, Texts
from companion.referee import sentences
from companion.referee.events import (
    Answered,
    AnywayAsked,
    AsShown,
    Corrected,
    Event,
    MoveEntered,
    OutcomeEntered,
    TotemSaid,
    TurnDone,
    UndoAsked,
)
from companion.referee.own import totem_of
from companion.referee.view import (
    CaseView,
    DeckView,
    DoneView,
    Question,
    Reminder,
    Ruling,
    RulingKind,
    TableView,
    TotemView,
)
from companion.rules.contract import CellId, Chance, ClauseId, Decide, Over
from companion.rules.entry import VERBS
from companion.rules.text import number_in

# -- What people type into the terminal referee


def read_event(line: str, view: TableView) -> Event | None:
    """``SEAT MOVE``, ``* OUTCOME``, ``undo [N]``, ``anyway``, ``shown`` (all lies as it should),
    ``done [SEAT]``, ``correct ENTRY SEAT MOVE`` or ``correct ENTRY * OUTCOME``, ``insert`` the same,
    ``delete ENTRY``, the number of an answer; while a movement of the totem is open also ``PLACE names
    PLACE``, ``PLACE appeal``, ``what grab|knocked|dropped``; or None."""
    word, _, rest = line.partition(" ")
    case = view.totem.case if view.totem is not None else None
    if case is not None and (said := _about_totem(case, word, rest)) is not None:
        return said
    if word == "undo" and (count := number_in(rest or "1")) is not None:
        return UndoAsked(count)
    if word in VERBS:
        asked = f"{view.question.edits}; " if view.question is not None and view.question.edits else ""
        return Corrected(f"{asked}{line}", view.entries, "typed")
    if word == "anyway" and not rest and view.ruling:
        return AnywayAsked(view.ruling.number)
    if word == "shown" and not rest:
        return AsShown()
    if word == "done" and rest in ("", *view.setup.seats):
        return TurnDone(rest, "typed")
    if word == "*" and rest:
        return OutcomeEntered(rest)
    number = number_in(word) if not rest else None
    if number is not None and view.question:
        choices = view.question.choices
        known = 1 <= number <= len(choices)
        return Answered(view.question.number, choices[number - 1].key) if known else None
    if word in view.setup.seats and rest:
        return MoveEntered(word, rest)
    return None


def _about_totem(case: CaseView, word: str, rest: str) -> TotemSaid | None:
    number = number_in(word) if not rest else None
    if number is not None and 1 <= number <= len(case.ways):
        return TotemSaid(case.number, "", case.ways[number - 1].key)
    if word == "what" and rest:
        return TotemSaid(case.number, "", f"what {rest}")
    if word in case.nameable and (rest == "appeal" or rest.startswith("names ")):
        return TotemSaid(case.number, word, rest)
    return None


# -- The table told in lines of text, for a machine without a display

SENTENCES = {
    RulingKind.PLAYED: N_("played: {what}"),
    RulingKind.ANYWAY: N_("played by agreement: {what}"),
    RulingKind.UNDONE: N_("taken back: {what}"),
    RulingKind.REFUSED: N_("NOT ALLOWED: {what}"),
    RulingKind.RESTORED: N_("put back, thank you"),
    RulingKind.UNCLEAR: N_("I am not sure what was played"),
    RulingKind.UNKNOWN: N_("I do not know what lies at {cells}"),
    RulingKind.CORRECTED: N_("corrected: {what}"),
}


class Terminal:
    """Prints what changed since the last view, each ruling once, in the language of ``texts``."""

    def __init__(self, texts: Texts, write: Callable[[str], None] = print) -> None:
        self._texts = texts
        self._write = write
        self._entries = 0
        self._ruling = 0
        self._question = 0
        self._case: object = None
        self._camera = ""
        self._simulated = False
        self._trouble = ""
        self._reminder: Reminder | None = None
        self._done: DoneView | None = None
        self._doubtful: tuple[CellId, ...] = ()
        self._started = False
        self._forecast: tuple[str, ...] = ()

    def __call__(self, view: TableView) -> None:
        if not self._started:
            self._start(view)
        self._tell_camera(view)
        if view.totem is not None:
            self._tell_totem(view.totem)
        for line in view.history[self._entries :]:
            if line.kind.value == "chance":
                self._write(f"{_clock(line.at)}  * {self._texts.term(line.text)}")
        if view.ruling and view.ruling.number != self._ruling:
            self._ruling = view.ruling.number
            self._tell_ruling(view.ruling)
            totem = totem_of(view.game)
            known = totem.how_known(view) if totem is not None else None
            if known is not None:
                self._write(f"          {self._texts.message(known)}")
                for effect in view.to_do:
                    self._write(f"          {self._texts.effect(effect)}")
        if view.question and view.question.number != self._question:
            self._question = view.question.number
            self._ask(view.question)
        if len(view.history) != self._entries:
            self._entries = len(view.history)
            self._tell_next(view)
            self._tell_forecast(view.forecast)
        if view.reminder is not None and view.reminder != self._reminder:
            self._write(f"!! {self._texts.reminder(view.reminder.clause, view.reminder.seconds)}")
        self._reminder = view.reminder
        self._tell_done(view.done)
        self._tell_set_up(view.doubtful)
        trouble = self._texts.message(view.trouble) if view.trouble else ""
        if trouble and trouble != self._trouble:
            self._write(f"!! {trouble}")
        self._trouble = trouble

    def _tell_done(self, done: DoneView | None) -> None:
        if done is not None and done != self._done:
            self._write(f"          {self._texts.say(sentences.DONE_STAGES[done.stage])}")
        self._done = done

    def _tell_set_up(self, doubtful: tuple[CellId, ...]) -> None:
        if doubtful and doubtful != self._doubtful:
            self._write(f"!! {self._texts.say(N_('Is the set-up right?'))}")
            for line in sentences.set_up_lines(self._texts, doubtful):
                self._write(f"          {line}")
        self._doubtful = doubtful

    def _start(self, view: TableView) -> None:
        self._started = True
        self._tell_next(view)
        self._tell_forecast(view.forecast)

    def _tell_forecast(self, forecast: tuple[str, ...]) -> None:
        """What the table will do by itself, as far as it was not told before."""
        for line in forecast:
            if line not in self._forecast:
                self._write(f"        ~ {self._texts.term(line)}")
        self._forecast = forecast

    def _tell_camera(self, view: TableView) -> None:
        if view.camera.simulated and not self._simulated:
            self._write(f"*** {self._texts.say(N_('simulated table'))} ***")
        self._simulated = self._simulated or view.camera.simulated
        if view.camera.state in ("trouble", "lost") and view.camera.message != self._camera:
            self._write(f"-- {self._texts.say(view.camera.message, **dict(view.camera.facts))}")
        self._camera = view.camera.message if view.camera.state in ("trouble", "lost") else ""

    def _tell_totem(self, totem: TotemView) -> None:
        """A base that is not real, and the case of a movement whenever it has changed."""
        if totem.simulated and not self._simulated:
            self._simulated = True
            say = self._texts.say(N_("Simulated players and sensors: nothing here is real"))
            self._write(f"*** {say} ***")
        case = totem.case
        said = (case.number, case.stage, case.verdict) if case is not None else None
        if case is not None and said != self._case:
            self._tell_case(case)
        self._case = said

    def _tell_case(self, case: CaseView) -> None:
        texts = self._texts
        self._write(f"   >>>    {texts.message(case.headline)}")
        for message in (*case.bound, *case.notes, *case.evidence):
            self._write(f"          {texts.message(message)}")
        if case.clause:
            self._write(f"          {case.clause}: {texts.clause(ClauseId(case.clause))}")
        for number, way in enumerate(case.ways, start=1):
            self._write(f"          {number}) {texts.message(way.label)}")
        if case.ask == "what":
            self._write(f"          {texts.say(N_('Type: what grab, what knocked or what dropped.'))}")
        elif case.ask == "who" or case.may_appeal:
            self._write(f"          {texts.say(N_('Type: PLACE names PLACE, or PLACE appeal.'))}")

    def _tell_ruling(self, ruling: Ruling) -> None:
        texts = self._texts
        who = f"{texts.term(ruling.seat)}: " if ruling.seat else ""
        corrects = sentences.is_correction(ruling)
        what = sentences.corrected(texts, ruling.move) if corrects else texts.term(ruling.move)
        sentence = texts.say(SENTENCES[ruling.kind], what=what, cells=", ".join(ruling.cells))
        self._write(f"{_clock(ruling.at)}  {who}{sentence}")
        for breach in ruling.breaches:
            self._write(f"          {breach.clause}: {texts.breach(breach)}")
        if ruling.kind is RulingKind.REFUSED and ruling.cells:
            self._write(f"          {texts.say(N_('put back: {cells}'), cells=', '.join(ruling.cells))}")

    def _ask(self, question: Question) -> None:
        if question.edits:
            what = sentences.corrected(self._texts, question.edits)
            self._write(f"          {self._texts.say(N_('You say: {what}'), what=what)}")
        self._write(f"          {self._texts.message(question.text)}")
        for breach in question.breaches:
            self._write(f"          {breach.clause}: {self._texts.breach(breach)}")
        if question.edits:
            hint = N_("Type what is right: correct {entry} ..., insert {entry} ... or delete {entry}.")
            self._write(f"          {self._texts.say(hint, entry=question.entry)}")
        for number, choice in enumerate(question.choices, start=1):
            self._write(f"          {number}) {self._texts.message(choice.label)}")

    def _tell_next(self, view: TableView) -> None:
        texts = self._texts
        match view.pending:
            case Decide(seats=seats, phase=phase):
                names = texts.terms(view.setup.seats[seat] for seat in seats)
                self._write(f"          -> {names}: {texts.term(phase)}")
            case Chance(source=source):
                self._write(f"          -> {texts.term(source)}")
            case Over(placing=placing):
                winners = texts.terms(view.setup.seats[seat] for seat in placing[0])
                self._write(texts.say(N_("The game is over. Winner: {winners}"), winners=winners))
                for seat in view.seats:
                    self._write(f"  {texts.term(seat.name)}: {seat.points}")
                    for line in seat.lines:
                        self._write(f"    {line.points}  {texts.score_line(line)}")
                for deck in view.decks:
                    self._write(texts.say(N_("seed of the deck {source}: {seed}"), **_deck(deck)))


def _deck(deck: DeckView) -> dict[str, str]:
    return {"source": deck.source, "commitment": deck.commitment, "seed": deck.seed}


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes:3d}:{rest:02d}"
