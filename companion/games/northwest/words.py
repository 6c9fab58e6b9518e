"""The words of the game and the small numbers that stand for them inside the rules."""

from __future__ import annotations

from typing import Final

from companion.rules.contract import ClauseId

SHIP: Final = 0
SLED: Final = 1
VEHICLES: Final = ("ship", "sled")

SYMBOLS: Final = ("inuit", "cairn", "franklin", "strait")
"""What a tile can show; the token of the same name comes to lie on it."""

TOKENS: Final = (*SYMBOLS, "mapping")
"""What a player can own, in the order of the text form."""

MAPPING: Final = TOKENS.index("mapping")
EXPLORED: Final = ("franklin", "strait")
DISCOVERED: Final = ("inuit", "cairn")
RANKED: Final = ("franklin", "strait", "mapping")
"""The tokens that are ranked in the last count, in the order in which they are counted (major.1)."""

GREENLAND: Final = "greenland"
PASSAGE: Final = "passage"

NOWHERE: Final = -1
"""No square: a sled aboard, a small tile's second square, a field of a move that does not count."""
LOST: Final = -2
"""Where a sled is that was lost on the ice."""

BACK: Final = "back"
"""In place of a picture: a small tile with its back up (place.4)."""

COSTS: Final = {"take": 1, "refresh": 2, "place": 1, "move": 1, "transfer": 1, "explore": 3, "discover": 2}
"""Crewmen that an action costs (crew.2); every further one of a turn costs one more (crew.3)."""


def clause(short: str) -> ClauseId:
    """``place.9`` as the clause list writes it."""
    return ClauseId(f"northwest/{short}")
