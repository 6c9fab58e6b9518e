"""Every legal move of a seat, found directly; tests prove it equal to what the clause tests let through."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final

from companion.games.atlantis.moves import BOAT, NOTHING, SAFE, TILE, WATER, Move
from companion.games.atlantis.plays import cells_of, other_boats, taken
from companion.games.atlantis.refusals import stops
from companion.games.atlantis.state import MOVES, NOBODY, PREDATORS, SINKERS, State, full_boat
from companion.games.atlantis.stock import may_hold
from companion.games.atlantis.words import (
    CREATURES,
    DOLPHIN,
    FAR,
    LURE,
    OWN_TURN,
    SERPENT,
    STEPS,
    STOP,
    TERRAINS,
    WIND,
    Counts,
)
from companion.rules.contract import Seat


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All legal moves of the seat in a fixed order; none unless it decides."""
    if seat not in state.deciders():
        return ()
    return tuple(_FINDERS[state.phase.name](state, seat))


def _place(state: State, seat: Seat) -> Iterator[Move]:
    table = state.table
    free = [cell for cell, land in enumerate(state.land) if land and _has_room(state, cell)]
    for colour in sorted(table.colours[seat]):
        if state.reserve[colour]:
            yield from (Move("place", colour, end=cell) for cell in free)


def _has_room(state: State, cell: int) -> bool:
    here = sum(state.standing(cell))
    if not state.table.crowd or state.table.edition.board.touches_sea(state.land, cell):
        return here < 1
    return here < 2


def _launch(state: State, _: Seat) -> Iterator[Move]:
    around = state.table.edition.board.around
    for cell, land in enumerate(state.land):
        by_land = not land and any(state.land[near] for near in around[cell])
        if by_land and state.passengers(cell) is None and cell not in state.creatures[SERPENT]:
            yield Move("launch", end=cell)


def _act(state: State, seat: Seat) -> Iterator[Move]:
    if state.phase.moves == MOVES and not state.phase.played:
        yield from _own_tiles(state, seat)
    mine = any(state.table.of_seat(counts, seat) for counts in state.outside())
    if mine and state.phase.moves:
        for colour in sorted(state.table.colours[seat]):
            yield from _explorers(state, colour)
        for cell, aboard in state.boats:
            if _controls(state, seat, aboard):
                yield from (
                    Move("sail", start=cell, end=end)
                    for end in state.table.edition.board.around[cell]
                    if not state.land[end] and state.passengers(end) is None
                )
    yield from (Move("take", end=cell) for cell in takeable(state))
    if not any(state.land):
        yield Move("end")


def _controls(state: State, seat: Seat, aboard: Counts) -> bool:
    return state.table.most_others(aboard, seat) <= state.table.of_seat(aboard, seat)


def takeable(state: State) -> list[int]:
    """The land tiles that may be taken now (take.3, take.4)."""
    lowest = min((land for land in state.land if land), default=0)
    tiles = [cell for cell, land in enumerate(state.land) if land and land == lowest]
    coast = [cell for cell in tiles if state.table.edition.board.touches_sea(state.land, cell)]
    return coast or tiles


# explorers


def _explorers(state: State, colour: int) -> Iterator[Move]:
    room = {cell for cell, aboard in state.boats if not full_boat(aboard)}
    for start, counts in state.ashore:
        if counts[colour]:
            yield from _from_tile(state, colour, start, room)
    for start, counts in state.boats:
        if counts[colour]:
            yield from _from_boat(state, colour, start, room)
    for start, counts in state.swimmers:
        if _fresh(counts, dict(state.used_afloat).get(start, NOBODY), colour):
            yield from _from_water(state, colour, start, room)


def _from_tile(state: State, colour: int, start: int, room: Collection[int]) -> Iterator[Move]:
    for end in state.table.edition.board.around[start]:
        if state.land[end]:
            yield _go(colour, TILE, start, TILE, end)
            continue
        if end in room:
            yield _go(colour, TILE, start, BOAT, end)
        yield _go(colour, TILE, start, WATER, end)


def _from_boat(state: State, colour: int, start: int, room: Collection[int]) -> Iterator[Move]:
    for end in state.table.edition.board.around[start]:
        if end in room:
            yield _go(colour, BOAT, start, BOAT, end)
    aboard = state.passengers(start) or NOBODY
    if _fresh(aboard, dict(state.used_aboard).get(start, NOBODY), colour):
        yield _go(colour, BOAT, start, WATER, start)
    yield from _landings(state, colour, BOAT, start)


def _from_water(state: State, colour: int, start: int, room: Collection[int]) -> Iterator[Move]:
    for end in state.table.edition.board.around[start]:
        if not state.land[end]:
            yield _go(colour, WATER, start, WATER, end)
    if start in room:
        yield _go(colour, WATER, start, BOAT, start)
    if state.table.ashore:
        yield from _landings(state, colour, WATER, start)


def _go(colour: int, leaves: int, start: int, enters: int, end: int) -> Move:
    """One explorer from place to place."""
    return Move("move", colour, start, end, NOTHING, NOTHING, leaves, enters)


def _fresh(counts: Counts, used: Counts, colour: int) -> bool:
    """Whether somebody of the colour has not made a sea movement yet (wet.2)."""
    return counts[colour] > used[colour]


def _landings(state: State, colour: int, place: int, start: int) -> Iterator[Move]:
    for island, landing in enumerate(state.table.edition.landing):
        if start in landing:
            yield _go(colour, place, start, SAFE, island)


# tiles from the hand


def _own_tiles(state: State, seat: Seat) -> Iterator[Move]:
    for back in OWN_TURN:
        for terrain in TERRAINS:
            if may_hold(state, seat, terrain, back):
                yield from (move._replace(back=back, terrain=terrain) for move in _carried(state, seat, back))


def _carried(state: State, seat: Seat, back: int) -> Iterator[Move]:
    """What a tile may move, the tile left open."""
    if back == DOLPHIN:
        for start, counts in state.swimmers:
            ends = _reach(state, start, FAR, cells_of(state, PREDATORS))
            for colour in sorted(state.table.colours[seat]):
                if counts[colour]:
                    yield from (Move("play", colour, start, end) for end in ends)
    elif back == WIND:
        boats = other_boats(state)
        for start, aboard in state.boats:
            if _controls(state, seat, aboard):
                blocked = boats | cells_of(state, SINKERS) if any(aboard) else boats
                ends = _reach(state, start, FAR, blocked)
                yield from (Move("play", start=start, end=end) for end in ends if end not in boats)
    else:
        free = [cell for cell, land in enumerate(state.land) if not land and not taken(state, cell)]
        for start in sorted(set(state.creatures[back - LURE])):
            yield from (Move("play", start=start, end=end) for end in free)


def _reach(state: State, start: int, steps: int, blocked: Collection[int]) -> list[int]:
    return sorted(state.table.edition.board.reach(state.land, start, steps, blocked))


# the other phases


def _fill(state: State, seat: Seat) -> Iterator[Move]:
    del seat
    cell = state.phase.cell
    for colour, number in enumerate(state.swimming(cell)):
        if number:
            yield _go(colour, WATER, cell, BOAT, cell)


def _creature(state: State, _: Seat) -> Iterator[Move]:
    kind = state.phase.kind
    for start in sorted(set(state.creatures[kind])):
        for end in _reach(state, start, STEPS[kind], stops(state, kind)):
            yield Move("creature", start=start, end=end, kind=kind)
    yield Move("end")


def _defend(state: State, seat: Seat) -> Iterator[Move]:
    phase = state.phase
    here = state.swimming(phase.cell) if phase.kind < len(CREATURES) - 1 else state.passengers(phase.cell)
    if here and state.table.of_seat(here, seat):
        for terrain in TERRAINS:
            if may_hold(state, seat, terrain, STOP + phase.kind):
                yield Move("play", back=STOP + phase.kind, terrain=terrain)
    yield Move("pass")


_FINDERS: Final[Mapping[str, Callable[[State, Seat], Iterator[Move]]]] = {
    "place": _place,
    "launch": _launch,
    "act": _act,
    "fill": _fill,
    "creature": _creature,
    "defend": _defend,
}
