"""The words of the game and the small numbers that stand for them inside the rules.

Kinds, goods, ice and spots are plain numbers so that a position stays compact; every text form goes through
the tuples below. A *spot* is twice the cell's index, plus one on top of the ice: the pose is rule state.
"""

from __future__ import annotations

from typing import Final

from companion.rules.contract import ClauseId

BEAR: Final = 0
ORCA: Final = 1
SEAL: Final = 2
ESKIMO: Final = 3
COD: Final = 4
KINDS: Final = ("bear", "orca", "seal", "eskimo", "cod")
HUNTERS: Final = KINDS[:4]
"""Who can be a seat; cod is always neutral (setup.4)."""

PLANKTON: Final = 5
IGLOO: Final = 6
GOODS: Final = (*KINDS, "plankton", "igloo")
"""What a player can own: tokens of the four hunters, cod, plankton, the igloo. The numbers of both lists
agree, so a kind is also the good that is won by catching it."""

FIGURES: Final = (1, 1, 2, 1)
"""Figures of each hunter in the box (the kayak is the same Eskimo)."""

COD_FIGURES: Final = 9

OPEN: Final = 0
FLOE: Final = 1
PACK: Final = 2
BERG: Final = 3
ICE: Final = ("", "floe", "pack", "iceberg")

MOVED: Final = 1
FED: Final = 2
NEW: Final = 4
MARKS: Final = ("moved", "fed", "new")
"""What a figure has done this turn; a set of them is the sum of their bits 1, 2, 4."""

NO_HUNT: Final = "none"
OWN_HUNT: Final = "own"
HUNT_DONE: Final = "done"
"""A turn's use of hunters: one of these, or the word of the neutral kind in use."""

MELT: Final = "melt"
"""The card without a direction."""


def clause(short: str) -> ClauseId:
    """``push.2`` as the clause list writes it."""
    return ClauseId(f"arctica/{short}")
