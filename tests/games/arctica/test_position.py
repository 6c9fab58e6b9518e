"""The text of positions: the set-up, equal figures, marks."""

from __future__ import annotations

import pytest

from companion.games.arctica import game

from .mistakes import POSITION as START
from .play import moments


def test_the_set_up_position_is_the_specified_text() -> None:
    lines = START.splitlines()
    assert lines[:5] == ["seats bear orca", "phase turn", "turn bear", "card todo", "hunt none"]
    assert lines[5:7] == ["ice a7 pack", "ice c5 iceberg"]
    assert lines[17:22] == ["igloo i5", "bear e9^", "orca e1", "seal a9 1", "seal i1 1"]
    assert lines[-8:] == [
        "has bear bear 2",
        "has orca orca 2",
        "has supply seal 3",
        "has supply eskimo 2",
        "has supply plankton 9",
        "hand bear ? ? ?",
        "hand orca ? ? ?",
        "deck 30",
    ]
    assert len(lines) == 40


def test_equal_figures_add_up() -> None:
    text = START.replace("seal a9 1\nseal i1 1\n", "seal a9 1\nseal a9 1\n")
    assert game.format_position(game.parse_position(text)) == text.replace(
        "seal a9 1\nseal a9 1", "seal a9 2"
    )


def test_marks_stand_in_their_order() -> None:
    text = START.replace("cod b7 1\n", "").replace(
        "cod d4 1\n", "cod d4 1 fed\ncod d4 1 moved\ncod d4 1 moved new\ncod d4 2\ncod d4 1 moved fed\n"
    )
    written = game.format_position(game.parse_position(text))
    assert [line for line in written.splitlines() if line.startswith("cod d4")] == [
        "cod d4 2",
        "cod d4 1 moved",
        "cod d4 1 moved fed",
        "cod d4 1 moved new",
        "cod d4 1 fed",
    ]


@pytest.mark.slow
def test_positions_of_hunts_and_flights_survive_their_text() -> None:
    seen: set[str] = set()
    for which in range(5):
        for seed in range(3):
            for state, _, _ in moments(which, seed):
                assert game.parse_position(game.format_position(state)) == state
                assert game.faults(state) == ()
                seen.add(state.phase.name)
    assert {"lay", "return", "turn", "drift", "displace", "melt", "flee", "answer", "drop"} <= seen


def test_lost_tokens_and_half_a_turn_are_possible() -> None:
    lost = START.replace("has bear bear 2\n", "has bear bear 1\n").replace(
        "has orca orca 2\n", "has orca bear 1\nhas orca orca 2\n"
    )
    for text in (lost, START.replace("phase turn", "phase melt")):
        assert game.faults(game.parse_position(text)) == ()
