"""Where a camera looks, and all that could lie there.

The unit is the edge of a card, the totem stands at (0, 0). Places sit round it, the first at the top (the
two players with both hands at the corners); closed stacks 1.5 outside the open ones, these at radius 2.5,
or further out from twelve places on so that neighbours keep apart. Zones are upright squares that must not
overlap, so the heap of the pot has its square just in front of the totem (towards the bottom of the map).
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, radians, sin, sqrt
from typing import Final

from companion.games.jungle.state import Table
from companion.games.jungle.words import POT
from companion.rules.contract import CellId, Reading, Zone, ZoneKind
from companion.rules.pieces import PosedPiece, Stack

BACK: Final = PosedPiece("back")
TOTEM: Final = PosedPiece("totem")

OPEN_RADIUS: Final = 2.5
OUTWARDS: Final = 1.5
TOTEM_SIZE: Final = 0.5
POT_Y: Final = -0.8
_HAND_ANGLES: Final = (-45.0, -135.0, 135.0, 45.0)


def card_piece(name: str) -> PosedPiece:
    """The piece that shows an open card."""
    return PosedPiece(f"card {name}")


def angle_of(table: Table, place: int) -> float:
    """Where a place is, in degrees, counterclockwise from the right; places go round clockwise."""
    return _HAND_ANGLES[place] if table.two_hands else 90 - 360 * place / len(table.places)


def _turn(angle: float) -> int:
    """The nearest quarter turn clockwise of a card that its owner at this side reads upright."""
    return round((270 - angle) / 90) % 4


@lru_cache(maxsize=64)
def zones(table: Table) -> tuple[Zone, ...]:
    """Closed and open stack of each place, then the pot and the totem."""
    faces = ((), *((card_piece(name),) for name, copies in _cards(table) if copies))
    # Two unit squares on neighbouring radii keep apart when their centres are sqrt(2) from each other.
    radius = max(OPEN_RADIUS, 1.001 * sqrt(0.5) / sin(pi / len(table.places)))
    found = []
    for place, name in enumerate(table.places):
        angle = angle_of(table, place)
        x, y, turn = cos(radians(angle)), sin(radians(angle)), _turn(angle)
        out = radius + OUTWARDS
        found += [
            _slot(f"closed:{name}", x * out, y * out, 1.0, turn, ((), (BACK,)), Reading.CARDS),
            _slot(f"open:{name}", x * radius, y * radius, 1.0, turn, faces, Reading.TOKENS),
        ]
    return (
        *found,
        _slot(POT, 0.0, POT_Y, 1.0, 0, faces, Reading.TOKENS),
        _slot(TOTEM, 0.0, 0.0, TOTEM_SIZE, 0, ((), (TOTEM,)), Reading.CARDS, raced=True),
    )


def _cards(table: Table) -> zip[tuple[str, int]]:
    return zip(table.edition.names, table.copies, strict=True)


def _slot(
    cell: str,
    x: float,
    y: float,
    size: float,
    turn: int,
    stacks: tuple[Stack, ...],
    reading: Reading,
    *,
    raced: bool = False,
) -> Zone:
    return Zone(CellId(cell), x, y, size, size, ZoneKind.SLOT, turn, ("",), stacks, reading, raced=raced)
