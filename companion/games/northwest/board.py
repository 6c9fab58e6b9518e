"""The squares of a board and their corners, counted so that the number of a square is its reading order.

Every board lies in the same frame: a column for ``nwR`` in the west, one for each letter, one for ``glR``
in the east. Squares are numbered row by row through that frame, so a square has the same number on all
boards and a move can be read before the board is known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from string import ascii_lowercase
from typing import Final

MAX_WIDTH: Final = len(ascii_lowercase)
MAX_HEIGHT: Final = 30
STRIDE: Final = MAX_WIDTH + 2
"""Columns of the frame; a square's southern neighbour is so many further on."""
WEST: Final = "nw"
EAST: Final = "gl"
_COLUMNS: Final = (WEST, *ascii_lowercase, EAST)
_EASTERNMOST: Final = STRIDE - 1
_ACROSS: Final = STRIDE + 1
"""Points in a row of the frame."""
_NAME: Final = re.compile(r"([a-z]|nw|gl)([1-9][0-9]?)", re.ASCII)


@lru_cache(maxsize=1024)
def square_name(square: int) -> str:
    """``c4``, ``gl2``."""
    return f"{_COLUMNS[square % STRIDE]}{row_of(square)}"


def row_of(square: int) -> int:
    """Counted from 1 in the north."""
    return square // STRIDE + 1


FRAME: Final[Mapping[str, int]] = {square_name(number): number for number in range(STRIDE * MAX_HEIGHT)}
"""Every well-formed square: ``a1`` to ``z30``, ``nw1`` to ``nw30``, ``gl1`` to ``gl30``. A move can name one
that the board of its match does not have, and then breaks a clause (``place.2``, ``move.1``); any other name
is no notation."""


def square_number(name: str) -> int:
    """The number of a square of the frame. Raises KeyError for a name that is none."""
    form = _NAME.fullmatch(name)
    if form is None or int(form[2]) > MAX_HEIGHT:
        raise KeyError(name)
    return (int(form[2]) - 1) * STRIDE + _COLUMNS.index(form[1])


def may_touch(first: int, second: int) -> bool:
    """Whether two squares, west to east, lie side by side on some board."""
    if second % STRIDE == _EASTERNMOST:
        return first // STRIDE == second // STRIDE and 0 < first % STRIDE < _EASTERNMOST
    return second - first == 1


SeaStep = tuple[int, int, int, int, str]
"""A step of the sea way over an edge: a square, the next one, the ends of the edge, and the direction. From
Greenland's column (HARBOUR) the square is the one in the grid."""
EASTWARDS: Final = "east"
SOUTHWARDS: Final = "south"
HARBOUR: Final = "harbour"


@dataclass(frozen=True, slots=True)
class PrintedTile:
    """A tile that is part of the board: its squares in reading order (one column) and the labels of its
    points, row by row from the north, two in each."""

    name: str
    squares: tuple[int, ...]
    labels: str

    @property
    def pictures(self) -> dict[int, str]:
        """The picture of each of its squares: its points, the northern row first (``xx/.x``)."""
        corners = {square: self.labels[2 * n : 2 * n + 4] for n, square in enumerate(self.squares)}
        return {square: f"{four[:2]}/{four[2:]}" for square, four in corners.items()}

    def points(self, board: Board) -> tuple[int, ...]:
        """The points of its labels."""
        return tuple(sorted({point for square in self.squares for point in board.corners[square]}))


@dataclass(frozen=True)
class Board:
    """A board in the frame. What follows from its fields is worked out once, in tables by square or point:

    ``corners[square]``: points north-west, north-east, south-west, south-east. ``sides[square]``:
    neighbours by side. ``around[point]``: squares that have this point. ``edges[a, b]``: the points that
    neighbours share.
    """

    width: int
    height: int
    printed: tuple[PrintedTile, ...]

    @cached_property
    def grid(self) -> tuple[int, ...]:
        """The squares of the dotted grid, in reading order."""
        return tuple(
            row * STRIDE + column for row in range(self.height) for column in range(1, self.width + 1)
        )

    @cached_property
    def in_grid(self) -> frozenset[int]:
        return frozenset(self.grid)

    @cached_property
    def squares(self) -> tuple[int, ...]:
        """All squares, those of the printed tiles too, in reading order."""
        return tuple(sorted({*self.grid, *(square for tile in self.printed for square in tile.squares)}))

    @cached_property
    def index(self) -> Mapping[str, int]:
        """Its squares by name."""
        return {square_name(square): square for square in self.squares}

    @cached_property
    def points(self) -> int:
        """How many points the frame has."""
        return _ACROSS * (MAX_HEIGHT + 1)

    @cached_property
    def corners(self) -> Mapping[int, tuple[int, int, int, int]]:
        found = {}
        for square in self.squares:
            column = square % STRIDE
            first = square // STRIDE * _ACROSS + (self.width + 1 if column == _EASTERNMOST else column)
            found[square] = (first, first + 1, first + _ACROSS, first + _ACROSS + 1)
        return found

    @cached_property
    def sides(self) -> Mapping[int, tuple[int, ...]]:
        there = frozenset(self.squares)
        return {
            square: tuple(other for other in self._beside(square) if other in there)
            for square in self.squares
        }

    def _beside(self, square: int) -> tuple[int, ...]:
        """Where its neighbours would be, in reading order."""
        column = square % STRIDE
        west = square - (_EASTERNMOST - self.width if column == _EASTERNMOST else 1)
        east = square + (_EASTERNMOST - self.width if column == self.width else 1)
        ends = [west] * (column > 0) + [east] * (column < _EASTERNMOST)
        return (square - STRIDE, *ends, square + STRIDE)

    @cached_property
    def around(self) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in range(self.points)]
        for square in self.squares:
            for point in self.corners[square]:
                found[point].append(square)
        return tuple(map(tuple, found))

    @cached_property
    def edges(self) -> Mapping[tuple[int, int], tuple[int, int]]:
        return {
            (square, other): self._shared(square, other)
            for square in self.squares
            for other in self.sides[square]
        }

    def _shared(self, one: int, other: int) -> tuple[int, int]:
        first, second = (point for point in self.corners[one] if point in self.corners[other])
        return first, second

    @cached_property
    def segments(self) -> tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]:
        """For each point: the points next to it, each with the squares beside the edge between the two."""
        return tuple(tuple(self._from(point)) if self.around[point] else () for point in range(self.points))

    def _from(self, point: int) -> list[tuple[int, tuple[int, ...]]]:
        near = (point - _ACROSS, point - 1, point + 1, point + _ACROSS)
        beside = [(other, tuple(s for s in self.around[point] if other in self.corners[s])) for other in near]
        return [(other, squares) for other, squares in beside if squares]

    @cached_property
    def steps(self) -> tuple[SeaStep, ...]:
        """Every step of the sea way once, but those inside Greenland's column, where it begins."""
        found: list[SeaStep] = []
        for (square, other), (one, two) in self.edges.items():
            if square % STRIDE == _EASTERNMOST:
                if other % STRIDE != _EASTERNMOST:
                    found.append((other, square, one, two, HARBOUR))
            elif other == square + 1:
                found.append((square, other, one, two, EASTWARDS))
            elif other == square + STRIDE:
                found.append((square, other, one, two, SOUTHWARDS))
        return tuple(found)

    def steps_at(self, squares: tuple[int, ...]) -> tuple[SeaStep, ...]:
        """The steps over edges that have an end on these squares' points."""
        if squares not in self._steps_at:
            points = {point for square in squares for point in self.corners[square]}
            self._steps_at[squares] = tuple(
                step for step in self.steps if step[2] in points or step[3] in points
            )
        return self._steps_at[squares]

    @cached_property
    def _steps_at(self) -> dict[tuple[int, ...], tuple[SeaStep, ...]]:
        return {}

    def tile_printed(self, name: str) -> PrintedTile:
        """A printed tile by name. Raises KeyError."""
        for tile in self.printed:
            if tile.name == name:
                return tile
        raise KeyError(name)


def make_board(width: int, height: int, printed: Mapping[str, tuple[tuple[str, ...], str]]) -> Board:
    """The board of an edition. ``printed``: for each printed tile its squares' names and its labels."""
    tiles = tuple(
        PrintedTile(name, tuple(map(square_number, squares)), labels)
        for name, (squares, labels) in printed.items()
    )
    return Board(width, height, tiles)
