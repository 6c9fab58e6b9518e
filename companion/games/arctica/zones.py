"""Where a camera looks: the cells of the board and the places beside it, and all that could lie there.

Positions in cell pitches, x to the right, y up, the centre of the board at (0, 0). Every hunter's player
has a row of slots at one side of the board (bear south, orca west, seal north, Eskimo east, whoever begins),
so one mat serves any number of players; supply, discard and caught hunters lie to the right, and the stack
in a corner for itself: only who draws a card, which ends a turn, holds a hand over it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import sqrt
from typing import Final

from companion.games.arctica.cell_names import DECK, DISCARD, away_place, goods_place, kept
from companion.games.arctica.edition import Edition
from companion.games.arctica.state import Table
from companion.games.arctica.words import (
    BEAR,
    BERG,
    COD,
    COD_FIGURES,
    ESKIMO,
    GOODS,
    HUNTERS,
    ICE,
    IGLOO,
    ORCA,
    SEAL,
)
from companion.rules.contract import CellId, Reading, Zone, ZoneKind
from companion.rules.grid import OUTSIDE
from companion.rules.optional import Direction
from companion.rules.pieces import PosedPiece, Stack, stack_of
from companion.rules.record import replace

Stacks = tuple[Stack, ...]

LYING: Final = stack_of("bear lying", "orca lying", "seal lying", "kayak", "cod lying")
STANDING: Final = stack_of("bear", "orca lying", "seal", "eskimo", "cod lying")
"""What a figure of each kind looks like in the water and on the ice. Orca and cod always lie."""

SLOT: Final = 1.0
GAP: Final = 1.1
CARD_WIDTH: Final = 0.9
CARD_HEIGHT: Final = 1.3
ROW_Y: Final = 5.0
COLUMN_X: Final = 5.2


TOKENS: Final = ICE[:BERG]
ICEBERG: Final = PosedPiece(ICE[BERG])
"""An iceberg is a figure on a floe (setup.8), and alone there when swimmers have given way (carry.8)."""
IGLOO_PIECE: Final = PosedPiece("igloo")
CARD_BACK: Final = PosedPiece("back")


def piece(kind: int, spot: int) -> PosedPiece:
    """The piece that shows a figure at a spot (pose.1, pose.4)."""
    return (STANDING if spot & 1 else LYING)[kind]


def good_piece(good: int) -> PosedPiece:
    """The piece that shows one of a sort of goods."""
    if good == COD:
        return LYING[COD]
    return IGLOO_PIECE if good == IGLOO else PosedPiece(f"token {GOODS[good]}")


def card_piece(name: str) -> PosedPiece:
    """The piece that shows a card on the discard."""
    return PosedPiece(f"card {name}")


@lru_cache(maxsize=8)
def zones(table: Table) -> tuple[Zone, ...]:
    """All zones: cells in cell order, goods of each seat and of the supply, caught hunters, cards."""
    edition = table.edition
    height = 2 / sqrt(3)
    cells = [
        Zone(CellId(name), x, y, 1.0, height, ZoneKind.HEX, 0, TOKENS, _BOARD_STACKS, Reading.CROWD)
        for name, (x, y) in zip(edition.board.names, edition.board.centres, strict=True)
    ]
    beside = [_seat_slot(table, seat, good) for seat in range(table.supply) for good in kept(table, seat)]
    shift = edition.board.coords[-1][1] - 4
    return (*cells, *(_moved(zone, shift) for zone in (*beside, *_common(table))))


def directions(edition: Edition) -> tuple[Direction, ...]:
    """As on the box's board: the mark of a colour lies at the edge beside the corner cell to which it leads
    (drift.1), here at the side of the next cell."""
    board, found = edition.board, []
    middle = board.coords.index((0, 0))
    for colour, ahead in zip(edition.colours, board.ahead, strict=True):
        dx, dy = board.centres[ahead[middle]]
        cell = middle
        while ahead[cell] != OUTSIDE:
            cell = ahead[cell]
        x, y = board.centres[cell]
        along = sqrt(3) / 2
        found.append(Direction(colour, x - along * dy, y + along * dx, dx, dy))
    return tuple(found)


def _seat_slot(table: Table, seat: int, good: int) -> Zone:
    along = GAP * (good - (len(GOODS) - 1) / 2)
    side = table.kinds[seat]
    x, y = {
        BEAR: (along, -ROW_Y),
        ORCA: (-COLUMN_X, -along),
        SEAL: (-along, ROW_Y),
        ESKIMO: (COLUMN_X, along),
    }[side]
    turn = {BEAR: 0, ORCA: 1, SEAL: 2, ESKIMO: 3}[side]
    return _slot(goods_place(table, seat, good), x, y, turn, _copies(good, table.edition))


def _common(table: Table) -> tuple[Zone, ...]:
    """Supply and caught hunters to the right of the Eskimo's column, and the cards."""
    edition = table.edition
    supply = [
        _slot(
            goods_place(table, table.supply, good),
            COLUMN_X + 1.5,
            GAP * (3 - min(good, len(HUNTERS))),
            0,
            _copies(good, edition),
        )
        for good in kept(table, table.supply)
    ]
    away = [
        _slot(away_place(kind), COLUMN_X + 2.7, GAP * (3 - kind), 0, ((), (LYING[kind],)))
        for kind in range(len(HUNTERS))
    ]
    faces = ((), *((card_piece(card.name),) for card in edition.cards))
    cards = [
        _card(DECK, -COLUMN_X, ROW_Y - 0.15, ((), (CARD_BACK,))),
        _card(DISCARD, COLUMN_X + 2.1, -2.9, faces),
    ]
    return (*supply, *away, *cards)


def _copies(good: int, edition: Edition) -> Stacks:
    most = (*edition.lives, COD_FIGURES, edition.plankton, 1)[good]
    return tuple((good_piece(good),) * number for number in range(most + 1))


def _slot(cell: CellId, x: float, y: float, turn: int, stacks: Stacks) -> Zone:
    """Where people keep tokens and catch as they like, each sort by itself."""
    return Zone(cell, x, y, SLOT, SLOT, ZoneKind.SLOT, turn, ("",), stacks, Reading.COUNTER)


def _card(cell: CellId, x: float, y: float, stacks: Stacks) -> Zone:
    return Zone(cell, x, y, CARD_WIDTH, CARD_HEIGHT, ZoneKind.SLOT, 0, ("",), stacks, Reading.CARDS)


def _moved(zone: Zone, shift: int) -> Zone:
    """A place beside the board, moved outwards for a board of another radius than 4."""
    x = zone.x + (shift if zone.x >= COLUMN_X else -shift if zone.x <= -COLUMN_X else 0)
    y = zone.y + (shift if zone.y >= ROW_Y else -shift if zone.y <= -ROW_Y else 0)
    return replace(zone, x=x, y=y)


def _board_stacks() -> Stacks:
    """Igloo or iceberg at the bottom, then the figures by kind, those in the water first."""
    seals = [(LYING[SEAL],) * a + (STANDING[SEAL],) * b for a in range(3) for b in range(3 - a)]
    parts: list[list[Stack]] = [
        [(), (IGLOO_PIECE,), (ICEBERG,)],
        [(), (LYING[BEAR],), (STANDING[BEAR],)],
        [(), (LYING[ORCA],)],
        seals,
        [(), (LYING[ESKIMO],), (STANDING[ESKIMO],)],
        [(LYING[COD],) * number for number in range(COD_FIGURES + 1)],
    ]
    return tuple(tuple(name for part in choice for name in part) for choice in product(*parts))


_BOARD_STACKS: Final = _board_stacks()
