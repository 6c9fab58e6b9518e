"""What the table looks like, what hands change, lamps, and moves that are played anyway."""

from __future__ import annotations

import pytest

from companion.games.arctica import game
from companion.games.arctica.state import State
from companion.rules.contract import CellId, Certainty, Lamp, Look, RulesError, Seat, apply
from companion.rules.pieces import stack_of

BASE = """
seats bear orca
phase turn
turn bear
card todo
hunt none
ice d4 pack
ice d5 pack
ice e9 floe
ice f6 iceberg
ice i5 floe
igloo i5
bear d4^
orca d4
seal d4 1
seal d4^ 1
eskimo i5^
cod d4 2
cod a6 7
has bear bear 2
has orca orca 2
has supply seal 3
has supply eskimo 2
has supply plankton 9
hand bear ? ? ?
hand orca ? ? ?
deck 30
"""


def state_of(*changes: tuple[str, str], base: str = BASE) -> State:
    text = base
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    state = game.parse_position(text)
    assert game.faults(state) == ()
    return state


def handled(state: State, text: str, seat: int = 0) -> dict[str, Look]:
    return {str(cell): look for cell, look in game.handled(state, Seat(seat), game.parse_move(text)).items()}


def test_poses_and_layers_of_a_cell() -> None:
    looks = game.looks(state_of())
    assert looks[CellId("d4")] == Look(
        "pack", stack_of("bear", "orca lying", "seal lying", "seal", "cod lying", "cod lying")
    )
    assert looks[CellId("i5")] == Look("floe", stack_of("igloo", "eskimo"))
    assert looks[CellId("f6")] == Look("floe", stack_of("iceberg"))
    assert CellId("e5") not in looks
    wet = state_of(("eskimo i5^", "eskimo e5"), ("bear d4^", "bear e5"))
    assert game.looks(wet)[CellId("e5")] == Look("", stack_of("bear lying", "kayak"))


def test_the_discard_is_known_while_it_holds_one_sort() -> None:
    assert CellId("discard") not in game.looks(state_of())
    one = state_of(("deck 30", "deck 28\ndiscard melt 2"))
    assert game.looks(one)[CellId("discard")] == Look("", stack_of("card melt"))
    two = state_of(("deck 30", "deck 28\ndiscard melt 1\ndiscard red1 1"))
    assert game.looks(two)[CellId("discard")].certainty is Certainty.ANY


def test_hands_carry_a_figure_and_lay_it_down() -> None:
    assert handled(state_of(), "move bear d4^ e4") == {
        "d4": Look("pack", stack_of("orca lying", "seal lying", "seal", "cod lying", "cod lying")),
        "e4": Look("", stack_of("bear lying")),
    }
    assert handled(state_of(), "move bear e5 e6") == {}
    assert handled(state_of(), "attack bear d4^ seal d4^") == {
        "d4": Look("pack", stack_of("bear", "orca lying", "seal lying", "cod lying", "cod lying")),
    }
    assert handled(state_of(), "play yellow2") == {"discard": Look("", stack_of("card yellow2"))}
    assert handled(state_of(), "end") == {}
    short = state_of(
        ("deck 30", "deck 30\ndiscard melt 1"),
        ("card todo", "card done"),
        ("hand bear ? ? ?", "hand bear ? ?"),
    )
    assert handled(short, "end") == {"deck": Look("", stack_of("back"))}, "a card is drawn (turn.8)"


def test_hands_can_push_a_row_that_the_rules_do_not_allow() -> None:
    state = state_of(("ice d5 pack\n", "ice d5 pack\nice d6 pack\n"))
    pushed = handled(state, "drift yellow d4")
    assert pushed["d4"] == Look("", stack_of("orca lying", "seal lying", "cod lying", "cod lying"))
    assert pushed["d5"] == Look("pack", stack_of("bear", "seal"))
    assert pushed["d7"] == Look("pack")
    assert handled(state, "drift yellow e9") == {}


def test_melting_lays_figures_down() -> None:
    assert handled(state_of(), "melt d4")["d4"].base == ""
    assert "bear lying" in handled(state_of(), "melt d4")["d4"].pieces
    assert handled(state_of(), "melt i5") == {"i5": Look("pack", stack_of("eskimo"))}
    assert handled(state_of(), "melt f6") == {"f6": Look("floe")}


def test_lamps_glow_for_the_tokens_still_to_drift() -> None:
    state = state_of()
    assert game.lamps(state) == (Lamp(), Lamp(), Lamp())
    state = apply(game, state, Seat(0), game.parse_move("play blue2")).state
    assert game.lamps(state) == (Lamp("blue", "steady", True), Lamp("blue"), Lamp())


def anyway(state: State, text: str, seat: int = 0) -> str:
    move = game.parse_move(text)
    assert game.why_illegal(state, Seat(seat), move)
    after = game.after_anyway(state, Seat(seat), move).state
    assert game.faults(after) == ()
    return game.format_position(after)


def test_a_figure_that_went_too_far_stays_there() -> None:
    after = anyway(state_of(), "move bear d4^ d8")
    assert "bear d8 moved\n" in after
    assert "hunt own\n" in after


def test_out_of_turn_only_the_figure_is_elsewhere() -> None:
    after = anyway(state_of(), "move orca d4 d3", seat=1)
    assert "orca d3\n" in after
    assert "turn bear\n" in after
    assert "hunt none\n" in after


def test_a_second_card_and_an_ended_turn_without_one() -> None:
    done = state_of(("card todo", "card done"), ("deck 30", "deck 31"), ("hand bear ? ? ?", "hand bear ? ?"))
    assert "phase melt\n" in anyway(done, "play melt")
    assert "turn orca\n" in anyway(state_of(), "end")


def test_a_row_pushed_anyway() -> None:
    state = state_of(("ice d5 pack\n", "ice d5 pack\nice d6 pack\n"))
    state = apply(game, state, Seat(0), game.parse_move("play yellow2")).state
    after = anyway(state, "drift yellow d4")
    assert "ice d5 pack\nice d6 pack\nice d7 pack\n" in after
    assert "locked d5\nlocked d6\nlocked d7\n" in after
    assert "phase drift yellow 1\n" in after


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("move bear d4^ e5^", "bear cannot stand on the ice of e5"),
        ("move bear e5 e6", "no such figure"),
        ("attack bear d4^ bear d4^", "no hunter takes its own kind"),
        ("attack bear d4^ igloo d4^", "no igloo"),
        ("melt e5", "changes nothing"),
        ("return bear a5", "changes nothing"),
        ("igloo e9", "at this moment"),
        ("lay floe a5", "at this moment"),
        ("answer blue1", "at this moment"),
    ],
)
def test_what_cannot_stand_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        game.after_anyway(state_of(), Seat(0), game.parse_move(text))


def test_after_the_end_nothing_is_played_anyway() -> None:
    over = state_of(
        ("phase turn", "phase over"),
        ("has supply plankton 9", "has bear plankton 9"),
        ("card todo", "card done"),
    )
    with pytest.raises(RulesError, match="the game is over"):
        game.after_anyway(over, Seat(0), game.parse_move("move bear d4^ e4"))


def test_outcomes_do_not_exist() -> None:
    state = state_of()
    assert game.outcomes(state) == ()
    refused = game.why_impossible(state, game.parse_outcome("die shark"))
    assert [breach.clause for breach in refused] == ["arctica/turn.6"]
    with pytest.raises(RulesError):
        game.after_chance(state, "die shark")
