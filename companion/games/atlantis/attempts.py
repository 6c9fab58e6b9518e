"""Every move that somebody could attempt: well-formed, legal or not, with pieces that are where it says, to
places that there are, and with tiles of a terrain that the player holds.

The others nobody can carry out; they are refused by piece.1, place.3, play.3 and the like when entered.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.games.atlantis.moves import BOAT, NOTHING, SAFE, TILE, WATER, Move
from companion.games.atlantis.state import State
from companion.games.atlantis.words import CREATURES, DOLPHIN, ISLANDS, LURE, SHARK, STOP, WIND
from companion.rules.contract import Seat


def attempts(state: State, seat: Seat) -> Iterator[Move]:
    """All of them in a fixed order."""
    table, land = state.table, state.land
    yield Move("end")
    yield Move("pass")
    for colour, number in enumerate(state.reserve):
        if number:
            yield from (Move("place", colour, end=cell) for cell in range(len(land)))
    if state.to_launch[seat]:
        yield from (Move("launch", end=cell) for cell in range(len(land)))
    yield from (Move("take", end=cell) for cell in table.edition.board.frame)
    yield from _explorers(state)
    for start, _ in state.boats:
        yield from _everywhere(Move("sail", start=start), land)
    for kind, start in _creatures(state):
        yield from _everywhere(Move("creature", start=start, kind=kind), land)
    for terrain in sorted({terrain for terrain, _ in state.hands[seat]}):
        yield from _tiles(state, terrain)


@lru_cache(maxsize=1024)
def _everywhere(move: Move, land: bytes) -> tuple[Move, ...]:
    """The move to every sea cell, or to every tile when it enters one. Kept, as judges ask often."""
    on_land = move.enters == TILE
    return tuple(move._replace(end=cell) for cell, terrain in enumerate(land) if bool(terrain) == on_land)


def _explorers(state: State) -> Iterator[Move]:
    places = ((TILE, state.ashore), (BOAT, state.boats), (WATER, state.swimmers))
    piles = [(kind, start, counts) for kind, pile in places for start, counts in pile]
    piles += [(SAFE, island, counts) for island, counts in enumerate(state.safe)]
    for leaves, start, counts in piles:
        for colour, number in enumerate(counts):
            if number:
                yield from _explorer(state, Move("move", colour, start, leaves=leaves))


def _explorer(state: State, move: Move) -> Iterator[Move]:
    """One explorer to every tile, boat, sea cell and island."""
    for enters in (TILE, WATER):
        yield from _everywhere(move._replace(enters=enters), state.land)
    ends = [(BOAT, cell) for cell, _ in state.boats] + [(SAFE, island) for island in range(len(ISLANDS))]
    for enters, end in ends:
        yield Move("move", move.colour, move.start, end, NOTHING, NOTHING, move.leaves, enters)


def _creatures(state: State) -> Iterator[tuple[int, int]]:
    for kind, cells in enumerate(state.creatures):
        yield from ((kind, start) for start in sorted(set(cells)))


def _tiles(state: State, terrain: int) -> Iterator[Move]:
    for start, counts in state.swimmers:
        for colour, number in enumerate(counts):
            if number:
                yield from _everywhere(Move("play", colour, start, NOTHING, DOLPHIN, terrain), state.land)
    for start, _ in state.boats:
        yield from _everywhere(Move("play", NOTHING, start, NOTHING, WIND, terrain), state.land)
    for kind, start in _creatures(state):
        yield from _everywhere(Move("play", NOTHING, start, NOTHING, LURE + kind, terrain), state.land)
    for kind in range(SHARK, len(CREATURES)):
        yield Move("play", back=STOP + kind, terrain=terrain)
