"""A card turned up on an open pile lies on top by hand; what lies open when piles are collected does not."""

from __future__ import annotations

from itertools import pairwise

from companion.rules.contract import CellId, Certainty, Look
from companion.rules.pieces import stack_of
from companion.rules.piles import laid_on_piles
from companion.rules.registry import find_game

GAME = find_game("jungle")
SETUP = GAME.setup(4, {})
ONE, OTHER = CellId("open:s1"), CellId("open:s2")
STAR, STRING = Look(pieces=stack_of("card star-red")), Look(pieces=stack_of("card string-red"))


def test_a_card_that_is_turned_up_lies_there_by_hand() -> None:
    assert laid_on_piles(GAME, SETUP, {ONE: STAR}, {ONE: STRING}) == {ONE: STRING}
    assert laid_on_piles(GAME, SETUP, {}, {ONE: STRING}) == {ONE: STRING}


def test_piles_that_are_collected_do_not() -> None:
    assert laid_on_piles(GAME, SETUP, {ONE: STAR, OTHER: STAR}, {ONE: STRING}) == {}
    assert laid_on_piles(GAME, SETUP, {ONE: STAR}, {}) == {}


def test_where_the_totem_stands_tells_no_act() -> None:
    """It is in a hand after a grab, and people put it straight at any time: its place may look anyhow."""
    look = GAME.looks(GAME.initial(GAME.setup(4, {})))[CellId("totem")]
    assert (look.pieces, look.certainty) == (("totem",), Certainty.ANY)


def test_a_card_left_over_lies_on_the_one_before() -> None:
    """Two of 80 cards with six players (jungle/setup.3)."""
    setup = GAME.setup(6, {})
    states = [GAME.initial(setup)]
    for card in ("star-red", "string-blue"):
        states.append(GAME.after_chance(states[-1], GAME.parse_outcome(f"pot {card}")).state)
    tops = [laid_on_piles(GAME, setup, *map(GAME.looks, pair)) for pair in pairwise(states)]
    assert tops[1] == {CellId("pot"): Look(pieces=stack_of("card string-blue"))}
