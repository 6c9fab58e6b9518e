"""Ctrl-C, SIGTERM and SIGHUP, whenever they come: everything is closed in order, nothing is left."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.app.ended import Program

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("apart", [0.0, 0.3])
def test_twice_in_a_game_without_a_camera(home: Path, number: int, apart: float) -> None:
    program = Program(home, "referee", "--camera", "none")
    program.wait_until(lambda: "-> " in program.said)
    program.signal(number, times=2, apart=apart)
    assert program.end() == 0
    program.check_left()
    assert "The match file: " in program.said
    assert "Aborted" not in program.said


@pytest.mark.parametrize("number", SIGNALS)
def test_while_the_simulated_table_is_being_set_up(home: Path, number: int) -> None:
    program = Program(home, "referee")
    program.wait_until(lambda: "set up" in program.said)
    program.signal(number, times=2, group=True)
    assert program.end() == 0
    program.check_left()


@pytest.mark.parametrize("number", SIGNALS)
def test_while_the_simulated_table_is_watched(home: Path, number: int) -> None:
    truth = home / "truth.match"
    program = Program(home, "referee", "--truth", str(truth))
    program.wait_until(lambda: "simulated table ***" in program.said)
    program.signal(number, group=True)
    assert program.end() == 0
    program.check_left()
    assert truth.read_text(encoding="utf-8").startswith("match 1\n")


@pytest.mark.parametrize("number", SIGNALS)
def test_while_the_window_is_being_opened(home: Path, number: int) -> None:
    program = Program(home, "run", DISPLAY=":0", SDL_VIDEODRIVER="offscreen", KIVY_METRICS_DENSITY="1")
    program.wait_until((home / "kivy").exists)
    program.signal(number, times=2, group=True)
    assert program.end() == 0
    program.check_left()
