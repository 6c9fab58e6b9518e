"""What the shared tests must know of this game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.games.jungle.state import State
from tests.rules.contract.hooks import Hooks


def conserved(state: State) -> Mapping[str, int]:
    """Every card of the deck is closed, open, in the pot or still to be told; none lies open too often."""
    lying = sum(map(len, state.opened)) + len(state.pot)
    return {
        "cards": sum(state.closed) + lying + state.untold(),
        "cards too many": sum(state.unaccounted(card) < 0 for card in range(len(state.table.copies))),
    }


def resealed(state: State, chooser: Random) -> State:
    """Nothing in a position is secret: which cards lie closed it does not say."""
    del chooser
    return state


HOOKS = Hooks(
    setups=(
        (4, {"share": "all"}),
        (3, {"tie": "replay"}),
        (2, {"hands": "both"}),
        (6, {}),
        (2, {"hands": "one", "trio": True, "tie": "replay"}),
        (5, {"trio": True, "share": "all"}),
        (2, {"trio": False}),
        (15, {"tie": "replay"}),
    ),
    conserved=conserved,
    resealed=resealed,
)
