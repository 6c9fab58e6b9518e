"""The light curtain of a mat: what is printed, and what is read of it when arms and shadows lie over it."""

from __future__ import annotations

from itertools import count

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.plain import SKIN, PlainHands, plain
from tests.vision.sources.drawing import draw_mat, noisy, to_picture, view_of
from tests.vision.sources.test_mat import BOARD, CARDS
from vision.curtain import Curtain, with_curtain
from vision.mat import Mat, Segment, mat_of
from vision.networks.hands import WIDTH as SMALL
from vision.registration import find_by_tags
from vision.seeing import Glance
from vision.types import CameraState, Frame, Image
from vision.watching import TableWatcher

__all__ = ["plain"]

WIDTH, HEIGHT = 640, 360
BARE = mat_of("game", BOARD + CARDS)
MAT = with_curtain(BARE)
SIDE = BARE.tags[0].corners[1][0] - BARE.tags[0].corners[0][0]
VIEW = view_of(MAT, WIDTH, HEIGHT, 0.15)
PICTURE = draw_mat(MAT, VIEW, WIDTH, HEIGHT)
LEFT = MAT.outline[0][0]
MIDDLE = (MAT.outline[0][1] + MAT.outline[2][1]) / 2
ARM = ((LEFT - 3.0, MIDDLE + 0.8), (1.0, MIDDLE + 0.8), (1.0, MIDDLE - 0.8), (LEFT - 3.0, MIDDLE - 0.8))
"""An arm that comes from the left, 1.6 pitches wide."""
BOTTOM = MAT.outline[2][1]
HEAD = ((1.0, BOTTOM + 0.3), (3.0, BOTTOM + 0.3), (3.0, BOTTOM - 3.0), (1.0, BOTTOM - 3.0))
"""A head that covers the frame at the bottom, and no cell."""


def read_by(mat: Mat) -> Curtain:
    curtain = Curtain(mat)
    place = find_by_tags(PICTURE, mat)
    assert place is not None
    curtain.place(place, (SMALL * HEIGHT // WIDTH, SMALL))
    return curtain


def over(picture: Image, area: object, colour: tuple[int, int, int] = SKIN) -> Image:
    """The picture with an area of the plane painted over."""
    drawn = picture.copy()
    cv2.fillConvexPoly(drawn, np.round(to_picture(VIEW, area)).astype(np.int32), colour)
    return drawn


def shaded(picture: Image, area: object) -> Image:
    """The picture with a hard, deep shadow over an area of the plane."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(to_picture(VIEW, area)).astype(np.int32), 1)
    return np.where(mask[..., None] > 0, picture * 0.35, picture).astype(np.uint8)


def areas(segments: tuple[Segment, ...]) -> NDArray[np.float64]:
    return np.array([(one.left, one.top, one.right, one.bottom) for one in segments])


# -- what is printed


def test_the_curtain_lies_round_the_mat_and_touches_nothing_of_it() -> None:
    deep = SIDE / 2
    left, top, right, bottom = areas(MAT.curtain).T
    assert min(left) == pytest.approx(BARE.outline[0][0] - deep)
    assert max(top) == pytest.approx(BARE.outline[0][1] + deep)
    assert MAT.size == pytest.approx((BARE.size[0] + 2 * deep, BARE.size[1] + 2 * deep))
    beside = (right <= BARE.outline[0][0]) | (left >= BARE.outline[2][0])
    above = (bottom >= BARE.outline[0][1]) | (top <= BARE.outline[2][1])
    assert (beside | above).all()
    ring = MAT.size[0] * MAT.size[1] - BARE.size[0] * BARE.size[1]
    assert sum((right - left) * (top - bottom)) == pytest.approx(ring), "no gap, and nothing twice"
    assert (BARE.tags, BARE.name) == (MAT.tags, MAT.name)


def test_half_of_each_segment_is_black() -> None:
    for segment in MAT.curtain:
        black = sum((x1 - x0) * (y0 - y1) for (x0, y0), (x1, y1) in segment.black)
        area = (segment.right - segment.left) * (segment.top - segment.bottom)
        assert black == pytest.approx(area / 2)


def test_a_mat_that_was_printed_once_stays_readable() -> None:
    """What is on paper cannot be changed."""
    first = ["".join("#" if black else "." for black in row) for row in MAT.curtain[0].code]
    assert first == ["#..#", "##..", "..##"]
    assert with_curtain(mat_of("game", BOARD + CARDS)) == MAT


def test_a_mat_has_no_curtain_unless_one_is_wanted() -> None:
    assert BARE.curtain == ()


# -- what is read


def test_an_arm_hides_the_segments_that_it_covers_and_a_shadow_hides_none() -> None:
    curtain = read_by(BARE)
    free = curtain.read(noisy(PICTURE, 1))
    assert free is not None
    assert free.clear is not None
    assert not free.hidden.any()
    dark = curtain.read(noisy(shaded(PICTURE, ARM), 2))
    assert dark is not None
    assert dark.clear is not None, "a shadow keeps the fields"
    reached = curtain.read(noisy(over(PICTURE, ARM), 3))
    assert reached is not None
    assert reached.clear is None
    left, top, right, bottom = areas(MAT.curtain).T
    wholly = (left < LEFT + 0.1) & (top <= MIDDLE + 0.8) & (bottom >= MIDDLE - 0.8)
    touched = (left < LEFT + 0.1) & (top > MIDDLE - 0.8) & (bottom < MIDDLE + 0.8)
    for one in np.flatnonzero(wholly):
        assert reached.hidden[small((left + right)[one] / 2, (top + bottom)[one] / 2)]
    for one in np.flatnonzero(~touched):
        assert not reached.hidden[small((left + right)[one] / 2, (top + bottom)[one] / 2)]
    assert wholly.any()


def small(x: float, y: float) -> tuple[int, int]:
    """The pixel of the small picture that shows a point of the plane."""
    across, down = to_picture(VIEW, [(x, y)])[0] * SMALL / WIDTH
    return round(down), round(across)


@pytest.mark.parametrize(
    ("area", "side"),
    [
        (ARM, "left"),
        (((3.0, 1.0), (4.5, 1.0), (4.5, -9.0), (3.0, -9.0)), "bottom"),
        (((3.0, 20.0), (4.5, 20.0), (4.5, 1.0), (3.0, 1.0)), "top"),
    ],
)
def test_an_arm_comes_from_the_side_whose_segments_it_hides(area: object, side: str) -> None:
    curtain = read_by(BARE)
    curtain.read(PICTURE)
    drawn = curtain.read(over(PICTURE, area))
    assert drawn is not None
    assert set(curtain.arms(np.ones_like(drawn.hidden))) == {side}
    assert curtain.arms(None) == {}, "what is no hand was left there"


def test_a_mat_without_a_curtain_tells_nothing() -> None:
    curtain = read_by(BARE)
    plain_mat = draw_mat(BARE, VIEW, WIDTH, HEIGHT)
    assert curtain.read(plain_mat) is None
    assert curtain.read(over(plain_mat, ARM)) is None
    assert not curtain.there


def test_a_bumped_table_tells_nothing() -> None:
    curtain = read_by(BARE)
    assert curtain.read(PICTURE) is not None
    assert curtain.read(np.roll(PICTURE, 20, axis=(0, 1))) is None
    assert curtain.read(PICTURE) is not None


def test_a_cup_that_always_stood_there_only_takes_its_part_away() -> None:
    near, far = LEFT - 0.5, LEFT + 1.0
    cup = ((near, MIDDLE + 0.7), (far, MIDDLE + 0.7), (far, MIDDLE - 0.7), (near, MIDDLE - 0.7))
    curtain = read_by(BARE)
    drawn = curtain.read(over(PICTURE, cup, (90, 60, 30)))
    assert drawn is not None
    assert not drawn.hidden.any()
    assert drawn.clear is None, "an arm could come in beside the cup unseen"


# -- what the watcher makes of it


class Film:
    """A watcher of the mat, and pictures for it."""

    def __init__(self, mat: Mat) -> None:
        self._watcher = TableWatcher(BOARD + CARDS, BARE)
        self._numbers = count()
        self.picture = draw_mat(mat, VIEW, WIDTH, HEIGHT)
        self.show(self.picture, 12)

    def show(self, picture: Image, frames: int = 1) -> Glance:
        for _ in range(frames):
            number = next(self._numbers)
            glance = self._watcher.read(Frame(number, number / 10, noisy(picture, number)))
        return glance


GLOVE = (120, 90, 60)
"""A colour in which the stand-in for the network sees no hand."""


@pytest.mark.usefixtures("plain")
def test_an_arm_that_the_network_misses_is_seen_by_the_curtain() -> None:
    film = Film(MAT)
    assert film.show(film.picture).state is CameraState.READY
    glance = film.show(over(film.picture, ARM, GLOVE))
    assert glance.state is CameraState.HAND
    assert glance.edges == ("left",)
    leaning = film.show(over(over(film.picture, ARM), HEAD))
    assert leaning.edges == ("left",), "who only leans over the rim reaches for nothing"
    bare = Film(BARE)
    assert bare.show(over(bare.picture, ARM, GLOVE)).covered == frozenset(), "without a curtain it is missed"


@pytest.mark.usefixtures("plain")
def test_what_the_network_takes_for_a_hand_is_none_if_nothing_hides_the_curtain() -> None:
    inside = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    film, bare = Film(MAT), Film(BARE)
    assert film.show(over(film.picture, inside)).covered == frozenset()
    assert bare.show(over(bare.picture, inside)).covered != frozenset()


def test_the_stand_in_sees_skin_only() -> None:
    """Else the tests above would show nothing."""
    patch = np.full((4, 4, 3), GLOVE, np.uint8)
    assert (PlainHands().hands(patch, patch) < 0).all()
