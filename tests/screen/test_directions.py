"""The directions of the drift at the edge of the board of *Arctica*: each at the corner to which it leads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.rules.contract import CellId
from companion.rules.optional import Directing
from companion.rules.palette import COLOURS
from companion.rules.registry import find_game

from .scenes import shown

CORNERS = {"yellow": "e9", "orange": "i5", "red": "i1", "violet": "e1", "blue": "a5", "green": "a9"}
"""By the table of directions: yellow to the right (the number grows), orange down right (the letter goes on,
the number stays), violet and blue against these, red and green between."""


BESIDE = {"yellow": "d9", "orange": "h6", "red": "i2", "violet": "f1", "blue": "b4", "green": "a8"}
"""The next cell of the edge, counter-clockwise: there lies the arrow."""


ARROWS = {"→": (1, 0), "↘": (1, -1), "↙": (-1, -1), "←": (-1, 0), "↖": (-1, 1), "↗": (1, 1)}
"""Whether an arrow points right or left, up or down."""


def test_the_edition_names_each_direction_by_an_arrow_that_points_as_the_board_does() -> None:
    game = find_game("arctica")
    assert isinstance(game, Directing)
    told = next(value.value for value in game.edition_values if value.key == "directions")
    arrows = dict(word.split() for word in told.split(", "))
    steps = {
        one.colour: (np.sign(one.dx), np.sign(round(one.dy, 6))) for one in game.directions(game.setup(2, {}))
    }
    assert {colour: ARROWS[arrow] for colour, arrow in arrows.items()} == steps


def test_each_colour_leads_from_the_middle_to_its_corner() -> None:
    game = find_game("arctica")
    assert isinstance(game, Directing)
    setup = game.setup(2, {})
    cells = {str(zone.cell): (zone.x, zone.y) for zone in game.zones(setup)}
    x0, y0 = cells["e5"]
    found = {one.colour: one for one in game.directions(setup)}
    assert set(found) == set(CORNERS)
    for colour, corner in CORNERS.items():
        x, y = cells[corner]
        one = found[colour]
        assert (one.dx, one.dy) == pytest.approx(((x - x0) / 4, (y - y0) / 4)), "four steps to the corner"
        x, y = cells[BESIDE[colour]]
        assert (one.x, one.y) == pytest.approx((x + one.dx / 2, y + one.dy / 2)), "an outer side"


@pytest.mark.parametrize("size", [(800, 480), (1280, 800)])
@pytest.mark.parametrize("whole", [False, True])
def test_an_arrow_points_outwards_in_the_colour_of_the_card(
    tmp_path: Path, size: tuple[int, int], whole: bool
) -> None:
    with shown("table-arctica", "uk", size) as stage:
        board = stage.board()
        board.show_whole(whole)
        shot = cv2.imread(str(stage.screenshot(tmp_path / "board.png")))
        assert shot is not None
        middle = centre(board.box(CellId("e5")))
        for colour, corner in CORNERS.items():
            x, y = centre(board.box(CellId(corner)))
            step = ((x - middle[0]) / 4, (y - middle[1]) / 4)
            x, y = centre(board.box(CellId(BESIDE[colour])))
            wanted = np.array(tuple(bytes.fromhex(COLOURS[colour]))[::-1])
            painted = {
                (far, wide)
                for far in (0.58, 0.85, 1.02)
                for wide in (-0.17, 0.0, 0.17)
                if np.abs(pixel(shot, x, y, step, far, wide) - wanted).max() < 40
            }
            letter = {(0.58, 0.0)}
            assert painted - letter == {(0.58, -0.17), (0.58, 0.17), (0.85, 0.0)}, colour


def centre(box: tuple[float, float, float, float]) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def pixel(
    shot: Any, x: float, y: float, step: tuple[float, float], far: float, wide: float
) -> NDArray[np.int64]:
    """Blue, green and red at a point of the window: so many steps on from another, and to the side."""
    dx, dy = step
    across, up = x + far * dx - wide * dy, y + far * dy + wide * dx
    return np.asarray(shot[shot.shape[0] - 1 - round(up), round(across)], np.int64)


@pytest.mark.slow
def test_a_closer_look_shows_only_cells() -> None:
    """Where a few cells fill the window, no arrow claims to lie beside them."""
    with shown("table-arctica", "uk", (800, 480)) as stage:
        board = stage.board()
        before = board.box(CellId("e5"))[2]
        board.magnified = tuple(map(CellId, ("d5", "e5", "e6")))
        board.place()
        assert board.box(CellId("e5"))[2] > 2 * before
