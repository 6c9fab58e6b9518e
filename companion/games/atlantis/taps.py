"""Moves and outcomes as touches: a figure and where it goes, a tile, a face of the die."""

from __future__ import annotations

from companion.games.atlantis.state import State
from companion.games.atlantis.words import BACKS, BOAT_BACK, DOLPHIN, LURE, WIND
from companion.games.atlantis.zones import BOAT_PIECE
from companion.rules.pieces import PosedPiece
from companion.rules.touch import Tap

_SEA = "sea"


def taps(state: State, seat: str, text: str) -> tuple[Tap, ...]:
    """The touches of a move or outcome in its text form."""
    del seat  # it says nothing that the text does not say
    verb, *words = text.split()
    match verb, words:
        case "move", [colour, leaves, start, enters, end]:
            return Tap(start, _explorer(colour, leaves)), _goal(colour, enters, end)
        case "sail", [start, end]:
            return Tap(start, BOAT_PIECE), Tap(end, BOAT_PIECE, "sail")
        case "creature", [kind, start, end]:
            return Tap(start, kind), Tap(end, kind)
        case "take", [cell]:
            return (Tap(cell, verb), Tap(what=verb))[: 1 + bool(state.phase.moves)]
        case "place", [colour, cell]:
            return (Tap(cell, f"explorer {colour}"),)
        case "launch", [cell]:
            return (Tap(cell, BOAT_PIECE),)
        case "play", [back, *rest]:
            return _play(back, rest)
        case "lay", [cell, terrain]:
            return Tap(what=f"tile {terrain}"), Tap(cell)
        case "tile", [_, back]:
            return (_tile(back),)
        case "die", [kind]:
            return (Tap(what=kind),)
        case "treasure", [colour, value]:
            return Tap(what=f"explorer {colour}"), Tap(what=value)
        case _:
            return (Tap(what=text),)


def _play(back: str, words: list[str]) -> tuple[Tap, ...]:
    """A tile of the hand, its terrain where that is open, then what it moves."""
    terrain, *moved = words
    tile = (_tile(back), Tap(what=f"tile {terrain}"))
    if not moved:
        return tile
    *colour, start, end = moved
    number = BACKS.index(back)
    lured = BACKS[number].partition("-")[2] if number >= LURE else ""
    piece = {DOLPHIN: _explorer("".join(colour), _SEA), WIND: BOAT_PIECE}.get(number, lured)
    return *tile, Tap(start, piece), Tap(end, piece)


def _tile(back: str) -> Tap:
    """A tile by what is on its back."""
    return Tap(what=f"back {back}", say=back)


def _explorer(colour: str, place: str) -> str:
    explorer = PosedPiece(f"explorer {colour}")
    return explorer.lying if place == _SEA else explorer


def _goal(colour: str, enters: str, end: str) -> Tap:
    """Where an explorer goes: into the boat there, or as it will stand or swim."""
    if enters == BACKS[BOAT_BACK]:
        return Tap(end, BOAT_PIECE, "into boat")
    return Tap(end, _explorer(colour, enters), "into sea" if enters == _SEA else "")
