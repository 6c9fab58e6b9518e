"""Every move that somebody could attempt: well-formed, legal or not, with pieces that are where it says, to
places that there are, and with tiles of a terrain that the player holds.

The others nobody can carry out; they are refused by piece.1, place.3, play.3 and the like when entered.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.atlantis.moves import BOAT, NOTHING, SAFE, TILE, WATER, Move
from companion.rules.atlantis.state import State
from companion.rules.atlantis.words import CREATURES, DOLPHIN, LURE, SHARK, STOP, WIND
from companion.rules.contract import Seat


def attempts(state: State, seat: Seat) -> Iterator[Move]:
    """All of them in a fixed order."""
    table = state.table
    cells = range(len(table.edition.board.names))
    yield Move("end")
    yield Move("pass")
    for colour, number in enumerate(state.reserve):
        if number:
            yield from (Move("place", colour, end=cell) for cell in cells)
    if state.to_launch[seat]:
        yield from (Move("launch", end=cell) for cell in cells)
    yield from (Move("take", end=cell) for cell in table.edition.board.frame)
    sea = [cell for cell in cells if not state.land[cell]]
    yield from _explorers(state, sea)
    for start, _ in state.boats:
        yield from (Move("sail", start=start, end=end) for end in sea)
    for kind, start in _creatures(state):
        yield from (Move("creature", start=start, end=end, kind=kind) for end in sea)
    for terrain in sorted({terrain for terrain, _ in state.hands[seat]}):
        yield from _tiles(state, terrain, sea)


def _explorers(state: State, sea: list[int]) -> Iterator[Move]:
    places = ((TILE, state.ashore), (BOAT, state.boats), (WATER, state.swimmers))
    piles = [(kind, start, counts) for kind, pile in places for start, counts in pile]
    piles += [(SAFE, island, counts) for island, counts in enumerate(state.safe)]
    ends = [(TILE, cell) for cell, land in enumerate(state.land) if land]
    ends += [(BOAT, cell) for cell, _ in state.boats]
    ends += [(WATER, cell) for cell in sea]
    ends += [(SAFE, island) for island in range(len(state.safe))]
    for leaves, start, counts in piles:
        for colour, number in enumerate(counts):
            if number:
                for enters, end in ends:
                    yield Move("move", colour, start, end, NOTHING, NOTHING, leaves, enters)


def _creatures(state: State) -> Iterator[tuple[int, int]]:
    for kind, cells in enumerate(state.creatures):
        yield from ((kind, start) for start in sorted(set(cells)))


def _tiles(state: State, terrain: int, sea: list[int]) -> Iterator[Move]:
    for start, counts in state.swimmers:
        for colour, number in enumerate(counts):
            if number:
                yield from (Move("play", colour, start, end, DOLPHIN, terrain) for end in sea)
    for start, _ in state.boats:
        yield from (Move("play", start=start, end=end, back=WIND, terrain=terrain) for end in sea)
    for kind, start in _creatures(state):
        yield from (Move("play", start=start, end=end, back=LURE + kind, terrain=terrain) for end in sea)
    for kind in range(SHARK, len(CREATURES)):
        yield Move("play", back=STOP + kind, terrain=terrain)
