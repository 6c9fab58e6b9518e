"""Moves and the words of which their texts are made."""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.games.arctica.edition import Edition
from companion.games.arctica.words import HUNTERS, ICE, IGLOO, KINDS
from companion.rules.grammar import Forms, Word, Words

NOTHING = -1


class Move(NamedTuple):
    """A move. Which fields count follows from the verb (``FORMS``); the others are -1.

    ``kind``: of the figure (``lay``: of the hunter, -1 for ice). ``start``, ``end``: spots; ``attack`` keeps
    the hunter's spot in ``start`` and the prey's in ``end``. ``cell``: of ice or igloo. ``prey``: a kind or
    IGLOO. ``ice``: what ``lay`` puts down. A named tuple, because tests and judges make very many of them.
    """

    verb: str
    kind: int = NOTHING
    start: int = NOTHING
    end: int = NOTHING
    cell: int = NOTHING
    prey: int = NOTHING
    card: int = NOTHING
    colour: int = NOTHING
    ice: int = NOTHING


FORMS: Final[Forms] = {
    "lay": ("ICE CELL", "kind:HUNTER end:SPOT"),
    "igloo": "CELL",
    "return": "kind:HUNTER end:SPOT",
    "play": "CARD",
    "drift": "COLOUR CELL",
    "displace": "KIND start:SPOT end:SPOT",
    "melt": "CELL",
    "move": "KIND start:SPOT end:SPOT",
    "attack": "KIND start:SPOT PREY end:SPOT",
    "flee": "CARD",
    "stay": "",
    "answer": "CARD",
    "pass": "",
    "land": "end:SPOT",
    "drop": "CARD",
    "end": "",
}


def words_of(edition: Edition) -> Words:
    """What may stand in moves and positions of an edition."""
    board = edition.board
    spots = range(2 * len(board.names))
    return {
        "ICE": Word("ice that can be laid", {word: at for at, word in enumerate(ICE) if word}),
        "CELL": Word("cell of this board", board.names),
        "SPOT": Word("cell of this board", {board.spot_name(spot): spot for spot in spots}),
        "KIND": Word("kind", KINDS),
        "HUNTER": Word("hunter", HUNTERS),
        "PREY": Word("prey", {**{word: at for at, word in enumerate(KINDS)}, "igloo": IGLOO}),
        "CARD": Word("ice card of this edition", [card.name for card in edition.cards]),
        "COLOUR": Word("colour", edition.colours),
    }


def cells_of(move: Move) -> tuple[int, ...]:
    """The cells that a move names, each once: of its spots first, as in its text."""
    spots = (spot >> 1 for spot in (move.start, move.end) if spot != NOTHING)
    return tuple(dict.fromkeys((*spots, *(() if move.cell == NOTHING else (move.cell,)))))
