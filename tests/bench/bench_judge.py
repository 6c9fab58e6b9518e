"""How long the judge takes for one settled view: random games of every board game, one act a view."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.judge.judge import Judge
from companion.judge.verdicts import Verdict
from companion.program.memory import keep_loaded
from companion.rules.contract import Chance, Decide
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.registry import AnyGame, find_game
from tests.judge.views import cells_of, first, glance, of_act
from vision.seeing import View

GAMES = 4
ACTS = 30
ENTRIES = 200
"""Entries of a game at most."""


class Clock:
    """CPU time of calls (s)."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def see(self, judge: Judge, match: Any, seen: View) -> Verdict:
        """Let the judge look at a view."""
        begin = time.process_time()
        verdict = judge.see(match, glance(seen))
        self.seconds.append(time.process_time() - begin)
        return verdict

    def __str__(self) -> str:
        """Quantiles; the goal is 50 ms for p99."""
        ordered = sorted(self.seconds)
        p50, p99 = statistics.median(ordered), ordered[int(0.99 * (len(ordered) - 1))]
        return (
            f"{len(ordered)} views, p50 {1000 * p50:.1f} ms, p99 {1000 * p99:.1f} ms, "
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


def acts(game: AnyGame, seed: int) -> Iterator[tuple[Any, View, Any]]:
    """A random game: the match before each act that can be seen, its view, and the match after it. Chance is
    known at once, as from a machine."""
    rng = random.Random(seed)
    match: Any = Match.begin(game, game.setup(2, {}))
    for number in range(ENTRIES):
        pending = game.pending(match.state)
        if isinstance(pending, Chance):
            outcome = game.format_outcome(rng.choice(game.outcomes(match.state))[0])
            match = match.add(Entry(EntryKind.CHANCE, text=outcome))
            continue
        if not isinstance(pending, Decide):
            return
        seat = rng.choice([seat for seat in pending.seats if game.legal_moves(match.state, seat)])
        move = rng.choice(game.legal_moves(match.state, seat))
        seen = of_act(game, match.state, seat, move, float(number + 1))
        entry = Entry(EntryKind.MOVE, seat=match.setup.seats[seat], text=game.format_move(move))
        after = match.add(entry)
        if seen is not None:
            yield match, seen, after
        match = after


@pytest.mark.parametrize("name", ["marso", "arctica", "atlantis", "northwest"])
def test_judge_over_games(benchmark: BenchmarkFixture, name: str) -> None:
    """Each act is told by touch after it was seen, so that the belief begins each view where the game is."""
    keep_loaded()
    game, clock = find_game(name), Clock()

    def play() -> None:
        for seed in range(GAMES):
            judge: Judge | None = None
            for number, (before, seen, after) in enumerate(acts(game, seed)):
                if number == ACTS:
                    break
                if judge is None:
                    judge = Judge(before)
                    judge.see(before, first(cells_of(game, before.setup)))
                clock.see(judge, before, seen)
                judge.see(after, glance(View(seen.time + 0.5, seen.time, {})))

    benchmark.pedantic(play, rounds=1)  # type: ignore[no-untyped-call]  # the library has no types
    print(f"\n{name}: {clock}")
