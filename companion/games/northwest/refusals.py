"""Which clauses a move breaks. First the phase is asked, then whose turn it is, then the verb."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from companion.games.northwest.moves import Move
from companion.games.northwest.moving import holds_sled, move_breaks, shift_breaks
from companion.games.northwest.placing import place_breaks
from companion.games.northwest.state import Crew, State
from companion.games.northwest.words import COSTS, DISCOVERED, EXPLORED, LOST, NOWHERE, Break, clause
from companion.rules.contract import Seat

TURN_1: Final = clause("turn.1")
TURN_2: Final = clause("turn.2")
TURN_3: Final = clause("turn.3")
TURN_4: Final = clause("turn.4")
SUN_1: Final = clause("sun.1")
SUN_2: Final = clause("sun.2")
SUN_3: Final = clause("sun.3")
SUN_4: Final = clause("sun.4")
CREW_1: Final = clause("crew.1")
CREW_2: Final = clause("crew.2")
CREW_3: Final = clause("crew.3")
CREW_4: Final = clause("crew.4")
TAKE_1: Final = clause("take.1")
FRESH_1: Final = clause("fresh.1")
FRESH_3: Final = clause("fresh.3")
TRANS_1: Final = clause("trans.1")
TRANS_2: Final = clause("trans.2")
TRANS_3: Final = clause("trans.3")
TRANS_4: Final = clause("trans.4")
TRANS_5: Final = clause("trans.5")
TRANS_6: Final = clause("trans.6")
PASS_4: Final = clause("pass.4")
HOME_3: Final = clause("home.3")
END_3: Final = clause("end.3")
BAG_1: Final = clause("bag.1")
BAG_2: Final = clause("bag.2")

DRAWS: Final = frozenset({"setup", "refill", "refresh"})
"""Phases in which the bag owes a tile."""


def broken(state: State, seat: Seat, move: Move) -> Iterator[Break]:
    """All clauses that a move breaks, not yet in the order of the list."""
    phase = state.phase
    if phase.name == "over":
        yield END_3, ()
    elif phase.name in DRAWS:
        yield TURN_2, ()
    elif move.verb == "sun":
        yield from _sun_breaks(state, move.place)
    elif phase.name == "sun":
        yield SUN_1, ()
    else:
        if phase.seat != seat:
            yield TURN_1, ()
        if seat in state.passed:
            yield PASS_4, ()
        if state.players[seat].returned:
            yield HOME_3, ()
        yield from _turn_breaks(state, seat, move)


def _sun_breaks(state: State, place: int) -> Iterator[Break]:
    ring = len(state.edition.lines)
    ahead = (place - state.sun) % ring
    if not 1 <= place <= ring:
        yield SUN_2, ()
    else:
        if ahead not in (1, ring - 1):
            yield SUN_2, ()
        if ahead > ring // 2:
            yield SUN_3, ()
    if state.phase.name != "sun":
        yield SUN_4, ()


def _turn_breaks(state: State, seat: Seat, move: Move) -> Iterator[Break]:
    """The tests of a turn: phases ``act`` and ``pick``."""
    if state.phase.name == "pick":
        if move.verb != "pick":
            yield FRESH_3, ()
            return
    elif move.verb == "pick":
        yield TURN_2, ()
    match move.verb:
        case "pick":
            yield from _take_breaks(state, seat, move)
        case "end":
            if not has_acted(state, seat):
                yield TURN_3, ()
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
        yield TURN_4, ()
    if not crew.on(move.vehicle):
        yield CREW_1, ()
    if ready < COSTS[move.verb]:
        yield CREW_2, ()
    if price > COSTS[move.verb] and ready < price:
        yield CREW_3, ()
    if ready < price <= crew.ready:
        yield CREW_4, ()


def _take_breaks(state: State, _: Seat, move: Move) -> Iterator[Break]:
    if not state.offers(move.kind):
        yield TAKE_1, ()


def _refresh_breaks(state: State, _: Seat, __: Move) -> Iterator[Break]:
    if not state.display and not state.has_bag():
        yield FRESH_1, ()


def after_paying(state: State, seat: int, move: Move) -> Crew:
    """The crew when the action is paid."""
    return state.players[seat].crew.paid(move.vehicle, cost(state, seat, move.verb))


def _transfer_breaks(state: State, seat: Seat, move: Move) -> Iterator[Break]:
    player = state.players[seat]
    if player.sled == LOST:
        yield TRANS_6, ()
        return
    chart, aboard = state.chart, player.sled == NOWHERE
    if not aboard and chart.owner[player.ship] != chart.owner[player.sled]:
        yield TRANS_1, (player.ship, player.sled)
    if can_pay(state, seat, move):
        crew = after_paying(state, seat, move)
        if move.ready > crew.ready or move.resting > crew.ship_rests + crew.sled_rests:
            yield TRANS_2, ()
        if (move.ready, move.resting) == (crew.sled, crew.sled_rests):
            yield TRANS_3, ()
    here = chart.tile_at(player.ship)
    set_down = aboard and move.ready + move.resting > 0
    if set_down != (move.square != NOWHERE) or (set_down and move.square not in here):
        yield TRANS_4, here
    if move.square in here and not holds_sled(state, move.square):
        yield TRANS_5, (move.square,)


def _token_breaks(state: State, seat: Seat, move: Move) -> Iterator[Break]:
    kinds = EXPLORED if move.verb == "explore" else DISCOVERED
    if state.token_at(move.square) not in kinds:
        yield clause(f"{move.verb}.1"), (move.square,)
    start, owner = state.players[seat].place_of(move.vehicle), state.chart.owner
    if start >= 0 and owner[start] != owner[move.square]:
        yield clause(f"{move.verb}.2"), (start, move.square)


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
        yield BAG_2, ()
    elif kind not in dict(state.bag()):
        yield BAG_1, ()
