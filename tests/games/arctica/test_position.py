"""The text of positions: order, equal figures, marks, and what is said about mistakes."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.arctica import game
from companion.rules.contract import NotationError, RulesError, SetupError
from companion.rules.match import Match

from .play import moments

START = game.format_position(game.initial(game.setup(["bear", "orca"], {})))


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


def test_lines_may_stand_in_any_order_and_equal_figures_add_up() -> None:
    text = START.replace("seal a9 1\nseal i1 1\n", "seal a9 1\nseal a9 1\n")
    lines = text.splitlines()
    Random(1).shuffle(lines)
    assert game.format_position(game.parse_position("\n".join(lines))) == START.replace(
        "seal a9 1\nseal i1 1\n", "seal a9 2\n"
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


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("seats bear orca", "seats bear bear", 1, "two to four different hunters"),
        ("seats bear orca", "seats bear cod", 1, "two to four different hunters"),
        ("seats bear orca", "seats bear orca\noption speed 3", 2, "no option 'speed'"),
        ("seats bear orca\n", "", None, "'seats ...' is missing"),
        ("phase turn\n", "", None, "'phase ...' is missing"),
        ("phase turn", "phase drift yellow", 2, "write it as 'phase drift COLOUR LEFT'"),
        ("phase turn", "phase sleep", 2, "'sleep' is no phase"),
        ("phase turn", "phase flee a9", 2, "only when four play"),
        ("turn bear", "turn seal", 3, "'seal' is no seat"),
        ("card todo", "card later", 4, "none of: todo, done"),
        ("hunt none", "hunt neutral orca", 5, "orca is not neutral"),
        ("ice a7 pack", "ice a7 snow", 6, "'snow' is no ice"),
        ("ice a7 pack", "ice a1 pack", 6, "'a1' is no cell"),
        ("ice a7 pack", "ice c5 pack", 7, "'ice c5' is said twice"),
        ("igloo i5", "igloo i5\nigloo g2", 19, "'igloo' is said twice"),
        ("seal a9 1", "seal a9", 21, "2 or more words"),
        ("seal a9 1", "seal a9 0", 21, "number of figures is 1 to"),
        ("seal a9 1", "seal a9 1 fed moved", 21, "in this order"),
        ("has bear bear 2", "has bear bear 0", 33, "a line for nothing is left out"),
        ("has bear bear 2", "has bear gold 2", 33, "'gold' is none of"),
        ("hand bear ? ? ?", "hand bear melt", 38, "one \\? for each card"),
        ("hand bear ? ? ?\n", "", None, "'hand bear ...' is missing"),
        ("deck 30", "deck thirty", 40, "must be a whole number"),
        ("deck 30", "deck 30\nlocked z9", 41, "'z9' is no cell"),
        ("deck 30", "deck 30\nweather cold", 41, "'weather' is nothing"),
    ],
)
def test_a_mistake_is_named_with_its_line(old: str, new: str, line: int | None, reason: str) -> None:
    assert old in START
    with pytest.raises(NotationError, match=reason) as caught:
        game.parse_position(START.replace(old, new, 1))
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("deck 30", "deck 29", "add up to 36"),
        ("deck 30", "deck 23\ndiscard melt 7", "7 cards melt lie in the discard"),
        ("igloo i5", "igloo h4", "does not lie on a floe"),
        ("bear e9^", "bear e9", "bear cannot be in the water of e9"),
        ("orca e1", "orca c5", "orca cannot be in the water of c5"),
        ("has bear bear 2", "has bear bear 1", "1 tokens of bear instead of 2"),
        ("seal i1 1\n", "", "figures of seal on the board and away"),
        ("cod b7 1\n", "", "cod on the board and captured cod are not 9"),
        ("has supply plankton 9", "has supply plankton 8", "8 plankton tokens instead of 9"),
        ("phase turn", "phase over", "the game is over exactly when"),
        ("phase turn", "phase return", "nobody comes back now"),
        ("phase turn", "phase displace yellow 0 e4", "nobody has to give way"),
        ("phase turn", "phase drift yellow 0", "no ice is left to drift"),
        ("phase turn", "phase igloo", "there is no igloo to lay"),
        ("deck 30", "deck 30\nlocked g2", "no drift card is in play"),
    ],
)
def test_what_cannot_be_is_a_fault(old: str, new: str, reason: str) -> None:
    assert old in START
    state = game.parse_position(START.replace(old, new, 1))
    assert reason in "; ".join(game.faults(state))
    with pytest.raises(RulesError, match="not possible"):
        Match.begin(game, game.setup_of(state), state)


def test_lost_tokens_and_half_a_turn_are_possible() -> None:
    lost = START.replace("has bear bear 2\n", "has bear bear 1\n").replace(
        "has orca orca 2\n", "has orca bear 1\nhas orca orca 2\n"
    )
    for text in (lost, START.replace("phase turn", "phase melt")):
        assert game.faults(game.parse_position(text)) == ()


def test_seats_and_options_are_checked() -> None:
    for seats in (1, 5, ["bear"], ["bear", "bear"], ["bear", "whale"]):
        with pytest.raises(SetupError):
            game.setup(seats, {})
    with pytest.raises(SetupError, match="pack_push"):
        game.setup(2, {"pack_push": "all"})


MALFORMED = """
jump e5, move bear e5, move whale e5 e6, play yellow9, drift pink e5, lay cod e5, lay floe e5^,
return cod a5, attack bear e5 plankton e5, end now, move bear e5 z1
"""


@pytest.mark.parametrize("text", ["", "end ", *(text.strip() for text in MALFORMED.split(","))])
def test_a_move_that_is_none(text: str) -> None:
    with pytest.raises(NotationError):
        game.parse_move(text)
