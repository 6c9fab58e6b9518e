"""What the shared tests must know of this game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.games.arctica.state import State
from companion.games.arctica.words import COD, GOODS, IGLOO, KINDS
from tests.rules.contract.hooks import Hooks


def conserved(state: State) -> Mapping[str, int]:
    """36 cards; every token, cod and plankton somewhere: 35.5 points, and 2 of the igloo while it is in play.

    Points are counted in halves. The igloo is not: it may melt away (melt.4).
    """
    owned = {
        good: sum(row[number] for row in state.goods) for number, good in enumerate(GOODS) if number != IGLOO
    }
    owned[KINDS[COD]] += len(state.of(COD))
    worth = dict(zip(GOODS, state.table.edition.points, strict=True))
    return {
        "cards": state.deck + sum(state.hands) + sum(state.discard),
        "half points": int(2 * sum(worth[good] * number for good, number in owned.items())),
        **owned,
    }


def resealed(state: State, chooser: Random) -> State:
    """Nothing in a position is secret: hands are only counted."""
    del chooser
    return state


HOOKS = Hooks(
    setups=(
        (2, {}),
        (3, {"pack_push": "none"}),
        (4, {}),
        (("seal", "eskimo"), {"seal_attacks": "each"}),
        (("eskimo", "seal", "orca", "bear"), {"setup": "expert", "seal_attacks": "each"}),
        (("orca", "bear"), {"setup": "expert", "pack_push": "none"}),
    ),
    conserved=conserved,
    resealed=resealed,
)
