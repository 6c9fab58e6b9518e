"""A small game on the base: what Reversi is, and that a camera follows it.

Counts of moves are those that the Othello community publishes for the first position.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.commands.rules import count_sequences
from companion.rules.checks import problems
from companion.rules.contract import NotationError, Over, RulesError, Seat, SetupError
from companion.rules.registry import find_game

from .installing import CHESS, installed


@pytest.fixture(scope="module", autouse=True)
def reversi(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with installed(CHESS.with_name("reversi"), tmp_path_factory.mktemp("site")):
        yield find_game("reversi")


def test_moves_are_counted(reversi: Any) -> None:
    start = reversi.initial(reversi.setup(2, {}))
    assert [count_sequences(reversi, start, depth) for depth in range(1, 5)] == [4, 12, 56, 244]


@pytest.mark.slow
def test_it_keeps_what_every_game_must_keep(reversi: Any) -> None:
    assert next(problems(reversi, walks=1, longest=20), None) is None


@pytest.mark.parametrize(
    ("position", "seat", "move", "clauses"),
    [
        ("turn black\nblack d5 e4\nwhite d4 e5\n", 0, "place d3", []),
        ("turn black\nblack d5 e4\nwhite d4 e5\n", 0, "place d5", ["place.1"]),
        ("turn black\nblack d5 e4\nwhite d4 e5\n", 0, "place e3", ["place.2"]),
        ("turn black\nblack d5 e4\nwhite d4 e5\n", 0, "pass", ["turn.2"]),
        ("turn black\nblack d5 e4\nwhite d4 e5\n", 1, "place e3", ["turn.1"]),
        ("turn white\nblack a1\nwhite a2\n", 1, "pass", []),
        ("turn white\nblack a1 a2\n", 1, "pass", ["end.3"]),
    ],
)
def test_every_refusal_says_why(
    reversi: Any, position: str, seat: int, move: str, clauses: list[str]
) -> None:
    state = reversi.parse_position(position)
    found = reversi.why_illegal(state, Seat(seat), reversi.parse_move(move))
    assert [breach.clause.removeprefix("reversi/") for breach in found] == clauses


def test_hands_lay_a_disc_and_turn_what_it_shuts_in(reversi: Any) -> None:
    start = reversi.initial(reversi.setup(2, {}))
    done = reversi.handled(start, Seat(0), reversi.parse_move("place d3"))
    assert {cell: look.pieces for cell, look in done.items()} == dict.fromkeys(("d3", "d4"), ("disc black",))


def test_who_has_more_discs_wins(reversi: Any) -> None:
    for discs, points in (("black a1 a2", [1, 0]), ("white h8", [0, 1]), ("black a1\nwhite h8", [0.5, 0.5])):
        state = reversi.parse_position(f"turn black\n{discs}\n")
        assert isinstance(reversi.pending(state), Over)
        assert [float(reversi.score(state, Seat(seat))[0].points) for seat in (0, 1)] == points


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("black d5\n", None),  # whose turn?
        ("turn red\n", 1),
        ("turn black\nblack d5 d5\n", 2),
        ("turn black\nblack d9\n", 2),
        ("turn black\nblack d5\nblack d6\n", 3),
        ("turn black\nblack d5\nwhite d5\n", 3),
        ("turn black\nblack e4 d5\n", None),  # not in order
        ("turn black\nmoon d5\n", None),
    ],
)
def test_a_position_is_written_in_one_way_only(reversi: Any, text: str, line: int | None) -> None:
    with pytest.raises(NotationError) as caught:
        reversi.parse_position(text)
    assert caught.value.line == line


def test_what_is_no_move_seat_or_option(reversi: Any) -> None:
    for text in ("place", "place z1", "place a1 a2", "pass a1", "jump a1", "place  a1"):
        with pytest.raises(NotationError):
            reversi.parse_move(text)
    with pytest.raises(NotationError, match="such as: place a1, pass"):
        reversi.parse_move("put a1")
    for seats, options in ((3, {}), (("white", "black"), {}), (2, {"clock": 5})):
        with pytest.raises(SetupError, match="reversi"):
            reversi.setup(seats, options)
    with pytest.raises(RulesError, match="nothing in reversi is left to chance"):
        reversi.parse_outcome("heads")


@pytest.mark.soak
def test_the_camera_follows_a_simulated_game(tmp_path: Path) -> None:
    def companion(*arguments: str) -> str:
        command = [sys.executable, "-m", "companion", *arguments]
        done = subprocess.run(command, env=os.environ, capture_output=True, text=True, check=True)
        return done.stdout

    clip = tmp_path / "clip"
    options = ("--game", "reversi", "--seed", "5", "--pace", "1.5", "--limit", "5")
    companion("simulate", "clip", *options, str(clip))
    rows = [json.loads(line) for line in companion("watch", str(clip)).splitlines()]
    truth = (clip / "truth.match").read_text(encoding="utf-8")
    told = [f"{row['seat']} {row['move']}" for row in rows if row["kind"] == "played"]
    assert told == re.findall(r"^@\S+ (.*)$", truth, re.MULTILINE)
    assert len(told) == 5
