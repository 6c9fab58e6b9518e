"""Arctica: hunters on drifting ice, two to four players."""

from companion.games.arctica.edition import DEFAULT, Edition, read_edition
from companion.games.arctica.rules import Arctica
from companion.rules.fields import edition_loader

CONTRACT = 3
"""The version of ``companion.rules.contract`` for which it was written."""

make_game = Arctica
"""The game as it is played with a box, that is, by an edition."""

load_edition = edition_loader(read_edition, DEFAULT)
"""An owner's edition file."""

game = make_game(DEFAULT)

__all__ = ["CONTRACT", "DEFAULT", "Arctica", "Edition", "game", "load_edition", "make_game"]
