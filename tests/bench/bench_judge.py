"""How long the judge takes for one frame, over whole random games and over tables that nothing explains."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable

from pytest_benchmark.fixture import BenchmarkFixture

from companion.rules.registry import find_game
from tests.referee_judge.people import Party
from tests.referee_judge.table import UNKNOWN
from vision.types import Evidence


class Timed(Party):
    """A party whose watcher is timed, frame by frame (s)."""

    def __init__(self, seats: int, seed: int) -> None:
        self.seconds: list[float] = []
        super().__init__(find_game("marso"), seats, seed)

    def show(self, frames: Iterable[Evidence]) -> list[object]:  # type: ignore[override]  # of verdicts
        said: list[object] = []
        for frame in frames:
            begin = time.perf_counter()
            said += super().show([frame])
            self.seconds.append(time.perf_counter() - begin)
        return said


def report(title: str, seconds: list[float]) -> str:
    ordered = sorted(seconds)
    p50, p99 = statistics.median(ordered), ordered[int(0.99 * (len(ordered) - 1))]
    return f"{title}: p50 {1000 * p50:.1f} ms, p99 {1000 * p99:.1f} ms, worst {1000 * ordered[-1]:.1f} ms"


def test_judge_over_games(benchmark: BenchmarkFixture) -> None:
    seconds: list[float] = []

    def games() -> None:
        for seed in range(4):
            party = Timed(2 + seed % 3, seed)
            party.play(120)
            seconds.extend(party.seconds)

    benchmark.pedantic(games, rounds=1)  # type: ignore[no-untyped-call]  # the library has no types
    print("\n" + report(f"judge, legal play, {len(seconds)} frames", seconds))


def test_judge_when_nothing_explains_the_table(benchmark: BenchmarkFixture) -> None:
    seconds: list[float] = []

    def tables() -> None:
        for seed in range(6):
            party = Timed(4, seed)
            party.play(30)
            party.seconds.clear()
            pieces = [cell for cell, (_, stack) in party.table.shown.items() if stack and ":" not in cell]
            party.table.put(party.random.choice(pieces), () if seed % 2 else UNKNOWN)
            party.table.put("c6", ("hunter south",))
            party.hand()
            party.look(90)
            seconds.extend(party.seconds)

    benchmark.pedantic(tables, rounds=1)  # type: ignore[no-untyped-call]  # the library has no types
    print("\n" + report(f"judge, unexplained tables, {len(seconds)} frames", seconds))
