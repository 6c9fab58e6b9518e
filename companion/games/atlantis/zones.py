"""Where a camera looks: the cells of the board, the safe islands and the places beside the board.

Positions in cell pitches, x to the right, y up; the first cell of an unindented row lies at x = 0 and the
north row at y = 0. The camera watches the board with its safe islands, and the tray on which tiles that left
the game lie with their backs up; what people keep before them it leaves alone. Seats lie round the table
clockwise from the south side, so one mat serves any number of players. A camera tells up to :data:`CROWD`
pieces of a cell apart, a boat not counted; swimmers lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import sqrt
from typing import Final

from companion.games.atlantis.edition import PASSENGERS, PRINTED_FIGURES, Edition
from companion.games.atlantis.state import Table
from companion.games.atlantis.words import BACKS, CREATURES, FIGURES, ISLANDS, LAND, RED, TERRAINS, Counts
from companion.rules.contract import CellId, Reading, Zone, ZoneKind
from companion.rules.pieces import PosedPiece, Stack, stack_of

BOAT_PIECE: Final = PosedPiece("boat")
CREATURE_PIECES: Final = stack_of(*CREATURES)
CROWD: Final = 4
"""So many explorers and creatures are told apart on one cell."""
CROWD_ASHORE: Final = 6
"""So many explorers are told apart on one safe island."""

OUT: Final = CellId("out")
DIE_TRAY: Final = CellId("tray:die")
SIDES: Final = ((0.0, -1.0), (-1.0, 0.0), (0.0, 1.0), (1.0, 0.0))
"""From the middle of the board to the seats, in turn order: south, west, north, east."""
DISTANCE: Final = 1.6
"""From the board's edge to the middle of a player's strip, and from there on to the trays."""
STRIP: Final = (6.0, 1.2)
RESERVE: Final = (3.5, 1.2)
DIE_SIZE: Final = (2.0, 2.0)
ISLAND_SIZE: Final = (1.4, 1.1)
ISLAND_OUTWARDS: Final = 0.35
"""How much further out than the outer rows the middle of a safe island lies."""


def standing(colour: str) -> PosedPiece:
    """An explorer on a tile, on a boat or on a safe island."""
    return PosedPiece(f"explorer {colour}")


def lying(colour: str) -> PosedPiece:
    """A swimmer."""
    return standing(colour).lying


def tile_piece(terrain: int) -> PosedPiece:
    """A land tile beside the board, land side up."""
    return PosedPiece(f"tile {LAND[terrain]}")


def back_piece(back: int) -> PosedPiece:
    """A land tile beside the board, back side up."""
    return PosedPiece(f"back {BACKS[back]}")


def die_piece(kind: int) -> PosedPiece:
    """The creature die with this face up."""
    return PosedPiece(f"die {CREATURES[kind]}")


def people(colours: Sequence[str], counts: Counts, *, swimming: bool = False) -> Stack:
    """Explorers in colour order."""
    name = lying if swimming else standing
    return tuple(name(colour) for colour, number in zip(colours, counts, strict=True) for _ in range(number))


def hand_place(table: Table, seat: int) -> CellId:
    """Where a player's tiles lie."""
    return CellId(f"hand:{table.setup.seats[seat]}")


def reserve_place(table: Table, seat: int) -> CellId:
    """Where a player's explorers and boats wait to be placed."""
    return CellId(f"reserve:{table.setup.seats[seat]}")


def supply_place(figure: str) -> CellId:
    """Where the figures of a sort are set aside."""
    return CellId(f"supply:{figure}")


@lru_cache(maxsize=16)
def zones(table: Table) -> tuple[Zone, ...]:
    """Cells in cell order, safe islands, what lies before each seat, the trays."""
    board, height = table.edition.board, 2 / sqrt(3)
    land, sea = tuple(_land_stacks(table)), tuple(_sea_stacks(table))
    both = tuple(dict.fromkeys((*land, *sea)))
    cells = [
        Zone(
            CellId(name),
            *board.centres[cell],
            1.0,
            height,
            ZoneKind.HEX,
            0,
            LAND if cell in board.frame else ("",),
            both if cell in board.frame else sea,
            Reading.CROWD,
            afloat=(BOAT_PIECE, *_swimmers(table)),
        )
        for cell, name in enumerate(board.names)
    ]
    return (*cells, *_islands(table), *_strips(table), *_trays(table))


def _islands(table: Table) -> Iterator[Zone]:
    left, right, south, north = _edges(table.edition)
    stacks = tuple(_several(_names(table), CROWD_ASHORE))
    for island in ISLANDS:
        x = left + 0.7 if "w" in island else right - 0.7
        y = north + ISLAND_OUTWARDS if "n" in island else south - ISLAND_OUTWARDS
        yield Zone(CellId(island), x, y, *ISLAND_SIZE, ZoneKind.SQUARE, 0, ("",), stacks, Reading.CROWD)


def _edges(edition: Edition) -> tuple[float, float, float, float]:
    """Least and greatest x and y of the cells' centres."""
    xs, ys = zip(*edition.board.centres, strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def _strips(table: Table) -> Iterator[Zone]:
    """Each player's tiles, and beside them what is to be placed."""
    left, right, south, north = _edges(table.edition)
    for seat, (dx, dy) in zip(range(table.seats), SIDES, strict=False):
        x = (left + right) / 2 + dx * ((right - left) / 2 + DISTANCE)
        y = (south + north) / 2 + dy * ((north - south) / 2 + DISTANCE)
        beside = (STRIP[0] + RESERVE[0]) / 2 + 0.2
        yield _slot(hand_place(table, seat), x, y, STRIP, seat, _hand_stacks(table.edition), Reading.SECRET)
        yield _slot(
            reserve_place(table, seat),
            x - dy * beside,
            y + dx * beside,
            RESERVE,
            seat,
            _reserves(table, seat),
            Reading.COUNTER,
        )


def _trays(table: Table) -> Iterator[Zone]:
    """To the right of the east player: tiles that left the game, the figures set aside, the die."""
    _, right, _, north = _edges(table.edition)
    x = right + 2 * DISTANCE
    backs = ((), *((back_piece(back),) for back in range(len(BACKS))))
    yield _slot(OUT, x, north - 1.0, (1.2, 1.2), 0, backs, Reading.CARDS)
    for number, figure in enumerate(FIGURES):
        most = PRINTED_FIGURES[figure]
        stacks = tuple((PosedPiece(figure),) * count for count in range(most + 1))
        y = north - 3.5 - 2.2 * number
        yield _slot(supply_place(figure), x, y, (2.0, 2.0), 0, stacks, Reading.COUNTER)
    faces = ((), *((die_piece(kind),) for kind in range(len(CREATURES))))
    y = north - 3.5 - 2.2 * len(FIGURES)
    yield _slot(DIE_TRAY, x, y, DIE_SIZE, 0, faces, Reading.DIE)


def _slot(
    cell: CellId,
    x: float,
    y: float,
    size: tuple[float, float],
    turn: int,
    stacks: tuple[Stack, ...],
    reading: Reading,
) -> Zone:
    return Zone(cell, x, y, *size, ZoneKind.SLOT, turn, ("",), stacks, reading)


def _several(names: Sequence[PosedPiece], most: int) -> Iterator[Stack]:
    """Every choice of at most so many pieces, each name as often as one likes, in the order of the names."""
    for number in range(most + 1):
        yield from combinations_with_replacement(names, number)


def _names(table: Table) -> list[PosedPiece]:
    """The explorers of the colours in play, standing."""
    return [standing(table.edition.colours[colour]) for colour in table.playing]


def _swimmers(table: Table) -> list[PosedPiece]:
    """Whoever is in the water."""
    return [*(lying(table.edition.colours[colour]) for colour in table.playing), *CREATURE_PIECES]


def _land_stacks(table: Table) -> Iterable[Stack]:
    return _several(_names(table), CROWD)


def _sea_stacks(table: Table) -> Iterator[Stack]:
    """Swimmers and creatures; or a boat, its passengers, and they."""
    passengers = _names(table)
    others = _swimmers(table)
    yield from _several(others, CROWD)
    for aboard in _several(passengers, PASSENGERS):
        for beside in _several(others, CROWD - len(aboard)):
            yield (BOAT_PIECE, *aboard, *beside)


def _hand_stacks(edition: Edition) -> tuple[Stack, ...]:
    """As many tiles of each terrain as have red backs."""
    stacks: list[Stack] = [()]
    for terrain in TERRAINS:
        most = sum(edition.copies[terrain][back] for back in RED)
        stacks = [(*stack, *(tile_piece(terrain),) * n) for stack in stacks for n in range(most + 1)]
    return tuple(stacks)


def _reserves(table: Table, seat: int) -> tuple[Stack, ...]:
    """Boats, or any one of the explorers on top: how many there are, the position tells."""
    names = [standing(table.edition.colours[colour]) for colour in table.colours[seat]]
    return ((), *((name,) for name in names), (BOAT_PIECE,))
