"""Which clauses a move breaks. First the phase is asked, then whose turn it is, then the verb."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from companion.games.northwest.moves import Move
from companion.games.northwest.moving import Test, holds_sled, move_breaks, shift_breaks
from companion.games.northwest.pictures import is_small
from companion.games.northwest.placing import place_breaks
from companion.games.northwest.state import Crew, State
from companion.games.northwest.words import COSTS, DISCOVERED, EXPLORED, LOST, NOWHERE
from companion.rules.contract import Seat
from companion.rules.refusals import Broken, Finding, ask_until, told

DRAWS: Final = frozenset({"setup", "refill", "refresh"})
"""Phases in which the bag owes a tile."""
ENDS: Final = frozenset({"fresh.3", "trans.6"})


def broken(state: State, seat: Seat, move: Move) -> Iterable[Broken]:
    """All clauses that a move breaks."""
    phase = state.phase.name
    if phase == "over":
        return told("end.3")
    if phase in DRAWS:
        return told("turn.2")
    if phase == "sun" != move.verb:
        return told("sun.1")
    return ask_until(ENDS, TESTS[move.verb], state, seat, move)


def _way_of_sun(state: State, _: Seat, move: Move) -> Iterator[Broken]:
    ring = len(state.edition.lines)
    ahead = (move.place - state.sun) % ring
    on_ring = 1 <= move.place <= ring
    if not on_ring or ahead not in (1, ring - 1):
        yield "sun.2", ()
    if on_ring and ahead > ring // 2:
        yield "sun.3", ()


def has_acted(state: State, seat: int) -> bool:
    """Whether it is the seat's turn and an action of it has been carried out."""
    return state.phase.seat == seat and state.phase.more


def cost(state: State, seat: int, verb: str) -> int:
    """Crewmen that an action costs now (crew.2, crew.3)."""
    return COSTS[verb] + has_acted(state, seat)


def can_pay(state: State, seat: int, move: Move) -> bool:
    """Whether the acting vehicle has the crewmen for an action."""
    return state.players[seat].crew.ready_on(move.vehicle) >= cost(state, seat, move.verb)


def _crew_breaks(state: State, seat: Seat, move: Move) -> Iterator[Broken]:
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


def after_paying(state: State, seat: int, move: Move) -> Crew:
    """The crew when the action is paid."""
    return state.players[seat].crew.paid(move.vehicle, cost(state, seat, move.verb))


def _apart(state: State, seat: Seat, _: Move) -> Finding:
    player, owner = state.players[seat], state.chart.owner
    on_board = player.sled != NOWHERE
    return on_board and owner[player.ship] != owner[player.sled] and told("trans.1", player.ship, player.sled)


def _shared_out(state: State, seat: Seat, move: Move) -> Iterator[Broken]:
    if can_pay(state, seat, move):
        crew = after_paying(state, seat, move)
        if move.ready > crew.ready or move.resting > crew.ship_rests + crew.sled_rests:
            yield "trans.2", ()
        if (move.ready, move.resting) == (crew.sled, crew.sled_rests):
            yield "trans.3", ()


def _set_down(state: State, seat: Seat, move: Move) -> Iterator[Broken]:
    player = state.players[seat]
    here = state.chart.tile_at(player.ship)
    due = player.sled == NOWHERE and move.ready + move.resting > 0
    if due != (move.square != NOWHERE) or (due and move.square not in here):
        yield "trans.4", here
    if move.square in here and not holds_sled(state, move.square):
        yield "trans.5", (move.square,)


def _take(state: State, _: Seat, move: Move) -> Finding:
    return not state.offers(move.kind) and told("take.1")


def _token_breaks(state: State, seat: Seat, move: Move) -> Iterator[Broken]:
    kinds = EXPLORED if move.verb == "explore" else DISCOVERED
    if state.token_at(move.square) not in kinds:
        yield f"{move.verb}.1", (move.square,)
    start, owner = state.players[seat].place_of(move.vehicle), state.chart.owner
    if start >= 0 and owner[start] != owner[move.square]:
        yield f"{move.verb}.2", (start, move.square)


_TURN: Final[tuple[Test, ...]] = (
    lambda state, seat, _: state.phase.seat != seat and told("turn.1"),
    lambda state, seat, _: seat in state.passed and told("pass.4"),
    lambda state, seat, _: state.players[seat].returned > 0 and told("home.3"),
    lambda state, _, move: state.phase.name == "pick" != move.verb and told("fresh.3"),
    lambda state, _, move: move.verb == "pick" != state.phase.name and told("turn.2"),
)
"""Of every verb in phases ``act`` and ``pick``."""
_ACTION: Final = (*_TURN, _crew_breaks)

TESTS: Final[Mapping[str, tuple[Test, ...]]] = {
    "pick": (*_TURN, _take),
    "end": (*_TURN, lambda state, seat, _: not has_acted(state, seat) and told("turn.3")),
    "pass": _TURN,
    "shift": (*_TURN, shift_breaks),
    "take": (*_ACTION, _take),
    "refresh": (
        *_ACTION,
        lambda state, _, __: not state.display and not state.has_bag() and told("fresh.1"),
    ),
    "place": (*_ACTION, place_breaks),
    "move": (*_ACTION, move_breaks),
    "transfer": (
        *_ACTION,
        lambda state, seat, _: state.players[seat].sled == LOST and told("trans.6"),
        _apart,
        _shared_out,
        _set_down,
    ),
    "sun": (_way_of_sun, lambda state, _, __: state.phase.name != "sun" and told("sun.4")),
    "explore": (*_ACTION, _token_breaks),
    "discover": (*_ACTION, _token_breaks),
}
"""The tests of each verb."""


def impossible(state: State, outcome: str) -> Iterable[Broken]:
    """Why a tile cannot have come out of the bag now."""
    if state.phase.name not in DRAWS:
        return told("bag.2")
    return () if not is_small(outcome) and state.left(outcome) > 0 else told("bag.1")
