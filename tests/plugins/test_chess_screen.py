"""Chess in the window: a board of two colours, men of six kinds, whole games by touch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import chess
import cv2
import pytest
from numpy.typing import NDArray

from companion.rules.contract import CellId, Over
from companion.rules.touch import Tap
from tests.screen.hands import button_of
from tests.screen.house import House
from tests.screen.stage import Stage

FOOLS_MATE = ("f2 f3", "e7 e5", "g2 g4", "d8 h4")
EVERY_KIND_OF_MOVE = (
    *("e2 e4", "d7 d5", "e4 d5", "c7 c6", "d5 c6", "h7 h6", "c6 b7", "h6 h5"),
    *("b7 a8 queen", "h5 h4", "g2 g4", "h4 g3", "g1 f3", "g8 f6", "f1 g2", "e7 e6", "e1 g1"),
)
"""Captures, a pawn that becomes a queen, a capture in passing (h4 g3), castling (e1 g1)."""

pytestmark = pytest.mark.usefixtures("chess_package")


@pytest.fixture
def open_table() -> Iterator[Callable[[], Stage]]:
    """Opens the screen on a table of chess."""
    stages: list[Stage] = []

    def opening() -> Stage:
        house = House("chess")
        house.begin()
        stages.append(Stage(house, "en", (800, 480)))
        return stages[-1]

    yield opening
    for stage in stages:
        stage.close()


def has_grown(house: House, before: int) -> bool:
    return len(house.session_now.match.entries) > before


def touch(stage: Stage, *moves: str) -> None:
    """Each move as its cells, and the button of what a pawn becomes."""
    house = stage.controller
    for move in moves:
        before = len(house.session_now.match.entries)
        start, end, *kinds = move.split()
        stage.tap_cell(start)
        stage.tap_cell(end)
        for kind in kinds:
            stage.tap_widget(button_of(stage, Tap(what=f"{kind} white")))
        stage.until(partial(has_grown, house, before), move)


@pytest.mark.slow
def test_a_game_by_touch_to_the_mate(open_table: Callable[[], Stage]) -> None:
    stage = open_table()
    touch(stage, *FOOLS_MATE)
    view = stage.controller.session_now.view
    assert isinstance(view.pending, Over)
    assert [str(seat.points) for seat in view.seats] == ["0", "1"]


@pytest.mark.slow
def test_every_kind_of_move_by_touch(open_table: Callable[[], Stage]) -> None:
    """The position after them is the one that the library comes to."""
    stage = open_table()
    touch(stage, *EVERY_KIND_OF_MOVE)
    board = chess.Board()
    for move in EVERY_KIND_OF_MOVE:
        board.push_uci("".join(move.split()[:2]) + ("q" if move.endswith("queen") else ""))
    assert stage.controller.session_now.match.state.fen == board.fen()


def test_squares_are_of_two_colours_and_men_of_six_shapes(
    open_table: Callable[[], Stage], tmp_path: Path
) -> None:
    stage = open_table()
    shot = cv2.imread(str(stage.screenshot(tmp_path / "chess.png")))
    assert shot is not None

    def square(cell: str) -> NDArray[Any]:
        left, bottom, width, height = (round(value) for value in stage.board().box(CellId(cell)))
        top = shot.shape[0] - bottom - height
        return shot[top + 2 : top + height - 2, left + 2 : left + width - 2]

    light, dark = (
        [square(cell)[-4, -4].astype(int) for cell in cells] for cells in (("e4", "d3"), ("d4", "e3"))
    )
    assert all((abs(one - light[0]) <= 3).all() for one in light)
    assert all((abs(one - dark[0]) <= 3).all() for one in dark)
    assert light[0].sum() - dark[0].sum() > 100
    men = [square(cell)[:40, :40] for cell in ("a8", "c8", "e8")]
    assert all((abs(one.astype(int) - men[0].astype(int)).max(axis=-1) > 40).sum() > 50 for one in men[1:])
