"""The window: shows one page at a time and tells it when there is something new.

Thread: everything here runs on Kivy's main thread. Other threads only pull the trigger given to
``Controller.subscribe``; Kivy's clock then calls :meth:`CompanionScreen.refresh` once before the next frame.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish

from companion.locale import Texts
from companion.rules.contract import Over
from companion.screen import theme, tuning
from companion.screen.controller import Controller
from companion.screen.desk import Desk, Page
from companion.screen.pages.about import AboutPage
from companion.screen.pages.begin import BeginPage
from companion.screen.pages.camera import CameraPage
from companion.screen.pages.correct import CorrectPage
from companion.screen.pages.edition import EditionPage
from companion.screen.pages.end import EndPage
from companion.screen.pages.focus import Focus
from companion.screen.pages.home import HomePage
from companion.screen.pages.lesson import LessonPage
from companion.screen.pages.matches import MatchesPage
from companion.screen.pages.places import PlacesPage
from companion.screen.pages.players import PlayersPage
from companion.screen.pages.replay import ReplayPage
from companion.screen.pages.rulebook import RulesPage
from companion.screen.pages.settings import SettingsPage
from companion.screen.pages.sheets import SheetsPage
from companion.screen.pages.statistics import StatisticsPage
from companion.screen.pages.table import TablePage
from companion.screen.pages.table_lesson import TableLessonPage
from companion.screen.pages.trials import TrialsPage
from companion.screen.pages.wifi import WifiPage
from companion.screen.pages.wizard import WizardPage
from companion.screen.saver import Saver
from companion.screen.widgets import Column

DRAW_EVERY = tuning.number("app.draw_every")
"""A picture is drawn every so many seconds although nothing is new, as a sign of life (20 ms of processor
each)."""

LOOK_EVERY = tuning.number("app.look_every")
"""Seconds between two looks at what is wrong outside the game."""

PAGES: dict[str, type[Page]] = {
    "home": HomePage,
    "begin": BeginPage,
    "players": PlayersPage,
    "matches": MatchesPage,
    "replay": ReplayPage,
    "correct": CorrectPage,
    "statistics": StatisticsPage,
    "rules": RulesPage,
    "lesson": LessonPage,
    "settings": SettingsPage,
    "about": AboutPage,
    "wizard": WizardPage,
    "trials": TrialsPage,
    "wifi": WifiPage,
    "edition": EditionPage,
    "camera": CameraPage,
    "places": PlacesPage,
    "sheets": SheetsPage,
    "table": TablePage,
    "table lesson": TableLessonPage,
    "end": EndPage,
}
STARTS = ("home", "table", "table lesson", "end")
"""Pages from which every way begins anew."""
WITHOUT_TABLE = (
    "home",
    "wizard",
    "wifi",
    "begin",
    "players",
    "edition",
    "matches",
    "replay",
    "statistics",
    "rules",
    "lesson",
    "settings",
    "trials",
    "about",
)
"""Pages that can be shown while no table is open."""


_logger = logging.getLogger(__name__)


class CompanionScreen(App):
    """The whole touchscreen. Raises LanguageError for an unknown language."""

    title = "Companion"

    def __init__(
        self, controller: Controller, language: str, drawn: Callable[[], None] = lambda: None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._drawn = drawn
        self.desk = Desk(
            controller, Texts(language), self.go, self.back, self.set_language, settle=self.settle
        )
        self._way: list[tuple[str, str]] = []
        self.place = Column(ground=theme.BACKGROUND)
        self.page: Page | None = None
        self._told_end_of = ""
        self._news: object = None
        self._troubles: object = ()
        self._changed = Clock.create_trigger(self.refresh)
        self._resized = Clock.create_trigger(self._fill)
        self._told_size = False
        self._area: tuple[int, ...] = ()

    def build(self) -> Column:
        """Begin at the table that is already open, with the set-up of a new installation, or at home."""
        self._area = tuple(Window.size)
        Window.bind(size=self._keep_area)
        Window.bind(size=self._resized)
        displays = map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY"))
        if os.environ.get("SDL_VIDEODRIVER") == "offscreen" or not any(displays):
            Window.bind(on_flip=_finish)
        Window.bind(on_flip=self._flipped)
        self.focus = Focus(lambda: self.place, self._escape)
        self.saver = Saver(lambda: self.desk.preferences.saver, self._darken)
        self._beat = Clock.schedule_interval(lambda _: Window.canvas.ask_update(), DRAW_EVERY)
        self._alert = Clock.schedule_interval(self._look_for_troubles, LOOK_EVERY)
        self.desk.controller.subscribe(self._changed)
        first = self.desk.controller.first_start()
        self._apply()
        self.go("table" if self.desk.controller.view() else "wizard" if first.wanted() else "home")
        return self.place

    def on_stop(self) -> None:
        """Let go of the window, which outlives this app in tests."""
        if self.page is not None:
            self.page.leave()
        self.saver.close()
        self.focus.close()
        self._beat.cancel()
        self._alert.cancel()
        Window.unbind(size=self._resized, on_flip=self._flipped)
        Window.unbind(size=self._keep_area)
        Window.unbind(on_flip=_finish)
        Window.rotation = 0
        self._changed.cancel()
        self._resized.cancel()

    @property
    def page_name(self) -> str:
        """Which page is shown."""
        return next((name for name, kind in PAGES.items() if type(self.page) is kind), "")

    def go(self, name: str, about: str = "") -> None:
        """Show another page."""
        if name == "table" and self.desk.table_lesson is not None:
            name = "table lesson"
        if name in STARTS:
            self._way.clear()
        self._way.append((name, about))
        self._show(name, about)

    def back(self) -> None:
        """Show the page from which people came; otherwise home, or the open table."""
        self._way = self._way[:-1]
        if self._way:
            self._show(*self._way[-1])
        else:
            self.go("table" if self.desk.controller.view() else "home")

    def _escape(self) -> None:
        if self.page is not None and (len(self._way) > 1 or isinstance(self.page, TablePage)):
            self.page.escape()

    def _show(self, name: str, about: str) -> None:
        self.desk.about = about
        if self.page is not None:
            self.page.leave()
        view = self.desk.controller.view()
        if view is None:
            self.desk.table_lesson = None
        names = self.desk.controller.names()
        self.desk.texts = Texts(self.desk.texts.language, view.game if view else None, names)
        self.place.clear_widgets()
        self.page = PAGES[name](self.desk)
        self.place.add_widget(self.page)
        self.refresh()

    def set_language(self, language: str) -> None:
        """Speak another language from now on."""
        self.desk.texts = Texts(language, self.desk.texts.game)
        self.desk.controller.remember_language(language)
        self._rebuild()

    def settle(self) -> None:
        """Apply new preferences."""
        self._apply()
        self._rebuild()

    def _apply(self) -> None:
        now = self.desk.preferences
        theme.set_large_print(now.large_print)
        hangs = self.desk.controller.first_start().known().turn
        Window.rotation = (hangs + self.desk.turned + self.desk.asking) % 360
        self.desk.controller.machine.dim(now.brightness)

    def _darken(self, dark: bool) -> None:
        self.desk.controller.machine.dim(0 if dark else self.desk.preferences.brightness)

    def refresh(self, *_: object) -> None:
        """Show the newest view, and the page of the end when a game has just ended."""
        if self.desk.controller.backups.restored:
            self.stop()
            return
        view = self.desk.controller.view()
        self.desk.note(view)
        if self.page is not None and self.desk.face(view):
            return
        news = (view.match, view.entries, view.ruling, view.question) if view is not None else None
        if news != self._news:
            self._news = news
            self.saver.stir()
        if self.page_name not in WITHOUT_TABLE and view is None:
            self.go("home")
            return
        if view and isinstance(view.pending, Over) and self._told_end_of != view.match:
            self._told_end_of = view.match
            if self.page_name == "table":
                self.go("end")
                return
        if view and not isinstance(view.pending, Over):
            self._told_end_of = ""
        if self.page is not None:
            self.page.refresh(view)

    def _look_for_troubles(self, _seconds: float) -> None:
        """Refresh if troubles came or went, as nobody may tell the screen of them: a referee that is late
        has no time to."""
        troubles = (*self.desk.controller.troubles(), self.desk.controller.updates.said)
        if troubles != self._troubles:
            self._troubles = troubles
            self.refresh()

    def _flipped(self, *_: object) -> None:
        self._drawn()

    def _fill(self, *_: object) -> None:
        """The window has another size: build the same page anew, unless nothing could be read in it."""
        if theme.usable():
            self._rebuild()
        else:
            self._tell_size(Window.size)

    def _keep_area(self, window: Any, size: Sequence[int]) -> None:
        """Keep the size of the window if a panel reports 0 pixels, as some do while they wake: Kivy would
        end."""
        if min(size) > 0:
            self._area = tuple(size)
            return
        self._tell_size(size)
        window.size = self._area

    def _tell_size(self, size: Sequence[int]) -> None:
        """Log, once, a size that the panel reports and that cannot be used."""
        if not self._told_size:
            self._told_size = True
            _logger.warning("The panel reports %d x %d pixels; the page stays as it was.", *size)

    def _rebuild(self, *_: object) -> None:
        """Build the same page anew."""
        old = self.page
        if old is not None:
            self.desk.rebuilding = True
            self._show(self.page_name, self.desk.about)
            self.desk.rebuilding = False
            if self.page is not None:
                self.page.follow(old)


def _finish(*_: object) -> None:
    """Wait for every frame. Without a display SDL draws "offscreen" and nothing waits for the picture; then
    the driver's queue grows by about 90 kB a frame (measured with llvmpipe)."""
    glFinish()


def run(controller: Controller, language: str, drawn: Callable[[], None]) -> None:
    """See :func:`companion.screen.pages.start.run_screen`."""
    Window.minimum_width, Window.minimum_height = theme.SMALLEST
    CompanionScreen(controller, language, drawn).run()
