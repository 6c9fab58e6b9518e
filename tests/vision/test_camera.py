"""Lens and place of the camera, against cameras that were put somewhere on purpose."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.table import HEIGHT, WIDTH, Eye
from vision.camera import CameraModel, camera_place, focal_length, project
from vision.registration import from_corners, register

GRID = np.array([(x, y) for x in range(-2, 6) for y in range(-2, 6)], dtype=np.float64)


def seen(eye: Eye) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return eye.project(np.column_stack([GRID, np.zeros(len(GRID))]))


@settings(max_examples=40, deadline=None)
@given(tilt=st.floats(0, 35), azimuth=st.floats(-180, 180), focal=st.floats(700, 1300))
def test_the_place_of_a_known_camera_is_exact(tilt: float, azimuth: float, focal: float) -> None:
    eye = Eye(tilt=tilt, azimuth=azimuth, focal=focal)
    found = register(seen(eye), GRID, (WIDTH, HEIGHT), eye.model)
    assert found is not None
    assert np.allclose(found.place, eye.place, atol=1e-3)
    assert found.residual_px < 1e-3


@settings(max_examples=25, deadline=None)
@given(tilt=st.floats(20, 35), azimuth=st.floats(-180, 180), focal=st.floats(650, 1150))
def test_a_tilted_table_tells_the_focal_length(tilt: float, azimuth: float, focal: float) -> None:
    eye = Eye(tilt=tilt, azimuth=azimuth, focal=focal)
    found = register(seen(eye), GRID, (WIDTH, HEIGHT), None)
    assert found is not None
    assert focal_length(found.homography, (WIDTH, HEIGHT)) == pytest.approx(focal, rel=0.05)
    assert found.place[2] == pytest.approx(eye.place[2], rel=0.06)


def test_straight_from_above_the_focal_length_is_taken_as_usual() -> None:
    found = register(seen(Eye(tilt=0.0)), GRID, (WIDTH, HEIGHT), None)
    assert found is not None
    assert focal_length(found.homography, (WIDTH, HEIGHT)) == pytest.approx(0.9 * WIDTH, rel=0.02)


@given(bend=st.floats(-0.25, 0.15), twist=st.floats(-0.002, 0.002))
def test_undistorting_undoes_the_lens(bend: float, twist: float) -> None:
    model = CameraModel(Eye().model.k, np.array([bend, 0.02, twist, -twist, 0.0]))
    pixels = np.array(
        [(x, y) for x in range(20, WIDTH, 150) for y in range(20, HEIGHT, 100)], dtype=np.float64
    )
    assert np.allclose(model.distort(model.undistort(pixels)), pixels, atol=0.02)


def test_a_camera_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="3 x 3"):
        CameraModel(np.eye(2), np.zeros(5))
    with pytest.raises(ValueError, match="3 x 3"):
        CameraModel(np.eye(3), np.zeros(3))
    with pytest.raises(ValueError, match="positive"):
        CameraModel(np.diag([-1.0, 1, 1]), np.zeros(5))


def test_a_mirrored_table_has_no_camera_above_it() -> None:
    mirrored = np.diag([50.0, 50.0, 1.0])  # y down on the table and down in the picture
    with pytest.raises(ValueError, match="below"):
        camera_place(mirrored, (WIDTH, HEIGHT), None)


def test_projecting_maps_the_corners_on_themselves() -> None:
    from vision.registration import Corners

    corners = Corners(((100, 100), (800, 120), (780, 480), (130, 470)), ((0, 4), (4, 4), (4, 0), (0, 0)))
    found = from_corners(corners, (WIDTH, HEIGHT))
    assert found is not None
    assert np.allclose(project(found.homography, np.array(corners.plane)), corners.picture, atol=1e-6)
    assert np.allclose(found.to_plane(np.array(corners.picture)), corners.plane, atol=1e-6)
