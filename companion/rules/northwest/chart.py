"""The map as it has been laid: which tile lies where, what is land, where the sea is open from side to
side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, NamedTuple

from companion.rules.northwest.board import MAX_HEIGHT, STRIDE, Board
from companion.rules.northwest.pictures import LAND, Face
from companion.rules.northwest.words import GREENLAND, NOWHERE, PASSAGE

UNKNOWN: Final = 0
WATER: Final = 1
GROUND: Final = 2


class Tile(NamedTuple):
    """A laid tile: its squares in reading order (``second`` NOWHERE for a small one), its picture, its symbol
    ("" for none) and the square that shows it."""

    first: int
    second: int
    picture: str
    symbol: str = ""
    at: int = NOWHERE

    @property
    def squares(self) -> tuple[int, ...]:
        return (self.first,) if self.second == NOWHERE else (self.first, self.second)

    @property
    def face(self) -> Face:
        """What it shows; the half of a symbol that lies on none of its squares is -1."""
        if not self.symbol:
            return Face(self.picture, "", 0)
        return Face(self.picture, self.symbol, self.squares.index(self.at) if self.at in self.squares else -1)


def tile_points(board: Board, tile: Tile) -> tuple[int, ...]:
    """The points of its picture, row by row from the north."""
    return points_of(board, tile.first, tile.second)


@lru_cache(maxsize=4096)
def _points(corners: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    return tuple(sorted({point for square in corners for point in square}))


def points_of(board: Board, first: int, second: int = NOWHERE) -> tuple[int, ...]:
    """The points of one square or two; points are numbered row by row, so sorting them is reading them."""
    if second == NOWHERE:
        return board.corners[first]
    return _points((board.corners[first], board.corners[second]))


@dataclass(frozen=True, slots=True)
class Chart:
    """``tiles``: all laid tiles by their first square. The rest follows from them:

    ``owner[square]``: the first square of the tile that covers it (printed ones too), NOWHERE without one.
    ``covers[first]``: its squares. ``labels[point]``: UNKNOWN, WATER or GROUND. ``east``, ``south``: bit
    sets of the squares from which the sea way leads on to the square with the next number, or below.
    """

    board: Board = field(compare=False, repr=False)
    joined: bool = field(compare=False, repr=False)
    tiles: tuple[Tile, ...]
    owner: tuple[int, ...] = field(compare=False, repr=False)
    covers: Mapping[int, tuple[int, ...]] = field(compare=False, repr=False)
    labels: bytes = field(compare=False, repr=False)
    east: int = field(compare=False, repr=False)
    south: int = field(compare=False, repr=False)

    def lay(self, tile: Tile) -> Chart:
        """The chart with one tile more."""
        owner, labels = list(self.owner), bytearray(self.labels)
        for square in tile.squares:
            owner[square] = tile.first
        points = tile_points(self.board, tile)
        for point, label in zip(points, tile.picture.replace("/", ""), strict=True):
            labels[point] = GROUND if label == LAND else WATER
        chart = replace(
            self,
            tiles=tuple(sorted((*self.tiles, tile))),
            owner=tuple(owner),
            covers={**self.covers, tile.first: tile.squares},
            labels=bytes(labels),
        )
        return chart._with_ways(points)

    def _with_ways(self, points: Iterable[int]) -> Chart:
        """The sea ways worked out again at these points."""
        board, east, south = self.board, self.east, self.south
        for square in sorted({square for point in points for square in board.around[point]}):
            for other in board.sides[square]:
                if other > square:
                    bit = 1 << square
                    lets_by = self._lets_by(square, other)
                    if other == square + 1:
                        east = east | bit if lets_by else east & ~bit
                    elif other == square + STRIDE:
                        south = south | bit if lets_by else south & ~bit
        return replace(self, east=east, south=south)

    def _lets_by(self, square: int, other: int) -> bool:
        """A step of the sea way (specification, 4): not between two points that are known to be land."""
        if self.joined and self.owner[square] == self.owner[other] != NOWHERE:
            return True
        return not self.all_land(square, other)

    def all_land(self, square: int, other: int) -> bool:
        """Whether both ends of the edge between two neighbours are land."""
        one, two = self.board.edges[square, other]
        return self.labels[one] == self.labels[two] == GROUND

    def any_land(self, square: int, other: int) -> bool:
        """Whether an end of the edge between two neighbours is land."""
        one, two = self.board.edges[square, other]
        return self.labels[one] == GROUND or self.labels[two] == GROUND

    def has_water(self, square: int) -> bool:
        """Whether a corner of a covered square is sea."""
        return any(self.labels[point] == WATER for point in self.board.corners[square])

    def has_land(self, square: int) -> bool:
        """Whether a corner of a covered square is land."""
        return any(self.labels[point] == GROUND for point in self.board.corners[square])

    def tile_at(self, square: int) -> tuple[int, ...]:
        """The squares of the tile that covers a square; none when nothing does."""
        owner = self.owner[square]
        return () if owner == NOWHERE else self.covers[owner]

    def crossings(self, square: int, other: int) -> Iterator[tuple[int, int]]:
        """The common edges of the tiles on two squares: a square of the one, its neighbour of the other."""
        goal = self.owner[other]
        for near in self.tile_at(square):
            for beyond in self.board.sides[near]:
                if self.owner[beyond] == goal:
                    yield near, beyond

    def is_way_open(self) -> bool:
        """Whether the sea way leads from Greenland to the Passage (place.9).

        Greenland's column is not numbered next to the grid: it is where the walk begins.
        """
        harbour = self.board.tile_printed(GREENLAND).squares
        ways = [
            near for square in harbour for near in self.board.sides[square] if self._lets_by(square, near)
        ]
        reached, goal = _bits((*harbour, *ways)), _bits(self.board.tile_printed(PASSAGE).squares)
        east, south, stride = self.east, self.south, STRIDE
        while not reached & goal:
            more = reached | (reached & east) << 1 | (reached >> 1) & east
            more |= (more & south) << stride | (more >> stride) & south
            if more == reached:
                return False
            reached = more
        return True

    def land_around(self, start: int) -> frozenset[int]:
        """The land points that are one land with a land point (1.4)."""
        found, todo = {start}, [start]
        while todo:
            for point, beside in self.board.segments[todo.pop()]:
                joined = any(self.owner[square] != NOWHERE for square in beside)
                if joined and point not in found and self.labels[point] == GROUND:
                    found.add(point)
                    todo.append(point)
        return frozenset(found)


def _bits(squares: Iterable[int]) -> int:
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits


def make_chart(board: Board, joined: bool, tiles: Iterable[Tile] = ()) -> Chart:
    """The chart of the printed tiles and the tiles given. Tiles that overlap or disagree are taken as they
    come; ``faults`` says what is wrong with them."""
    owner, labels = [NOWHERE] * (STRIDE * MAX_HEIGHT), bytearray(board.points)
    for printed in board.printed:
        for square in printed.squares:
            owner[square] = printed.squares[0]
        points = _points(tuple(board.corners[square] for square in printed.squares))
        for point, label in zip(points, printed.labels, strict=True):
            labels[point] = GROUND if label == LAND else WATER
    covers = {printed.squares[0]: printed.squares for printed in board.printed}
    chart = Chart(board, joined, (), tuple(owner), covers, bytes(labels), 0, 0)
    chart = chart._with_ways(range(board.points))
    for tile in tiles:
        chart = chart.lay(tile)
    return chart
