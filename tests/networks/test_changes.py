"""What changed between two drawn views of a board: known by where a piece was drawn."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.networks.drawing import CELLS, PITCH, board, noisy, window, with_disc
from vision.networks.changes import ChangeMaps, ChangeNetwork, cell_evidence
from vision.types import Image


@cache
def network() -> ChangeNetwork:
    return ChangeNetwork()


def told(now: Image, before: Image) -> set[tuple[int, int]]:
    """Cells that more likely changed than not."""
    maps = network().compare(now, before, PITCH)
    cells = [(row, column) for row in range(CELLS) for column in range(CELLS)]
    return {cell for cell in cells if cell_evidence(maps, PITCH, False, *window(*cell)) > 0}


@pytest.mark.parametrize("cell", [(1, 1), (3, 4), (6, 6)])
@pytest.mark.parametrize("gain", [(1, 1, 1), (0.85, 0.95, 1.05)])
def test_a_piece_that_came_or_went_is_its_cell_alone(
    cell: tuple[int, int], gain: tuple[float, float, float]
) -> None:
    bare, laid = noisy(board(), 1, gain), noisy(with_disc(board(), *cell), 2)
    assert told(laid, bare) == {cell}
    assert told(bare, laid) == {cell}


def test_a_move_is_two_cells() -> None:
    before = noisy(with_disc(board(), 2, 2), 1)
    assert told(noisy(with_disc(board(), 5, 3), 2), before) == {(2, 2), (5, 3)}


@pytest.mark.parametrize("gain", [(1, 1, 1), (0.7, 0.7, 0.7), (0.8, 1, 1.15)])
def test_light_and_a_pixel_of_bump_are_no_change(gain: tuple[float, float, float]) -> None:
    view = with_disc(board(), 4, 4)
    pushed = np.roll(view, (1, -1), (0, 1))
    assert told(noisy(pushed, 2, gain), noisy(view, 1)) == set()


def test_a_raster_of_another_pitch_is_read_alike() -> None:
    bare, laid = noisy(board(), 1), noisy(with_disc(board(), 3, 4), 2)
    now, before = (np.kron(view, np.ones((2, 2, 1), np.uint8)) for view in (laid, bare))
    maps = network().compare(now, before, pitch=2.0 * PITCH)
    assert maps.down[0] == pytest.approx(2 * 80 / 48, rel=0.02)  # the network looks at 48 pixels per pitch
    for cell, changed in (((3, 4), True), ((3, 5), False), ((6, 1), False)):
        mask, rows, columns = window(*cell)
        doubled = [slice(2 * edge.start, 2 * edge.stop) for edge in (rows, columns)]
        whole = np.kron(mask, np.ones((2, 2), np.uint8))
        assert (cell_evidence(maps, 2.0 * PITCH, False, whole, *doubled) > 0) is changed


def test_rasters_of_different_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="different sizes"):
        network().compare(board(), board()[:-1])


def maps_of(base: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> ChangeMaps:
    return ChangeMaps(base, base, (2.0, 2.0))


def evidence(base: np.ndarray[tuple[int, int], np.dtype[np.float32]], crowd: bool = False) -> float:
    """Of a cell of 32 pixels, 16 of the maps, from the third on; a pitch is as wide as the cell."""
    return cell_evidence(maps_of(base), 32.0, crowd, np.ones((32, 32), np.uint8), slice(4, 36), slice(4, 36))


@given(st.floats(-6, 6), st.floats(-6, 6), st.booleans())
@settings(max_examples=30)
def test_what_the_network_is_surer_of_is_more_evidence(one: float, other: float, crowd: bool) -> None:
    less, more = (np.full((20, 20), level, np.float32) for level in sorted((one, other)))
    assert evidence(less, crowd) <= evidence(more, crowd)


@pytest.mark.parametrize("crowd", [False, True])
def test_evidence_speaks_for_a_change_or_against_it(crowd: bool) -> None:
    assert evidence(np.full((20, 20), 4, np.float32), crowd) > 4
    assert evidence(np.full((20, 20), -7, np.float32), crowd) < -4


def test_the_rim_of_a_cell_is_not_read() -> None:
    """The cell covers 16 pixels of the maps, 2 to 18; an eighth, 2 pixels on each side, is its rim."""
    level = np.full((20, 20), 4, np.float32)
    level[3:17, 3:17] = -4
    assert evidence(level) == evidence(np.full((20, 20), -4, np.float32))


def test_a_small_thing_counts_for_more_where_several_may_stand() -> None:
    level = np.full((20, 20), -6, np.float32)
    level[6:11, 6:11] = 4  # a third of a pitch
    assert evidence(level) < 0 < evidence(level, crowd=True)


def test_an_empty_mask_and_a_window_outside_are_refused() -> None:
    even, ones = np.zeros((20, 20), np.float32), np.ones((10, 10), np.uint8)
    with pytest.raises(ValueError, match="mask of a cell is empty"):
        cell_evidence(maps_of(even), 10.0, False, np.zeros((10, 10), np.uint8), slice(0, 10), slice(0, 10))
    with pytest.raises(ValueError, match="no pixel"):
        cell_evidence(maps_of(even), 10.0, False, ones, slice(50, 60), slice(0, 10))
