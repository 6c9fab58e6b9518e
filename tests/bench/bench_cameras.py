"""What a larger picture costs: processor for each picture and each settled view, memory of the process that
watches. The table is the one with the smallest things."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.referee.spots import spots_of
from companion.simulator.camera import SIZES
from companion.simulator.clips import filmed
from companion.simulator.people import People
from companion.simulator.profiles import PROFILES
from companion.simulator.setting import setting_of
from tests.bench.bench_judge import yardstick
from tests.bench.one_camera import watched

pytestmark = pytest.mark.outside

FPS = 10.0
FRAMES = 300
"""Half a minute of the game."""


@pytest.mark.parametrize("size", SIZES)
def test_a_camera(benchmark: BenchmarkFixture, tmp_path: Path, size: str) -> None:
    """Goals: 8 ms a picture, 60 ms a settled view, 400 MB for the whole program."""
    setting = setting_of("northwest", 3, {})
    easy = PROFILES["easy"]
    renderer = setting.renderer(replace(easy, view=replace(easy.view, size=SIZES[size])), 7)
    people = People(setting, 7, sees=renderer.sees)
    for number, scene in enumerate(islice(filmed(people, FPS), FRAMES)):
        (tmp_path / f"{number:06}.jpg").write_bytes(renderer.jpeg(scene))
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        task = pool.submit(watched, tmp_path, FPS, spots_of(setting.zones), setting.mat)
        cost = benchmark.pedantic(task.result, rounds=1)  # type: ignore[no-untyped-call]  # no types
    decoding, watching, settled = (np.median(each) for each in (cost.decoding, cost.watching, cost.settled))
    print(
        f"\nnorthwest, 3 seats, {size}, {FRAMES} pictures, one thread; yardstick {1000 * yardstick():.1f} ms:"
    )
    print(f"  p50: decoded in {decoding:.1f} ms, watched in {watching:.1f} ms")
    print(f"  {len(cost.settled)} settled views: p50 {settled:.1f} ms")
    print(f"  memory: {cost.base:.0f} MB before, {cost.peak:.0f} MB at most")
