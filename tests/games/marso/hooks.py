"""What the shared tests must know of this game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from companion.games.marso import game
from companion.games.marso.state import Stage, State
from companion.games.marso.words import UNKNOWN
from tests.rules.contract.hooks import Hooks

CARDS = Counter({card.name: card.copies for card in game.box.edition.cards})


def conserved(state: State) -> Mapping[str, int]:
    """Fifty hunter cards, sixteen beast cards, four beasts, four tokens with two sides each."""
    in_play = len(state.spent) + bool(state.open)
    return {
        "hunter cards": state.deck
        + sum(state.discard)
        + sum(map(len, state.hands))
        + sum(laid is not None for laid in state.laid),
        "beast cards": in_play + len([n for n in range(1, 17) if n not in state.spent and n != state.open]),
        "beasts": len(state.beasts),
        "token cells": sum(cell << (8 * i) for i, (cell, _) in enumerate(state.tokens)),
        "hunters": len(state.hunters),
    }


def resealed(state: State, chooser: Random) -> State:
    """Other cards in every hand, drawn from those nobody has seen, and other score cards where unseen."""
    seen = Counter(dict(zip(CARDS, state.discard, strict=True)))
    seen += Counter(laid.card for laid in state.laid if laid is not None)
    unseen = list((CARDS - seen).elements())
    chooser.shuffle(unseen)
    order = [*CARDS, UNKNOWN]
    hands = tuple(tuple(sorted((unseen.pop() for _ in hand), key=order.index)) for hand in state.hands)
    secrets = state.secrets
    if state.phase.stage not in (Stage.SCORES, Stage.OVER):
        secrets = tuple(chooser.sample(range(1, 5), len(secrets)))
    return replace(state, hands=hands, secrets=secrets)


HOOKS = Hooks(
    setups=(
        (2, {}),
        (3, {"target": 15}),
        (4, {}),
        (("east", "south"), {"young": True}),
        (("north", "east", "south", "west"), {"target": 12, "young": True}),
        (("west", "north", "south"), {"target": 1}),
    ),
    conserved=conserved,
    resealed=resealed,
)
