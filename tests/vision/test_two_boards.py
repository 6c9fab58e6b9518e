"""A second board in the picture, or a cloth with the board's print, is never taken for the board."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from tests.vision.film import BLUE, FPS, PITCH, PLANE, RED, SIZE, SPOTS, Pieces, Table, at, changed
from tests.vision.plain import plain
from vision.holding import NO_BOARD, OTHER_BOARD
from vision.registration import Corners
from vision.seeing import Glance
from vision.types import CameraState, Frame, Image
from vision.watching import TableWatcher

__all__ = ["plain"]
pytestmark = pytest.mark.usefixtures("plain")

SIDE = 480
"""Pixels of a board's side in the picture."""
LEFT, RIGHT, GONE = (60, 120), (680, 140), (2000, 0)
CELLS = [spot.cell for spot in SPOTS]
START: Pieces = {cell: RED if cell[1] in "12" else BLUE for cell in CELLS if cell[1] in "1256"}
LATE: Pieces = {cell: RED if number % 3 else BLUE for number, cell in enumerate(CELLS) if number % 2}
"""Far into a game: hardly a piece is where it was. So the other board looks more like the first picture."""
PUSHES = [(30, 10), (150, 40), (-40, 30)]


@dataclass
class Pair:
    """Frames of two boards that look alike, ours at ``own``, on a cloth."""

    own: tuple[int, int] = LEFT
    other: tuple[int, int] = RIGHT
    cloth: Image | None = None
    draws: Table = field(default_factory=Table)
    count: int = 0
    watcher: TableWatcher = field(init=False)
    drawn: object = None
    clear: Image = field(init=False)

    def __post_init__(self) -> None:
        corners = tuple((float(x), float(y)) for x, y in square(self.own))
        self.watcher = TableWatcher(SPOTS, Corners(corners, PLANE))

    def picture(self, pieces: Pieces, push: tuple[int, int]) -> Image:
        what = self.own, self.other, tuple(sorted(pieces)), push
        if what != self.drawn:
            self.drawn, self.clear = what, self._draw(pieces, push)
        noise = self.draws.noise[self.count % 4]
        return np.asarray(cv2.add(self.clear, noise, dtype=cv2.CV_8U), np.uint8)

    def _draw(self, pieces: Pieces, push: tuple[int, int]) -> Image:
        image = self.draws.cloth if self.cloth is None else self.cloth
        side = SIZE * PITCH
        whole = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
        for place, laid in ((self.other, START), (self.own, pieces)):
            board = self.draws.print.copy()
            for cell, colour in laid.items():
                cv2.circle(board, at(cell), 24, colour, -1)
            matrix = cv2.getPerspectiveTransform(whole, square(place))
            onto = image.copy()
            cv2.warpPerspective(board, matrix, (1280, 720), onto, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
            image = onto
        way = np.array([(1, 0, push[0]), (0, 1, push[1])], np.float32)
        seen = cv2.warpAffine(image, way, (1280, 720), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, np.uint8)

    def show(self, pieces: Pieces, seconds: float, push: tuple[int, int] = (0, 0)) -> list[Glance]:
        glances = []
        for _ in range(round(seconds * FPS)):
            image = self.picture(pieces, push)
            glances.append(self.watcher.read(Frame(self.count, self.count / FPS, image)))
            self.count += 1
        return glances

    def astray(self, push: tuple[int, int] = (0, 0)) -> float:
        """By how many pixels the board's top left corner is not where it was drawn."""
        corner = np.array(self.watcher.outlines()["a6"])[0]
        return float(np.abs(corner - square(self.own)[0] - push).max())


def square(place: tuple[int, int]) -> np.ndarray:
    """A board seen a little from the side: its corners, clockwise from the top left."""
    x, y = place
    steps = ((0, 0), (SIDE, 8), (SIDE - 5, SIDE), (6, SIDE - 8))
    return np.array([(x + dx, y + dy) for dx, dy in steps], np.float32)


def told(glances: list[Glance]) -> set[str]:
    return set().union(*(changed(glance.view) for glance in glances if glance.view is not None))


def begun(pair: Pair) -> Pair:
    assert any(glance.view is not None for glance in pair.show(START, 1.2))
    pair.show(LATE, 1.5)
    return pair


@pytest.mark.parametrize("push", PUSHES)
def test_after_a_push_the_other_board_is_not_taken_for_ours(push: tuple[int, int]) -> None:
    pair = begun(Pair())
    after = pair.show(LATE, 3.0, push)
    assert after[-1].state is CameraState.READY
    assert pair.astray(push) < 2.0
    assert told(after) == set()


def test_while_our_board_is_away_the_other_one_is_not_looked_at() -> None:
    pair = begun(Pair())
    own, pair.own = pair.own, GONE
    away = pair.show(LATE, 3.0)
    assert told(away) == set()
    assert away[-1].state is CameraState.LOST
    assert {glance.message for glance in away if glance.message} == {OTHER_BOARD}
    pair.own = own
    back = pair.show(LATE, 3.0)
    assert back[-1].state is CameraState.READY
    assert pair.astray() < 2.0
    assert told(back) == set()


def test_a_second_board_is_told_and_forgotten_when_it_was_taken_away() -> None:
    pair = begun(Pair())
    image = pair.picture(LATE, (0, 0))
    assert pair.watcher.doubled(image)
    pair.other = GONE
    pair.show(LATE, 1.0)
    pair.show(LATE, 3.0, PUSHES[0])
    assert not pair.watcher.doubled(image)
    pair.own = GONE
    assert {glance.message for glance in pair.show(LATE, 3.0) if glance.message} == {NO_BOARD}


def test_a_second_board_that_comes_in_while_people_play_is_told() -> None:
    pair = Pair(other=GONE)
    begun(pair)
    pair.other = RIGHT
    pair.show(LATE, 4.0)
    assert pair.watcher.doubled(pair.picture(LATE, (0, 0)))
    pair.other = GONE
    pair.show(LATE, 4.0)
    assert not pair.watcher.doubled(pair.picture(LATE, (0, 0)))


def test_a_board_that_is_pushed_half_out_of_the_picture_is_told_and_found_again() -> None:
    """Its corners were tapped, so that no tag tells where it lies."""
    pair = begun(Pair(other=GONE))
    out = pair.show(LATE, 3.0, (-340, 0))
    assert out[-1].state is CameraState.LOST
    assert {glance.message for glance in out if glance.message} == {NO_BOARD}
    assert told(out) == set()
    back = pair.show(LATE, 3.0)
    assert back[-1].state is CameraState.READY
    assert pair.astray() < 2.0
    assert told(back) == set()


def test_one_board_alone_is_no_second_one() -> None:
    pair = Pair(other=GONE)
    pair.show(START, 1.2)
    assert not pair.watcher.doubled(pair.picture(START, (0, 0)))


@pytest.mark.parametrize("size", [160, SIDE])
def test_a_cloth_with_the_print_of_the_board_is_not_taken_for_it(size: int) -> None:
    """The cloth lies still; the board is pushed on it."""
    tile = cv2.resize(Table().print, (size, size), interpolation=cv2.INTER_AREA)
    cloth = np.tile(np.asarray(tile, np.uint8), (720 // size + 1, 1280 // size + 1, 1))[:720, :1280]
    pair = begun(Pair(own=(370, 120), other=GONE, cloth=cloth))
    pair.own = (384, 128)
    after = pair.show(LATE, 3.0)
    assert after[-1].state is CameraState.READY
    assert pair.astray() < 2.0
    assert told(after) == set()
