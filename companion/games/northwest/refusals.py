"""Which clauses a move breaks. First the phase is asked, then whose turn it is, then the verb."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from companion.games.northwest.moves import Move
from companion.games.northwest.moving import holds_sled, move_breaks, shift_breaks
from companion.games.northwest.placing import place_breaks
from companion.games.northwest.state import Crew, State
from companion.games.northwest.words import COSTS, DISCOVERED, EXPLORED, LOST, NOWHERE, Break
from companion.rules.contract import Seat

DRAWS: Final = frozenset({"setup", "refill", "refresh"})
"""Phases in which the bag owes a tile."""


def broken(state: State, seat: Seat, move: Move) -> Iterator[Break]:
    """All clauses that a move breaks, not yet in the order of the list."""
    phase = state.phase
    if phase.name == "over":
        yield "end.3", ()
    elif phase.name in DRAWS:
        yield "turn.2", ()
    elif move.verb == "sun":
        yield from _sun_breaks(state, move.place)
    elif phase.name == "sun":
        yield "sun.1", ()
    else:
        if phase.seat != seat:
            yield "turn.1", ()
        if seat in state.passed:
            yield "pass.4", ()
        if state.players[seat].returned:
            yield "home.3", ()
        yield from _turn_breaks(state, seat, move)


def _sun_breaks(state: State, place: int) -> Iterator[Break]:
    ring = len(state.edition.lines)
    ahead = (place - state.sun) % ring
    if not 1 <= place <= ring:
        yield "sun.2", ()
    else:
        if ahead not in (1, ring - 1):
            yield "sun.2", ()
        if ahead > ring // 2:
            yield "sun.3", ()
    if state.phase.name != "sun":
        yield "sun.4", ()


def _turn_breaks(state: State, seat: Seat, move: Move) -> Iterator[Break]:
    """The tests of a turn: phases ``act`` and ``pick``."""
    if state.phase.name == "pick":
        if move.verb != "pick":
            yield "fresh.3", ()
            return
    elif move.verb == "pick":
        yield "turn.2", ()
    match move.verb:
        case "pick":
            yield from _take_breaks(state, seat, move)
        case "end":
            if not has_acted(state, seat):
                yield "turn.3", ()
        case "shift":
            yield from shift_breaks(state, seat, move)
        case verb if verb in COSTS:
            yield from _crew_breaks(state, seat, move)
            yield from _ACTIONS[verb](state, seat, move)


def has_acted(state: State, seat: int) -> bool:
    """Whether it is the seat's turn and an action of it has been carried out."""
    return state.phase.seat == seat and state.phase.more


def cost(state: State, seat: int, verb: str) -> int:
    """Crewmen that an action costs now (crew.2, crew.3)."""
    return COSTS[verb] + has_acted(state, seat)


def can_pay(state: State, seat: int, move: Move) -> bool:
    """Whether the acting vehicle has the crewmen for an action."""
    return state.players[seat].crew.ready_on(move.vehicle) >= cost(state, seat, move.verb)


def _crew_breaks(state: State, seat: Seat, move: Move) -> Iterator[Break]:
    crew, price = state.players[seat].crew, cost(state, seat, move.verb)
    ready = crew.ready_on(move.vehicle)
    if not crew.ready:
        yield "turn.4", ()
    if not crew.on(move.vehicle):
        yield "crew.1", ()
    if ready < COSTS[move.verb]:
        yield "crew.2", ()
    if price > COSTS[move.verb] and ready < price:
        yield "crew.3", ()
    if ready < price <= crew.ready:
        yield "crew.4", ()


def _take_breaks(state: State, _: Seat, move: Move) -> Iterator[Break]:
    if not state.offers(move.kind):
        yield "take.1", ()


def _refresh_breaks(state: State, _: Seat, __: Move) -> Iterator[Break]:
    if not state.display and not state.has_bag():
        yield "fresh.1", ()


def after_paying(state: State, seat: int, move: Move) -> Crew:
    """The crew when the action is paid."""
    return state.players[seat].crew.paid(move.vehicle, cost(state, seat, move.verb))


def _transfer_breaks(state: State, seat: Seat, move: Move) -> Iterator[Break]:
    player = state.players[seat]
    if player.sled == LOST:
        yield "trans.6", ()
        return
    chart, aboard = state.chart, player.sled == NOWHERE
    if not aboard and chart.owner[player.ship] != chart.owner[player.sled]:
        yield "trans.1", (player.ship, player.sled)
    if can_pay(state, seat, move):
        crew = after_paying(state, seat, move)
        if move.ready > crew.ready or move.resting > crew.ship_rests + crew.sled_rests:
            yield "trans.2", ()
        if (move.ready, move.resting) == (crew.sled, crew.sled_rests):
            yield "trans.3", ()
    here = chart.tile_at(player.ship)
    set_down = aboard and move.ready + move.resting > 0
    if set_down != (move.square != NOWHERE) or (set_down and move.square not in here):
        yield "trans.4", here
    if move.square in here and not holds_sled(state, move.square):
        yield "trans.5", (move.square,)


def _token_breaks(state: State, seat: Seat, move: Move) -> Iterator[Break]:
    kinds = EXPLORED if move.verb == "explore" else DISCOVERED
    if state.token_at(move.square) not in kinds:
        yield f"{move.verb}.1", (move.square,)
    start, owner = state.players[seat].place_of(move.vehicle), state.chart.owner
    if start >= 0 and owner[start] != owner[move.square]:
        yield f"{move.verb}.2", (start, move.square)


_ACTIONS: Final[Mapping[str, Callable[[State, Seat, Move], Iterator[Break]]]] = {
    "take": _take_breaks,
    "refresh": _refresh_breaks,
    "place": place_breaks,
    "move": move_breaks,
    "transfer": _transfer_breaks,
    "explore": _token_breaks,
    "discover": _token_breaks,
}


def outcome_breaks(state: State, kind: str) -> Iterator[Break]:
    """Why a tile cannot have come out of the bag now."""
    if state.phase.name not in DRAWS:
        yield "bag.2", ()
    elif kind not in dict(state.bag()):
        yield "bag.1", ()
