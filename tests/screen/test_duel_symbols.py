"""The pictures of the cards: all there, no two alike, each in its own colour."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from companion.games.jungle.screen import symbols
from companion.rules.registry import find_game
from companion.screen.pictures import SIDE, grid

NAMES = find_game("jungle").box.names  # type: ignore[attr-defined] # the game's own edition
SYMBOLS = tuple(dict.fromkeys(name.rpartition("-")[0] for name in NAMES if "-" in name))
LEAST_DIFFERENCE = 0.015
"""Two symbols differ in at least so much of the card: of 64 x 64 pixels that is a square of 8."""


def test_every_card_of_the_edition_has_a_picture() -> None:
    assert len(SYMBOLS) == 18
    assert [name for name in NAMES if not symbols.has_picture(name)] == []
    assert not symbols.has_picture("moon-red")
    assert not symbols.has_picture("star-mauve")


def test_no_two_symbols_are_alike() -> None:
    x, y = grid(SIDE)
    shapes = {name: symbols._SHAPES[name](x / symbols._FACE, y / symbols._FACE) for name in SYMBOLS}
    alike = [
        (one, other)
        for one, other in combinations(SYMBOLS, 2)
        if np.mean(shapes[one] != shapes[other]) < LEAST_DIFFERENCE
    ]
    assert alike == []


@pytest.mark.parametrize("card", ["star-red", "inward", "coloured"])
def test_a_card_is_drawn(card: str) -> None:
    texture = symbols.card_picture(card)
    assert texture.size == (SIDE, SIDE)
    pixels = np.frombuffer(texture.pixels, np.uint8).reshape(SIDE, SIDE, 4)
    assert len(np.unique(pixels.reshape(-1, 4), axis=0)) > 3
