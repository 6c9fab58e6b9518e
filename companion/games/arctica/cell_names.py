"""Names of the places beside the board: card piles, what lies before each player, caught hunters."""

from __future__ import annotations

from companion.games.arctica.state import State, Table
from companion.games.arctica.words import COD, GOODS, KINDS, PLANKTON
from companion.rules.contract import CellId

DECK = CellId("deck")
DISCARD = CellId("discard")


def cell_id(state: State, cell: int) -> CellId:
    """The name of a cell of the board."""
    return CellId(state.table.edition.board.names[cell])


def owner_name(table: Table, row: int) -> str:
    """The seat of a row of goods, or ``supply``."""
    return table.setup.seats[row] if row < table.supply else "supply"


def goods_place(table: Table, row: int, good: int) -> CellId:
    """Where a player keeps (or the supply holds) goods of one sort."""
    return CellId(f"has:{owner_name(table, row)}:{GOODS[good]}")


def away_place(kind: int) -> CellId:
    """Where a caught hunter waits to come back."""
    return CellId(f"away:{KINDS[kind]}")


def kept(table: Table, row: int) -> tuple[int, ...]:
    """The goods that may come to lie before a seat, or in the supply: neutral tokens and plankton."""
    if row < table.supply:
        return tuple(range(len(GOODS)))
    return (*(kind for kind in range(COD) if table.is_neutral(kind)), PLANKTON)
