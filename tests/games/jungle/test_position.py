"""Text of positions: what may be left out, what is an error of notation, and what cannot be."""

from __future__ import annotations

import pytest

from companion.games.jungle import game
from companion.rules.contract import NotationError, Seat, SetupError

SET_UP = """\
seats s1 s2 s3
option hands no
option trio yes
option share own
option tie holder
phase flip
turn s1
colours off
closed s1 26
closed s2 26
closed s3 26
open s1
open s2
open s3
pot
"""


def test_the_set_up_of_three_as_specified() -> None:
    assert game.format_position(game.initial(game.setup(3, {}))) == SET_UP


def test_what_is_left_out() -> None:
    """80 - 3 open - 1 in the pot - 10 = 66 closed cards for three places, 22 each."""
    state = game.parse_position(
        "seats s1 s2 s3 s4\nphase flip\nclosed s2 10\nopen s3 star-red star-blue inward\npot string-red"
    )
    assert state.closed == (22, 10, 22, 22)
    assert game.faults(state) == ()
    uneven = game.parse_position("seats s1 s2 s3 s4\nphase flip\nclosed s2 10\npot string-red star-red")
    assert uneven.closed == (23, 10, 23, 22)  # 68 cards, earlier places one more
    dealing = game.parse_position("seats s1 s2 s3 s4 s5 s6\nphase deal\npot star-red")
    assert dealing.closed == (13,) * 6
    assert dealing.untold() == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("phase flip", "begins with the line 'seats"),
        ("seats s1 s3\nphase flip", "without a gap"),
        ("seats s1 s2\nseats s1 s2\nphase flip", "line 2: 'seats' is said twice"),
        ("seats s1 s2", "'phase ...' is missing"),
        ("seats s1 s2\nphase rest", "'rest' is no phase"),
        ("seats s1 s2\nphase tie s1", "write it as 'phase tie PLACE PLACE ...'"),
        ("seats s1 s2\nphase over s3", "'s3' is no seat"),
        ("seats s1 s2\nphase flip\nphase flip", "'phase' is said twice"),
        ("seats s1 s2\noption trio maybe\nphase flip", "yes or no"),
        ("seats s1 s2\noption speed fast\nphase flip", "no option 'speed'"),
        ("seats s1 s2 s3\noption hands both\nphase flip", "only two players"),
        ("seats s1 s2\nphase flip\nturn s3", "no place of this match"),
        ("seats s1 s2\nphase flip\ncolours maybe", "none of: off, on"),
        ("seats s1 s2\nphase flip\nclosed s1", "after closed come 2 words"),
        ("seats s1 s2\nphase flip\nclosed s1 01", "whole number"),
        ("seats s1 s2\nphase flip\nclosed s1 1\nclosed s1 2", "'closed s1' is said twice"),
        ("seats s1 s2\nphase flip\nopen s1 star-violet", "no card of this edition"),
        ("seats s1 s2\nphase flip\nshown", "come 1 or more words"),
        ("seats s1 s2\nphase claim\ninward", "come 1 or more words"),
        ("seats s1 s2\nphase flip\nignored s1", "come 2 or more words"),
        ("seats s1 s2\nphase give s1\npiles pot", "'losers ...' is missing"),
        ("seats s1 s2\nphase give s1\nlosers s2", "'piles ...' is missing"),
        ("seats s1 s2\nphase give s1\nlosers s2\npiles", "come 1 or more words"),
        ("seats s1 s2\nphase flip\nturn s1 s2", "come 1 words, not 2"),
        ("seats s1 s2\nphase flip\nhand s1", "nothing a position says"),
    ],
)
def test_each_mistake_is_named(text: str, told: str) -> None:
    with pytest.raises(NotationError, match=told):
        game.parse_position(text)


FOUR = "seats s1 s2 s3 s4\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("phase flip\nclosed s1 20\nclosed s2 20\nclosed s3 20\nclosed s4 19", "79 cards instead of 80"),
        ("phase flip\nopen s1 star-red\nopen s2 star-red", "star-red lies open more often"),
        ("phase flip\nclosed s4 0", "s4 has no card left"),
        ("phase flip\nturn s2\nclosed s2 0\nopen s2 star-red", "s2 has no closed card to open"),
        ("phase flip\nshown s1", "the line shown cannot stand in phase flip"),
        ("phase flip\ninward s1", "the line inward cannot stand"),
        ("phase flip\noutward s1", "the line outward cannot stand"),
        ("phase flip\ndue s1", "the line due cannot stand"),
        ("phase flip\nlosers s1", "the line losers cannot stand"),
        ("phase claim\ninward trio", "claim nothing in this match"),
        ("phase claim", "nothing to claim"),
        ("phase claim\ninward s1 s1", "names a place twice"),
        ("phase burst\nshown s2 s1\nopen s1 star-red\nopen s2 string-red", "in the right order"),
        ("phase burst\nshown s1", "has none open"),
        ("phase tie s2 s1\ninward s3", "in the right order"),
        ("phase tie s1 s2", "have a right to the totem"),
        ("phase choose s1\ninward s3", "only a place in a duel"),
        ("phase give s1\nlosers s2\npiles s1", "an empty pile"),
        ("phase flip\nignored s2 s1\nopen s1 star-red\nopen s2 star-blue", "in the right order"),
        ("phase flip\nignored s1 s2", "without open cards"),
        ("phase deal", "still to be told"),
    ],
)
def test_each_impossibility_is_named(text: str, told: str) -> None:
    faults = game.faults(game.parse_position(FOUR + text))
    assert any(told in fault for fault in faults), faults


@pytest.mark.parametrize(
    "text",
    [
        *("", "roll 6", "grab", "grab s16", "grab s01", "grab  s1", "holder", "early star-red"),
        *("tie s2 s1", "tie s1", "tie s1 s1", "tie s1 s1r", "fall s1 s2", "lapse s1"),
        *("pot", "flip s1", "flip s1 joker"),
    ],
)
def test_text_that_is_no_outcome(text: str) -> None:
    with pytest.raises(NotationError):
        game.parse_outcome(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "duel s1",
        "give",
        "give pot",
        "give pot pot",
        "give pot s1 0",
        "give pot s1 01",
        "give s0 s1",
        "grab",
    ],
)
def test_text_that_is_no_move(text: str) -> None:
    with pytest.raises(NotationError):
        game.parse_move(text)


def test_seats_and_options() -> None:
    assert dict(game.setup(2, {}).options)["trio"] is True
    assert dict(game.setup(2, {"hands": "one"}).options)["trio"] is False
    assert dict(game.setup(4, {}).options)["trio"] is False
    chosen = {option.id: option.default for option in game.options}  # as a screen offers them
    assert game.setup(3, chosen) == game.setup(3, {})
    assert dict(game.setup(4, {"trio": "yes"}).options)["trio"] is True
    for seats, options in (
        (1, {}),
        (16, {}),
        (-1, {}),
        (["s2", "s1"], {}),
        (4, {"hands": "both"}),
        (4, {"trio": "maybe"}),
        (4, {"trio": 1}),
        (4, {"share": "none"}),
        (4, {"speed": 3}),
    ):
        with pytest.raises(SetupError):
            game.setup(seats, options)


def test_a_choice_and_a_gift_are_for_the_winner_only() -> None:
    state = game.parse_position(
        FOUR + "phase give s3\nlosers s1 s4\npiles s3 pot\nopen s3 star-red star-blue\npot inward"
    )
    assert game.faults(state) == ()
    moves = [game.format_move(move) for move in game.legal_moves(state, Seat(2))]
    assert moves == ["give s3 s1", "give s3 s1 1", "give s3 s4", "give s3 s4 1", "give pot s1", "give pot s4"]
    assert not any(game.legal_moves(state, Seat(seat)) for seat in (0, 1, 3))
