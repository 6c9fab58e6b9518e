"""What the shared tests must know of this game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from companion.games.atlantis.moves import FORMS, OUTCOMES, PLACES
from companion.games.atlantis.state import PHASES, State
from companion.games.atlantis.stock import stock
from companion.games.atlantis.words import (
    BACK_WORDS,
    BACKS,
    BOAT_BACK,
    CREATURES,
    FIGURES,
    ISLANDS,
    LAND,
    OWN_TURN,
    RED,
    SHARK,
    SHARK_BACK,
    TERRAINS,
    WHALE,
    WHALE_BACK,
)
from tests.rules.contract.hooks import Examples, Hooks, Recorded, Words


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


TOLD = """
play.4 wet.8 boat.6 boat.7 take.5 green.1 green.2 green.3 green.4 green.6 red.1 die.4 serpent.2 serpent.3
shark.3 whale.3 defend.5 end.1 end.2 end.3 end.4 end.5
"""
COLOURS = ("red", "blue", "yellow", "green")


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
    examples=Examples(
        told=f"{TOLD} boat.8 score.1 score.3 score.4 score.5",
        # they allow something, or say what is outside the position; what contradicts die.1 breaks turn.2
        never_broken="secret.2 play.5 step.2 boat.2 die.1 die.2 defend.6 two.3",
    ),
    recorded=Recorded(told=TOLD, said="dolphin move-shark move-whale stop-shark", undo=True),
    words=Words(
        terms=(
            *(*LAND[1:], *CREATURES, *FIGURES, *BACK_WORDS, *ISLANDS, *FORMS, *OUTCOMES, *PLACES, *PHASES),
            *(f"{verb} {colour}" for verb in ("place", "move", "treasure") for colour in COLOURS),
            *(f"{verb} {kind}" for verb in ("die", "creature") for kind in CREATURES),
            *(f"play {BACKS[back]}" for back in range(OWN_TURN.start, len(BACKS))),
        ),
        said=(
            ("place red d4", "place a red explorer on d4"),
            ("move red sea c4 boat c4", "red explorer goes from the water on c4 into the boat on c4"),
            (
                "move blue boat b1 safe nw",
                "blue explorer goes from the boat on b1 onto the north-west safe island",
            ),
            (
                "play dolphin forest red c4 c5",
                "the dolphin carries a red explorer from c4 to c5 (tile: Forest)",
            ),
            ("creature shark c4 c5", "the shark swims from c4 to c5"),
            ("tile d4 ?", "tile d4: kept"),
            ("die whale", "the die shows a whale"),
            ("treasure green 6", "under a green explorer: 6"),
        ),
    ),
)
