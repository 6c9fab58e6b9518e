"""How smoothly pieces move on the screen, and what the window costs while nothing happens.

Others may use the machine, so processor time is given beside the clock's.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import pytest
from kivy.base import EventLoop
from pytest_benchmark.fixture import BenchmarkFixture

from companion.rules.match import EntryKind, parse_match
from companion.rules.registry import find_game
from tests.bench.bench_program import LONGEST, spent
from tests.program.ended import Program
from tests.screen.house import House
from tests.screen.scenes import GOLDEN
from tests.screen.stage import Stage
from tests.screen.whole_games import GAMES

SIZE = (1024, 600)
MOVING = ("arctica", "marso", "northwest")
"""Games of which the first entries move something; those of *atlantis* lay its island."""
ENTRIES = 40
"""So many of a recorded game are played; those that move a piece are measured."""
LOADED, BUSY, SETTLED, IDLE = 1.0, 20.0, 5.0, 20.0
"""Seconds of processor after which the page may stand; per cent of a core above which it does not stand yet,
for so many seconds; and those for which its cost is then taken."""


@dataclass
class Gliding:
    """What was drawn while pieces were on their way."""

    rates: list[float] = field(default_factory=list)
    """Frames a second, of each movement, by the clock."""
    first: list[float] = field(default_factory=list)
    """Seconds of processor for the first frame of each: all that the move changed is drawn anew."""
    frames: list[float] = field(default_factory=list)
    """Seconds of processor for each of the others, all threads together."""

    def watch(self, stage: Stage) -> None:
        """Draw until everything has arrived."""
        begun, count, board = time.perf_counter(), 0, stage.board()
        while board.flights.flying:
            before = time.process_time()
            EventLoop.idle()
            (self.frames if count else self.first).append(time.process_time() - before)
            count += 1
        self.rates.append(count / (time.perf_counter() - begun))

    def __str__(self) -> str:
        first, frames = ([1000 * s for s in sorted(some)] for some in (self.first, self.frames))
        return (
            f"{len(self.rates)} movements, frames a second p50 {median(self.rates):.0f}, least"
            f" {min(self.rates):.0f}; processor per frame p50 {median(frames):.1f} ms,"
            f" p95 {frames[int(0.95 * len(frames))]:.1f} ms, worst {frames[-1]:.1f} ms;"
            f" of the first frame p50 {median(first):.0f} ms, worst {first[-1]:.0f} ms"
        )


@pytest.mark.parametrize("game", MOVING)
def test_a_smooth_movement(benchmark: BenchmarkFixture, game: str) -> None:
    text = (GOLDEN / game / f"{GAMES[game]}.match").read_text(encoding="utf-8")
    match, house, gliding = parse_match(text, find_game(game)), House(game), Gliding()
    house.begin(match.setup.seats, dict(match.setup.options))
    stage = Stage(house, "en", SIZE)

    def play() -> None:
        for entry in match.entries[:ENTRIES]:
            if entry.kind in (EntryKind.MOVE, EntryKind.CHANCE):
                house.play(f"{entry.seat or '*'} {entry.text}")
                stage.app.refresh()
                if stage.board().flights.flying:
                    gliding.watch(stage)
                stage.frames()

    try:
        benchmark.pedantic(play, rounds=1)  # type: ignore[no-untyped-call]
    finally:
        stage.close()
    assert gliding.rates, "something has moved"
    print(f"\n{game}, {SIZE[0]} x {SIZE[1]}: {gliding}; processes waiting: {os.getloadavg()[0]:.1f}")


@pytest.mark.outside
@pytest.mark.parametrize("game", GAMES)
def test_an_idle_table(benchmark: BenchmarkFixture, tmp_path: Path, game: str) -> None:
    """The whole program with its window, offscreen, without a camera, at an open table."""
    play = ("--camera", "none", "--game", game)
    before = Program(tmp_path, "referee", *play)
    before.wait_until(lambda: "->" in before.said)  # somebody is to act: a match has begun
    before.signal(15)
    before.end()
    window = ("--size", f"{SIZE[0]}x{SIZE[1]}", "--resume")
    program = Program(tmp_path, "run", *play, *window, DISPLAY=":0", SDL_VIDEODRIVER="offscreen")
    first = program.process.pid

    def share(seconds: float) -> float:
        used, begun = spent(first), time.monotonic()
        time.sleep(seconds)
        assert program.process.poll() is None, program.said
        return 100 * (spent(first) - used) / (time.monotonic() - begun)

    def wait() -> None:
        deadline = time.monotonic() + LONGEST
        while spent(first) < LOADED or share(SETTLED) > BUSY:
            assert time.monotonic() < deadline, program.said
        print(
            f"\n{game}: {share(IDLE):.1f} % of a core while nothing happens;"
            f" processes waiting: {os.getloadavg()[0]:.1f}"
        )

    try:
        benchmark.pedantic(wait, rounds=1)  # type: ignore[no-untyped-call]
    finally:
        program.signal(15)
        program.end()
