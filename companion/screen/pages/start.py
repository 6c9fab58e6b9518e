"""Settings that Kivy reads while it is imported, and the import itself."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from kivy.app import App
from kivy.core.window import Window

from companion.locale import Texts
from companion.screen import theme
from companion.screen.controller import Controller
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Pages, Row, Text

# -- The window that says why the program cannot start, because a kiosk has no terminal


class FaultScreen(App):
    """One sentence and two buttons. ``again``: whether people want to try again."""

    title = "Companion"

    def __init__(self, sentence: str, texts: Texts, drawn: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self._sentence = sentence
        self._texts = texts
        self._drawn = drawn
        self.again = False

    def build(self) -> Column:
        """The page."""
        say = self._texts.say
        Window.bind(on_flip=self._flipped)
        page = Column(pad=16, gap=12, ground=theme.BACKGROUND)
        page.add_widget(Text(say("Companion cannot start"), size=theme.BIG + 8, bold=True))
        pages = Pages()
        pages.column.add_widget(Text(self._sentence, size=theme.BIG, ground=theme.PANEL))
        page.add_widget(pages)
        row = Row(size_hint_y=None, height=px(theme.TOUCH + 8))
        row.add_widget(BigButton(say("Try again"), self._try, ground=theme.GOOD, size_hint_y=1))
        row.add_widget(BigButton(say("Close"), self.stop, size_hint_y=1))
        page.add_widget(row)
        return page

    def on_stop(self) -> None:
        """Let go of the window."""
        Window.unbind(on_flip=self._flipped)

    def _try(self) -> None:
        self.again = True
        self.stop()

    def _flipped(self, *_: object) -> None:
        self._drawn()


def run(sentence: str, texts: Texts, drawn: Callable[[], None]) -> bool:
    """See :func:`companion.screen.pages.start.show_fault`."""
    screen = FaultScreen(sentence, texts, drawn)
    screen.run()
    return screen.again


# -- Settings that Kivy reads while it is imported, and the import itself

BARE_SCREEN = "kmsdrm"
"""SDL's way to draw without a desktop, in ``SDL_VIDEODRIVER``."""


def configure(size: tuple[int, int], fullscreen: bool = False) -> None:
    """Prepare Kivy; call before anything of it is imported. ``size`` in pixels."""
    os.environ["KIVY_NO_ARGS"] = "1"  # the command line is ours
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")  # neither the root logger nor stderr is taken over
    os.environ["KIVY_WINDOW"] = "sdl2"  # Kivy's other ways to a window end the process when there is none
    home = Path(os.environ.get("KIVY_HOME") or "~/.kivy").expanduser()
    there = home if home.exists() else home.parent
    if not (there.is_dir() and os.access(there, os.W_OK)):
        os.environ["KIVY_NO_CONFIG"] = "1"  # it would keep its settings there
    from kivy.config import Config

    Config.set("kivy", "exit_on_escape", "0")
    Config.set("graphics", "width", str(size[0]))
    Config.set("graphics", "height", str(size[1]))
    Config.set("graphics", "fullscreen", "auto" if fullscreen else "0")
    # One sample per pixel: pictures have smooth edges of their own, and software OpenGL draws every sample.
    Config.set("graphics", "multisamples", "0")
    # Some read the panel beside the window, and every touch would come twice.
    for provider in list(Config.options("input")):
        Config.remove_option("input", provider)
    Config.set("input", "mouse", "mouse,disable_multitouch")  # a right click leaves no red dot


def has_display(environment: Mapping[str, str]) -> bool:
    """Whether a window may open: on X, on Wayland, or on the bare screen as for the package's service."""
    drawn_by = map(environment.get, ("DISPLAY", "WAYLAND_DISPLAY"))
    return any(drawn_by) or environment.get("SDL_VIDEODRIVER") == BARE_SCREEN


def open_window(size: tuple[int, int], fullscreen: bool = False) -> bool:
    """Whether a window opens on a display. Without a display SDL would draw where nobody sees it."""
    configure(size, fullscreen)
    displays = {"DISPLAY": "x11", "WAYLAND_DISPLAY": "wayland"}
    drivers = ",".join(driver for variable, driver in displays.items() if os.environ.get(variable))
    if drivers:
        os.environ.setdefault("SDL_VIDEODRIVER", drivers)
    from kivy.core.window import Window  # opens as soon as it is imported

    return Window is not None


def run_screen(
    controller: Controller,
    language: str,
    size: tuple[int, int] = (800, 480),
    fullscreen: bool = False,
    drawn: Callable[[], None] = lambda: None,
) -> None:
    """Show the screen until its window is closed; Kivy owns the calling (main) thread meanwhile.

    ``size`` in pixels, at least 800 x 480. ``drawn``: called after each picture, at least every three
    seconds. Raises LanguageError for an unknown language.
    """
    configure(size, fullscreen)
    from companion.screen.pages.app import run  # Kivy opens a window as soon as it is imported

    run(controller, language, drawn)


def show_fault(sentence: str, texts: Texts, drawn: Callable[[], None]) -> bool:
    """Show in the open window why the program cannot start, until people choose: True to try again, False to
    close it."""
    from companion.screen.pages.start import run  # needs the open window

    return run(sentence, texts, drawn)
