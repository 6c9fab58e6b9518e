"""Legal moves against all that can be written, pieces that are not there included."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.games.atlantis import game
from companion.games.atlantis.moves import Move
from companion.games.atlantis.state import State
from companion.rules.contract import Seat
from companion.rules.match import parse_match

FILES = sorted((Path(__file__).parents[2] / "golden" / "atlantis").glob("*.match"))
COLOURS = ("red", "blue", "yellow", "green")
TERRAINS = ("beach", "forest", "mountain")
ISLANDS = ("nw", "ne", "sw", "se")
CREATURES = ("serpent", "shark", "whale")


def near(cell: str, chooser: Random) -> str:
    """A cell close by more often than far away, so that legal moves come up."""
    board = game.initial(game.setup(2, {})).table.edition.board
    where = board.index[cell]
    for _ in range(chooser.choice((0, 1, 1, 1, 2, 3))):
        where = chooser.choice(board.around[where])
    return board.names[where] if chooser.random() < 0.9 else chooser.choice(board.names)


def anywhere(state: State, chooser: Random) -> str:
    """A cell, most often one with something on it."""
    piles = (*state.ashore, *state.boats, *state.swimmers)
    full = [cell for cell, _ in piles] + [cell for cells in state.creatures for cell in cells]
    number = chooser.choice(full) if full and chooser.random() < 0.8 else chooser.randrange(len(state.land))
    return state.table.edition.board.names[number]


def anything(state: State, chooser: Random) -> str:
    """The text of some move of the grammar."""
    start = anywhere(state, chooser)
    end, colour = near(start, chooser), chooser.choice(COLOURS)
    terrain, kind = chooser.choice(TERRAINS), chooser.choice(CREATURES)
    place, other = (chooser.choice(("tile", "boat", "sea", "safe")) for _ in range(2))
    leaves = chooser.choice(ISLANDS) if place == "safe" else start
    enters = chooser.choice(ISLANDS) if other == "safe" else end
    return chooser.choice(
        (
            f"place {colour} {end}",
            f"launch {end}",
            f"play dolphin {terrain} {colour} {start} {end}",
            f"play wind {terrain} {start} {end}",
            f"play move-{kind} {terrain} {start} {end}",
            f"play stop-{chooser.choice(CREATURES[1:])} {terrain}",
            *(f"move {colour} {place} {leaves} {other} {enters}" for _ in range(4)),
            *(f"sail {start} {end}" for _ in range(2)),
            f"take {end}",
            *(f"creature {kind} {start} {end}" for _ in range(2)),
            "end",
            "pass",
        )
    )


def check(state: State, seat: Seat, move: Move, legal: set[Move]) -> None:
    breaches = game.why_illegal(state, seat, move)
    assert (move in legal) == (not breaches), (game.format_move(move), game.format_position(state))


def compare(files: list[Path], every: int, tries: int) -> int:
    """How many moves found at random were legal."""
    chooser, found = Random(3), 0
    for path in files:
        match = parse_match(path.read_text(encoding="utf-8"), game)
        for number, played in enumerate(match.line):
            state = played.state
            assert isinstance(state, State)
            if number % every or state.phase.name == "island":
                continue
            for seat in map(Seat, range(state.table.seats)):
                legal = set(game.legal_moves(state, seat))
                for _ in range(tries if legal else tries // 8):
                    move = game.parse_move(anything(state, chooser))
                    check(state, seat, move, legal)
                    found += move in legal
    return found


def test_moves_written_at_random() -> None:
    assert compare(FILES[::4], 9, 80) > 60


@pytest.mark.soak
def test_many_moves_written_at_random() -> None:
    assert compare(FILES, 3, 500) > 10_000


def test_attempts_hold_every_legal_move_in_recorded_games() -> None:
    seen: set[str] = set()
    for path in FILES[::3]:
        match = parse_match(path.read_text(encoding="utf-8"), game)
        for number, played in enumerate(match.line):
            state = played.state
            assert isinstance(state, State)
            if state.phase.name in seen and number % 80:
                continue
            seen.add(state.phase.name)
            for seat in map(Seat, range(state.table.seats)):
                assert set(game.legal_moves(state, seat)) <= set(game.attempts(state, seat))
    assert {"place", "launch", "act", "creature", "defend"} <= seen
