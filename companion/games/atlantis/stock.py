"""Backs of the tiles: what is still unaccounted for, and so what may lie where nobody has looked.

For each terrain the box holds a fixed stock of backs. A tile whose back nobody knows, on the board or in a
hand, is one of those that have not left the game and are not known to lie in a hand; those in hands are red.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from companion.games.atlantis.state import State
from companion.games.atlantis.words import BACKS, GREEN, RED, UNSEEN, Counts


@dataclass(frozen=True, slots=True)
class Stock:
    """One terrain. ``unaccounted[back]``: tiles that may be anywhere; ``unseen``: tiles of unknown back in
    all hands; ``board``: tiles on the board or just taken."""

    unaccounted: Counts
    unseen: int
    board: int

    @property
    def red(self) -> int:
        """Red backs among the tiles on the board."""
        return sum(self.unaccounted[back] for back in RED) - self.unseen

    def may_be_taken(self, back: int) -> bool:
        """Whether the tile just taken can show this back (or a kept one, ``UNSEEN``)."""
        if back in GREEN:
            return self.unaccounted[back] > 0
        return self.red > 0 and (back == UNSEEN or self.unaccounted[back] > 0)

    def odds(self) -> tuple[tuple[int, Fraction], ...]:
        """What the next tile of this terrain shows, each possible green back and ``UNSEEN`` for any red one;
        the weights add up to 1 (nothing for a terrain without tiles)."""
        weights = [(back, self.unaccounted[back]) for back in GREEN] + [(UNSEEN, self.red)]
        whole = sum(weight for _, weight in weights)
        return tuple((back, Fraction(weight, whole)) for back, weight in weights if weight > 0)


def stock(state: State, terrain: int) -> Stock:
    """What is still possible for a terrain."""
    edition, phase = state.table.edition, state.phase
    copies, out = edition.copies[terrain], state.out[terrain]
    held = [back for hand in state.hands for land, back in hand if land == terrain]
    known = [held.count(back) for back in range(len(BACKS))]
    return Stock(
        unaccounted=tuple(copies[back] - out[back] - known[back] for back in range(len(BACKS))),
        unseen=held.count(UNSEEN),
        board=state.land.count(terrain) + (phase.name == "back" and phase.terrain == terrain),
    )


def holds(state: State, seat: int, terrain: int) -> bool:
    """Whether the seat has a tile of the terrain in hand."""
    return any(land == terrain for land, _ in state.hands[seat])


def may_hold(state: State, seat: int, terrain: int, back: int) -> bool:
    """Whether one of the seat's tiles of the terrain can have this back (tiles.1)."""
    hand = state.hands[seat]
    if (terrain, back) in hand:
        return True
    return (terrain, UNSEEN) in hand and stock(state, terrain).unaccounted[back] > 0


def may_defend(state: State, seat: int, back: int) -> bool:
    """Whether the whole table must reckon with this back in the seat's hand: backs that are known to somebody
    do not count, so that the question tells nothing (defend.6)."""
    copies = state.table.edition.copies
    return any(copies[terrain][back] > state.out[terrain][back] for terrain, _ in state.hands[seat])


def spent(state: State, seat: int, terrain: int, back: int) -> tuple[tuple[int, int], ...]:
    """The hand without the tile that is played: a known one rather than one of unknown back (tiles.2)."""
    hand = list(state.hands[seat])
    hand.remove((terrain, back) if (terrain, back) in hand else (terrain, UNSEEN))
    return tuple(hand)
