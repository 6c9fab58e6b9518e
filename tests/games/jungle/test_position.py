"""Text of positions: the set-up, what may be left out, options."""

from __future__ import annotations

from companion.games.jungle import game
from companion.rules.contract import Seat

from .mistakes import FOUR, POSITION


def test_the_set_up_of_three_as_specified() -> None:
    assert game.format_position(game.initial(game.setup(3, {}))) == POSITION


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


def test_seats_and_options() -> None:
    assert dict(game.setup(2, {}).options)["trio"] is True
    assert dict(game.setup(2, {"hands": "one"}).options)["trio"] is False
    assert dict(game.setup(4, {}).options)["trio"] is False
    chosen = {option.id: option.default for option in game.options}  # as a screen offers them
    assert game.setup(3, chosen) == game.setup(3, {})
    assert dict(game.setup(4, {"trio": "yes"}).options)["trio"] is True


def test_a_choice_and_a_gift_are_for_the_winner_only() -> None:
    state = game.parse_position(
        FOUR + "phase give s3\nlosers s1 s4\npiles s3 pot\nopen s3 star-red star-blue\npot inward"
    )
    assert game.faults(state) == ()
    moves = [game.format_move(move) for move in game.legal_moves(state, Seat(2))]
    assert moves == ["give s3 s1", "give s3 s1 1", "give s3 s4", "give s3 s4 1", "give pot s1", "give pot s4"]
    assert not any(game.legal_moves(state, Seat(seat)) for seat in (0, 1, 3))
