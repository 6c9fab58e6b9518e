"""What the shared tests must know of this game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from companion.games.atlantis.state import State
from companion.games.atlantis.stock import stock
from companion.games.atlantis.words import (
    BOAT_BACK,
    LAND,
    RED,
    SHARK,
    SHARK_BACK,
    TERRAINS,
    WHALE,
    WHALE_BACK,
)
from tests.rules.contract.hooks import Hooks


def conserved(state: State) -> Mapping[str, int]:
    """40 tiles of three terrains; every boat, shark and whale is aside, or came into play in the set-up or
    with a tile: what is aside and what came add up to the figures in the box."""
    phase, out = state.phase, state.out

    def appeared(back: int) -> int:
        return sum(row[back] for row in out)

    tiles = {
        LAND[terrain]: state.land.count(terrain)
        + (phase.name == "back" and phase.terrain == terrain)
        + sum(land == terrain for hand in state.hands for land, _ in hand)
        + sum(out[terrain])
        for terrain in TERRAINS
    }
    if phase.name == "island":
        tiles = {"beach": 16, "forest": 16, "mountain": 8}
    boats, sharks, whales = state.supply
    return {
        **tiles,
        "boats": boats + appeared(BOAT_BACK),
        "sharks": sharks + appeared(SHARK_BACK),
        "whales": whales + appeared(WHALE_BACK),
        "sharks in play are no more than came": max(0, len(state.creatures[SHARK]) - appeared(SHARK_BACK)),
        "whales in play are no more than came": max(0, len(state.creatures[WHALE]) - appeared(WHALE_BACK)),
    }


def resealed(state: State, chooser: Random) -> State:
    """Other red backs for the tiles in hands, some of them unknown: any that the box can still hold."""
    hands = [[terrain for terrain, _ in hand] for hand in state.hands]
    dealt: list[list[tuple[int, int]]] = [[] for _ in hands]
    public = replace(state, hands=((),) * len(hands))
    for terrain in TERRAINS:
        left = stock(public, terrain).unaccounted
        backs = [back for back in RED for _ in range(left[back])]
        chooser.shuffle(backs)
        for hand, tiles in zip(dealt, hands, strict=True):
            for _ in range(tiles.count(terrain)):
                known = backs.pop()
                hand.append((terrain, known if chooser.random() < 0.7 else 12))
    return replace(state, hands=tuple(tuple(sorted(hand)) for hand in dealt))


HOOKS = Hooks(
    setups=(
        (2, {"colours": 2}),
        (3, {"ending": "sunk"}),
        (4, {}),
        (("blue", "red"), {"colours": 2, "boats": 4, "ending": "rescue", "crowd": True}),
        (("green", "blue", "yellow"), {"ending": "rescue", "ashore": False, "equal": True}),
        (("yellow", "green"), {"equal": True, "crowd": True}),
    ),
    conserved=conserved,
    resealed=resealed,
)
