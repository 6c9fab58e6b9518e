"""How long vision takes for one frame of a rendered game: nothing to see, a settled view, finding the mat
again."""

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
from vision.registration import find_by_tags
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


@pytest.mark.parametrize("profile", list(PROFILES))
def test_a_minute_of_a_game(benchmark: BenchmarkFixture, profile: str) -> None:
    """Goals V8: a frame in which nothing settles 3 ms, a settled view 25 ms, finding the mat 250 ms."""
    cv2.setNumThreads(1)
    setting = setting_of("marso", 3, {})
    renderer = setting.renderer(PROFILES[profile], 7)
    watcher = TableWatcher(spots_of(setting.zones), setting.mat)
    quiet: list[float] = []
    hands: list[float] = []
    views: list[float] = []
    finds: list[float] = []

    def minute() -> None:
        people = People(setting, 7, sees=renderer.sees)
        for number, scene in enumerate(islice(filmed(people, FPS), FRAMES)):
            image = renderer.frame(scene)
            spent, seen = timed(partial(watcher.read, Frame(number, number / FPS, image)))
            if seen.view is not None:
                views.append(spent)
            else:
                (hands if seen.state is CameraState.HAND else quiet).append(spent)
            if number % 30 == 0:
                finds.append(timed(partial(find_by_tags, image, setting.mat, None))[0])

    benchmark.pedantic(minute, rounds=1)  # type: ignore[no-untyped-call]  # the library has no types
    print(f"\n{profile}, 1280 x 720, one thread:")
    print(report("nothing settled, no hand", quiet))
    print(report("a hand in the picture", hands))
    print(report("a settled view", views))
    print(report("finding the mat", finds))
