"""Survive: Escape from Atlantis! Explorers leave a sinking island, two to four players."""

from companion.games.atlantis.edition import DEFAULT, Edition, read_edition
from companion.games.atlantis.rules import Atlantis
from companion.rules.fields import edition_loader

CONTRACT = 3
"""The version of ``companion.rules.contract`` for which it was written."""

make_game = Atlantis
"""The game as it is played with a box, that is, by an edition."""

load_edition = edition_loader(read_edition, DEFAULT)
"""An owner's edition file."""

game = make_game(DEFAULT)

__all__ = ["CONTRACT", "DEFAULT", "Atlantis", "Edition", "game", "load_edition", "make_game"]
