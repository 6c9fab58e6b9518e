"""The words of the game and the small numbers that stand for them inside the rules.

Colours, terrains, backs and creatures are plain numbers so that a position stays compact; every text form
goes through the tuples below. The colours themselves are data of the edition.
"""

from __future__ import annotations

from typing import Final

from companion.rules.contract import ClauseId

SEA: Final = 0
BEACH: Final = 1
FOREST: Final = 2
MOUNTAIN: Final = 3
LAND: Final = ("", "beach", "forest", "mountain")
"""What lies on a cell. Lower land goes first (take.4), so the numbers rise with the land."""
TERRAINS: Final = (BEACH, FOREST, MOUNTAIN)

SERPENT: Final = 0
SHARK: Final = 1
WHALE: Final = 2
CREATURES: Final = ("serpent", "shark", "whale")
STEPS: Final = (1, 2, 3)
"""How far each creature moves after the die (serpent.1, shark.1, whale.1)."""
FAR: Final = 3
"""How far dolphin and wind carry (dolphin.2, wind.2)."""

BACKS: Final = (
    "shark",
    "whale",
    "boat",
    "whirlpool",
    "volcano",
    "dolphin",
    "wind",
    "move-serpent",
    "move-shark",
    "move-whale",
    "stop-shark",
    "stop-whale",
)
SHARK_BACK: Final = 0
WHALE_BACK: Final = 1
BOAT_BACK: Final = 2
WHIRLPOOL: Final = 3
VOLCANO: Final = 4
DOLPHIN: Final = 5
WIND: Final = 6
LURE: Final = 7
"""The first of three: ``LURE + kind`` moves a creature of that kind."""
STOP: Final = 9
"""``STOP + kind`` stops a creature of that kind; there is none for serpents."""
GREEN: Final = range(VOLCANO + 1)
"""Backs that are carried out at once (green.1)."""
RED: Final = range(DOLPHIN, len(BACKS))
"""Backs that are kept (red.1)."""
OWN_TURN: Final = range(DOLPHIN, STOP + SHARK)
"""Backs played in step 1 of the own turn; the others are for defence (play.1, defend.1)."""
UNSEEN: Final = len(BACKS)
"""Where a back's number stands for one that nobody at the table knows."""
BACK_WORDS: Final = (*BACKS, "?")

ISLANDS: Final = ("nw", "ne", "sw", "se")

FIGURES: Final = ("boat", "shark", "whale")
"""Figures that are set aside, in the order of ``State.supply``."""

Counts = tuple[int, ...]
"""Explorers of each colour, in colour order."""


def clause(short: str) -> ClauseId:
    """``take.3`` as the clause list writes it."""
    return ClauseId(f"atlantis/{short}")
