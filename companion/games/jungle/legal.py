"""Everything that may be done or told: legal moves, attempts, and outcomes with their weights."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from companion.games.jungle.claims import rights
from companion.games.jungle.moves import DUEL, FALL, INWARD, LAPSE, Move, Outcome
from companion.games.jungle.state import State
from companion.rules.contract import Seat

FEWEST = 4
"""Attempts give up to so many cards of a pile even where fewer lie."""
CARDS_TO_TOTEM = 20
"""In listed outcomes a card is opened this much more often than somebody touches the totem."""


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All legal moves of a seat in a fixed order; none unless it decides."""
    if state.phase not in ("choose", "give") or state.table.seat_of[state.who[0]] != seat:
        return ()
    if state.phase == "choose":
        return (DUEL, INWARD)
    table = state.table
    return tuple(
        Move("give", table.pile_name(pile), table.places[place], number)
        for pile in state.piles
        for place in state.losers
        for number in range(len(state.pile(pile)))
    )


def attempts(state: State, seat: Seat) -> Iterator[Move]:
    """Every well-formed move about the piles that there are, legal or not; the same for every seat."""
    del seat
    table = state.table
    yield DUEL
    yield INWARD
    for pile in range(table.pot + 1):
        for place in table.places:
            for number in range(max(FEWEST, len(state.pile(pile))) + 1):
                yield Move("give", table.pile_name(pile), place, number)


def outcomes(state: State) -> tuple[tuple[Outcome, Fraction], ...]:
    """What may be told now, ties of two places only. The weights say how often each comes up when games are
    made up at random: cards as they lie in the deck, the totem as :data:`CARDS_TO_TOTEM` and a claim
    mostly taken by one who may. People's speed is not a matter of rules, so nobody may judge by them."""
    match state.phase:
        case "deal":
            listed = [(Outcome("pot", (), card), copies) for card, copies in _left(state)]
        case "flip":
            listed = _beside(_flips(state, (state.turn,)), _about_totem(state))
        case "burst":
            waiting = [
                place for place, cards in enumerate(state.closed) if cards and place not in state.shown
            ]
            listed = _beside(_flips(state, waiting), [] if state.shown else _about_totem(state))
        case "claim" | "tie":
            listed = _claimed(state)
        case _:
            return ()
    whole = sum(weight for _, weight in listed)
    shares: dict[int, Fraction] = {}
    for _, weight in listed:
        if weight not in shares:
            shares[weight] = Fraction(weight, whole)
    return tuple((outcome, shares[weight]) for outcome, weight in listed)


Listed = list[tuple[Outcome, int]]


def _left(state: State) -> list[tuple[int, int]]:
    """Cards of which a copy may still lie closed, with the number of copies."""
    counted = ((card, state.unaccounted(card)) for card in range(len(state.table.copies)))
    return [(card, copies) for card, copies in counted if copies > 0]


def _flips(state: State, places: tuple[int, ...] | list[int]) -> Listed:
    cards, names = _left(state), state.table.places
    return [(Outcome("flip", (names[place],), card), copies) for place in places for card, copies in cards]


def _beside(flips: Listed, others: list[Outcome]) -> Listed:
    weight = CARDS_TO_TOTEM * max(1, len(others))
    share = sum(copies for _, copies in flips)
    return [*((flip, copies * weight) for flip, copies in flips), *((other, share) for other in others)]


def _claimed(state: State) -> Listed:
    right = rights(state)
    verb = "holder" if state.phase == "tie" and not state.table.replay else "grab"
    wins = [Outcome(verb, (state.table.places[place],)) for place in sorted(right)]
    others = [outcome for outcome in _about_totem(state) if outcome not in wins]
    if state.phase == "claim":
        others.append(LAPSE)
    return [*((win, len(others)) for win in wins), *((other, 1) for other in others)]


def _about_totem(state: State) -> list[Outcome]:
    names, right = state.table.places, rights(state)
    falls = [FALL, *(Outcome("fall", (name,)) for name in names)]
    if state.phase == "tie" and not state.table.replay:
        return falls
    pairs = combinations(range(len(names)), 2)
    return [
        *(Outcome("grab", (name,)) for name in names),
        *(Outcome("early", (name,)) for name in names),
        *falls,
        *(Outcome("tie", (names[a], names[b])) for a, b in pairs if (a in right) == (b in right)),
    ]
