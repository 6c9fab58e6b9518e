"""Places round a table in the greatest size that fits. Pure: lengths in pixels, y up, origin bottom left."""

from __future__ import annotations

from dataclasses import dataclass

STRIP = 0.36
"""Below each card lies a strip of this height in parts of the card: who, and how many cards lie closed."""
_GAP = 4.0
_HAND_CELLS = (3, 5, 7, 1)
"""Of the four hands of two players, in the order of places: the corners of a grid of three by three."""
_WIDEST = 9


@dataclass(frozen=True, slots=True)
class Ring:
    """``side``: of a card. ``corners``: left bottom of each place's block; the strip is below its card."""

    side: float
    strip: float
    corners: tuple[tuple[float, float], ...]


def ring(
    places: int, hands: bool, size: tuple[float, float], centre: tuple[float, float], least: float
) -> Ring:
    """The first place at the top, the others clockwise, on the edge of a grid whose middle stays free.

    ``size``: of the table; ``centre``: width and height to be kept free in the middle; ``least``: height of a
    strip at least. Of all grids with enough cells at the edge the one with the greatest cards is taken.
    """
    grids = [
        (columns, rows)
        for columns in range(3, _WIDEST)
        for rows in range(3, _WIDEST)
        if _edge(columns, rows) >= places
    ]
    columns, rows = max(grids, key=lambda grid: _side(grid, size, centre, least))
    side = max(1.0, _side((columns, rows), size, centre, least))
    strip = max(least, STRIP * side)
    width, height = size[0] / columns, size[1] / rows
    around = _clockwise(columns, rows)
    chosen = _HAND_CELLS if hands else [round(place * len(around) / places) for place in range(places)]
    cells = [around[index] for index in chosen]
    return Ring(
        side,
        strip,
        tuple(
            ((x + 0.5) * width - side / 2, size[1] - (y + 0.5) * height - (side + strip) / 2)
            for x, y in cells
        ),
    )


def _edge(columns: int, rows: int) -> int:
    return 2 * (columns + rows) - 4


def _side(
    grid: tuple[int, int], size: tuple[float, float], centre: tuple[float, float], least: float
) -> float:
    """The card that fits a cell of the grid; what the middle lacks is taken from the cells."""
    columns, rows = grid
    width = min(size[0] / columns, (size[0] - centre[0]) / 2) - _GAP
    height = min(size[1] / rows, (size[1] - centre[1]) / 2) - _GAP
    return min(width, height / (1 + STRIP), height - least)


def _clockwise(columns: int, rows: int) -> list[tuple[int, int]]:
    """The cells at the edge (column, row from the top), from the middle of the top."""
    right, bottom = columns - 1, rows - 1
    found = [(x, 0) for x in range(columns)]
    found += [(right, y) for y in range(1, rows)]
    found += [(x, bottom) for x in range(right - 1, -1, -1)]
    found += [(0, y) for y in range(bottom - 1, 0, -1)]
    first = right // 2
    return found[first:] + found[:first]
