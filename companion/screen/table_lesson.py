"""How far a lesson at a real table has come: the referee's view compared with the lesson's positions. Pure.

The referee rules as in any match. The lesson only follows: what is played is done, whoever the camera takes
for the one who did it, so positions are compared and not entries."""

from __future__ import annotations

from companion.referee.tasks import Task, changes, to_play
from companion.referee.view import RulingKind, TableView
from companion.rules.lesson import Lesson, LessonStep, stages_of
from companion.rules.match import Entry
from companion.rules.registry import AnyGame


class TableLesson:
    """``game``: by the owner's edition. Raises RulesError if the lesson cannot be given with that box."""

    def __init__(self, lesson: Lesson, game: AnyGame) -> None:
        self.game = game
        self.lesson = lesson
        self.number = 0
        self.good = False
        """Whether the last step was seen done."""
        self.astray = False
        """Whether something else was played than the lesson asks for."""
        self._stages = stages_of(lesson, game)
        self._public = [[game.observe(match.state, None) for match in stages] for stages in self._stages]
        self._places = [
            (number, part)
            for number, stages in enumerate(self._public)
            if stages[1:]
            for part in range(len(stages))
        ]
        self._part = 0
        self._tried: int | None = None

    @property
    def count(self) -> int:
        """How many steps there are."""
        return len(self.lesson.steps)

    @property
    def step(self) -> LessonStep | None:
        """What is asked for now; None at the end."""
        return self.lesson.steps[self.number] if self.number < self.count else None

    @property
    def wanted(self) -> Entry | None:
        """What hands are to do now; None if there is something to read only."""
        step = self.step
        return step.entries[self._part] if step is not None and step.entries else None

    @property
    def by_touch(self) -> bool:
        """Whether a touch goes on: nothing is to be done, or what is to be tried can be left out."""
        return self.step is not None and (not self.step.entries or bool(self.step.breaks))

    def go_on(self, number: int) -> None:
        """A touch goes on from step ``number``, if that is the one and can be left so."""
        if number == self.number and self.by_touch:
            self._begin(number + 1, good=False)

    def follow(self, view: TableView) -> None:
        """Compare a new view with the lesson."""
        ruling = view.ruling
        if self.step is None:
            return
        if ruling is not None and ruling.kind is RulingKind.REFUSED:
            self._note_try({breach.clause for breach in ruling.breaches})
            return
        if self._tried is not None:
            self._begin(self._tried + 1, good=True)
        self._go_along(view.state)

    def tasks(self, view: TableView) -> tuple[Task, ...]:
        """What hands must do: first what the referee asks for; then the way back, or the next act."""
        if view.tasks or view.doubtful or self.step is None:
            return view.tasks
        now = self._stages[self.number][self._part]
        if self.astray:
            lies, shall = view.state, self._public[self.number][self._part]
            return changes(self.game.looks(lies), self.game.looks(shall))
        return to_play(now, self.wanted) if self.wanted is not None else ()

    def _note_try(self, broken: set[str]) -> None:
        """If this step, or the next, was meant to be refused like that, it is done when all is put back."""
        steps = list(enumerate(self.lesson.steps))[self.number :]
        due = next((n for n, step in steps if step.breaks), None)
        if due is not None and due - self.number <= 1 and broken.issuperset(self.lesson.steps[due].breaks):
            self._tried = due

    def _go_along(self, public: object) -> None:
        """Go to the place of the lesson at which the table lies so: from here on, otherwise back."""
        here = (self.number, self._part)
        if self.step is None or public == self._public[self.number][self._part]:
            self.astray = False
            return
        same = [place for place in self._places if self._public[place[0]][place[1]] == public]
        ahead = [place for place in same if place > here and place[1]]
        if ahead:
            self._arrive(*ahead[0], good=True)
        elif same and same[-1] < here:
            self._arrive(*same[-1], good=False)
        else:
            self.astray = True

    def _arrive(self, number: int, part: int, good: bool) -> None:
        done = part == len(self.lesson.steps[number].entries)
        self._begin(number + done, good)
        self._part = 0 if done else part

    def _begin(self, number: int, good: bool) -> None:
        self.number, self._part, self._tried = number, 0, None
        self.good, self.astray = good, False
