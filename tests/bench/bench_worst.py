"""The worst position that 1000 random games meet: how long its legal moves take, and the judge for one.

Worst: most legal moves, for they are what the rules list and what the judge searches.
"""

from __future__ import annotations

import random
import statistics
import time
from functools import cache
from typing import Any, NamedTuple

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import companion.referee.watcher as watching
from companion.rules.contract import Chance, Decide, Over, Seat
from companion.rules.registry import AnyGame, find_game
from tests.bench.bench_judge import Clock, yardstick
from tests.referee_judge.people import Party

GAMES = 1000
ASKED = 300
"""Calls of legal_moves."""
TOLD = 12
"""Moves that are carried out and judged, each from the worst position."""

both_games = pytest.mark.parametrize("name", ["arctica", "northwest"])


class Worst(NamedTuple):
    """A position in which ``seat`` has so many legal moves; met in random game number ``seed``."""

    moves: int
    seat: Seat
    state: Any
    seats: int
    seed: int


@cache
def worst(name: str) -> Worst:
    """The first of those with most legal moves."""
    game = find_game(name)
    return max((_worst_of(game, seed) for seed in range(GAMES)), key=lambda found: found.moves)


def _worst_of(game: AnyGame, seed: int) -> Worst:
    chance = random.Random(seed)
    numbers = sorted({len(seating) for seating in game.seatings})
    seats = numbers[seed % len(numbers)]
    state = game.initial(game.setup(seats, {}))
    found = Worst(0, Seat(0), state, seats, seed)
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Chance):
            state = game.after_chance(state, chance.choice(game.outcomes(state))[0]).state
            continue
        assert isinstance(pending, Decide)
        legal = {seat: game.legal_moves(state, seat) for seat in pending.seats}
        for seat, moves in legal.items():
            if len(moves) > found.moves:
                found = Worst(len(moves), seat, state, seats, seed)
        seat = chance.choice([seat for seat, moves in legal.items() if moves])
        state = game.after_move(state, seat, chance.choice(legal[seat])).state
    return found


@both_games
def test_legal_moves_in_the_worst_position(benchmark: BenchmarkFixture, name: str) -> None:
    found, game = worst(name), find_game(name)
    seconds: list[float] = []

    def ask() -> None:
        for _ in range(ASKED):
            begin = time.process_time()
            game.legal_moves(found.state, found.seat)
            seconds.append(time.process_time() - begin)

    benchmark.pedantic(ask, rounds=1)  # type: ignore[no-untyped-call]  # the library has no types
    p50, p99 = statistics.median(seconds), sorted(seconds)[int(0.99 * (ASKED - 1))]
    print(
        f"\n{name}: {found.moves} legal moves at most in {GAMES} random games (game {found.seed}); "
        f"p50 {1000 * p50:.2f} ms, p99 {1000 * p99:.2f} ms; "
        f"yardstick {1000 * yardstick():.1f} ms"
    )


@both_games
def test_judge_in_the_worst_position(
    benchmark: BenchmarkFixture, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    found, game, clock = worst(name), find_game(name), Clock()
    told = {"right": 0, "silent or asked": 0, "wrong": 0}

    def moves() -> None:
        chance = random.Random(0)
        for number in range(TOLD):
            party = Party(game, found.seats, number, start=found.state)
            move = chance.choice(game.legal_moves(found.state, found.seat))
            with monkeypatch.context() as patched:
                patched.setattr(watching, "judge", clock)
                party.move(game.format_move(move), party.truth.setup.seats[found.seat])
                party.hand()
                party.look()
            if not party.seen.line:
                told["silent or asked"] += 1
            else:
                told["right" if party.seen.state == party.truth.state else "wrong"] += 1

    benchmark.pedantic(moves, rounds=1)  # type: ignore[no-untyped-call]  # the library has no types
    print(f"\n{name}, one of {found.moves} legal moves carried out: {clock}; {told}")
