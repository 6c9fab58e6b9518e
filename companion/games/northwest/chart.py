"""The map as it has been laid: which tile lies where, what is land, where the sea is open from side to
side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from companion.games.northwest.board import EASTWARDS, MAX_HEIGHT, SOUTHWARDS, STRIDE, Board, SeaStep
from companion.games.northwest.pictures import LAND, Face, class_of, make_kind
from companion.games.northwest.words import NOWHERE, PASSAGE
from companion.rules.record import replace

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


class Ways(NamedTuple):
    """The sea way as sets of squares, a bit for each: from which it leads on to the square with the next
    number, to the one below, and from Greenland's column, which is not numbered next to the grid, into
    which."""

    east: int
    south: int
    harbour: int

    def lead(self, board: Board) -> bool:
        """Whether they lead from Greenland to the Passage (place.9)."""
        goal = _bits(board.tile_printed(PASSAGE).squares)
        reached, east, south = self.harbour, self.east, self.south
        while not reached & goal:
            more = reached | (reached & east) << 1 | (reached >> 1) & east
            more |= (more & south) << STRIDE | (more >> STRIDE) & south
            if more == reached:
                return False
            reached = more
        return True


@dataclass(frozen=True, slots=True)
class Chart:
    """``tiles``: all laid tiles by their first square. The rest follows from them:

    ``owner[square]``: the first square of the tile that covers it (printed ones too), NOWHERE without one.
    ``covers[first]``: its squares. ``labels[point]``: UNKNOWN, WATER or GROUND. ``kinds``: how many
    of each kind have been laid. ``ways``: the sea way.
    """

    board: Board = field(compare=False, repr=False)
    joined: bool = field(compare=False, repr=False)
    tiles: tuple[Tile, ...]
    owner: tuple[int, ...] = field(compare=False, repr=False)
    covers: Mapping[int, tuple[int, ...]] = field(compare=False, repr=False)
    labels: bytes = field(compare=False, repr=False)
    kinds: Mapping[str, int] = field(compare=False, repr=False)
    ways: Ways = field(compare=False, repr=False)

    def lay(self, tile: Tile) -> Chart:
        """The chart with one tile more."""
        owner, labels = list(self.owner), self.labels_with(tile)
        kind = make_kind(class_of(tile.picture), tile.symbol)
        for square in tile.squares:
            owner[square] = tile.first
        return Chart(
            board=self.board,
            joined=self.joined,
            tiles=tuple(sorted((*self.tiles, tile))),
            owner=tuple(owner),
            covers={**self.covers, tile.first: tile.squares},
            labels=labels,
            kinds={**self.kinds, kind: self.kinds.get(kind, 0) + 1},
            ways=self.ways_with(tile, labels),
        )

    def labels_with(self, tile: Tile) -> bytes:
        """What is known of the points when the tile lies there."""
        labels = bytearray(self.labels)
        for point, label in zip(tile_points(self.board, tile), tile.picture.replace("/", ""), strict=True):
            labels[point] = GROUND if label == LAND else WATER
        return bytes(labels)

    def ways_with(self, tile: Tile, labels: bytes) -> Ways:
        """The sea way when the tile lies there and the points are known to be so. Only steps over edges at
        the tile's own points can have changed."""
        return self.ways_over(self.board.steps_at(tile.squares), labels, tile.squares)

    def ways_over(self, steps: Iterable[SeaStep], labels: bytes, inside: tuple[int, ...] = ()) -> Ways:
        """The sea way with some steps worked out again. A step leads on unless both ends of its edge are
        known to be land (place.9); with ``joined`` always between two squares of one tile
        (``inside``)."""
        east, south, harbour = self.ways
        owner = self.owner
        for square, other, one, two, direction in steps:
            lets_by = labels[one] != GROUND or labels[two] != GROUND
            if not lets_by and self.joined:
                known = owner[square] == owner[other] != NOWHERE
                lets_by = known or (square in inside and other in inside)
            if direction == EASTWARDS:
                east = east | 1 << square if lets_by else east & ~(1 << square)
            elif direction == SOUTHWARDS:
                south = south | 1 << square if lets_by else south & ~(1 << square)
            else:
                harbour = harbour | 1 << square if lets_by else harbour & ~(1 << square)
        return Ways(east, south, harbour)

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

    def land_around(self, start: int) -> frozenset[int]:
        """The land points that are one land with a land point (map.7)."""
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
    chart = _empty_chart(board, joined)
    for tile in tiles:
        chart = chart.lay(tile)
    return chart


@lru_cache(maxsize=16)
def _empty_chart(board: Board, joined: bool) -> Chart:
    owner, labels = [NOWHERE] * (STRIDE * MAX_HEIGHT), bytearray(board.points)
    for printed in board.printed:
        for square in printed.squares:
            owner[square] = printed.squares[0]
        for point, label in zip(printed.points(board), printed.labels, strict=True):
            labels[point] = GROUND if label == LAND else WATER
    covers = {printed.squares[0]: printed.squares for printed in board.printed}
    chart = Chart(board, joined, (), tuple(owner), covers, bytes(labels), {}, Ways(0, 0, 0))
    return replace(chart, ways=chart.ways_over(board.steps, chart.labels))
