"""A guided first game: the table as always, with a sentence that says what to do next."""

from __future__ import annotations

from functools import partial

from kivy.clock import Clock
from kivy.uix.scrollview import ScrollView

from companion.locale import N_, Texts
from companion.locale.catalogue import translations
from companion.referee import sentences
from companion.referee.events import Event
from companion.referee.view import TableView
from companion.rules.contract import CellId
from companion.rules.registry import AnyGame, package_of
from companion.screen import theme
from companion.screen.desk import Desk
from companion.screen.pages.table import TablePage
from companion.screen.panels.tray import Tray
from companion.screen.teaching import Teaching, TouchAnswer
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Row, Text

ANSWERS = {
    TouchAnswer.OTHER: N_("That is allowed, too. This lesson goes on like this: {what}"),
    TouchAnswer.HINT: N_("Tap here: {what}"),
    TouchAnswer.READ: N_("First tap “Go on”."),
}


class LessonPage(TablePage):
    """The page of a lesson. ``desk.lesson`` says how far people have come; nothing else remembers it."""

    teaching = True

    def __init__(self, desk: Desk) -> None:
        assert desk.lesson is not None, "a lesson is begun before its page is shown"
        self._course: Teaching = desk.lesson
        desk.texts = Texts(desk.texts.language, self._course.game)
        self._prompt = Column(fixed=True, gap=4)
        super().__init__(desk)

    # -- instead of a session -------------------------------------------------------------------------

    def newest(self) -> TableView:
        """The lesson's own view; no table is open."""
        return self._course.view

    def rules_of(self, view: TableView) -> AnyGame:
        """The game as the lesson was written for it, whatever an owner's box holds."""
        assert view.game == self._course.game
        return self._course.match.game

    def send(self, event: Event) -> None:
        """Compare what was touched with what the lesson asks for."""
        entries = self.view.entries
        self._course.take(event)
        if self.playing is not None and self.newest().entries == entries:  # let go of what was held
            self.playing = self.playing.again()
        self._keys.pop("panel", None)
        self.refresh(self.newest())

    def refresh(self, view: TableView | None) -> None:
        """Show the lesson's own table, whatever other view there is."""
        del view
        super().refresh(self.newest())

    # -- what is said ---------------------------------------------------------------------------------

    def add_head(self, side: Column) -> None:
        """Show what to do, where another table shows whose turn it is."""
        side.add_widget(self._prompt)

    def tell_head(self, view: TableView) -> None:
        """Show what to do now."""
        course = self._course
        if self._new("prompt", (course.number, course.answer, course.refused, view.entries)):
            self._build_prompt(course)

    def _build_prompt(self, course: Teaching) -> None:
        say, column = self.texts.say, self._prompt
        column.clear_widgets()
        place = say(
            "Lesson: {number} of {all}", number=min(course.number + 1, course.count), all=course.count
        )
        column.add_widget(Text(place, size=theme.TINY, color=theme.FAINT))
        column.add_widget(Text(self._said(course), ground=theme.PANEL, bold=True))
        if answer := ANSWERS.get(course.answer):
            column.add_widget(Text(say(answer, what=self._where(course)), size=theme.SMALL, ground=theme.ASK))
        row = Row(size_hint_y=None, height=px(theme.TOUCH), gap=4)
        if course.number < course.count:
            by_finger = course.by_finger and not course.refused
            text, ground = (say("Show me"), None) if by_finger else (say("Go on"), theme.GOOD)
            row.add_widget(BigButton(text, partial(self._go_on, course.number), ground=ground))
            row.add_widget(BigButton(say("End the lesson"), self._end, size=theme.SMALL))
        else:  # to the page from which a game is begun
            row.add_widget(BigButton(say("Play a game"), self._end, ground=theme.GOOD))
        column.add_widget(row)

    def _said(self, course: Teaching) -> str:
        if course.refused:
            return self.texts.say("That is not allowed. Read why, then tap “Go on”.")
        if course.step is None:
            return self.texts.say("That was the lesson. Now play a game of your own.")
        return lesson_text(course.game, self.texts.language, course.step.say)

    def _where(self, course: Teaching) -> str:
        """What to tap, one after the other."""
        if course.step is None or not course.step.entries:
            return ""
        told = []
        for tap in course.wanted:
            what, cell = self.texts.term(tap.phrase), self.texts.term(tap.cell)
            told.append(what if tap.cell in ("", tap.phrase) else f"{what} ({cell})")
        entry = course.step.entries[0]
        return " › ".join(told) or sentences.move(self.texts, entry.seat, entry.text)

    def mark(self) -> None:
        """Of what may be touched, mark only what is asked for."""
        super().mark()
        cells = tuple(CellId(tap.cell) for tap in self._course.wanted if tap.cell)
        if cells:
            self.board.mark(hint=cells, to_do=self.board.marked["to_do"], tasks=self.board.tasks)

    def _build_panel(self, view: TableView) -> None:
        super()._build_panel(view)
        Clock.schedule_once(self._bring_into_sight, 0)

    def _bring_into_sight(self, _seconds: float) -> None:
        """Scroll to the picture or word that is to be tapped now."""
        trays = self.panel.walk(restrict=True) if self.panel is not None else ()
        meant = {
            tap: button for tray in trays if isinstance(tray, Tray) for button, tap in tray.meaning.items()
        }
        button = next((meant[tap] for tap in self._course.wanted if tap in meant), None)
        if button is not None:
            self._keep_in_sight(button)

    def _keep_in_sight(self, button: BigButton) -> None:
        """Scroll to a button whenever the layout has put it elsewhere."""
        column = button.parent
        while not isinstance(column, ScrollView):
            column = column.parent

        def scroll(*_: object) -> None:
            if button.parent is not None:
                column.scroll_to(button, animate=False)

        soon = Clock.create_trigger(scroll, 0)
        column.bind(viewport_size=soon)
        button.bind(pos=soon)
        soon()

    # -- the way on -----------------------------------------------------------------------------------

    def _go_on(self, number: int) -> None:
        self._course.go_on(number)
        self.show_panel("situation")

    def _end(self) -> None:
        self.desk.lesson = None
        self.desk.back()


def lesson_text(game: str, language: str, said: str) -> str:
    """A sentence of a game's lesson in a language."""
    return translations(package_of(game), "lesson", language).gettext(said)
