"""Square and hexagonal grids against geometry."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.grid import OUTSIDE, Grid, hex_grid, hexagon, square_grid

sizes = st.integers(1, 9)


@given(sizes, sizes, st.booleans())
def test_square_neighbours_point_back(columns: int, rows: int, joined: bool) -> None:
    grid = square_grid(columns, rows, joined=joined)
    assert len(grid) == columns * rows
    for cell in range(len(grid)):
        for direction, near in enumerate(grid.next[cell]):
            if near == OUTSIDE:
                assert not joined
            else:
                assert grid.next[near][(direction + 2) % 4] == cell
                assert grid.crosses[near][(direction + 2) % 4] == grid.crosses[cell][direction]


@given(st.integers(3, 9), st.integers(3, 9))
def test_a_step_leads_one_pitch_away_unless_it_crosses_the_edge(columns: int, rows: int) -> None:
    grid = square_grid(columns, rows, joined=True)
    for cell in range(len(grid)):
        for direction, (dx, dy) in enumerate([(0, 1), (1, 0), (0, -1), (-1, 0)]):
            (x, y), (nx, ny) = grid.centres[cell], grid.centres[grid.next[cell][direction]]
            if grid.crosses[cell][direction]:
                assert (nx, ny) == ((x + dx) % columns, (y + dy) % rows)
                assert abs(nx - x) + abs(ny - y) > 1
            else:
                assert (nx, ny) == (x + dx, y + dy)


def test_walking_round_a_joined_board_comes_home() -> None:
    grid = square_grid(7, 5, joined=True)
    for direction, length in ((0, 5), (1, 7), (2, 5), (3, 7)):
        cell, crossed = 11, 0
        for _ in range(length):
            crossed += grid.crosses[cell][direction]
            cell = grid.next[cell][direction]
        assert (cell, crossed) == (11, 1)


def neighbours_lie_one_pitch_away(grid: Grid) -> None:
    for cell, (x, y) in enumerate(grid.centres):
        near = {other for other in grid.next[cell] if other != OUTSIDE}
        close = {
            other
            for other, (ox, oy) in enumerate(grid.centres)
            if other != cell and hypot(ox - x, oy - y) < 1.01
        }
        assert near == close
        assert all(abs(hypot(grid.centres[o][0] - x, grid.centres[o][1] - y) - 1) < 1e-9 for o in near)


@given(st.integers(0, 5))
def test_hexagons(radius: int) -> None:
    grid = hex_grid(hexagon(radius))
    assert len(grid) == 1 + 3 * radius * (radius + 1)
    neighbours_lie_one_pitch_away(grid)
    for cell in range(len(grid)):
        for direction, near in enumerate(grid.next[cell]):
            if near != OUTSIDE:
                assert grid.next[near][(direction + 3) % 6] == cell


def test_sizes_that_are_none() -> None:
    with pytest.raises(ValueError, match="at least one"):
        square_grid(0, 3)
    with pytest.raises(ValueError, match="twice"):
        hex_grid(((0, 0), (0, 0)))
