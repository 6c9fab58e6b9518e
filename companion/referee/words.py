"""What people say to the session by touch, typing or over the network: entries, corrections, answers.

Thread: the session's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.judge.press import ending
from companion.judge.verdicts import Verdict
from companion.locale import N_, Message
from companion.referee import events
from companion.referee.asking import AS_SHOWN
from companion.referee.correcting import IMPOSSIBLE, correction_note, impossible, put_right, told_after
from companion.referee.done import Pressed, done_note, followed, pressed, ruled
from companion.referee.own import entries_for
from companion.referee.ports import TableJudge
from companion.referee.publish import joined
from companion.referee.record import Record
from companion.referee.view import DoneStage, DoneView, RulingKind
from companion.rules.contract import IllegalMoveError, RulesError
from companion.rules.match import ContradictionError, Entry, EntryKind


class Words:
    """``told``: called with the number of entries that were known before people told some that a camera saw,
    too."""

    def __init__(
        self, record: Record, judge: TableJudge, clock: Callable[[], float], told: Callable[[int], None]
    ) -> None:
        self._record, self._judge, self._clock, self._told = record, judge, clock, told
        self._press: Pressed | None = None

    @property
    def done(self) -> DoneView | None:
        """What has become of the latest *my turn is done*."""
        return self._press.view(len(self._record.match.entries)) if self._press is not None else None

    def follow(self, verdict: Verdict) -> None:
        """Take note of what the judge says after a press."""
        if self._press is not None:
            self._press = followed(self._press, verdict, not self._judge.hears(), self._record.match)

    def take(self, event: events.Word, watched: bool) -> None:
        """Do what somebody says; ``watched``: a camera follows the table."""
        match event:
            case events.MoveEntered() | events.OutcomeEntered():
                self._enter(event.entry)
            case events.LineEntered(entries=entries, after=after):
                if entries and after == len(self._record.match.entries):
                    self._enter(*(word.entry for word in entries))
            case events.UndoAsked(count=count):
                corrections = self._record.ledger.undo_correction() if count == 1 else None
                self._record.undo(corrections or self._record.ledger.undo(count))
            case events.Corrected():
                self._correct(event)
            case events.AnywayAsked(number=number):
                self._play_anyway(number)
            case events.AsShown():
                self._vouch()
            case events.Answered(number=number, choice=choice):
                self._answer(number, choice)
            case events.TurnDone():
                self._take_done(event, watched)

    def _take_done(self, event: events.TurnDone, watched: bool) -> None:
        """Hand a press to the judge. Without a camera it enters the move that ends the turn, if any."""
        press = pressed(self._press, event, self._record.match, self._clock())
        if press is None or not self._record.append(notes=(done_note(event),)):
            return
        self._press = press
        if watched:
            self._judge.done(event.seat, press.at)
            return
        end = ending(self._record.match, event.seat)
        done = end is not None and self._record.commit((end,), RulingKind.PLAYED)
        self._press = press.ended(
            ruled(press, self._record.match) if done else DoneStage.BY_TOUCH, self._record.match
        )

    def _enter(self, first: Entry, *others: Entry) -> None:
        entries = (first, *others)
        try:
            told = entries_for(self._record.match.game, self._record.match.state, first)
            self._record.commit((*told, *others), RulingKind.PLAYED)
        except IllegalMoveError as error:
            self._record.refused = entries
            cells = tuple(dict.fromkeys(cell for breach in error.breaches for cell in breach.cells))
            self._record.announce(
                RulingKind.REFUSED, entries[-1].seat, joined(entries), error.breaches, cells
            )
        except RulesError as error:
            self._record.trouble = Message(
                N_("“{text}” cannot be entered: {reason}."),
                (("text", joined(entries)), ("reason", str(error))),
            )

    def _correct(self, event: events.Corrected) -> None:
        """Put earlier entries right. If others cannot have been then, ask what is to be done."""
        before, found = self._record.match, put_right(self._record.ledger, event)
        if isinstance(found, Message):
            self._record.trouble = found
        elif isinstance(found, ContradictionError):
            self._record.questions.about_correction(event, found, before)
            self._record.trouble = impossible(found)
        elif self._record.append(found, notes=(correction_note(event),)):
            self._record.forget_attempt()
            self._record.announce(RulingKind.CORRECTED, "", found.text, (), ())
            self._record.trouble = told_after(before, found, self._record.match)

    def _play_anyway(self, number: int) -> None:
        ruling = self._record.rulings.latest
        if not self._record.refused or ruling is None or ruling.number != number:
            return
        *before, last = self._record.refused
        try:
            self._record.commit(
                (*before, Entry(EntryKind.ANYWAY, seat=last.seat, text=last.text)), RulingKind.ANYWAY
            )
        except RulesError as error:
            self._record.trouble = Message(IMPOSSIBLE, (("reason", str(error)),))

    def _answer(self, number: int, choice: str) -> None:
        if self._record.questions.is_known(number, choice):
            return
        asked = self._record.questions.answered(number, choice, self._record.match)
        if asked is None:
            self._record.trouble = Message(
                N_("Play has gone past this question, so the answer does not count.")
            )
            return
        if choice == AS_SHOWN:
            self._vouch()
        if asked.faces:
            self._judge.named(asked.question.cells[0], asked.faces.get(choice))
            return
        known = len(self._record.match.entries)
        if asked.corrects and (entries := asked.answers[choice]):
            self._correct(replace(asked.corrects, edits=entries[0].text))
        elif entries := asked.answers[choice]:
            self._record.commit(entries, RulingKind.PLAYED)
            self._told(known)

    def _vouch(self) -> None:
        """People say that everything lies as shown, so what was ruled since the last entry was wrong."""
        self._judge.confirm()
        self._record.forget_attempt()
        self._record.rulings.withdraw()
