"""Where a camera looks: the board, the sun arc, tracks, tiles on offer and the players' boards.

Positions in squares of the board, x to the east from its west edge, y to the NORTH (so below 0 on the
board, whose own map counts southwards). Beside the board the places lie as on the printed mat: tracks in
the north, tiles on offer in the south, piles in its west, two rows for each player in the east. Chosen by
us, except for the arc of the edition ``standard``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Final

from companion.games.northwest import cell_names
from companion.games.northwest.board import STRIDE, row_of
from companion.games.northwest.edition import Edition
from companion.games.northwest.pictures import faces, squares_of
from companion.games.northwest.state import Table
from companion.games.northwest.words import SYMBOLS, TOKENS, VEHICLES
from companion.rules.contract import CellId, Reading, Zone, ZoneKind
from companion.rules.pieces import PosedPiece, Stack

Stacks = tuple[Stack, ...]

DISC: Final = PosedPiece("disc")
STOCK: Final = PosedPiece("tile")
"""A tile that a player keeps, whichever it is."""

_SAILOR = 0.25
"""Pitches across a sailor seen from above: the smallest thing on this table, of which seven may stand in one
area and are counted."""
SLOT: Final = 0.9
ARC_X: Final = 2.5
TRACK_X: Final = 5.1
TRACK_Y: Final = 1.0
"""Both tracks lie in the north, west of the arc's first place."""
PILES_ABREAST: Final = 3
"""The piles lie in the south-west corner, where arms seldom pass: a hand there is all that tells of a tile
taken off a pile."""
ROW: Final = 1.8
"""From one player's row, and from one place in it, to the next."""


def base_of(picture: str) -> str:
    """The base of a covered square: its corners. To which tile it belongs a camera cannot tell: the rim
    between two tiles looks like the dotted line inside a large one. Which squares were laid at once tells it,
    and what the players pay."""
    return f"tile {picture}"


def tile_bases(picture: str) -> Iterator[str]:
    """The bases of the squares that a picture covers."""
    return map(base_of, squares_of(picture))


def token_piece(symbol: str) -> PosedPiece:
    """The piece that shows a token."""
    return PosedPiece(f"token {symbol}")


def tile_piece(kind: str) -> PosedPiece:
    """The piece that shows a tile on offer or on a pile."""
    return PosedPiece(f"tile {kind}")


def seat_piece(what: str, seat: str) -> PosedPiece:
    """A ship, sled, marker or crewman of a player."""
    return PosedPiece(f"{what} {seat}")


@lru_cache(maxsize=8)
def all_bases(edition: Edition) -> tuple[str, ...]:
    """Every base that the tiles of an edition can give a square."""
    pictures = {face.picture for kind in edition.copies for face in faces(kind)}
    return tuple(sorted({base for picture in pictures for base in tile_bases(picture)}))


@lru_cache(maxsize=16)
def zones(table: Table) -> tuple[Zone, ...]:
    """All zones: squares in reading order, sun arc, tracks, tiles on offer, then seat by seat."""
    edition = table.edition
    return (*_squares(table), *_arc(edition), *_tracks(table), *_offers(edition), *_boards(table))


def _squares(table: Table) -> Iterator[Zone]:
    """On the printed squares a token can only lie by mistake: there, too, it is seen."""
    board = table.edition.board
    vehicles = _vehicles(table)
    signs: Stacks = ((), *((token_piece(symbol),) for symbol in SYMBOLS))
    anything = tuple((*sign, *stack) for sign in signs for stack in vehicles)
    bases = ("", *all_bases(table.edition))
    for square in board.squares:
        x, y = min(square % STRIDE, board.width + 1) - 0.5, 0.5 - row_of(square)
        yield Zone(
            cell_names.square_cell(square),
            *(x, y, 1.0, 1.0, ZoneKind.SQUARE, 0),
            bases if square in board.in_grid else ("",),
            anything,
            Reading.TILES if square in board.in_grid else Reading.CROWD,
        )


def _vehicles(table: Table) -> Stacks:
    """Any ships and sleds, ships first, in the order of the seats."""
    names = [seat_piece(vehicle, seat) for vehicle in VEHICLES for seat in table.setup.seats]
    return tuple(
        tuple(name for name, there in zip(names, chosen, strict=True) if there)
        for chosen in product((False, True), repeat=len(names))
    )


def arc(edition: Edition) -> tuple[tuple[float, float], ...]:
    """Centres of the sun's places, y to the south as on the board's map: the first above the board, then
    down the west side while ice grows and up the east side, each level with its line but a pitch from the
    one before."""
    lines, width = edition.lines, edition.board.width
    turn = max(range(1, len(lines)), key=lambda place: (lines[place], place))
    west: list[int] = []
    for line in lines[1 : turn + 1]:
        west.append(max([line, *(y + 1 for y in west[-1:])]))
    east: list[int] = []
    for line in lines[turn + 1 :]:
        east.append(min([line, *(y - 1 for y in east[-1:])]))
    return (
        (width / 2, -1.5),
        *((-ARC_X, float(y)) for y in west),
        *((width + ARC_X, float(y)) for y in east),
    )


def _arc(edition: Edition) -> Iterator[Zone]:
    for place, (x, y) in enumerate(arc(edition), 1):
        yield _slot(cell_names.sun_place(place), x, -y, SLOT, SLOT, ((), (DISC,)))


def _tracks(table: Table) -> Iterator[Zone]:
    markers: Stacks = ((), *((seat_piece("marker", seat),) for seat in table.setup.seats))
    west = table.edition.board.width / 2 - TRACK_X
    for row, track in enumerate((cell_names.first_track, cell_names.second_track)):
        for place in range(1, table.seats + 1):
            yield _stand(track(place), west + place, TRACK_Y + row, SLOT, markers, Reading.FIGURES)


def _offers(edition: Edition) -> Iterator[Zone]:
    south = -edition.board.height - 1.0
    large: Stacks = ((), *((tile_piece(kind),) for kind, _ in edition.large))
    for number, cell in enumerate(cell_names.display_slots(edition.display)):
        yield _slot(cell, 1.8 + 2.2 * number, south, 2.0, 1.0, large)
    for number, (kind, _) in enumerate(edition.small):
        row, column = divmod(number, PILES_ABREAST)
        x, y = 1.2 * column - ARC_X, south - 1.2 * row
        yield _slot(cell_names.pile_slot(number), x, y, 1.0, 1.0, ((), (tile_piece(kind),)))


def _boards(table: Table) -> Iterator[Zone]:
    """Two rows for each player: the crew areas; the sled's berth, tokens and tiles."""
    left = table.edition.board.width + ARC_X + ROW
    side = ROW - 0.2
    for seat, name in enumerate(table.setup.seats):
        men = tuple((seat_piece("crew", name),) * number for number in range(table.edition.crew + 1))
        upper = TRACK_Y + 0.5 - ROW * 2 * seat
        for number, cell in enumerate(cell_names.crew_areas(name)):
            yield _stand(cell, left + ROW * number, upper, side, men, Reading.CROWD)
        lower = upper - ROW
        sled: Stacks = ((), (seat_piece("sled", name),))
        yield _stand(cell_names.berth(name), left, lower, side, sled, Reading.CROWD)
        tokens = tuple(_subsets(kept_tokens()))
        stock: Stacks = ((), (STOCK,))
        yield _kept(cell_names.token_place(name), left + ROW, lower, side, side, tokens, Reading.SECRET)
        yield _kept(
            cell_names.stock_place(name), left + 2.5 * ROW, lower, ROW + side, side, stock, Reading.COUNTER
        )


def kept_tokens() -> Stack:
    """What may lie among a player's tokens, each kind once."""
    return tuple(map(token_piece, (*TOKENS, "passage", "greenland")))


def _subsets(names: Iterable[PosedPiece]) -> Iterator[Stack]:
    listed = tuple(names)
    for chosen in product((False, True), repeat=len(listed)):
        yield tuple(name for name, there in zip(listed, chosen, strict=True) if there)


def _slot(cell: CellId, x: float, y: float, width: float, height: float, stacks: Stacks) -> Zone:
    """A place for one flat piece."""
    return Zone(cell, x, y, width, height, ZoneKind.SLOT, 0, ("",), stacks, Reading.CARDS)


def _stand(cell: CellId, x: float, y: float, side: float, stacks: Stacks, reading: Reading) -> Zone:
    """A place where figures stand, also several."""
    kind, bare = ZoneKind.SQUARE, ("",)
    return Zone(cell, x, y, side, side, kind, 0, bare, stacks, reading, smallest=_SAILOR)


def _kept(
    cell: CellId, x: float, y: float, width: float, height: float, stacks: Stacks, reading: Reading
) -> Zone:
    """A place where people keep things as they like."""
    return Zone(cell, x, y, width, height, ZoneKind.SLOT, 0, ("",), stacks, reading)
