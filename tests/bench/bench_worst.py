"""The worst positions that 300 random games meet: how long their legal moves take, and the judge for one.

Worst: most legal moves, for they are what the rules list and what the judge searches; where tiles are laid
also the fullest stock, of which every tile is tried everywhere, and one of its tiles laid.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.judge.judge import Judge
from companion.rules.contract import Chance, Decide, Over, Seat
from companion.rules.match import Match
from companion.rules.registry import AnyGame, find_game
from tests.bench.bench_judge import Clock, yardstick
from tests.judge.views import cells_of, first, of_act

GAMES = 300
ASKED = 300
"""Calls of legal_moves."""
TOLD = 12
"""Moves that are carried out and judged, each from the worst position."""

Measure = Callable[[Any, Seat, Sequence[Any]], int]


def most_moves(state: Any, seat: Seat, moves: Sequence[Any]) -> int:
    """How many legal moves there are."""
    del state, seat
    return len(moves)


def fullest_stock(state: Any, seat: Seat, moves: Sequence[Any]) -> int:
    """How many tiles the seat keeps, if it may lay one."""
    placing = any(move.verb == "place" for move in moves)
    return len(state.players[seat].stock) if placing else 0


MEASURES: dict[str, Sequence[Measure]] = {
    "arctica": (most_moves,),
    "atlantis": (most_moves,),
    "northwest": (most_moves, fullest_stock),
}
in_each = pytest.mark.parametrize(
    ("name", "measure"), [(name, measure) for name, all_of in MEASURES.items() for measure in all_of]
)


class Worst(NamedTuple):
    """A position in which ``seat`` may move, by some measure; met in random game number ``seed``."""

    size: int
    seat: Seat
    state: Any
    seats: int
    seed: int


@cache
def worst(name: str) -> dict[Measure, Worst]:
    """By each measure of the game the first of the largest."""
    game, found = find_game(name), dict[Measure, Worst]()
    for seed in range(GAMES):
        for measure, position in _worst_of(game, seed):
            if measure not in found or position.size > found[measure].size:
                found[measure] = position
    return found


def _worst_of(game: AnyGame, seed: int) -> Iterator[tuple[Measure, Worst]]:
    chance = random.Random(seed)
    numbers = sorted({len(seating) for seating in game.seatings})
    seats = numbers[seed % len(numbers)]
    state = game.initial(game.setup(seats, {}))
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Chance):
            state = game.after_chance(state, chance.choice(game.outcomes(state))[0]).state
            continue
        assert isinstance(pending, Decide)
        legal = {seat: game.legal_moves(state, seat) for seat in pending.seats}
        for seat, moves in legal.items():
            for measure in MEASURES[game.id]:
                yield measure, Worst(measure(state, seat, moves), seat, state, seats, seed)
        seat = chance.choice([seat for seat, moves in legal.items() if moves])
        state = game.after_move(state, seat, chance.choice(legal[seat])).state


def told_moves(game: AnyGame, found: Worst, measure: Measure) -> Sequence[Any]:
    """The legal moves of which one is carried out: with a full stock only those that lay a tile of it."""
    moves: Sequence[Any] = game.legal_moves(found.state, found.seat)
    return [move for move in moves if move.verb == "place"] if measure is fullest_stock else moves


def described(found: Worst, measure: Measure, moves: int) -> str:
    """The position, for people."""
    stock = f"{found.size} tiles in stock, " if measure is fullest_stock else ""
    return f"{stock}{moves} legal moves (game {found.seed} of {GAMES} random ones)"


@in_each
def test_legal_moves_in_the_worst_position(benchmark: BenchmarkFixture, name: str, measure: Measure) -> None:
    found, game = worst(name)[measure], find_game(name)
    seconds: list[float] = []

    def ask() -> None:
        for _ in range(ASKED):
            begin = time.process_time()
            game.legal_moves(found.state, found.seat)
            seconds.append(time.process_time() - begin)

    benchmark.pedantic(ask, rounds=1)  # type: ignore[no-untyped-call]  # the library has no types
    p50, p99 = statistics.median(seconds), sorted(seconds)[int(0.99 * (ASKED - 1))]
    print(
        f"\n{name}, {described(found, measure, len(game.legal_moves(found.state, found.seat)))}: listed in "
        f"p50 {1000 * p50:.2f} ms, p99 {1000 * p99:.2f} ms; "
        f"yardstick {1000 * yardstick():.1f} ms"
    )


@in_each
def test_judge_in_the_worst_position(benchmark: BenchmarkFixture, name: str, measure: Measure) -> None:
    found, game, clock = worst(name)[measure], find_game(name), Clock()
    may = told_moves(game, found, measure)

    def moves() -> None:
        chance = random.Random(0)
        for _ in range(TOLD):
            match = Match.begin(game, game.setup_of(found.state), found.state)
            seen = of_act(game, found.state, found.seat, chance.choice(may))
            if seen is not None:
                judge = Judge(match)
                judge.see(match, first(cells_of(game, match.setup)))
                clock.see(judge, match, seen)

    benchmark.pedantic(moves, rounds=1)  # type: ignore[no-untyped-call]  # the library has no types
    print(f"\n{name}, {described(found, measure, len(may))}, one carried out: {clock}")
