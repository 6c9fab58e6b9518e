"""A figure at the rim of its cell, behind another one or before it: it is seen once, and in its own cell."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.table import HEIGHT, MAT, Eye, Put, Scene, frame, lessons, photo, with_hand
from tests.vision.test_crowded import CROWDED, best, poseless, read
from vision.guesses import SURE
from vision.reader import TableReader
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


def test_what_neither_cell_is_sure_of_both_leave_open_alike(crowded: Box) -> None:
    """Nats by which a look without the red man is behind in his cell, one with him in the next: one number,
    below what makes sure."""
    scene = Scene((Put("b2", "man blue", 0.0, 0.2), Put("b2", "man red", 0.0, 0.49)))
    cells = read(crowded, scene, eye=SLANTED)
    gap = {}
    for cell in ("b2", "b3"):
        stacks = cells[cell].stacks
        red = max(value for stack, value in stacks.items() if "man red" in poseless(stack))
        gap[cell] = red - max(value for stack, value in stacks.items() if "man red" not in poseless(stack))
    assert gap["b2"] == pytest.approx(-gap["b3"], abs=0.1)
    assert 0 < gap["b2"] < SURE


def test_two_of_a_colour_in_two_cells_are_two(crowded: Box) -> None:
    """Each of them has its own pixels."""
    scene = Scene((Put("b2", "man red", 0.0, 0.1), Put("b3", "man red", 0.0, 0.1)))
    cells = read(crowded, scene, eye=replace(SLANTED, seed=60))
    assert poseless(best(cells["b2"])) == poseless(best(cells["b3"])) == ["man red"]


def test_the_next_cell_is_asked_as_soon_as_a_hand_has_left_it(crowded: Box) -> None:
    """While a hand from above is over what stands in b3 nobody can say whose the head at its rim is."""
    scene = Scene((Put("b2", "man blue", 0.0, 0.05), Put("b2", "man red", 0.0, 0.42)))
    reader = TableReader(CROWDED, MAT, crowded)
    pictures = [photo(scene, replace(SLANTED, seed=SLANTED.seed + n)) for n in range(4)]
    for number in range(4):
        reader.read(frame(pictures[number], number))
    x, y = np.mean(reader.outlines()["b4"], axis=0)
    for number in range(4, 30):
        hand = with_hand(pictures[number % 4][::-1], (x, HEIGHT - y), seed=number)[::-1]
        cells = reader.read(frame(np.ascontiguousarray(hand), number)).cells
    assert cells["b2"].visible
    assert not cells["b3"].visible
    after = [reader.read(frame(pictures[n % 4], n)).cells for n in range(30, 45)]
    assert [best(cells["b3"]) for cells in after if cells["b3"].visible][-1] == ()
    assert poseless(best(after[-1]["b2"])) == ["man blue", "man red"]
