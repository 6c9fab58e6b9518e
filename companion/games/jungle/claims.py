"""Which tops match, who has a right to the totem, who owes for a last card: computed, never stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from companion.games.jungle.state import Places, Table


class Tops(Protocol):
    """What claims depend on: a position, or one on its way to the next."""

    @property
    def table(self) -> Table: ...
    @property
    def phase(self) -> str: ...
    @property
    def who(self) -> Places: ...
    @property
    def colours(self) -> bool: ...
    @property
    def closed(self) -> Sequence[int]: ...
    @property
    def opened(self) -> Sequence[tuple[int, ...]]: ...
    @property
    def shown(self) -> Places: ...
    @property
    def inward(self) -> Places: ...
    @property
    def trio(self) -> bool: ...
    @property
    def due(self) -> Places: ...
    @property
    def ignored(self) -> Sequence[Places]: ...


def matches(position: Tops) -> list[Places]:
    """Two or more places with equal symbols, or colours while these count (duel.1, duel.2, col.1).

    By first place. Special cards match nothing (special.1).
    """
    edition = position.table.edition
    kinds = edition.colour if position.colours else edition.symbol
    groups: dict[int, list[int]] = {}
    for place, stack in enumerate(position.opened):
        if stack:
            kind = kinds[stack[-1]]
            if kind >= 0:
                groups.setdefault(kind, []).append(place)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def duels(position: Tops) -> list[Places]:
    """The matches that count: not ignored (situ.8), not of one player's two hands alone (hands.5)."""
    return [
        match
        for match in matches(position)
        if not any(set(match) <= set(line) for line in position.ignored)
        and not (position.table.two_hands and len({place % 2 for place in match}) == 1)
    ]


def duel_of(place: int, found: Iterable[Places]) -> Places:
    """The duel of a place, empty when it is in none."""
    return next((duel for duel in found if place in duel), ())


def rights(position: Tops) -> frozenset[int]:
    """The places that may grab the totem now (grab.2)."""
    match position.phase:
        case "tie":
            return frozenset(position.who)
        case "claim" if position.inward or position.trio:
            return frozenset(
                place
                for place, stack in enumerate(position.opened)
                if stack or position.closed[place] or not position.table.two_hands
            )
        case "claim" | "flip":
            return frozenset(place for duel in duels(position) for place in duel)
        case "burst" if not position.shown:
            return frozenset(place for duel in duels(position) for place in duel)
    return frozenset()


def last_inward(position: Tops) -> Places:
    """Who opened an inward card as the last closed one (last.1)."""
    return tuple(place for place in position.inward if not position.closed[place])


def debtors(position: Tops) -> Places:
    """Who has to take for a last card: those of last.1 before those of last.5."""
    return (*last_inward(position), *position.due)
