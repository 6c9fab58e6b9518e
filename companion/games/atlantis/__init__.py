"""Survive: Escape from Atlantis! Explorers leave a sinking island, two to four players.

``game`` is the game under the edition that comes with the program; :func:`load_edition` reads an owner's file
and :func:`make_game` makes the game of it.
"""

from companion.games.atlantis.edition import DEFAULT, Edition, load_edition
from companion.games.atlantis.rules import Atlantis, game, make_game

CONTRACT = 3
"""The version of ``companion.rules.contract`` for which it was written."""

__all__ = ["CONTRACT", "DEFAULT", "Atlantis", "Edition", "game", "load_edition", "make_game"]
