"""The screen as the app starts it: its own process, its own loop, news from another thread."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.locale import LanguageError

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House

ROOT = Path(__file__).parents[2]

PROGRAM = """
import threading
from companion.screen.pages.start import configure
configure((800, 480))
from kivy.app import App
from kivy.clock import Clock
from companion.screen.pages.start import run_screen
from tests.screen.house import House

house = House()
house.begin(2)

def play():
    house.play("* open b1", "south play still")

def look(_):
    app = App.get_running_app()
    if app.page.view.ruling is not None:
        print(app.page_name, app.page.view.ruling.seat, app.page.view.ruling.move)
        app.stop()

threading.Timer(0.1, play).start()
Clock.schedule_interval(look, 0.05)
run_screen(house, "uk", (1024, 600))
print("closed")
"""


@pytest.mark.outside
def test_the_screen_runs_shows_news_and_closes(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KIVY")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env={**environment, "KIVY_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["table south play still", "closed"]
    assert "Traceback" not in done.stderr


def test_an_unknown_language_is_refused(house: House) -> None:
    from companion.screen.pages.app import CompanionScreen

    with pytest.raises(LanguageError):
        CompanionScreen(house, "xx")


@pytest.mark.soak
def test_memory_does_not_grow_while_nothing_new_is_to_be_learned(house: House, open_stage: OpenStage) -> None:
    """A move played anew 300 times: 2400 frames may cost at most 50 MB (a leak costs 90 kB a frame)."""
    house.begin(2)
    house.play("* open b1")
    stage = open_stage()

    def round_() -> None:
        house.play("south play ur r", "south step e3")
        stage.frames(4)
        house.begin(2)
        house.play("* open b1")
        house.changed()
        stage.frames(4)

    for _ in range(100):
        round_()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(300):
        round_()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50 * 1024


def test_the_window_draws_one_sample_a_pixel() -> None:
    """Software OpenGL draws each sample: with Kivy's two a frame cost twice the processor."""
    from kivy.config import Config

    assert Config.getint("graphics", "multisamples") == 0
