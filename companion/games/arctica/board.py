"""The board: a hexagon of hexagonal cells, named by row letter and number, and what lies next to what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from companion.rules.grid import HEX_DIRECTIONS, OUTSIDE, hex_grid, hexagon

Vector = tuple[int, int]
MAX_RADIUS = 12
"""Rows are named by the letters a to z, so 2 * 12 + 1 = 25 rows at most."""


@dataclass(frozen=True, slots=True)
class Board:
    """Cells are numbered row by row from the top, within a row by number.

    ``coords``: axial (q, r) of each cell; ``centres``: (x, y) in pitches, y up. ``ahead[colour][cell]``: the
    next cell in that direction or OUTSIDE. ``around[cell]``: its neighbours. ``between[cell]``: for each cell
    two away, the cells on the way.
    """

    names: tuple[str, ...]
    index: Mapping[str, int] = field(compare=False)
    coords: tuple[Vector, ...]
    centres: tuple[tuple[float, float], ...]
    ahead: tuple[tuple[int, ...], ...]
    around: tuple[tuple[int, ...], ...]
    between: tuple[Mapping[int, tuple[int, ...]], ...] = field(compare=False)
    corners: frozenset[int]

    def spot_name(self, spot: int) -> str:
        """``d4`` in the water, ``d4^`` on the ice."""
        return self.names[spot >> 1] + ("^" if spot & 1 else "")

    def apart(self, a: int, b: int) -> int:
        """Steps between two cells."""
        (q, r), (s, t) = self.coords[a], self.coords[b]
        return max(abs(q - s), abs(r - t), abs(q + r - s - t))


def _between(around: tuple[tuple[int, ...], ...], cell: int) -> dict[int, tuple[int, ...]]:
    near = around[cell]
    found: dict[int, tuple[int, ...]] = {}
    for way in near:
        for end in around[way]:
            if end != cell and end not in near:
                found[end] = (*found.get(end, ()), way)
    return dict(sorted(found.items()))


@cache
def make_board(radius: int, directions: tuple[Vector, ...]) -> Board:
    """The board of an edition. ``directions``: the six unit steps in the order of the colours."""
    grid = hex_grid(hexagon(radius))
    names = tuple(f"{chr(ord('a') + r + radius)}{q + radius + 1}" for q, r in grid.places)
    around = tuple(tuple(sorted(cell for cell in row if cell != OUTSIDE)) for row in grid.next)
    return Board(
        names=names,
        index={name: cell for cell, name in enumerate(names)},
        coords=grid.places,
        centres=grid.centres,
        ahead=tuple(tuple(row[HEX_DIRECTIONS.index(step)] for row in grid.next) for step in directions),
        around=around,
        between=tuple(_between(around, cell) for cell in range(len(names))),
        corners=frozenset(cell for cell, row in enumerate(around) if len(row) == 3),
    )
