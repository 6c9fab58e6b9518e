"""Every move that somebody could attempt at the table: well-formed, legal or not.

Tiles are those that are at hand: the seat's own stock, and, paid for by the ship only, the display and the
piles. The sled is set down on the ship's tile or beside it. What else can be written (another tile, a sled
across the board) is refused in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.games.northwest.board import STRIDE, Board
from companion.games.northwest.chart import Tile
from companion.games.northwest.moves import Move
from companion.games.northwest.pictures import Face, faces, is_small, is_upright
from companion.games.northwest.state import State
from companion.games.northwest.words import BACK, NOWHERE, SHIP, SLED


def attempts(state: State, seat: int) -> Iterator[Move]:
    """All of them in a fixed order."""
    edition, player = state.edition, state.players[seat]
    board = edition.board
    kinds = sorted(edition.copies)
    yield from (Move("end"), Move("pass"))
    yield from (Move("sun", place=place) for place in range(1, len(edition.lines) + 1))
    yield from (Move("pick", kind=kind) for kind in kinds)
    foreign = sorted({*state.display, *(kind for kind, _ in edition.small)} - {*player.stock})
    for vehicle in (SHIP, SLED):
        yield Move("refresh", vehicle)
        yield from (Move("take", vehicle, kind=kind) for kind in kinds)
        for verb in ("move", "explore", "discover"):
            yield from (Move(verb, vehicle, square=square) for square in board.squares)
        yield from (Move("shift", vehicle, square=square) for square in _shifts(state, seat, vehicle))
        yield from _transfers(state, seat, vehicle)
        for kind in sorted({*player.stock, *(foreign if vehicle == SHIP else ())}):
            yield from _placings(board, kind, vehicle)
        yield from (Move("place", vehicle, tile=Tile(square, NOWHERE, BACK)) for square in board.squares)


def _shifts(state: State, seat: int, vehicle: int) -> tuple[int, ...]:
    """To another tile a vehicle is *shifted* if crewmen could have paid and did not: where none can, nobody
    sees anything else than that it has moved."""
    player = state.players[seat]
    here = player.place_of(vehicle)
    if here < 0 or player.crew.ready_on(vehicle):
        return state.edition.board.squares
    return state.chart.tile_at(here)


def _transfers(state: State, seat: int, vehicle: int) -> Iterator[Move]:
    here, crew = state.players[seat].ship, state.edition.crew
    tile = state.chart.tile_at(here)
    near = {other for square in tile for other in state.edition.board.sides[square]}
    for square in (NOWHERE, *sorted({*tile, *near})):
        for ready in range(crew + 1):
            for resting in range(crew + 1 - ready):
                yield Move("transfer", vehicle, square=square, ready=ready, resting=resting)


@lru_cache(maxsize=512)
def _placings(board: Board, kind: str, vehicle: int) -> tuple[Move, ...]:
    """A kind of tile in all ways on all squares; kept, because there are thousands."""
    return tuple(Move("place", vehicle, tile=tile) for face in faces(kind) for tile in _lying(board, face))


def _lying(board: Board, face: Face) -> Iterator[Tile]:
    step = 0 if is_small(face.picture) else STRIDE if is_upright(face.picture) else 1
    for first in board.squares:
        second = first + step
        if step and second not in board.sides[first]:
            continue
        at = (first, second)[face.half] if face.symbol else NOWHERE
        yield Tile(first, second if step else NOWHERE, face.picture, face.symbol, at)
