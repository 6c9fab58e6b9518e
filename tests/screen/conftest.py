"""Kivy without a display, and a controller whose table is a real session of a real game.

Kivy reads its settings while it is imported, which the test modules here do: so they are made now.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from companion.screen.start import configure

if TYPE_CHECKING:
    from .house import House
    from .stage import Stage

OpenStage = Callable[..., "Stage"]

LARGEST = (1280, 720)
"""SDL's offscreen picture does not grow with the window, so the window begins with its largest size."""


def _without_display() -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        os.environ.pop(name, None)
    home = tempfile.mkdtemp(prefix="companion-kivy-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    os.environ["KIVY_HOME"] = home  # nothing of the user's own settings, nothing left behind
    configure(LARGEST)
    from kivy.config import Config

    Config.set("graphics", "maxfps", "0")


_without_display()


@pytest.fixture
def house() -> House:
    """The controller."""
    from .house import House

    return House()


@pytest.fixture
def open_stage(house: House) -> Iterator[OpenStage]:
    """Opens the screen: ``open_stage(language="uk", size=(1280, 720))``. The house may be changed before."""
    from .stage import Stage

    stages: list[Stage] = []

    def opening(language: str = "en", size: tuple[int, int] = (800, 480)) -> Stage:
        stages.append(Stage(house, language, size))
        return stages[-1]

    yield opening
    for stage in stages:
        stage.close()
