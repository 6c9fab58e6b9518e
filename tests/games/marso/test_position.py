"""Text of positions: what may be left out."""

from __future__ import annotations

from companion.games.marso import game

from .mistakes import POSITION


def test_what_is_left_out_has_its_default() -> None:
    text = game.format_position(game.parse_position(POSITION + "laid west still\n"))
    for line in ("option target 0", "round 1", "start south", "hand south ? ? ?", "hand west ? ?", "deck 44"):
        assert line in text.splitlines()


def test_the_order_of_cards_does_not_matter() -> None:
    assert "hand south ur jet ?" in game.format_position(
        game.parse_position(POSITION + "hand south jet ? ur")
    )
