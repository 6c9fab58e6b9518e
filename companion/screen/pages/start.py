"""Settings that Kivy reads while it is imported, and the import itself."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.locale import Texts
from companion.screen.controller import Controller

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
    from companion.screen.pages.fault import run  # needs the open window

    return run(sentence, texts, drawn)
