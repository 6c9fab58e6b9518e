"""A lesson at the real table: the table as always, with a sentence that says what to lay where."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.referee.view import RulingKind, TableView
from companion.screen import theme
from companion.screen.desk import Desk
from companion.screen.pages.lesson import lesson_text
from companion.screen.pages.table import TablePage
from companion.screen.table_lesson import TableLesson
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Row, Text


class TableLessonPage(TablePage):
    """The page of such a lesson. ``desk.table_lesson`` says how far people have come."""

    def __init__(self, desk: Desk) -> None:
        assert desk.table_lesson is not None, "a lesson is begun before its page is shown"
        self._course: TableLesson = desk.table_lesson
        self._prompt = Column(fixed=True, gap=4)
        super().__init__(desk)

    def refresh(self, view: TableView | None) -> None:
        """Follow the referee, and show what hands are to do next."""
        if view is not None:
            self._course.follow(view)
            super().refresh(replace(view, tasks=self._course.tasks(view)))

    def add_head(self, side: Column) -> None:
        """Show what to do, where another table shows whose turn it is."""
        side.add_widget(self._prompt)

    def tell_head(self, view: TableView) -> None:
        """Show what to do now."""
        course, refused = self._course, _refused(view)
        key = (course.number, course.good, course.astray, course.wanted, refused, bool(view.doubtful))
        if self._new("prompt", key):
            self._build_prompt(course, view)

    def _build_prompt(self, course: TableLesson, view: TableView) -> None:
        say, column = self.texts.say, self._prompt
        column.clear_widgets()
        place = say(
            "Lesson: {number} of {all}", number=min(course.number + 1, course.count), all=course.count
        )
        column.add_widget(Text(place, size=theme.TINY, color=theme.FAINT))
        if course.good and not course.astray and not _refused(view):
            column.add_widget(Text(say("Good!"), size=theme.SMALL, ground=theme.GOOD))
        ground = theme.ASK if course.astray else theme.PANEL
        column.add_widget(Text(self._said(course, view), ground=ground, bold=True))
        row = Row(size_hint_y=None, height=px(theme.TOUCH), gap=4)
        if course.by_touch and not view.doubtful and not _refused(view):
            row.add_widget(BigButton(say("Go on"), partial(self._go_on, course.number), ground=theme.GOOD))
        if course.astray and not _refused(view):
            row.add_widget(BigButton(say("It is back"), self.undo, ground=theme.GOOD))
        row.add_widget(BigButton(say("End the lesson"), self._end, size=theme.SMALL))
        column.add_widget(row)

    def _said(self, course: TableLesson, view: TableView) -> str:
        say = self.texts.say
        if view.doubtful:
            return say("First lay the pieces as the picture shows.")
        if _refused(view):
            return say("That is not allowed. Read why, then put it back.")
        if course.step is None:
            return say("That was the lesson. Now play a game of your own.")
        if course.astray:
            return say(
                "That is allowed, too. This lesson goes on otherwise: put it back, then tap “It is back”."
            )
        return lesson_text(view.game, self.texts.language, course.step.lay or course.step.say)

    def _go_on(self, number: int) -> None:
        self._course.go_on(number)
        self.refresh(self.newest())

    def _end(self) -> None:
        self.desk.controller.leave_table()
        self.desk.go("home")


def _refused(view: TableView) -> bool:
    return view.ruling is not None and view.ruling.kind is RulingKind.REFUSED
