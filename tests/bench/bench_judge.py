"""How long the judge takes for one call, over whole random games and over tables that nothing explains."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import companion.referee.watcher as watching
from companion.judge.verdicts import Verdict
from companion.referee.judge import judge
from companion.referee.session_thread import keep_loaded
from companion.referee.watcher import Watcher
from companion.rules.contract import CellId
from companion.rules.registry import find_game
from tests.referee_judge.people import Party
from tests.referee_judge.table import UNKNOWN, LabelTable

both_games = pytest.mark.parametrize("name", ["marso", "arctica"])
ENTRIES = 60


@pytest.fixture(autouse=True)
def loaded() -> None:
    """As when the session's thread begins."""
    keep_loaded()


class Clock:
    """Stands between watcher and judge and notes the CPU time of every call (s)."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def __call__(self, *args: Any) -> Verdict:
        begin = time.process_time()
        verdict = judge(*args)
        self.seconds.append(time.process_time() - begin)
        return verdict

    def __str__(self) -> str:
        """Quantiles; the goals are 50 ms for p99 and 300 ms for the worst."""
        ordered = sorted(self.seconds)
        p50, p99 = statistics.median(ordered), ordered[int(0.99 * (len(ordered) - 1))]
        return (
            f"{len(ordered)} calls, p50 {1000 * p50:.1f} ms, p99 {1000 * p99:.1f} ms, "
            f"worst {1000 * ordered[-1]:.1f} ms; yardstick {1000 * yardstick():.1f} ms"
        )


def yardstick() -> float:
    """CPU time (s) of a fixed piece of plain Python, to compare machines and moments by."""

    def once() -> float:
        begin = time.process_time()
        table: dict[tuple[int, str], float] = {}
        for number in range(100_000):
            table[number % 997, "x"] = 0.5 * number
        return time.process_time() - begin

    return min(once() for _ in range(5))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(watching, "judge", clock)
    return clock


def measure(benchmark: BenchmarkFixture, title: str, clock: Clock, job: Callable[[], None]) -> None:
    benchmark.pedantic(job, rounds=1)  # type: ignore[no-untyped-call]  # the library has no types
    benchmark.extra_info["judge"] = str(clock)
    print(f"\n{title}: {clock}")


@both_games
@pytest.mark.parametrize("noise", [0.0, 1.5], ids=["perfect", "noisy"])
def test_judge_over_games(benchmark: BenchmarkFixture, clock: Clock, name: str, noise: float) -> None:
    def games() -> None:
        for seed in range(4):
            Party(find_game(name), 2 + seed % 3, seed, noise=noise).play(ENTRIES)

    measure(benchmark, f"{name}, legal play", clock, games)


def take_away(table: LabelTable, chance: random.Random, cells: list[CellId]) -> None:
    table.put(chance.choice(full(table, cells)), ())


def foreign(table: LabelTable, chance: random.Random, cells: list[CellId]) -> None:
    """A cup, and a figure that is there twice."""
    table.put(chance.choice(cells), UNKNOWN)
    source = chance.choice(full(table, cells))
    table.put(chance.choice(cells), table.shown[source][1])


def swap(table: LabelTable, chance: random.Random, cells: list[CellId]) -> None:
    one, other = chance.sample(full(table, cells), 2)
    a, b = (table.shown[cell][1] for cell in (one, other))
    table.put(one, b)
    table.put(other, a)


def many(table: LabelTable, chance: random.Random, cells: list[CellId]) -> None:
    for cell in chance.sample(cells, 8):
        table.put(cell, chance.choice(next(z.stacks for c, z in table.zones.items() if c == cell)))


def stray(table: LabelTable, chance: random.Random, cells: list[CellId]) -> None:
    """Three figures carried anywhere."""
    for _ in range(3):
        source = chance.choice(full(table, cells))
        stack = table.shown[source][1]
        table.put(source, ())
        table.put(chance.choice(cells), stack)


def full(table: LabelTable, cells: list[CellId]) -> list[CellId]:
    return [cell for cell in cells if table.shown[cell][1]]


@both_games
def test_judge_when_nothing_explains_the_table(benchmark: BenchmarkFixture, clock: Clock, name: str) -> None:
    def tables() -> None:
        for seed in range(15):
            known = len(clock.seconds)
            party = Party(find_game(name), 2 + seed % 3, seed)
            party.play(5 + 2 * seed)
            party.seen, party.watcher = party.truth, Watcher(party.game)
            party.table.lay_all(party.looks())
            party.look()
            del clock.seconds[known:]  # legal play is measured above
            chance = random.Random(seed)
            cells = sorted(cell for cell, zone in party.table.zones.items() if len(zone.bases) > 1)
            (take_away, foreign, swap, many, stray)[seed % 5](party.table, chance, cells)
            party.hand()
            party.look(75)

    measure(benchmark, f"{name}, unexplained tables", clock, tables)
