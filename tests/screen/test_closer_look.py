"""Every place of a board is as large as a finger, at the second look at least; resting hands say nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import hypot
from typing import TYPE_CHECKING

import pytest
from kivy.tests.common import UnitTestTouch

from companion.rules.contract import CellId
from companion.screen import lens, theme
from companion.screen.pages.table import TablePage
from companion.screen.touched import FINGER
from companion.screen.widgets import RESTING

from .scenes import played
from .stage import Stage

if TYPE_CHECKING:
    from companion.screen.board import BoardView

    from .house import House

INCH = 25.4
PANEL = 7.0
"""Inches across."""
LEAST = 9.7
"""Millimetres: 10 but for the gaps between places."""

every_size = pytest.mark.parametrize(
    "size", [(800, 480), pytest.param((1024, 600), marks=pytest.mark.soak)], ids=str
)
"""The other panel has the same board in a little more room, and every place of it costs a tap."""


def millimetres(pixels: float, size: tuple[int, int]) -> float:
    """On a panel of 7 inches."""
    return pixels / hypot(*size) * PANEL * INCH


@contextmanager
def table(game: str, size: tuple[int, int], part: float = 0.3) -> Iterator[tuple[House, Stage, BoardView]]:
    house = played(game, part)
    stage = Stage(house, "en", size)
    try:
        stage.board().look_at("far" if "far" in stage.board().views else "")
        stage.frames(4)
        yield house, stage, stage.board()
    finally:
        stage.close()


def neighbours(board: BoardView) -> tuple[CellId, CellId]:
    """Two places beside each other in the middle of the board."""
    cells = board.small()
    one = cells[len(cells) // 2]
    left, bottom, width, _ = board.box(one)
    for cell in cells:
        x, y, _, _ = board.box(cell)
        if abs(x - left - width) < 2 and abs(y - bottom) < 1:
            return one, cell
    raise AssertionError(f"{one} has no neighbour in the east")


def between(board: BoardView, one: CellId, other: CellId) -> tuple[float, float]:
    """A point of the first, two pixels from the second."""
    left, bottom, width, height = board.box(one)
    assert board.box(other)[0] > left
    return left + width - 2, bottom + height / 2


@pytest.mark.slow
@every_size
@pytest.mark.parametrize("game", ["arctica", "atlantis", "marso", "northwest"])
def test_every_place_is_at_least_10_mm_at_the_second_look(game: str, size: tuple[int, int]) -> None:
    """``make test`` looks at every third place."""
    with table(game, size) as (_, _, board):
        room = min(board.width, board.height)
        for cell in board.small()[:: 1 if size > (800, 480) else 3]:
            left, bottom, width, height = board.box(cell)
            if millimetres(min(width, height), size) >= LEAST:
                continue
            middle = (left + width / 2, bottom + height / 2)
            near = lens.around(middle, board.small(), board.box, room, theme.px(FINGER))
            assert cell in near
            assert 1 < len(near) < len(board.small())
            board.magnified = near
            assert millimetres(min(board.box(cell)[2:]), size) >= LEAST, cell
            board.magnified = ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "usual"), [("marso", 52), ("arctica", 51), ("atlantis", 37), ("northwest", 45)]
)
def test_the_smallest_cells_of_a_board(game: str, usual: int, capsys: pytest.CaptureFixture[str]) -> None:
    """No smaller than they were."""
    for size in ((800, 480), (1024, 600), (1280, 800)):
        with table(game, size, 0.5) as (_, _, board):
            board.look_at("")
            least = min(min(board.box(cell)[2:]) for cell in board.small())
        with capsys.disabled():
            print(f"\n{game} {size}: {least:.0f} px")
        assert least >= theme.px(usual)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["atlantis", "northwest"])
def test_a_finger_between_two_places_is_asked_which(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with table(game, (800, 480)) as (house, stage, board):
        one, other = neighbours(board)
        page = stage.app.page
        assert isinstance(page, TablePage)
        monkeypatch.setattr(board, "lit", lambda: (one, other))
        told: list[CellId] = []
        board.on_cell = told.append
        entries = house.session_now.view.entries
        stage.touch(*between(board, one, other))
        assert told == []
        assert {one, other} <= set(board.magnified)
        board._opened -= 1.0
        wall = time.time()
        monkeypatch.setattr("time.time", lambda: wall - 3600)  # somebody sets the clock back
        stage.tap_cell(other)
        assert told == [other]
        assert board.magnified == ()
        assert house.session_now.view.entries == entries


def test_a_finger_in_the_middle_of_a_place_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with table("northwest", (800, 480)) as (_, stage, board):
        one, other = neighbours(board)
        told: list[CellId] = []
        board.on_cell = told.append
        monkeypatch.setattr(board, "lit", lambda: (one, other))
        stage.tap_cell(one)
        assert told == [one]


@pytest.mark.slow
@every_size
@pytest.mark.parametrize("game", ["arctica", "atlantis", "marso", "northwest"])
def test_no_tap_on_the_whole_table_hits_a_neighbour_unasked(game: str, size: tuple[int, int]) -> None:
    """Where another place that may be tapped is less than half a finger away, piles and hands too."""
    with table(game, size, 0.4) as (house, stage, board):
        board.show_whole(True)
        stage.frames()
        entries, lit, reach = house.session_now.view.entries, board.lit(), theme.px(FINGER) / 2
        crowded = [
            (cell, other)
            for cell in lit
            for other in lit
            if other != cell
            and hypot(*(a - b for a, b in zip(stage.middle(cell), stage.middle(other), strict=True))) < reach
            and min(board.box(cell)[2:]) < 2 * reach
        ]
        for cell, other in crowded:
            told: list[CellId] = []
            board.on_cell = told.append
            before = min(board.box(cell)[2:])
            stage.tap_cell(cell)
            assert told == []
            assert {cell, other} <= set(board.magnified)
            assert min(board.box(cell)[2:]) > before
            board._opened -= 1.0
            stage.tap_cell(cell)
            assert told == [cell]
        assert crowded or game != "northwest", "its piles of tiles lie close together"
        assert house.session_now.view.entries == entries


def test_a_finger_that_slips_to_the_next_place_is_asked_which(monkeypatch: pytest.MonkeyPatch) -> None:
    with table("northwest", (800, 480)) as (_, stage, board):
        one, other = neighbours(board)
        told: list[object] = []
        board.on_cell, board.on_drag = told.append, told.append
        monkeypatch.setattr(board, "lit", lambda: (one, other))
        x, y = between(board, one, other)
        stage.drag((x, y), (x + 6, y))
        assert told == []
        assert {one, other} <= set(board.magnified)


def test_a_piece_is_drawn_to_the_next_place(monkeypatch: pytest.MonkeyPatch) -> None:
    with table("northwest", (800, 480)) as (_, stage, board):
        one, other = neighbours(board)
        told: list[object] = []
        board.on_drag = told.append
        monkeypatch.setattr(board, "lit", lambda: (one, other))
        stage.drag(stage.middle(one), stage.middle(other))
        assert told == [(one, other)]


def test_a_touch_that_comes_twice_only_opens_the_closer_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with table("atlantis", (800, 480)) as (_, stage, board):
        one, other = neighbours(board)
        told: list[CellId] = []
        board.on_cell = told.append
        monkeypatch.setattr(board, "lit", lambda: (one, other))
        fingers = [UnitTestTouch(*between(board, one, other)) for _ in range(2)]
        for finger in fingers:
            finger.touch_down()
            finger.touch_up()
        stage.frames()
        assert told == []
        assert board.magnified


def test_a_clock_that_is_set_back_keeps_no_finger_from_the_closer_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with table("atlantis", (800, 480)) as (_, stage, board):
        one, other = neighbours(board)
        told: list[CellId] = []
        board.on_cell = told.append
        monkeypatch.setattr(board, "lit", lambda: (one, other))
        stage.touch(*between(board, one, other))
        assert board.magnified
        board._opened -= 1.0
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() - 3600)
        finger = UnitTestTouch(*stage.middle(one))
        finger.time_start = time.time()
        finger.touch_down()
        finger.touch_up()
        stage.frames()
        assert told == [one]


def test_another_view_ends_the_closer_look(monkeypatch: pytest.MonkeyPatch) -> None:
    with table("atlantis", (800, 480)) as (_, stage, board):
        one, other = neighbours(board)
        monkeypatch.setattr(board, "lit", lambda: (one, other))
        stage.touch(*between(board, one, other))
        assert board.magnified
        stage.tap("Whole table")
        assert not board.magnified
        assert board.whole


def test_a_palm_that_rested_on_the_board_says_nothing() -> None:
    with table("marso", (800, 480)) as (_, stage, board):
        told: list[object] = []
        board.on_cell, board.on_drag = told.append, told.append
        cell = board.small()[0]
        palm = UnitTestTouch(*stage.middle(cell))
        palm.touch_down()
        palm.time_start = time.time() - RESTING
        palm.touch_up()
        stage.frames()
        assert told == []
        stage.tap_cell(cell)
        assert told == [cell]
