"""What a position of the game says about the totem: who may grab, and what people may see of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.jungle.claims import rights
from companion.games.jungle.moves import LAPSE
from companion.games.jungle.referee.evidence import DUEL, INWARD, NONE
from companion.games.jungle.state import State
from companion.rules.contract import Over, resolve
from companion.rules.match import Entry, EntryKind
from companion.rules.registry import AnyGame

MOST_PADS = 10
"""Seats of a base; at a larger table people say who took the totem."""

WAITING_FIRST = frozenset({"deal", "choose", "give", "over"})
"""Phases in which nothing about the totem is told (turn.4, end.6)."""


@dataclass(frozen=True, slots=True)
class Claim:
    """``kind``, ``seats``, ``entitled`` as in evidence; places of the game are the seats of evidence."""

    kind: str
    seats: tuple[str, ...]
    entitled: tuple[str, ...]

    @property
    def may(self) -> tuple[str, ...]:
        """Who could have grabbed rightly, or by mistake if nobody could."""
        return self.entitled if self.kind == DUEL else self.seats


def totem_of(state: Any) -> State | None:
    """The position, if its game has a totem."""
    return state if isinstance(state, State) else None


def claim_of(state: State) -> Claim:
    """Who may grab now (grab.2); of a repeated grab the tied places (tie.3)."""
    right = rights(state)
    entitled = tuple(name for place, name in enumerate(state.table.places) if place in right)
    if state.phase == "claim" and state.for_all:
        return Claim(INWARD, state.table.places, entitled)
    return Claim(DUEL if entitled else NONE, state.table.places, entitled)


def may_be_told(state: State) -> bool:
    """Whether a movement of the totem means anything now: not while something else comes first (turn.4,
    grab.5), nor while tied hands are being compared (tie.2)."""
    if state.phase in WAITING_FIRST or (state.phase == "burst" and state.shown):
        return False
    return state.phase != "tie" or state.table.replay


def shown_state(game: AnyGame, state: Any) -> Any:
    """The position as if nobody saw anything to grab for: seeing it is the game. What is pending and offered
    is read off this one, so that nothing on the screen tells a match before somebody has grabbed."""
    if not isinstance(state, State) or state.phase != "claim":
        return state
    after = resolve(game, state, LAPSE).state
    return state if isinstance(game.pending(after), Over) else after


def told_position(game: AnyGame, state: Any) -> str:
    """The position's text for whoever reads it away from the table, with no more hint than the table has.
    Where a last card makes the difference (last.1, last.5) it stands as it is: cards lie where they lie."""
    shown = shown_state(game, state)
    cards = shown is state or (shown.closed, shown.opened, shown.pot) == (
        state.closed,
        state.opened,
        state.pot,
    )
    return game.format_position(shown if cards else state)


def with_lapse(state: Any, entry: Entry) -> tuple[Entry, ...]:
    """A card that is opened while there was something to grab for says that nobody noticed (duel.8)."""
    opened = entry.kind is EntryKind.CHANCE and entry.text.startswith("flip ")
    if isinstance(state, State) and state.phase == "claim" and opened:
        return (Entry(EntryKind.CHANCE, text="lapse"), entry)
    return (entry,)
