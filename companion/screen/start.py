"""Settings that Kivy reads while it is imported, and the import itself."""

from __future__ import annotations

import os

from companion.screen.ports import Controller


def configure(size: tuple[int, int], fullscreen: bool = False) -> None:
    """Prepare Kivy; call before anything of it is imported. ``size`` in pixels."""
    os.environ["KIVY_NO_ARGS"] = "1"  # the command line is ours
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")  # neither the root logger nor stderr is taken over
    from kivy.config import Config

    Config.set("kivy", "exit_on_escape", "0")
    Config.set("graphics", "width", str(size[0]))
    Config.set("graphics", "height", str(size[1]))
    Config.set("graphics", "fullscreen", "auto" if fullscreen else "0")
    for provider in list(Config.options("input")):  # some read the panel beside the window: every touch twice
        Config.remove_option("input", provider)
    Config.set("input", "mouse", "mouse,disable_multitouch")  # a right click leaves no red dot


def run_screen(
    controller: Controller, language: str, size: tuple[int, int] = (800, 480), fullscreen: bool = False
) -> None:
    """Show the screen until its window is closed; Kivy owns the calling (main) thread meanwhile.

    ``size`` in pixels, at least 800 x 480. Raises LanguageError for an unknown language.
    """
    configure(size, fullscreen)
    from companion.screen.app import run  # Kivy opens a window as soon as it is imported

    run(controller, language)
