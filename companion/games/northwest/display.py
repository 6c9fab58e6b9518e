"""Where the large tiles lie face up: each in a place of its own, which a position's text does not say."""

from __future__ import annotations

from companion.games.northwest.state import State
from companion.rules.record import replace


def places_of(state: State) -> tuple[str, ...]:
    """What lies in each place of the display, "" for nothing. A position of which only the tiles are known
    has them in their order."""
    if tuple(sorted(filter(None, state.laid))) == state.display and len(state.laid) >= state.edition.display:
        return state.laid
    return (*state.display, *("",) * (state.edition.display - len(state.display)))


def taken(state: State, kind: str) -> State:
    """A tile less; of two alike the first is taken."""
    lying = places_of(state)
    place = lying.index(kind)
    return _with(state, (*lying[:place], "", *lying[place + 1 :]))


def laid(state: State, kind: str) -> State:
    """A tile more, in the first free place."""
    lying = places_of(state)
    place = lying.index("")
    return _with(state, (*lying[:place], kind, *lying[place + 1 :]))


def _with(state: State, lying: tuple[str, ...]) -> State:
    return replace(state, display=tuple(sorted(filter(None, lying))), laid=lying)
