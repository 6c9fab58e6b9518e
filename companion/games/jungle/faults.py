"""Why a position cannot be: one English sentence each."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.jungle.claims import duel_of, duels
from companion.games.jungle.state import NOBODY, State

_PHASES_OF_LINE = {
    "shown": ("burst",),
    "inward": ("claim", "tie", "choose"),
    "outward": ("claim", "tie", "choose"),
    "due": ("claim", "tie", "choose", "give"),
    "losers": ("give",),
    "piles": ("give",),
}


def faults(state: State) -> tuple[str, ...]:
    """Empty when the position is possible."""
    return (*_cards(state), *_lines(state), *_order(state), *_phase(state))


def _cards(state: State) -> Iterator[str]:
    table = state.table
    count = sum(state.closed) + sum(map(len, state.opened)) + len(state.pot) + state.untold()
    if count != table.cards:
        yield f"there are {count} cards instead of {table.cards}"
    for card, name in enumerate(table.edition.names):
        if state.unaccounted(card) < 0:
            yield f"{name} lies open more often than there are copies of it"
    if state.phase not in ("give", "over") and not table.two_hands:
        for place, name in enumerate(table.places):
            if not state.held(place):
                yield f"{name} has no card left, so the game is over"


def _lines(state: State) -> Iterator[str]:
    said = {
        "shown": bool(state.shown),
        "inward": state.for_all,
        "outward": state.outward != NOBODY,
        "due": bool(state.due),
        "losers": bool(state.losers),
        "piles": bool(state.piles),
    }
    for line, phases in _PHASES_OF_LINE.items():
        if said[line] and state.phase not in phases:
            yield f"the line {line} cannot stand in phase {state.phase}"
    if state.trio and not state.table.trio:
        yield "three tops of one colour claim nothing in this match"


def _order(state: State) -> Iterator[str]:
    lines = {"shown": state.shown, "piles": state.piles}
    lines["phase"] = state.who if state.phase in ("tie", "over") else ()
    for key, places in lines.items():
        if list(places) != sorted(set(places)):
            yield f"the line {key} does not name each once in the right order"
    for key, places in (("inward", state.inward), ("due", state.due), ("losers", state.losers)):
        if len(set(places)) < len(places):
            yield f"the line {key} names a place twice"
    if any(list(line) != sorted(set(line)) for line in state.ignored):
        yield "a line ignored does not name its places in the right order"
    if list(state.ignored) != sorted(set(state.ignored)):
        yield "the lines ignored do not stand in the order of their first places"
    if any(not state.opened[place] for line in state.ignored for place in line):
        yield "a line ignored names a place without open cards"


def _phase(state: State) -> Iterator[str]:
    """What the phase presupposes and is not there."""
    match state.phase:
        case "deal":
            if any(state.opened):
                yield "cards lie open although those left over are still to be told"
            if state.untold() < 1:
                yield "no card left over is still to be told"
        case "flip" if not state.closed[state.turn]:
            yield f"{state.table.places[state.turn]} has no closed card to open"
        case "burst":
            yield from _burst(state)
        case "claim" if not (state.for_all or duels(state)):
            yield "there is nothing to claim"
        case "tie" if len(state.who) < 2 or not all(_may(state, place) for place in state.who):
            yield "tied are two or more places that all have a right to the totem"
        case "choose" if not (state.for_all and duel_of(state.who[0], duels(state))):
            yield "only a place in a duel with an inward card open chooses"
        case "give" if not all(state.pile(pile) for pile in state.piles):
            yield "an empty pile is to be given"


def _burst(state: State) -> Iterator[str]:
    if not any(cards and place not in state.shown for place, cards in enumerate(state.closed)):
        yield "nobody has a card to open any more"
    if any(not state.opened[place] for place in state.shown):
        yield "somebody has opened a card but has none open"


def _may(state: State, place: int) -> bool:
    """Whether a tied place can have had a right to the totem."""
    return bool(state.for_all and state.held(place)) or bool(duel_of(place, duels(state)))
