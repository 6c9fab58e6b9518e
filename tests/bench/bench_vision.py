"""How long vision takes for one frame of a rendered game: nothing to see, a settled view, finding the mat
or the print of the board again."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any

import cv2
import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.referee.spots import spots_of
from companion.simulator.clips import filmed
from companion.simulator.people import People
from companion.simulator.profiles import PROFILES
from companion.simulator.setting import setting_of
from tests.bench.bench_judge import yardstick
from vision.refinding import Memory
from vision.registration import find_by_tags
from vision.seeing import Glance
from vision.types import CameraState, Frame
from vision.watching import TableWatcher

FPS = 15.0
FRAMES = 900
"""A minute of the game."""


def timed(step: Callable[[], Any]) -> tuple[float, Any]:
    """Milliseconds of this thread, and what came of it."""
    begin = time.thread_time()
    value = step()
    return 1000 * (time.thread_time() - begin), value


def report(title: str, times: list[float]) -> str:
    if not times:
        return f"  {title}: none"
    p50, p95 = np.percentile(times, [50, 95])
    return f"  {title}: p50 {p50:.1f} ms, p95 {p95:.1f} ms, worst {max(times):.1f} ms ({len(times)} frames)"


@pytest.mark.parametrize(
    ("game", "seats", "profile"),
    [
        *(pytest.param("marso", 3, profile, id=profile) for profile in PROFILES),
        pytest.param("jungle", 8, "easy", id="eight piles"),
    ],
)
def test_a_minute_of_a_game(benchmark: BenchmarkFixture, game: str, seats: int, profile: str) -> None:
    """Goals V8: a still picture 3 ms, a settled view 25 ms, finding the table again 250 ms."""
    cv2.setNumThreads(1)
    setting = setting_of(game, seats, {})
    spots = spots_of(setting.zones)
    renderer = setting.renderer(PROFILES[profile], 7)
    watcher = TableWatcher(spots, setting.mat)
    times: dict[str, list[float]] = {
        "a still picture": [],
        "a hand has just left": [],
        "a hand in the picture": [],
        "a settled view": [],
        "finding the mat": [],
        "finding the print": [],
    }
    memory: list[Memory] = []

    def minute() -> None:
        people = People(setting, 7, sees=renderer.sees)
        for number, scene in enumerate(islice(filmed(people, FPS), FRAMES)):
            image = renderer.frame(scene)
            spent, seen = timed(partial(watcher.read, Frame(number, number / FPS, image)))
            times[kind(seen)].append(spent)
            if number % 30 == 0:
                spent, found = timed(partial(find_by_tags, image, setting.mat, None))
                times["finding the mat"].append(spent)
                if found is not None and not memory:
                    memory.append(Memory.of(image, found, spots))
                times["finding the print"] += [timed(partial(one.find, image))[0] for one in memory]

    benchmark.pedantic(minute, rounds=1)  # type: ignore[no-untyped-call]  # the library has no types
    print(
        f"\n{game}, {seats} seats, {profile}, 1280 x 720, one thread; yardstick {1000 * yardstick():.1f} ms:"
    )
    for title, spent in times.items():
        print(report(title, spent))


def kind(seen: Glance) -> str:
    """What the watcher had to do in a frame."""
    if seen.view is not None:
        return "a settled view"
    if seen.state is CameraState.HAND:
        return "a hand in the picture"
    return "a hand has just left" if seen.settling else "a still picture"
