"""Atlantis in its densest positions: how long legal moves take, and the judge for a turn seen at once.

Densest: of positions late in a game with everybody close together in the middle, those with most legal moves.
"""

from __future__ import annotations

import random
import statistics
import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import companion.referee.watcher as watching
from companion.referee.watcher import Watcher
from companion.rules.atlantis import game
from companion.rules.atlantis.state import MOVES, State
from companion.rules.contract import Seat, apply
from companion.rules.match import Match
from tests.bench.bench_judge import Clock, yardstick
from tests.referee_judge.people import Party
from tests.referee_judge.table import LabelTable
from tests.rules.atlantis.play import SETUPS, crowded

DENSEST = 20
TURNS = 3
"""Turns seen at once in each of the eight densest positions."""


def densest() -> list[State]:
    """Positions at the beginning of a turn, most legal moves first."""
    found = []
    for seed in range(120):
        seats, options = SETUPS[seed % len(SETUPS)]
        start = game.format_position(game.initial(game.setup(seats, options)))
        state = game.parse_position(crowded(seats, start, random.Random(seed)).text())
        if not game.faults(state) and state.phase.name == "act":
            found.append((len(game.legal_moves(state, Seat(state.turn))), seed, state))
    found.sort(key=lambda item: (-item[0], item[1]))
    return [state for _, _, state in found[:DENSEST]]


def test_legal_moves_where_it_is_densest(benchmark: BenchmarkFixture) -> None:
    states = densest()
    seconds: list[float] = []

    def ask() -> None:
        for state in states:
            for _ in range(10):
                begin = time.process_time()
                game.legal_moves(state, Seat(state.turn))
                seconds.append(time.process_time() - begin)

    benchmark.pedantic(ask, rounds=3)  # type: ignore[no-untyped-call]  # the library has no types
    ordered = sorted(seconds)
    most = len(game.legal_moves(states[0], Seat(states[0].turn)))
    print(
        f"\natlantis: up to {most} legal moves; p50 {1000 * statistics.median(ordered):.2f} ms, "
        f"p99 {1000 * ordered[int(0.99 * (len(ordered) - 1))]:.2f} ms; yardstick {1000 * yardstick():.1f} ms"
    )


def quiet_turn(state: State, chooser: random.Random) -> list[str]:
    """Three movements after which nothing follows by itself."""
    texts: list[str] = []
    while len(texts) < MOVES:
        seat = Seat(state.turn)
        moves = [move for move in game.legal_moves(state, seat) if move.verb in ("move", "sail")]
        steps = [
            (move, apply(game, state, seat, move)) for move in chooser.sample(moves, min(40, len(moves)))
        ]
        move, step = next((move, step) for move, step in steps if not step.effects)
        texts.append(game.format_move(move))
        state = step.state
    return texts


def seated(state: State, seed: int) -> Party:
    """People at this position, which the watcher has seen."""
    setup = game.setup_of(state)
    party = Party(game, len(setup.seats), seed)
    party.truth = party.seen = Match.begin(game, setup, state)
    party.watcher = Watcher(game)
    party.table = LabelTable(game, setup, seed)
    party.table.lay_all(game.looks(state))
    party.table.touched.clear()
    party.look()
    return party


def test_judge_of_a_turn_seen_at_once(benchmark: BenchmarkFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, told = (
        Clock(),
        {"right": 0, "silent or asked": 0, "wrong": 0},
    )

    def turns() -> None:
        for number, state in enumerate(densest()[:8]):
            chooser = random.Random(number)
            for turn in range(TURNS):
                party = seated(state, 100 * number + turn)
                with monkeypatch.context() as patched:
                    patched.setattr(watching, "judge", clock)
                    for text in quiet_turn(state, chooser):
                        party.move(text)
                    party.hand()
                    for _ in range(6):
                        if not party.seen.line:
                            party.look()
                # a way and a shorter one look alike: they differ in the movements that are left
                if game.looks(party.seen.state) == game.looks(party.truth.state):
                    told["right"] += 1
                else:
                    told["wrong" if len(party.seen.line) else "silent or asked"] += 1

    benchmark.pedantic(turns, rounds=1)  # type: ignore[no-untyped-call]  # the library has no types
    print(f"\natlantis, {MOVES} movements at once: {clock}; {told}")
