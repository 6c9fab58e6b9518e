"""Grids whose cells are counted 0, 1, 2 ...: squares (with or without joined edges) and hexagons.

Both answer the same two questions by table look-up: which cell is next in a direction, and where a
cell's centre lies in pitches (x to the right, y up).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from string import ascii_lowercase

OUTSIDE = -1
"""In ``next``: there is no cell in that direction."""

SQUARE_DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""(dx, dy), clockwise from up; direction d + 2 (mod 4) is the opposite of d."""

HEX_DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Axial (dq, dr), in turning order; direction d + 3 (mod 6) is the opposite of d."""

FARTHEST = 30
"""The highest number in the name of a cell that a board does not have."""


@dataclass(frozen=True, slots=True)
class Grid:
    """``next[cell][direction]``: the neighbour or OUTSIDE. ``crosses[cell][direction]``: the step leads
    over a joined edge. ``centres[cell]``: (x, y) in pitches. ``places[cell]``: its coordinates."""

    next: tuple[tuple[int, ...], ...]
    crosses: tuple[tuple[bool, ...], ...]
    centres: tuple[tuple[float, float], ...]
    places: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        return len(self.next)


def square_grid(columns: int, rows: int, *, joined: bool = False) -> Grid:
    """Cells column by column, each from the bottom up; ``joined``: who leaves at one side comes in opposite.

    Coordinates are (column, row) from 0 at the bottom left. Raises ValueError for a size below 1.
    """
    if columns < 1 or rows < 1:
        raise ValueError("a grid has at least one column and one row")
    places = tuple((x, y) for x in range(columns) for y in range(rows))

    def look(x: int, y: int) -> tuple[int, bool]:
        outside = not (0 <= x < columns and 0 <= y < rows)
        if outside and not joined:
            return OUTSIDE, False
        return (x % columns) * rows + y % rows, outside

    around = [[look(x + dx, y + dy) for dx, dy in SQUARE_DIRECTIONS] for x, y in places]
    return Grid(
        next=tuple(tuple(cell for cell, _ in row) for row in around),
        crosses=tuple(tuple(over for _, over in row) for row in around),
        centres=tuple((float(x), float(y)) for x, y in places),
        places=places,
    )


def hex_grid(places: tuple[tuple[int, int], ...]) -> Grid:
    """Pointy-top hexagons at axial coordinates (q, r), in the order given, on a board without joined edges.

    The pitch is the distance between the centres of neighbours: (q, r) lies at x = q + r / 2,
    y = -r * sqrt(3) / 2, so r grows downwards as in a written list of rows. Raises ValueError when a
    place comes twice.
    """
    number = {place: i for i, place in enumerate(places)}
    if len(number) != len(places):
        raise ValueError("a place of the grid is named twice")
    return Grid(
        next=tuple(
            tuple(number.get((q + dq, r + dr), OUTSIDE) for dq, dr in HEX_DIRECTIONS) for q, r in places
        ),
        crosses=((False,) * 6,) * len(places),
        centres=tuple((q + r / 2, -r * sqrt(3) / 2) for q, r in places),
        places=places,
    )


def hexagon(radius: int) -> tuple[tuple[int, int], ...]:
    """The places of a hexagonal board with ``radius`` rings round its centre, row by row from the top."""
    return tuple(
        (q, r)
        for r in range(-radius, radius + 1)
        for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1)
    )


def names_beyond(names: Iterable[str]) -> tuple[str, ...]:
    """All well-formed names of cells that a board with these names does not have: a letter and a number from
    1 to ``FARTHEST``.

    A move may name such a cell. It is then an attempt that breaks a clause (the step leads to no neighbour,
    no tile lies there), so that people are told which one; any other word is no notation. Games count these
    cells on behind those of the board; nothing is next to them and nothing is on them.
    """
    board = set(names)
    every = (f"{letter}{number}" for letter in ascii_lowercase for number in range(1, FARTHEST + 1))
    return tuple(name for name in every if name not in board)
