"""Islands that a tile completes (map.1 to map.7)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.northwest.chart import GROUND, Chart, Tile, tile_points
from companion.games.northwest.words import NOWHERE


def completed(chart: Chart, tile: Tile) -> Iterator[tuple[int, ...]]:
    """For each island that the tile just laid completes: its tiles, by their first squares."""
    seen: set[int] = set()
    for point in tile_points(chart.board, tile):
        if chart.labels[point] == GROUND and point not in seen:
            land = chart.land_around(point)
            seen |= land
            tiles = island(chart, land)
            if tiles:
                yield tiles


def island(chart: Chart, land: frozenset[int]) -> tuple[int, ...]:
    """The tiles of a land when it is an island: closed, on two tiles or more, none of them printed. Else
    none."""
    around = {square for point in land for square in chart.board.around[point]}
    tiles = {chart.owner[square] for square in around}
    printed = {tile.squares[0] for tile in chart.board.printed}
    if NOWHERE in tiles or tiles & printed or len(tiles) < 2:
        return ()
    return tuple(sorted(tiles))
