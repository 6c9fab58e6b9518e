"""The art of a board of squares, also where it is not square."""

from __future__ import annotations

import numpy as np

from companion.simulator.art import DENSITY, linear
from companion.simulator.open_kit import SquaresArt
from companion.simulator.solids import turned_solid

DARK, BRIGHT = (40, 40, 40), (200, 200, 200)


def test_seven_columns_and_six_rows_are_squares_of_two_colours() -> None:
    disc = turned_solid(((0.3, 0.0), (0.3, 0.1), (0.0, 0.1)), linear(DARK), gloss=0.2)
    (board,) = SquaresArt(7, 6, (DARK, BRIGHT), 3, lambda _: disc).ground()
    assert (board.x0, board.y0, board.x1, board.y1) == (-0.5, -0.5, 6.5, 5.5)
    painting = np.asarray(board.painting)
    assert painting.shape[:2] == (6 * DENSITY, 7 * DENSITY)
    for x in range(7):
        for y in range(6):
            row, column = round((5.5 - y) * DENSITY), round((x + 0.5) * DENSITY)
            bright = painting[row - 3 : row + 3, column - 3 : column + 3, :3].mean() > 120
            assert bright == ((x + y) % 2 == 1), "a1 has the first colour"
