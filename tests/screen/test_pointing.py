"""What hands must do is seen on the board: arrows, ghosts and crosses."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from companion.judge.verdicts import Same
from companion.referee.tasks import Task
from companion.rules.contract import CellId
from companion.rules.pieces import PosedPiece
from companion.screen import pictures, theme
from companion.screen.board import BoardView
from companion.screen.pointing import _KINDS

from .marso_table import refusal
from .scenes import shown

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import OpenStage
    from .house import House
    from .stage import Stage


def colour_at(stage: Stage, path: Path, x: float, y: float) -> tuple[float, ...]:
    picture = cv2.imread(str(stage.screenshot(path)))
    assert picture is not None
    blue, green, red = picture[picture.shape[0] - 1 - round(y), round(x)] / 255
    return float(red), float(green), float(blue)


def test_an_arrow_says_where_a_refused_piece_goes_back(
    house: House, open_stage: OpenStage, tmp_path: Path
) -> None:
    house.begin(4, electronic=True)
    house.has_camera()
    house.play("south play still", "west play skate rr")
    house.sees(refusal(house, "west", "step a1", "a1", "c4"))
    stage = open_stage()
    assert stage.board().tasks == (Task(PosedPiece("hunter west"), CellId("a1"), CellId("c4")),)
    assert stage.says("Put back:")
    assert stage.says("a1 › c4")
    (x, y), (to_x, to_y) = stage.middle("a1"), stage.middle("c4")
    seen = colour_at(stage, tmp_path / "arrow.png", (x + to_x) / 2, (y + to_y) / 2)
    assert np.allclose(seen, theme.RESTORE[:3], atol=0.05)
    house.sees(Same())
    stage.frames()
    assert stage.board().tasks == ()


def _points(board: BoardView, at_something: bool) -> bool:
    """Whether the board draws an arrow or a cross, or, if that is not wanted, none."""
    return (len(board._pointing.group.children) > 2) == at_something


@pytest.mark.parametrize("game", ["arctica", "atlantis", "jungle", "marso", "northwest"])
def test_every_board_draws_a_piece_that_goes_and_one_that_leaves(game: str) -> None:
    with shown(f"table-{game}", "en", (800, 480)) as stage:
        board = stage.board()
        assert isinstance(board, BoardView)
        start, end = board._visible()[:2]
        pieces = [piece for look in board.looks.values() for piece in look.pieces]
        for task in (Task(pieces[0], start, end), Task(pieces[0], start, None), Task(pieces[0], None, end)):
            board.mark(tasks=(task,))
            stage.frames()
            stage.until(partial(_points, board, task.start is not None), str(task))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["arctica", "atlantis"])
def test_a_frame_follows_the_six_sides_of_a_place(game: str, tmp_path: Path) -> None:
    """It leaves the corners of the box to the neighbours and lies on the sides of the hexagon. The side from
    the corner at the left (3/4 of the height) to the one at the top is at 7/8 of the height at 1/4 of the
    width."""
    with shown(f"table-{game}", "en", (1024, 600)) as stage:
        board = stage.board()
        assert isinstance(board, BoardView)
        cell = next(one for one in board.looks if board.has([one]) and not board.looks[one].pieces)
        left, bottom, width, height = board.box(cell)
        corner = (left + 2, bottom + height - 2)
        side = (left + width / 4, bottom + height * (7 / 8) - 2)
        board.mark()
        before = [colour_at(stage, tmp_path / "before.png", *point) for point in (corner, side)]
        board.mark(restore=(cell,))
        after = [colour_at(stage, tmp_path / "after.png", *point) for point in (corner, side)]
        assert np.allclose(before[0], after[0], atol=0.02)
        assert np.allclose(after[1], theme.RESTORE[:3], atol=0.1)
        assert not np.allclose(before[1], after[1], atol=0.1)


@pytest.mark.parametrize("kind", sorted({kind for kind, _ in _KINDS.values()}))
@pytest.mark.parametrize("six", [False, True])
def test_a_mark_leaves_the_colours_of_what_lies_there(kind: str, six: bool) -> None:
    """Two cards of one symbol differ by nothing but their colour."""
    texture = pictures.frame(kind, theme.LAST, six)
    alpha = np.frombuffer(texture.pixels, np.uint8).reshape(texture.height, texture.width, 4)[..., 3]
    part = texture.width // 3
    assert not alpha[part:-part, part:-part].any()
    assert alpha.any()
