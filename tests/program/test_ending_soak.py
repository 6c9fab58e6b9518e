"""Signals at random moments of start, game and end: nothing hangs, nothing is left."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from random import Random

import pytest

from tests.program.ended import COMPANION, Program

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
WAYS: tuple[tuple[tuple[str, ...], dict[str, str]], ...] = (
    (("referee", "--camera", "none"), {}),
    (("referee",), {}),
    (("run", "--camera", "none", "--home"), {"DISPLAY": ":0", "SDL_VIDEODRIVER": "offscreen"}),
    (("run",), {"DISPLAY": ":0", "SDL_VIDEODRIVER": "offscreen"}),
)
LONGEST = 12.0
"""Seconds after the start until the signal comes at the latest: the simulated table is being played then."""
PYTHON_STARTS = 0.3
"""Seconds in which Python itself begins, before the first line of ours."""
TIMES = int(os.environ.get("SIGNALS", "1000"))


@pytest.mark.soak
def test_signals_at_random_moments(home: Path) -> None:
    rng = Random(31)
    worst = 0.0
    for turn in range(TIMES):
        place = home / str(turn)
        place.mkdir()
        arguments, environment = rng.choice(WAYS)
        program = Program(place, *arguments, start=COMPANION, **environment)
        time.sleep(rng.uniform(PYTHON_STARTS, LONGEST) if turn % 2 else rng.uniform(PYTHON_STARTS, 4.0))
        number, group = rng.choice(SIGNALS), rng.random() < 0.5
        told = time.monotonic()
        program.signal(number, times=2, apart=rng.choice((0.0, 0.01, 0.3, 1.0)), group=group)
        program.end()
        worst = max(worst, time.monotonic() - told)
        program.check_left()
        print(f"{turn}: {number.name} group={group} {arguments}: {time.monotonic() - told:.2f} s")
    print(f"{TIMES} signals, twice each: the longest end took {worst:.1f} s")
