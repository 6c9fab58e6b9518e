"""Expedition: Northwest Passage (Yves Tourigny): ships and sleds in an archipelago that freezes and thaws.

``game`` is the game under the edition that comes with the program; :func:`load_edition` reads an owner's file
and :func:`make_game` makes the game of it.
"""

from companion.games.northwest.edition import SKETCH, STANDARD, Edition, load_edition
from companion.games.northwest.rules import Northwest, game, make_game

CONTRACT = 3
"""The version of ``companion.rules.contract`` for which it was written."""

__all__ = ["CONTRACT", "SKETCH", "STANDARD", "Edition", "Northwest", "game", "load_edition", "make_game"]
