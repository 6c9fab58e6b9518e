"""Moves and outcomes and the words of which their texts are made."""

from __future__ import annotations

from itertools import product
from typing import Final, NamedTuple

from companion.games.atlantis.edition import HIGHEST, Edition
from companion.games.atlantis.words import (
    BACK_WORDS,
    BACKS,
    CREATURES,
    DOLPHIN,
    ISLANDS,
    LAND,
    LURE,
    OWN_TURN,
    RED,
    TERRAINS,
    WIND,
)
from companion.rules.grammar import Forms, Number, Word, Words

NOTHING: Final = -1

TILE: Final = 0
BOAT: Final = 1
WATER: Final = 2
SAFE: Final = 3
PLACES: Final = ("tile", "boat", "sea", "safe")
"""Where an explorer can be; the first three are cells, the last one an island."""


class Move(NamedTuple):
    """A move. Which fields count follows from the verb; the others are -1.

    ``back``, ``terrain``: of the tile played. ``leaves``, ``enters``: kinds of place of an explorer.
    ``start``, ``end``: cells, or an island's number where the kind of place is ``SAFE``; verbs with one cell
    have it in ``end``. ``kind``: of creature. A named tuple, because tests and judges make very many of them.
    """

    verb: str
    colour: int = NOTHING
    start: int = NOTHING
    end: int = NOTHING
    back: int = NOTHING
    terrain: int = NOTHING
    leaves: int = NOTHING
    enters: int = NOTHING
    kind: int = NOTHING


class Outcome(NamedTuple):
    """What the table showed. ``verb``: ``lay``, ``tile``, ``die`` or ``treasure``; the rest as in a move."""

    verb: str
    cell: int = NOTHING
    terrain: int = NOTHING
    back: int = NOTHING
    kind: int = NOTHING
    colour: int = NOTHING
    value: int = NOTHING


_PLAYED: Final = {
    "|".join(BACKS[back] for back in backs): {BACKS[back]: back for back in backs}
    for backs in (range(DOLPHIN, WIND), range(WIND, OWN_TURN.stop), range(OWN_TURN.stop, RED.stop))
}
_DOLPHIN, _CARRIER, _DEFENCE = _PLAYED

FORMS: Final[Forms] = {
    "play": (
        f"back:{_DOLPHIN} TERRAIN COLOUR start:CELL end:CELL",
        f"back:{_CARRIER} TERRAIN start:CELL end:CELL",
        f"back:{_DEFENCE} TERRAIN",
    ),
    "place": "COLOUR end:CELL",
    "launch": "end:CELL",
    "move": tuple(
        f"COLOUR {leaves} {enters}"
        for leaves, enters in product(
            ("leaves:PLACE start:CELL", "leaves:safe start:ISLAND"),
            ("enters:PLACE end:CELL", "enters:safe end:ISLAND"),
        )
    ),
    "sail": "start:CELL end:CELL",
    "take": "end:CELL",
    "creature": "KIND start:CELL end:CELL",
    "end": "",
    "pass": "",
}
OUTCOMES: Final = {
    "lay": "cell:TILE TERRAIN",
    "tile": "cell:TILE BACK",
    "die": "KIND",
    "treasure": "COLOUR VALUE",
}


def words_of(edition: Edition) -> Words:
    """What may stand in moves, outcomes and positions of an edition. A move can also name a cell that the
    board does not have (CELL): it is refused by a clause."""
    board = edition.board
    return {
        "CELL": Word("cell such as 'a1'", board.words),
        "TILE": Word("cell of this board", board.names),
        "COLOUR": Word("colour", edition.colours),
        "TERRAIN": Word("terrain", {LAND[terrain]: terrain for terrain in TERRAINS}),
        "BACK": Word("back", BACK_WORDS),
        "KIND": Word("creature", CREATURES),
        "ISLAND": Word("safe island", ISLANDS),
        "PLACE": Word("place", PLACES[:SAFE]),
        "safe": Word("place", {PLACES[SAFE]: SAFE}),
        "VALUE": Number("the number under an explorer", 1, HIGHEST),
        **{key: Word("tile that is played", backs) for key, backs in _PLAYED.items()},
    }


def cells_named(move: Move) -> tuple[int, ...]:
    """Start and end, where the move names them and they are cells."""
    named = ((move.leaves, move.start), (move.enters, move.end))
    return tuple(dict.fromkeys(cell for kind, cell in named if kind != SAFE and cell != NOTHING))


def lured(move: Move) -> int:
    """The kind of creature that a played tile moves, -1 for another tile."""
    return move.back - LURE if move.verb == "play" and LURE <= move.back < OWN_TURN.stop else NOTHING
