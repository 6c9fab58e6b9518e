"""The words of the game and the order in which places are told."""

from __future__ import annotations

from typing import Final

from companion.rules.contract import ClauseId

MOST_SEATS: Final = 15
SEATS: Final = tuple(f"s{number}" for number in range(1, MOST_SEATS + 1))
HAND_PLACES: Final = ("s1r", "s2r", "s1l", "s2l")
"""Places of two players with both hands, in turn order (hands.3): an even number is a hand of s1."""

PLACE_RANK: Final = {name: rank for names in (SEATS, HAND_PLACES) for rank, name in enumerate(names)}
"""Every place name there is, with its number among its own kind."""

POT: Final = "pot"

OUTWARD: Final = "outward"
INWARD: Final = "inward"
COLOURED: Final = "coloured"
SPECIAL: Final = (OUTWARD, INWARD, COLOURED)

TRIO: Final = "trio"

PHASES: Final = ("deal", "flip", "burst", "claim", "tie", "choose", "give", "over")


def clause(short: str) -> ClauseId:
    """``duel.2`` as the clause list writes it."""
    return ClauseId(f"jungle/{short}")
