"""Which clauses a move or an outcome breaks, in the order of the clause list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from companion.games.jungle.claims import rights
from companion.games.jungle.moves import Move, Outcome
from companion.games.jungle.state import State
from companion.games.jungle.words import clause
from companion.rules.contract import Breach, CellId, ClauseId, Facts, Seat

PENDING_FIRST: Final = frozenset({"deal", "choose", "give"})
"""Phases in which nothing else may be told (turn.4)."""


def why_impossible(state: State, outcome: Outcome) -> tuple[Breach, ...]:
    """All clauses that an outcome breaks; empty when it can be."""
    if state.phase == "over":
        return (Breach(clause("end.6")),)
    return tuple(_TESTS[outcome.verb](state, outcome))


def why_illegal(state: State, seat: Seat, move: Move) -> tuple[Breach, ...]:
    """All clauses that a move breaks; empty when it is legal."""
    if state.phase == "over":
        return (Breach(clause("end.6")),)
    phase = "give" if move.verb == "give" else "choose"
    broken: list[Breach] = []
    if state.phase != phase or state.table.seat_of[state.who[0]] != seat:
        broken.append(_breach(state, clause("turn.4")))
    if phase == "give" == state.phase and not _may_give(state, move):
        piles = (("pile", state.table.pile_name(pile)) for pile in state.piles)
        losers = (("place", state.table.places[place]) for place in state.losers)
        broken.append(Breach(clause("take.5"), facts=(*piles, *losers)))
    return tuple(broken)


def _may_give(state: State, move: Move) -> bool:
    pile = state.table.number.get(move.pile, state.table.pot if move.pile == "pot" else -1)
    return (
        pile in state.piles
        and state.table.number.get(move.place, -1) in state.losers
        and move.number < len(state.pile(pile))
    )


def _breach(state: State, broken: ClauseId) -> Breach:
    """With the place that everybody waits for, where there is one."""
    if state.phase in ("choose", "give"):
        return Breach(broken, facts=(("place", state.table.places[state.who[0]]),))
    return Breach(broken)


def _pot(state: State, outcome: Outcome) -> Iterator[Breach]:
    if state.phase != "deal":
        yield Breach(clause("setup.4"))
    yield from _known(state, outcome.card)


def _known(state: State, card: int) -> Iterator[Breach]:
    if state.unaccounted(card) < 1:
        lying = tuple(
            CellId(f"open:{name}")
            for name, stack in zip(state.table.places, state.opened, strict=True)
            if stack and stack[-1] == card
        )
        yield Breach(clause("deck.1"), lying, (("card", state.table.edition.names[card]),))


def _flip(state: State, outcome: Outcome) -> Iterator[Breach]:
    table, phase = state.table, state.phase
    name = outcome.places[0]
    place = table.number.get(name, -1)
    facts: Facts = (("place", name),)
    if phase == "flip" and place != state.turn:
        yield Breach(clause("turn.1"), (CellId(f"closed:{table.places[state.turn]}"),), _whose(state))
    shown = phase == "burst" and place in state.shown
    if (place < 0 or not state.closed[place]) and not shown:
        yield Breach(clause("turn.3"), facts=facts)
    if phase in PENDING_FIRST:
        yield _breach(state, clause("turn.4"))
    yield from _known(state, outcome.card)
    if phase in ("claim", "tie"):
        yield Breach(clause("duel.8"))
    if shown:
        yield Breach(clause("out.2"), (CellId(f"open:{name}"),), facts)


def _whose(state: State) -> Facts:
    return (("place", state.table.places[state.turn]),)


def _unseated(state: State, outcome: Outcome) -> Iterator[Breach]:
    """A place that this match does not have was dealt no cards, so it has no hand in anything."""
    for name in outcome.places:
        if name not in state.table.number:
            yield Breach(clause("setup.2"), facts=(("place", name),))


def _first_things_first(state: State) -> Iterator[Breach]:
    """What is told about the totem waits for what is pending, and for a simultaneous opening begun."""
    if state.phase in PENDING_FIRST:
        yield _breach(state, clause("turn.4"))
    if state.phase == "burst" and state.shown:
        yield Breach(clause("grab.5"))


def _grab(state: State, outcome: Outcome) -> Iterator[Breach]:
    yield from _unseated(state, outcome)
    yield from _first_things_first(state)
    if outcome.verb == "tie" and _unequal(state, outcome):
        yield Breach(clause("tie.1"))
    if state.phase == "tie" and not state.table.replay:
        yield Breach(clause("tie.2"))


def _unequal(state: State, outcome: Outcome) -> bool:
    """Places with and without a right, where somebody may have one at all (tie.1)."""
    if state.phase in PENDING_FIRST or (state.phase == "burst" and state.shown):
        return False
    right = rights(state)
    return len({state.table.number.get(name, -1) in right for name in outcome.places}) > 1


def _fall(state: State, outcome: Outcome) -> Iterator[Breach]:
    yield from _unseated(state, outcome)
    yield from _first_things_first(state)


def _holder(state: State, outcome: Outcome) -> Iterator[Breach]:
    yield from _unseated(state, outcome)
    yield from _first_things_first(state)
    tied = state.phase == "tie" and state.table.number.get(outcome.places[0], -1) in state.who
    if not tied:
        yield Breach(clause("tie.2"))
    if state.phase == "tie" and state.table.replay:
        yield Breach(clause("tie.3"))


def _lapse(state: State, _: Outcome) -> Iterator[Breach]:
    if state.phase in PENDING_FIRST:
        yield _breach(state, clause("turn.4"))
    if state.phase != "claim":
        yield Breach(clause("duel.10"))


_TESTS: Final[Mapping[str, Callable[[State, Outcome], Iterator[Breach]]]] = {
    "pot": _pot,
    "flip": _flip,
    "grab": _grab,
    "early": _grab,
    "tie": _grab,
    "fall": _fall,
    "holder": _holder,
    "lapse": _lapse,
}
