"""Arctica: hunters on drifting ice, two to four players.

``game`` is the game under the edition that comes with the program; :func:`load_edition` reads an owner's file
and :func:`make_game` makes the game of it.
"""

from companion.games.arctica.edition import DEFAULT, Edition, load_edition
from companion.games.arctica.rules import Arctica, game, make_game

CONTRACT = 3
"""The version of ``companion.rules.contract`` for which it was written."""

__all__ = ["CONTRACT", "DEFAULT", "Arctica", "Edition", "game", "load_edition", "make_game"]
