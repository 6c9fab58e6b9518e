"""The mat's geometry, and that a picture of it ties the plane to the picture."""

from __future__ import annotations

import itertools
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.sources.drawing import draw_mat, to_picture, view_of
from vision.mat import TAG_DICTIONARY, Mat, Tag, board_corners, draw_tag, mat_of, spot_outline
from vision.types import Spot, SpotReading


def spot(
    cell: str, x: float, y: float, width: float = 1, height: float = 1, kind: str = "square", turn: int = 0
) -> Spot:
    return Spot(cell, x, y, width, height, kind, turn, ("",), ((),), SpotReading.PIECES)


BOARD = [spot(f"{column}{row}", x, row - 1) for x, column in enumerate("abcde") for row in range(1, 6)]
CARDS = [spot("deck", 7, 2, 0.9, 1.3, "slot"), spot("laid", -2, 2, 0.9, 1.3, "slot", turn=1)]

spots = st.lists(
    st.builds(
        spot,
        st.just("c"),
        st.floats(-20, 20),
        st.floats(-20, 20),
        st.floats(0.3, 3),
        st.floats(0.3, 3),
        st.sampled_from(["square", "hex", "slot"]),
        st.integers(0, 3),
    ),
    min_size=1,
    max_size=20,
)

Box = tuple[float, float, float, float]


def box_of(points: tuple[tuple[float, float], ...]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def apart(one: Box, other: Box, by: float) -> bool:
    gap = max(other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3])
    return gap >= by - 1e-9


def side(tag: Tag) -> float:
    return tag.corners[1][0] - tag.corners[0][0]


@given(spots)
def test_every_tag_has_its_quiet_zone_inside_the_mat_and_clear_of_all_spots(places: list[Spot]) -> None:
    mat = mat_of("game", places)
    left, bottom, right, top = box_of(mat.outline)
    for tag in mat.tags:
        quiet = side(tag) / 8  # one module at least (AprilTag); we keep two
        x0, y0, x1, y1 = box_of(tag.corners)
        assert x0 - left >= quiet
        assert right - x1 >= quiet
        assert y0 - bottom >= quiet
        assert top - y1 >= quiet
        assert all(apart(box_of(tag.corners), box_of(spot_outline(place)), quiet) for place in places)
    for one, other in itertools.combinations(mat.tags, 2):
        assert one.id != other.id
        assert apart(box_of(one.corners), box_of(other.corners), side(one) / 8)


@given(spots)
def test_the_order_of_corners_and_tags_is_clockwise_from_the_top_left(places: list[Spot]) -> None:
    mat = mat_of("game", places)
    centres = [np.mean(tag.corners, axis=0) for tag in mat.tags]
    assert centres[0][0] < centres[1][0]
    assert centres[3][0] < centres[2][0]
    assert centres[0][1] > centres[3][1]
    assert centres[1][1] > centres[2][1]
    for tag in mat.tags:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = tag.corners
        assert (ax, ay, bx, cy) == pytest.approx((dx, by, cx, dy))
        assert bx - ax == pytest.approx(ay - dy)
        assert bx > ax


@given(spots)
def test_the_mat_depends_on_nothing_but_name_and_places(places: list[Spot]) -> None:
    assert mat_of("game", places) == mat_of("game", list(reversed(places)))


def test_a_mat_for_other_seats_has_other_tags() -> None:
    """With three seats there is a card slot more, so the cells lie elsewhere on that mat."""
    two, three = mat_of("game", BOARD + CARDS[:1]), mat_of("game", BOARD + CARDS)
    assert two.outline != three.outline
    assert not {tag.id for tag in two.tags} & {tag.id for tag in three.tags}
    other = mat_of("other", BOARD + CARDS)
    assert other.outline == three.outline
    assert not {tag.id for tag in other.tags} & {tag.id for tag in three.tags}


def test_a_broad_table_gets_its_tags_above_and_below() -> None:
    broad = mat_of("game", [spot("a", 0, 0), spot("b", 19, 0)])
    assert broad.size[0] < 21
    high = mat_of("game", [spot("a", 0, 0), spot("b", 0, 19)])
    assert high.size[1] < 21


def test_a_mat_without_a_place_is_refused() -> None:
    with pytest.raises(ValueError, match="no spot"):
        mat_of("game", [])


def test_outlines_follow_kind_and_turn() -> None:
    assert spot_outline(spot("c", 1, 2, 0.9, 1.3, "slot")) == pytest.approx(
        np.array([(0.55, 2.65), (1.45, 2.65), (1.45, 1.35), (0.55, 1.35)])
    )
    assert box_of(spot_outline(spot("c", 1, 2, 0.9, 1.3, "slot", turn=3))) == pytest.approx(
        (0.35, 1.55, 1.65, 2.45)
    )
    # regular hexagons with a distance of 1 between opposite sides are 2 / sqrt(3) from corner to corner
    long = 2 / 3**0.5
    for width, height in ((1, long), (long, 1)):
        corners = np.array(spot_outline(spot("h", 5, 5, width, height, "hex")))
        assert np.hypot(*(corners - 5).T) == pytest.approx(long / 2)
        assert np.hypot(*(corners - np.roll(corners, 1, axis=0)).T) == pytest.approx(long / 2)
        area = sum(
            a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)
        )
        assert area < 0, "clockwise with y up"


def test_the_corners_to_tap_are_the_boards() -> None:
    assert board_corners(BOARD + CARDS) == ((-0.5, 4.5), (4.5, 4.5), (4.5, -0.5), (-0.5, -0.5))
    assert board_corners(CARDS[:1]) == pytest.approx(
        np.array([(6.55, 2.65), (7.45, 2.65), (7.45, 1.35), (6.55, 1.35)])
    )


@pytest.mark.parametrize(("tag", "pixels"), [(-1, 80), (587, 80), (0, 7)])
def test_a_tag_that_cannot_be_drawn(tag: int, pixels: int) -> None:
    with pytest.raises(ValueError, match="no tag"):
        draw_tag(tag, pixels)


@pytest.mark.parametrize("lean", [0.0, 0.12, 0.25])
def test_the_tags_in_a_picture_give_the_plane(lean: float) -> None:
    """1280 x 720, down to the view of a camera that is tilted much: corners within half a pixel."""
    mat = mat_of("game", BOARD + CARDS)
    view = view_of(mat, 1280, 720, lean)
    found = detect(draw_mat(mat, view, 1280, 720))
    assert set(found) == {tag.id for tag in mat.tags}
    for tag in mat.tags:
        assert np.abs(found[tag.id] - to_picture(view, tag.corners)).max() < 0.5


def detect(image: Any) -> dict[int, Any]:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(TAG_DICTIONARY), settings)
    found: tuple[Any, Any, Any] = detector.detectMarkers(image)
    corners, ids, _ = found
    return {} if ids is None else {int(i[0]): c[0] for i, c in zip(ids, corners, strict=True)}


def test_a_mat_knows_its_name() -> None:
    assert isinstance(mat_of("marso", BOARD), Mat)
    assert mat_of("marso", BOARD).name == "marso"
