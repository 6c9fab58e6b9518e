"""The raster: coordinates there and back, and points of the table where geometry says."""

from __future__ import annotations

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.table import MAT, SPOTS, Eye, Scene, photo
from vision.rectify import MARGIN, SCALE, Rectifier, plane_of
from vision.registration import find_by_tags

PLANE = plane_of(SPOTS)


@given(st.floats(-3, 6), st.floats(-2, 5))
def test_raster_and_plane_are_inverse(x: float, y: float) -> None:
    back = PLANE.to_plane(PLANE.to_raster(np.array([[x, y]])))[0]
    assert np.allclose(back, (x, y), atol=1e-9)


def test_the_raster_holds_all_spots_and_the_margin() -> None:
    left, right = min(s.x for s in SPOTS) - 0.65 - MARGIN, max(s.x for s in SPOTS) + 0.45 + MARGIN
    assert PLANE.left == np.float64(left)
    assert PLANE.width == round((right - left) * SCALE)


def test_a_tag_lies_in_the_raster_where_the_mat_says() -> None:
    eye = Eye(tilt=30.0, lens=-0.12)
    picture = photo(Scene(), eye)
    found = find_by_tags(picture, MAT, eye.model)
    assert found is not None
    raster = Rectifier(PLANE, found)(picture)
    dark = cv2.cvtColor(raster, cv2.COLOR_BGR2GRAY) < 90
    inside = [tag for tag in MAT.tags if abs(tag.corners[0][1]) < 5]
    checked = 0
    for tag in inside:
        corners = PLANE.to_raster(np.array(tag.corners))
        low, high = corners.min(axis=0), corners.max(axis=0)
        if (low < 2).any() or (high > (PLANE.width - 2, PLANE.height - 2)).any():
            continue
        checked += 1
        rim = dark[round(low[1]) + 1 : round(high[1]) - 1, round(low[0]) + 1 : round(low[0]) + 2]
        beyond = dark[round(low[1]) : round(high[1]), round(low[0]) - 3 : round(low[0]) - 2]
        assert rim.mean() > 0.9
        assert beyond.mean() < 0.1
    assert checked >= 1


def test_what_the_picture_does_not_show_is_marked() -> None:
    eye = Eye(tilt=5.0, slide=(4.0, 0.0, 0.0))  # the right part of the table is outside
    picture = photo(Scene(), eye)
    straight = Eye(tilt=5.0)
    start = find_by_tags(photo(Scene(), straight), MAT)
    assert start is not None
    from vision.registration import register

    plane = np.array([(0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (0.0, 3.0)])
    pixels = eye.project(np.column_stack([plane, np.zeros(4)]))
    found = register(pixels, plane, (picture.shape[1], picture.shape[0]), None)
    assert found is not None
    inside = Rectifier(PLANE, found).inside
    right = eye.project(np.array([[5.2, 1.0, 0.0]]))[0]
    column, row = np.round(PLANE.to_raster(np.array([[5.2, 1.0]]))[0]).astype(int)
    assert bool(inside[row, column]) == bool(0 <= right[0] <= picture.shape[1] - 1)
    assert not inside.all()
