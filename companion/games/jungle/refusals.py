"""Which clauses a move or an outcome breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from companion.games.jungle.claims import rights
from companion.games.jungle.moves import Move, Outcome
from companion.games.jungle.state import State
from companion.rules.contract import Seat
from companion.rules.refusals import Broken, Finding, ask, told

PENDING_FIRST: Final = frozenset({"deal", "choose", "give"})
"""Phases in which nothing else may be told (turn.4)."""


def broken(state: State, seat: Seat, move: Move) -> Iterable[Broken]:
    """All clauses that a move breaks."""
    return told("end.6") if state.phase == "over" else ask(TESTS[move.verb], state, seat, move)


def impossible(state: State, outcome: Outcome) -> Iterable[Broken]:
    """All clauses that an outcome breaks."""
    return told("end.6") if state.phase == "over" else ask(OUTCOMES[outcome.verb], state, outcome)


def _waits(state: State) -> Finding:
    """With the place that everybody waits for, where there is one."""
    decides = state.phase in ("choose", "give")
    return told("turn.4", place=state.table.places[state.who[0]]) if decides else told("turn.4")


def _may_decide(phase: str) -> Callable[[State, Seat, Move], Finding]:
    return lambda state, seat, _: (
        (state.phase != phase or state.table.seat_of[state.who[0]] != seat) and _waits(state)
    )


def _given(state: State, _: Seat, move: Move) -> Finding:
    table = state.table
    pile = table.number.get(move.pile, table.pot if move.pile == "pot" else -1)
    loses = table.number.get(move.place, -1) in state.losers
    if state.phase != "give" or (pile in state.piles and loses and move.number < len(state.pile(pile))):
        return False
    piles = (("pile", table.pile_name(pile)) for pile in state.piles)
    losers = (("place", table.places[place]) for place in state.losers)
    return (("take.5", (), (*piles, *losers)),)


TESTS: Final[Mapping[str, tuple[Callable[[State, Seat, Move], Finding], ...]]] = {
    **dict.fromkeys(("duel", "inward"), (_may_decide("choose"),)),
    "give": (_may_decide("give"), _given),
}
"""The tests of each verb."""


def _accounted(state: State, outcome: Outcome) -> Finding:
    card = outcome.card
    if state.unaccounted(card) > 0:
        return False
    tops = zip(state.table.places, state.opened, strict=True)
    lying = (f"open:{name}" for name, stack in tops if stack and stack[-1] == card)
    return told("deck.1", *lying, card=state.table.edition.names[card])


def _place(state: State, outcome: Outcome) -> int:
    """The first place, -1 for one that this match does not have."""
    return state.table.number.get(outcome.places[0], -1)


def _other_turn(state: State, outcome: Outcome) -> Finding:
    if state.phase != "flip" or _place(state, outcome) == state.turn:
        return False
    whose = state.table.places[state.turn]
    return told("turn.1", f"closed:{whose}", place=whose)


def _is_shown(state: State, outcome: Outcome) -> bool:
    return state.phase == "burst" and _place(state, outcome) in state.shown


def _no_cards(state: State, outcome: Outcome) -> Finding:
    place = _place(state, outcome)
    has_some = place >= 0 and state.closed[place] > 0
    return not has_some and not _is_shown(state, outcome) and told("turn.3", place=outcome.places[0])


def _unseated(state: State, outcome: Outcome) -> Iterator[Broken]:
    """A place that this match does not have was dealt no cards, so it has no hand in anything."""
    for name in outcome.places:
        if name not in state.table.number:
            yield from told("setup.2", place=name)


def _is_pending(state: State, _: Outcome) -> Finding:
    return state.phase in PENDING_FIRST and _waits(state)


def _is_opening(state: State) -> bool:
    """Whether a simultaneous opening has begun, for which what is told about the totem waits."""
    return state.phase == "burst" and bool(state.shown)


def _unequal(state: State, outcome: Outcome) -> Finding:
    """Places with and without a right, where somebody may have one at all (tie.1)."""
    if outcome.verb != "tie" or state.phase in PENDING_FIRST or _is_opening(state):
        return False
    right = rights(state)
    return len({state.table.number.get(name, -1) in right for name in outcome.places}) > 1 and told("tie.1")


FALL: Final[tuple[Callable[[State, Outcome], Finding], ...]] = (
    _unseated,
    _is_pending,
    lambda state, _: _is_opening(state) and told("grab.5"),
)
GRAB: Final = (
    *FALL,
    _unequal,
    lambda state, _: state.phase == "tie" and not state.table.replay and told("tie.2"),
)

OUTCOMES: Final[Mapping[str, tuple[Callable[[State, Outcome], Finding], ...]]] = {
    "pot": (lambda state, _: state.phase != "deal" and told("setup.4"), _accounted),
    "flip": (
        _other_turn,
        _no_cards,
        _is_pending,
        _accounted,
        lambda state, _: state.phase in ("claim", "tie") and told("duel.8"),
        lambda state, outcome: (
            _is_shown(state, outcome) and told("out.2", f"open:{outcome.places[0]}", place=outcome.places[0])
        ),
    ),
    "grab": GRAB,
    "early": GRAB,
    "tie": GRAB,
    "fall": FALL,
    "holder": (
        *FALL,
        lambda state, outcome: (
            not (state.phase == "tie" and _place(state, outcome) in state.who) and told("tie.2")
        ),
        lambda state, _: state.phase == "tie" and state.table.replay and told("tie.3"),
    ),
    "lapse": (_is_pending, lambda state, _: state.phase != "claim" and told("duel.10")),
}
"""The tests of each outcome."""
