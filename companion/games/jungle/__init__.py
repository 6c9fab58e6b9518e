"""Jungle (T. Vuarchex, P. Yakovenko): everybody opens cards, equal symbols race for the totem.

Who was first is observed, never decided here: this room knows whether a grab was right and what follows.
"""

from companion.games.jungle.edition import Edition, default_edition, load_edition
from companion.games.jungle.rules import Jungle


def make_game(edition: Edition) -> Jungle:
    """The game as it is played with this box."""
    return Jungle(edition)


game = make_game(default_edition())

CONTRACT = 3
"""The version of ``companion.rules.contract`` for which it was written."""

__all__ = ["CONTRACT", "Edition", "Jungle", "game", "load_edition", "make_game"]
