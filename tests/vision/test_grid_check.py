"""Being off by a cell is the worst error of a registration: a shifted or turned one must be refused."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.table import MAT, Eye, Put, Scene, photo
from vision.anchoring import fits_the_grid
from vision.registration import find_by_tags, register
from vision.teaching import Box

EYE = Eye(tilt=14.0, ev=-0.4, seed=9)
CORNERS = np.array([(-0.5, 3.5), (3.5, 3.5), (3.5, -0.5), (-0.5, -0.5)])


def test_the_true_registration_fits(box: Box) -> None:
    picture = photo(Scene((Put("b2", "man red"),)), EYE)
    found = find_by_tags(picture, MAT)
    assert found is not None
    assert fits_the_grid(picture, found, box)


@pytest.mark.parametrize("shift", [(1, 0), (0, -1), (2, 0), (-1, 1)])
def test_one_that_is_off_by_cells_does_not(box: Box, shift: tuple[int, int]) -> None:
    picture = photo(Scene((Put("b2", "man red"),)), EYE)
    pixels = EYE.project(np.column_stack([CORNERS + shift, np.zeros(4)]))
    wrong = register(pixels, CORNERS, (picture.shape[1], picture.shape[0]), None)
    assert wrong is not None
    assert not fits_the_grid(picture, wrong, box)


def test_nor_does_one_that_is_turned_half_round(box: Box) -> None:
    picture = photo(Scene((Put("b2", "man red"),)), EYE)
    pixels = EYE.project(np.column_stack([3.0 - CORNERS, np.zeros(4)]))
    wrong = register(pixels, CORNERS, (picture.shape[1], picture.shape[0]), None)
    assert wrong is not None
    assert not fits_the_grid(picture, wrong, box)
