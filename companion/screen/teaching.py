"""How a lesson goes: what is said now, what a touch does, and the view that the board shows.

Pure. Nothing is written down: a lesson has no session, no journal and no match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from companion.referee.events import (
    AsShown,
    Event,
    LineEntered,
    MoveEntered,
    OutcomeEntered,
)
from companion.referee.publish import touch_of
from companion.referee.tasks import left_to_do, to_restore
from companion.referee.view import Ruling, RulingKind, TableView
from companion.rules.contract import Breach, IllegalMoveError
from companion.rules.lesson import Lesson, LessonStep
from companion.rules.match import AnyMatch, Entry, EntryKind
from companion.rules.touch import Tap, taps_of
from companion.screen.moment import view_for


class TouchAnswer(Enum):
    """How the lesson answers the last touch."""

    NONE = "none"
    HINT = "hint"
    """It says where to tap."""
    OTHER = "other"
    """The move is allowed, but the lesson goes on with another one."""
    READ = "read"
    """Nothing is to be done with the pieces now; there is something to read."""


class Teaching:
    """``game``: its id; ``lesson``: its steps, one after the other."""

    def __init__(self, game: str, lesson: Lesson) -> None:
        self.game = game
        self.lesson = lesson
        self.match: AnyMatch = lesson.start
        self.number = 0
        self.answer = TouchAnswer.NONE
        self._meant = False
        self._rulings = 0
        self._revision = 0
        self.view = self._viewed(None)

    @property
    def step(self) -> LessonStep | None:
        """What is asked for now; None at the end."""
        return self.lesson.steps[self.number] if self.number < self.count else None

    @property
    def count(self) -> int:
        """How many steps there are."""
        return len(self.lesson.steps)

    @property
    def refused(self) -> bool:
        """Whether a refusal is shown, which people have to read and put away first."""
        return self.view.ruling is not None and self.view.ruling.kind is RulingKind.REFUSED

    @property
    def by_finger(self) -> bool:
        """Whether people make the next move themselves."""
        return self.step is not None and bool(self.step.entries) and not self.step.shown

    @property
    def wanted(self) -> tuple[Tap, ...]:
        """What to touch now; () if people have no move to make now, or the game has no places for it."""
        step, game = self.step, self.match.game
        if not self.by_finger or step is None or self.refused or not hasattr(game, "taps"):
            return ()
        entry, cells = step.entries[0], {str(zone.cell) for zone in game.zones(self.match.setup)}
        return taps_of(game, self.view.state, entry.seat, entry.text, cells)

    # -- what happens ---------------------------------------------------------------------------------

    def take(self, event: Event) -> None:
        """Take an event that a touch made."""
        entries = _entries_of(event, len(self.match.entries))
        if self.refused:
            if isinstance(event, AsShown):
                self._put_away()
        elif entries:
            self._try(entries[0])

    def go_on(self, number: int) -> None:
        """Carry out step ``number`` (from 0), or put its refusal away. Does nothing if another step is
        due."""
        step = self.step
        if step is None or number != self.number:
            return
        if self.refused:
            self._put_away()
        elif step.breaks:
            self._try(step.entries[0])
        else:
            self._carry_out(step)

    def _try(self, entry: Entry) -> None:
        step = self.step
        if step is None or not self.by_finger:
            self._answer(TouchAnswer.READ)
            return
        if entry == step.entries[0] and not step.breaks:
            self._carry_out(step)
            return
        try:
            self.match.add(entry)
        except IllegalMoveError as error:
            self._refuse(entry, error.breaches)
        else:
            self._answer(TouchAnswer.OTHER)

    def _carry_out(self, step: LessonStep) -> None:
        since = len(self.match.entries)
        for entry in step.entries:
            self.match = self.match.add(entry)
        self.number += 1
        self.answer = TouchAnswer.NONE
        self.view = self._viewed(None)
        cells = {cell for effect in self.view.to_do for cell in effect.cells}
        self.view = replace(self.view, tasks=left_to_do(self.match, since, cells))

    def _refuse(self, entry: Entry, breaches: tuple[Breach, ...]) -> None:
        """Show a refusal. If the step was meant to be refused, it is done now."""
        self._rulings += 1
        cells = tuple(dict.fromkeys(cell for breach in breaches for cell in breach.cells))
        kind, number = RulingKind.REFUSED, 1000 + self._rulings
        self.view = self._viewed(Ruling(number, kind, 0.0, entry.seat, entry.text, breaches, cells))
        self.view = replace(self.view, tasks=to_restore(self.match, (entry,)))
        broken = {breach.clause for breach in breaches}
        step = self.step
        self._meant = step is not None and bool(step.breaks) and broken.issuperset(step.breaks)

    def _put_away(self) -> None:
        self.number += self._meant
        self.answer = TouchAnswer.NONE if self._meant else TouchAnswer.HINT
        self.view = self._viewed(None)

    def _answer(self, answer: TouchAnswer) -> None:
        self.answer = answer
        self.view = self._viewed(self.view.ruling)

    def _viewed(self, ruling: Ruling | None) -> TableView:
        self._revision += 1
        view, match = view_for(self.match), self.match
        touch = touch_of(match.game, match.setup, view.state, frozenset())
        return replace(view, revision=self._revision, touch=touch, ruling=ruling or view.ruling)


def _entries_of(event: Event, after: int) -> Sequence[Entry]:
    """The entries of an event, if it was made while the match had so many entries."""
    match event:
        case MoveEntered(seat=seat, text=text):
            return (Entry(EntryKind.MOVE, seat=seat, text=text),)
        case OutcomeEntered(text=text):
            return (Entry(EntryKind.CHANCE, text=text),)
        case LineEntered(entries=entries, after=then) if then == after:
            return tuple(entry for one in entries for entry in _entries_of(one, after))
    return ()
