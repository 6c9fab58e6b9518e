"""The pinhole camera against geometry done by hand."""

from __future__ import annotations

from math import cos, radians, sin, tan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.simulator.camera import USUAL, Viewpoint, aim

WIDTH, HEIGHT = USUAL
CORNERS = ((-3.0, 9.0), (13.0, 9.0), (13.0, -4.0), (-3.0, -4.0))
VIEWS = st.builds(
    Viewpoint,
    tilt=st.floats(0, 35),
    azimuth=st.floats(-180, 180),
    roll=st.floats(-5, 5),
    fov=st.floats(50, 75),
    lens=st.tuples(st.floats(-0.17, 0.05), st.floats(0.02, 0.04), st.just(0.0), st.just(0.0), st.just(0.0)),
)


@given(VIEWS)
def test_all_that_is_aimed_at_is_in_the_picture_and_fills_it(view: Viewpoint) -> None:
    camera = aim(CORNERS, view)
    pixels = camera.project(np.array([(x, y, 0.0) for x, y in CORNERS]))
    low, high = pixels.min(axis=0), pixels.max(axis=0)
    assert (low > 0).all()
    assert high[0] < WIDTH
    assert high[1] < HEIGHT
    share = (high - low) / (WIDTH, HEIGHT)
    assert share.max() == pytest.approx(1 - 2 * view.margin, abs=0.01)


@given(VIEWS, st.floats(-3, 13), st.floats(-4, 9))
def test_a_pixel_shows_the_point_that_is_projected_there(view: Viewpoint, x: float, y: float) -> None:
    camera = aim(CORNERS, view)
    pixel = camera.project(np.array([(x, y, 0.0)]))
    assert camera.ground(pixel)[0] == pytest.approx((x, y), abs=2e-3)


def test_straight_down_the_map_is_seen_as_printed() -> None:
    """North is up, east is right, and a pitch has the same length everywhere."""
    camera = aim(CORNERS, Viewpoint())
    middle, east, north = camera.project(np.array([(5.0, 2.5, 0.0), (6.0, 2.5, 0.0), (5.0, 3.5, 0.0)]))
    pitch = camera.pixels_per_pitch(5.0, 2.5)
    assert east - middle == pytest.approx((pitch, 0), abs=1e-6)
    assert north - middle == pytest.approx((0, -pitch), abs=1e-6)


@pytest.mark.parametrize(("azimuth", "towards"), [(0, (0, -1)), (90, (1, 0)), (180, (0, 1))])
def test_a_tilted_camera_stands_on_the_side_it_looks_from(
    azimuth: float, towards: tuple[float, float]
) -> None:
    camera = aim(CORNERS, Viewpoint(tilt=30, azimuth=azimuth))
    centre = camera.ground(np.array([[(WIDTH - 1) / 2, (HEIGHT - 1) / 2]]))[0]
    aside = camera.position[:2] - centre
    height = camera.position[2]
    assert aside == pytest.approx(np.array(towards) * height * tan(radians(30)), abs=1e-6)


def test_the_top_of_a_figure_leans_away_from_the_camera_by_its_height() -> None:
    """At tilt t a point z above the table hides, on the optical axis, the table z tan(t) farther away."""
    tilt, z = 35.0, 0.8
    camera = aim(CORNERS, Viewpoint(tilt=tilt))
    forward = np.array([0.0, sin(radians(tilt)), -cos(radians(tilt))])
    distance = (camera.position[2] - z) / -forward[2]
    top = camera.position + forward * distance
    hidden = camera.ground(camera.project(top.reshape(1, 3)))[0]
    assert hidden - top[:2] == pytest.approx((0.0, z * tan(radians(tilt))), abs=1e-6)
