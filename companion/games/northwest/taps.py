"""Moves and outcomes as touches: a vehicle and its square, a tile on offer, a square and how a tile lies."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.northwest import cell_names
from companion.games.northwest.display import places_of
from companion.games.northwest.pictures import is_small
from companion.games.northwest.state import Player, State
from companion.games.northwest.words import SYMBOLS, VEHICLES
from companion.rules.touch import Tap


def taps(state: State, seat: str, text: str) -> tuple[Tap, ...]:
    """The touches of a move (of ``seat``) or outcome in its text form."""
    verb, *words = text.split()
    match verb, words:
        case (("move" | "shift" | "explore"), [vehicle, square]):
            goal = Tap(square) if verb == "move" else Tap(square, f"{vehicle} {seat}", verb)
            return _vehicle(state, seat, vehicle), goal
        case "discover", [vehicle, square]:
            return Tap(square, say=verb), Tap(what=f"{vehicle} {seat}")
        case "take", [vehicle, kind]:
            return _offer(state, kind), Tap(what=f"{vehicle} {seat}", say=f"take {vehicle}")
        case "pick", [kind]:
            return (_offer(state, kind),)
        case "place", [vehicle, *tile]:
            return tuple(_placing(seat, vehicle, tile))
        case "transfer", [vehicle, *rest]:
            return tuple(_transfer(seat, vehicle, rest))
        case "refresh", [vehicle]:
            return Tap(what=verb), Tap(what=f"{vehicle} {seat}")
        case "sun", [place]:
            return (Tap(cell_names.sun_place(int(place)), "disc"),)
        case "tile", [kind]:
            return (Tap(what=f"tile {kind}"),)
        case _:
            return (Tap(what=text, rare=verb == "pass" and _player(state, seat).crew.ready > 0),)


def _player(state: State, seat: str) -> Player:
    return state.players[state.table.setup.seats.index(seat)]


def _vehicle(state: State, seat: str, vehicle: str) -> Tap:
    """Where a vehicle stands: on the board, or the sled in its berth."""
    piece = f"{vehicle} {seat}"
    square = _player(state, seat).place_of(VEHICLES.index(vehicle))
    return Tap(cell_names.square_cell(square) if square >= 0 else cell_names.berth(seat), piece)


def _offer(state: State, kind: str) -> Tap:
    """The place where a tile is on offer; its picture when there is none."""
    piece = f"tile {kind}"
    if is_small(kind):
        known = any(small == kind for small, _ in state.edition.small)
        return Tap(cell_names.pile(state.edition, kind) if known else "", piece)
    lying = places_of(state)
    slots = cell_names.display_slots(state.edition.display)
    return Tap(slots[lying.index(kind)] if kind in lying else "", piece)


def _placing(seat: str, vehicle: str, tile: list[str]) -> Iterator[Tap]:
    """How the tile lies on its squares, the symbol's square, and who lays it."""
    at = next(number for number, word in enumerate(tile) if "/" in word or number == len(tile) - 1)
    squares, picture, symbol = tile[:at], tile[at], tile[at + 1 :]
    shown = f"{picture}:{symbol[0]}" if symbol and symbol[0] in SYMBOLS else picture
    yield Tap(squares[0], f"tile {shown}", " ".join(squares), covers=tuple(squares))
    if symbol:
        yield Tap(symbol[1])
    yield Tap(what=f"{vehicle} {seat}", say=f"place {vehicle}")


def _transfer(seat: str, vehicle: str, words: list[str]) -> Iterator[Tap]:
    """How many crewmen are on the sled afterwards, where it is set down, and who pays."""
    ready, resting, *square = words
    yield Tap(what="transfer")
    yield Tap(what=ready, say=f"ready {ready}")
    yield Tap(what=resting, say=f"resting {resting}")
    yield from (Tap(cell) for cell in square)
    yield Tap(what=f"{vehicle} {seat}")
