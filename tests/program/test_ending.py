"""Ctrl-C, SIGTERM and SIGHUP, whenever they come: everything is closed in order, nothing is left."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.program.ended import Program, processes_of

pytestmark = pytest.mark.outside

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


@pytest.mark.parametrize(
    "number", [SIGNALS[0], *(pytest.param(one, marks=pytest.mark.soak) for one in SIGNALS[1:])]
)
def test_while_the_simulated_table_is_watched(home: Path, number: int) -> None:
    truth = home / "truth.match"
    program = Program(home, "referee", "--truth", str(truth))
    program.wait_until(lambda: "simulated table ***" in program.said)
    program.signal(number, group=True)
    assert program.end() == 0
    program.check_left()
    assert truth.read_text(encoding="utf-8").startswith("match 1\n")


def test_the_camera_s_process_leaves_signals_to_the_program(home: Path) -> None:
    """Whoever closes a terminal signals all processes; a camera that ended by itself would be told as a fault
    while the others are being closed."""
    program = Program(home, "referee")
    seen: list[int] = []

    def watched() -> bool:
        seen[:] = [pid for pid, line in processes_of(program.process.pid) if "spawn_main" in line]
        return bool(seen)

    program.wait_until(watched)
    for _ in range(20):  # from its birth on
        for number in SIGNALS:
            os.kill(seen[0], number)
        time.sleep(0.1)
    program.wait_until(lambda: "simulated table ***" in program.said)
    assert watched()
    program.signal(signal.SIGTERM, group=True)
    assert program.end() == 0
    program.check_left()
    assert "process has ended" not in program.said


LOADING = """
import subprocess, tempfile
from companion.program.ending import ENDING
ENDING.heed_signals()
with ENDING.loading(), tempfile.NamedTemporaryFile() as made:
    print("loading", flush=True)
    subprocess.run(["sleep", "1"], check=True)
    print("loaded", flush=True)
ENDING.finish(0)
"""


def test_while_a_library_is_loaded_that_runs_a_program_and_keeps_a_file(home: Path) -> None:
    """As Kivy does, which looks for the C library: neither the file nor the program is left, or killed."""
    program = Program(home, LOADING, start=(sys.executable, "-c"))
    program.wait_until(lambda: "loading" in program.said)
    program.signal(signal.SIGINT, times=2, group=True)
    assert program.end() == 128 + signal.SIGINT
    program.check_left()
    assert "loaded" in program.said


@pytest.mark.parametrize("number", SIGNALS)
def test_while_the_window_is_being_opened(home: Path, number: int) -> None:
    program = Program(home, "run", DISPLAY=":0", SDL_VIDEODRIVER="offscreen", KIVY_METRICS_DENSITY="1")
    program.wait_until((home / "kivy").exists)
    program.signal(number, times=2, group=True)
    assert program.end() == 0
    program.check_left()
