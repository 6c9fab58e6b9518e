"""How long vision takes for one frame of a rendered game: the gate, a tracked read, finding the mat again."""

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

from companion.referee.spots import lesson_looks, spots_of
from companion.simulator.clips import filmed
from companion.simulator.people import People
from companion.simulator.profiles import PROFILES
from companion.simulator.render import Renderer
from companion.simulator.setting import Setting, setting_of
from vision.gate import Gate, small
from vision.reader import TableReader
from vision.registration import find_by_tags
from vision.teaching import Lesson, teach
from vision.types import CameraState, Frame

FPS = 15.0
FRAMES = 900
"""A minute of the game."""


def lessons_of(setting: Setting, renderer: Renderer) -> tuple[Lesson, ...]:
    return tuple(
        Lesson(image, lesson_looks(setting.game, setting.setup, setting.game.parse_position(text)))
        for image, text in setting.lessons(renderer, 8)
    )


def timed(step: Callable[[], Any]) -> tuple[float, Any]:
    """Milliseconds of this thread, and what came of it."""
    begin = time.thread_time()
    value = step()
    return 1000 * (time.thread_time() - begin), value


def report(title: str, times: list[float]) -> str:
    p50, p95 = np.percentile(times, [50, 95])
    return f"  {title}: p50 {p50:.1f} ms, p95 {p95:.1f} ms, worst {max(times):.1f} ms ({len(times)} frames)"


@pytest.mark.parametrize("profile", list(PROFILES))
def test_a_minute_of_a_game(benchmark: BenchmarkFixture, profile: str) -> None:
    cv2.setNumThreads(1)
    setting = setting_of("marso", 3, {})
    renderer = setting.renderer(PROFILES[profile], 7)
    spots = spots_of(setting.zones)
    reader = TableReader(spots, setting.mat, teach(spots, setting.mat, lessons_of(setting, renderer)))
    gate = Gate()
    gates: list[float] = []
    finds: list[float] = []
    reads: dict[CameraState, list[float]] = {state: [] for state in CameraState}

    def minute() -> None:
        people = People(setting, 7, sees=renderer.sees)
        for number, scene in enumerate(islice(filmed(people, FPS), FRAMES)):
            image, now = renderer.frame(scene), number / FPS
            gates.append(timed(partial(lambda image, now: gate.see(small(image), now), image, now))[0])
            spent, evidence = timed(partial(reader.read, Frame(number, now, image)))
            reads[evidence.state].append(spent)
            if number % 30 == 0:
                finds.append(timed(partial(find_by_tags, image, setting.mat, None))[0])

    benchmark.pedantic(minute, rounds=1)  # type: ignore[no-untyped-call]  # the library has no types
    tracked = [
        spent for state in (CameraState.READY, CameraState.HAND, CameraState.LIGHT) for spent in reads[state]
    ]
    print(f"\n{profile}, 1280 x 720, one thread:")
    print(report("gate", gates))
    print(report("tracked read", tracked))
    print(report("tracked read, hand-free", reads[CameraState.READY]))
    print(report("finding the mat", finds))
