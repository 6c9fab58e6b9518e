"""The text of positions: the set-up, an attack that is pending, options."""

from __future__ import annotations

import pytest

from companion.games.atlantis import game
from companion.rules.contract import NotationError

from .mistakes import PHASE, POSITION


def test_the_set_up_position() -> None:
    text = game.format_position(game.initial(game.setup(["blue", "red"], {"colours": 2})))
    assert text == (
        "game atlantis\noption colours 2\nseat blue blue yellow\nseat red red green\nphase island\n"
        "reserve red 10\nreserve blue 10\nreserve yellow 10\nreserve green 10\nboats blue 2\nboats red 2\n"
        "serpent b1 1\nserpent c11 1\nserpent g6 1\nserpent k1 1\nserpent l10 1\n"
        "supply boat 8\nsupply shark 6\nsupply whale 5\n"
    )


def test_an_attack_that_is_pending_is_possible_and_others_are_not() -> None:
    attacked = POSITION.replace(PHASE, "phase defend\nturn red\nattack shark c4\nasked blue\n")
    attacked = attacked.replace("shark g6 2", "shark c4 1\nshark g6 1").replace("used boat d3 red 1\n", "")
    assert game.faults(game.parse_position(attacked)) == ()
    for old, new in (
        ("asked blue", "asked green"),
        ("asked blue", "asked red"),
        ("shark c4 1", "shark c4 2"),
    ):
        assert game.faults(game.parse_position(attacked.replace(old, new)))
    with pytest.raises(NotationError, match="no creature against which there is a defence"):
        game.parse_position(attacked.replace("attack shark", "attack serpent"))
    with pytest.raises(NotationError, match="one or more different seats"):
        game.parse_position(attacked.replace("asked blue", "asked blue blue"))


def test_options_may_be_words() -> None:
    words = {"colours": "2", "boats": "4", "crowd": "yes", "ashore": "no"}
    assert game.setup(2, words) == game.setup(2, {"colours": 2, "boats": 4, "crowd": True, "ashore": False})
