"""The fixed words of the game, in the order in which they are counted and written."""

from __future__ import annotations

from enum import StrEnum
from itertools import product
from typing import Final

SIDES: Final = ("south", "west", "north", "east")
"""Clockwise as seen from above; a seat is the side at which its player sits."""

BEASTS: Final = ("red", "blue", "yellow", "green")
TOKENS: Final = ("turquoise", "violet")
"""The two sides of every portal token: turning over leads from 0 to 1 and back."""

DIRECTIONS: Final = ("up", "right", "down", "left")
LETTERS: Final = "urdl"
"""Directions as the owner of a card sees them: away, right, towards the owner, left."""

PATHS: Final = tuple("".join(letters) for n in (1, 2, 3) for letters in product(LETTERS, repeat=n))
"""Every path that can be written: one to three letters."""

UNKNOWN: Final = "?"


class CardKind(StrEnum):
    """What a hunter card does."""

    ARROWS = "arrows"
    STILL = "still"
    TELEPORT = "teleport"
    SKATE = "skate"
    DART = "dart"
    JET = "jet"
    FLASH = "flash"


def direction(side: int, letter: str) -> int:
    """The direction on the board of a card's letter for the player at ``SIDES[side]`` (clause card.4)."""
    return (LETTERS.index(letter) + side) % 4
