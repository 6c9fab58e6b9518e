"""The raster: coordinates there and back, and points of the table where geometry says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.table import MAT, SPOTS, Eye, Scene, photo
from vision.raster import MARGIN, Rectifier, plane_of
from vision.registration import Registration, find_by_tags


def registered(eye: Eye) -> Registration:
    found = find_by_tags(photo(Scene(), eye), MAT, eye.model)
    assert found is not None
    return found


PLANE = plane_of(SPOTS, registered(Eye()))


@given(st.floats(-3, 6), st.floats(-2, 5))
def test_raster_and_plane_are_inverse(x: float, y: float) -> None:
    back = PLANE.to_plane(PLANE.to_raster(np.array([[x, y]])))[0]
    assert np.allclose(back, (x, y), atol=1e-9)


def test_the_raster_holds_all_spots_and_the_margin() -> None:
    left, right = min(s.x for s in SPOTS) - 0.65 - MARGIN, max(s.x for s in SPOTS) + 0.45 + MARGIN
    assert PLANE.left == np.float64(left)
    assert PLANE.width == round((right - left) * PLANE.scale)


@pytest.mark.parametrize("tilt", [0.0, 30.0])
def test_a_token_lies_in_the_raster_where_the_map_says(tilt: float) -> None:
    """Its rim is painted 0.25 to 0.4 pitch from the middle of its cell; the ground begins at 0.4."""
    eye = Eye(tilt=tilt, lens=-0.12)
    scene = Scene(bases=(("a1", "sun"), ("d4", "sun"), ("c2", "sun")))
    picture = photo(scene, eye)
    found = find_by_tags(picture, MAT, eye.model)
    assert found is not None
    raster = Rectifier(PLANE, found)(picture).astype(int)
    for spot in (spot for spot in SPOTS if spot.cell in ("a1", "d4", "c2")):
        for angle in np.linspace(0.0, 2 * np.pi, 12):
            way = np.array([np.cos(angle), np.sin(angle)])
            rim, ground = (PLANE.to_raster(np.array([[spot.x, spot.y] + r * way]))[0] for r in (0.34, 0.46))
            assert warm(raster, rim) > 60 > warm(raster, ground)


def warm(raster: np.ndarray, at: np.ndarray) -> int:
    """Red less blue of the raster's pixel: of the token 175, of the ground at most 30."""
    blue, _, red = raster[round(at[1]), round(at[0])]
    return int(red - blue)
