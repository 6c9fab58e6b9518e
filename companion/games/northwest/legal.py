"""Every legal move of a seat, found directly; tests prove it equal to what the clause tests let through."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.northwest.moves import Move
from companion.games.northwest.moving import holds_sled, shifts, targets
from companion.games.northwest.placing import placements, touched
from companion.games.northwest.refusals import after_paying, can_pay
from companion.games.northwest.state import State
from companion.games.northwest.words import COSTS, EXPLORED, LOST, NOWHERE, SHIP, SLED
from companion.rules.contract import Seat


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All legal moves of the seat in a fixed order; none unless it may decide."""
    phase = state.phase
    if phase.name == "sun":
        return (Move("sun", place=state.sun % len(state.edition.lines) + 1),)
    if phase.seat != seat:
        return ()
    if phase.name == "pick":
        return tuple(Move("pick", kind=kind) for kind in offered(state))
    return tuple(_turn(state, seat)) if phase.name == "act" else ()


def offered(state: State) -> list[str]:
    """The kinds of tiles that can be taken, in ASCII order."""
    piles = [kind for kind, _ in state.edition.small if state.left(kind) > 0]
    return sorted({*state.display, *piles})


def _turn(state: State, seat: Seat) -> Iterator[Move]:
    if state.phase.more:
        yield Move("end")
    yield Move("pass")
    player = state.players[seat]
    for vehicle in player.vehicles():
        yield from (Move("shift", vehicle, square=square) for square in shifts(state, seat, vehicle))
    paying = {
        verb: [vehicle for vehicle in (SHIP, SLED) if can_pay(state, seat, Move(verb, vehicle))]
        for verb in COSTS
    }
    if paying["take"]:
        kinds = offered(state)
        yield from (Move("take", vehicle, kind=kind) for vehicle in paying["take"] for kind in kinds)
    if paying["refresh"] and (state.display or state.has_bag()):
        yield from (Move("refresh", vehicle) for vehicle in paying["refresh"])
    if paying["place"]:
        yield from _placings(state, seat, paying["place"])
    for vehicle in paying["move"]:
        yield from (Move("move", vehicle, square=square) for square in targets(state, seat, vehicle))
    for vehicle in paying["transfer"]:
        yield from _transfers(state, seat, vehicle)
    for verb in ("explore", "discover"):
        for vehicle in paying[verb]:
            yield from _tokens(state, seat, verb, vehicle)


def _placings(state: State, seat: Seat, vehicles: list[int]) -> Iterator[Move]:
    owner, player = state.chart.owner, state.players[seat]
    for tile in placements(state, seat):
        for vehicle in vehicles:
            here = owner[player.place_of(vehicle)]
            if not state.table.touch_acting or here in touched(state.chart, tile.squares):
                yield Move("place", vehicle, tile=tile)


def _transfers(state: State, seat: Seat, vehicle: int) -> Iterator[Move]:
    """Every other way to share the crew out, with every square on which the sled can be set down."""
    player, owner = state.players[seat], state.chart.owner
    aboard = player.sled == NOWHERE
    if player.sled == LOST or (not aboard and owner[player.ship] != owner[player.sled]):
        return
    crew = after_paying(state, seat, Move("transfer", vehicle))
    squares = [square for square in state.chart.tile_at(player.ship) if holds_sled(state, square)]
    for ready in range(crew.ready + 1):
        for resting in range(crew.ship_rests + crew.sled_rests + 1):
            if (ready, resting) != (crew.sled, crew.sled_rests):
                for square in squares if aboard else (NOWHERE,):
                    yield Move("transfer", vehicle, square=square, ready=ready, resting=resting)


def _tokens(state: State, seat: Seat, verb: str, vehicle: int) -> Iterator[Move]:
    owner = state.chart.owner
    here = owner[state.players[seat].place_of(vehicle)]
    for token in state.tokens:
        if owner[token.square] == here and (token.symbol in EXPLORED) == (verb == "explore"):
            yield Move(verb, vehicle, square=token.square)
