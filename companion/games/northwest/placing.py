"""Laying tiles: where one may lie, whether it fits its neighbours, whether the sea way stays open."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.northwest.board import STRIDE
from companion.games.northwest.chart import GROUND, UNKNOWN, WATER, Chart, Tile, points_of, tile_points
from companion.games.northwest.moves import Move
from companion.games.northwest.pictures import LAND, faces, is_small, is_upright, kind_of
from companion.games.northwest.state import State
from companion.games.northwest.words import BACK, NOWHERE
from companion.rules.refusals import Broken


def anchors(state: State, seat: int) -> frozenset[int]:
    """The tiles (by their first square) from which a seat may build (place.5)."""
    edition, owner, player = state.edition, state.chart.owner, state.players[seat]
    build = edition.board.tile_printed(edition.build).squares[0]
    return frozenset((build, *(owner[player.place_of(vehicle)] for vehicle in player.vehicles()))) - {NOWHERE}


def touched(chart: Chart, squares: tuple[int, ...]) -> frozenset[int]:
    """The tiles (by their first square) that lie beside some squares."""
    near = (other for square in squares for other in chart.board.sides[square] if other not in squares)
    return frozenset(chart.owner[other] for other in near) - {NOWHERE}


def place_breaks(state: State, seat: int, move: Move) -> Iterator[Broken]:
    """Which clauses of placing a tile breaks. Off the grid nothing else is asked."""
    tile, chart, player = move.tile, state.chart, state.players[seat]
    if tile is None:
        return
    squares, back = tile.squares, tile.picture == BACK
    if back:
        if not any(map(is_small, player.stock)):
            yield "place.1", ()
        yield "place.4", squares
    elif kind_of(tile.face) not in player.stock:
        yield "place.1", ()
    outside = tuple(square for square in squares if square not in chart.board.in_grid)
    if outside:
        yield "place.2", outside
        return
    taken = tuple(square for square in squares if chart.owner[square] != NOWHERE)
    if taken:
        yield "place.3", taken
    near = touched(chart, squares)
    if not near & anchors(state, seat):
        yield "place.5", squares
    here = player.place_of(move.vehicle)
    if state.table.touch_acting and here >= 0 and chart.owner[here] not in near:
        yield "place.6", (here,)
    if not taken and not back:
        yield from _fit_breaks(chart, tile)


def _fit_breaks(chart: Chart, tile: Tile) -> Iterator[Broken]:
    """Land and sea against the neighbours; the sea way when they agree."""
    by_side, by_corner = set[int](), set[int]()
    for point in misfits(chart, tile):
        beside = [square for square in chart.board.around[point] if chart.owner[square] != NOWHERE]
        joint = [
            square for square in beside if any(other in tile.squares for other in chart.board.sides[square])
        ]
        (by_side if joint else by_corner).update(joint or beside)
    if by_side:
        yield "place.7", tuple(sorted(by_side))
    if by_corner:
        yield "place.8", tuple(sorted(by_corner))
    if not by_side and not by_corner and not leaves_way(chart, tile):
        yield "place.9", tile.squares


def misfits(chart: Chart, tile: Tile) -> list[int]:
    """The points where a tile says land and the chart sea, or the other way round."""
    labels = zip(tile_points(chart.board, tile), tile.picture.replace("/", ""), strict=True)
    return [
        point
        for point, label in labels
        if chart.labels[point] not in (UNKNOWN, GROUND if label == LAND else WATER)
    ]


def leaves_way(chart: Chart, tile: Tile) -> bool:
    """Whether the sea way is open when the tile lies there (place.9). Sea alone blocks nothing."""
    if LAND not in tile.picture:
        return True
    ways = chart.ways_with(tile, chart.labels_with(tile))
    return ways == chart.ways or ways.lead(chart.board)


def placements(state: State, seat: int) -> Iterator[Tile]:
    """Every tile of a seat's stock in every way in which it may lie (place.6 left out), in a fixed order."""
    kinds = sorted(set(state.players[seat].stock))
    if not kinds:
        return
    chart, near = state.chart, anchors(state, seat)
    beside = sorted(
        {other for first in near for square in chart.covers[first] for other in chart.board.sides[square]}
    )
    free = [square for square in beside if square in chart.board.in_grid and chart.owner[square] == NOWHERE]
    spots = {0: [(square, NOWHERE) for square in free], 1: _pairs(chart, free, 1)}
    spots[2] = _pairs(chart, free, STRIDE)
    for kind in kinds:
        for face in faces(kind):
            shape = 0 if is_small(face.picture) else 1 + is_upright(face.picture)
            letters = face.picture.replace("/", "")
            for first, second in spots[shape]:
                if _agrees(chart, first, second, letters):
                    at = (NOWHERE, first, second)[(1 + face.half) if face.symbol else 0]
                    tile = Tile(first, second, face.picture, face.symbol, at)
                    if leaves_way(chart, tile):
                        yield tile


def _pairs(chart: Chart, free: list[int], step: int) -> list[tuple[int, int]]:
    """Two empty squares of the grid, at least one of them in ``free``."""
    found = {(square, square + step) for square in free} | {(square - step, square) for square in free}
    grid, owner = chart.board.in_grid, chart.owner
    return sorted(
        pair for pair in found if all(square in grid and owner[square] == NOWHERE for square in pair)
    )


def _agrees(chart: Chart, first: int, second: int, letters: str) -> bool:
    labels = chart.labels
    for point, letter in zip(points_of(chart.board, first, second), letters, strict=True):
        known = labels[point]
        if known and (known == GROUND) != (letter == LAND):
            return False
    return True
