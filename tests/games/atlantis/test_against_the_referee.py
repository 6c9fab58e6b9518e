"""Whole games, recorded and random, compared entry by entry with a second referee (``referee.py``)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from companion.games.atlantis import game
from companion.games.atlantis.state import State
from companion.rules.contract import Over, Pending, Seat, apply, resolve
from companion.rules.match import EntryKind, replay_match

from .play import SETUPS, choose, crowded
from .referee import Table
from .sheet import FRAME, LANDING, NEXT

FILES = sorted((Path(__file__).parents[2] / "golden" / "atlantis").glob("*.match"))


def steps_to_safety() -> Mapping[str, float]:
    """Of every cell, over any cells, to the nearest landing cell."""
    found = {cell: 0.0 for cells in LANDING.values() for cell in cells}
    for cell in (queue := list(found)):
        for near in NEXT[cell]:
            if near not in found:
                found[near] = found[cell] + 1
                queue.append(near)
    return found


WAYS_OUT = steps_to_safety()


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_is_right_by_the_referee(path: Path) -> None:
    """The referee plays the file by itself: every entry is allowed and leads to the same position."""
    replay = replay_match(path.read_text(encoding="utf-8"), game)
    match = next(replay)
    before = [match.game.format_position(match.start)]
    for match in replay:
        entry, table = match.entries[-1], Table(before[-1])
        if entry.kind is EntryKind.UNDO:
            del before[-entry.count :]
            table = Table(before[-1])
        elif entry.kind is EntryKind.CHANCE:
            assert entry.text in table.possible() | table.told()
            table.show(entry.text)
        else:
            assert entry.text in table.legal(entry.seat)
            table.do(entry.seat, entry.text)
        if entry.kind is not EntryKind.UNDO:
            before.append(table.text())
        assert table.text() == match.game.format_position(match.state)
        assert isinstance(match.state, State)
        check_points(table, match.state)
    check_end(Table(before[-1]), match.game.pending(match.state))


def check_points(table: Table, state: State) -> None:
    for number, seat in enumerate(table.seats):
        assert sum(line.points for line in game.score(state, Seat(number))) == table.points(seat)


def check_end(table: Table, pending: Pending) -> None:
    assert isinstance(pending, Over)
    assert table.phase == "over"
    assert [table.seats[seat] for seat in pending.placing[0]] == table.winners()


@pytest.mark.parametrize("which", range(len(SETUPS)))
def test_random_games_are_right_by_the_referee(which: int) -> None:
    """Legal moves of every seat, possible outcomes, positions and points after every entry, to the end."""
    seats, options = SETUPS[which]
    start = laid_out(Table(game.format_position(game.initial(game.setup(seats, options)))), Random(which))
    seen = play_on(start, Random(which))
    assert {"place", "launch", "move", "sail", "take", "tile", "die", "creature", "over"} <= seen


def play_crowded(seeds: range, longest: int) -> set[str]:
    """Late positions, where explorers, boats and creatures meet all the time."""
    seen: set[str] = set()
    for seed in seeds:
        chooser = Random(seed)
        seats, options = SETUPS[seed % len(SETUPS)]
        start = game.format_position(game.initial(game.setup(seats, options)))
        table = crowded(seats, start, chooser)
        if game.faults(game.parse_position(table.text())):
            continue
        seen |= {"started", *play_on(table, chooser, longest)}
    return seen


@pytest.mark.slow
def test_crowded_positions_are_right_by_the_referee() -> None:
    seen = play_crowded(range(90), 12)
    assert {"started", "move", "sail", "take", "tile", "die", "creature", "play", "defend"} <= seen


@pytest.mark.soak
def test_many_crowded_positions_are_right_by_the_referee() -> None:
    """Everything there is: all tiles, choosing who goes aboard, both defences."""
    seen = play_crowded(range(1000, 4000), 40)
    plays = {"dolphin", "wind", "move-serpent", "move-shark", "move-whale", "stop-shark", "stop-whale"}
    assert {f"play {back}" for back in plays} <= seen
    assert {"fill", "treasure", "over"} <= seen


@pytest.mark.soak
@pytest.mark.parametrize("which", range(len(SETUPS)))
def test_many_random_games_are_right_by_the_referee(which: int) -> None:
    seen: set[str] = set()
    for seed in range(100, 130):
        seats, options = SETUPS[which]
        start = Table(game.format_position(game.initial(game.setup(seats, options))))
        seen |= play_on(start, Random(seed))
    assert {"play dolphin", "play move-shark", "play stop-shark", "pass"} <= seen


def laid_out(table: Table, chooser: Random) -> Table:
    """The island laid by the referee alone: forty outcomes of one sort are not compared one by one."""
    lands = ["beach"] * 16 + ["forest"] * 16 + ["mountain"] * 8
    chooser.shuffle(lands)
    for cell, land in zip(FRAME, lands, strict=True):
        table.show(f"lay {cell} {land}")
    return table


def play_on(table: Table, chooser: Random, longest: int = 100_000) -> set[str]:
    """A random game from here: the same moves, positions and points in both; returns what happened."""
    state, seen = game.parse_position(table.text()), set[str]()
    assert not game.faults(state)
    for _ in range(longest):
        if table.phase == "over":
            break
        for number, name in enumerate(table.seats):
            moves = game.legal_moves(state, Seat(number))
            assert set(map(game.format_move, moves)) == table.legal(name)
        if table.possible():
            assert {game.format_outcome(outcome) for outcome, _ in game.outcomes(state)} == table.possible()
            told = table.told() if chooser.random() < 0.3 else set()
            text = chooser.choice(sorted(told or table.possible()))
            table.show(text)
            state = resolve(game, state, game.parse_outcome(text)).state
        else:
            assert game.outcomes(state) == ()
            who = chooser.choice(table.decides())
            text = choose(sorted(table.legal(who)), chooser, WAYS_OUT)
            table.do(who, text)
            state = apply(game, state, Seat(table.seats.index(who)), game.parse_move(text)).state
        seen |= {table.phase, text.split()[0], " ".join(text.split()[:2])}
        assert game.format_position(state) == table.text(), text
        assert not game.faults(state)
        check_points(table, state)
    if table.phase == "over":
        check_end(table, game.pending(state))
    return seen | {table.phase}
