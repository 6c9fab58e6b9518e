"""Whole recorded games by real touches, to their end (``make soak``: some minutes each)."""

from __future__ import annotations

from statistics import median

import pytest

from .whole_games import GAMES, HEAD, MOST, MOST_A_CARD, play

pytestmark = pytest.mark.soak


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_touch(game: str) -> None:
    figures = play(game)
    print(f"\n{HEAD}\n{figures.row()}")
    if game in MOST:
        assert median(figures.usual) <= MOST[game]
    if figures.draws:  # in arctica nothing is told but with a move
        assert median(figures.draws) <= MOST_A_CARD
