"""A figure at the rim of its cell, behind another one or before it: it is seen once, and in its own cell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.table import MAT, Eye, Put, Scene, lessons
from tests.vision.test_crowded import CROWDED, best, poseless, read
from vision.teaching import Box, teach

SLANTED = Eye(tilt=35.0, azimuth=9.0, light=(1.1, 1.0, 0.8), ev=-0.4, noise=3.0, seed=50)


@pytest.fixture(scope="module")
def crowded() -> Box:
    return teach(CROWDED, MAT, lessons(Eye(tilt=12.0, azimuth=-6.0, focal=880.0, seed=1)))


@pytest.mark.parametrize("aside", [0.0, 0.08])
@pytest.mark.parametrize("ahead", [0.42, -0.42])
def test_who_stands_at_the_rim_is_in_one_cell_only(crowded: Box, aside: float, ahead: float) -> None:
    """Behind (the camera looks up the rows) most of the figure is seen beyond its cell; before, its foot is.
    A cell is 0.5 deep from its middle: both feet are in b2."""
    other = Put("b2", "man blue", 0.0, 0.05 if ahead > 0 else -0.05)
    cells = read(crowded, Scene((other, Put("b2", "man red", aside, ahead))), eye=SLANTED)
    assert poseless(best(cells["b2"])) == ["man blue", "man red"]
    assert {cell: best(cells[cell]) for cell in ("b1", "b3")} == {"b1": (), "b3": ()}


def test_two_of_a_colour_in_two_cells_are_two(crowded: Box) -> None:
    """Each of them has its own pixels."""
    scene = Scene((Put("b2", "man red", 0.0, 0.1), Put("b3", "man red", 0.0, 0.1)))
    cells = read(crowded, scene, eye=replace(SLANTED, seed=60))
    assert poseless(best(cells["b2"])) == poseless(best(cells["b3"])) == ["man red"]
