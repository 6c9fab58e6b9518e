"""Marso lovy! (R. Zadorozhnyi): hunters scare beasts into the Trap on a board whose edges are joined."""

from companion.games.marso.edition import DEFAULT, Edition, read_edition
from companion.games.marso.rules import Marso
from companion.rules.fields import edition_loader

CONTRACT = 3
"""The version of ``companion.rules.contract`` for which it was written."""

make_game = Marso
"""The game as it is played with a box, that is, by an edition."""

load_edition = edition_loader(read_edition, DEFAULT)
"""An owner's edition file."""

game = make_game(DEFAULT)

__all__ = ["CONTRACT", "DEFAULT", "Edition", "Marso", "game", "load_edition", "make_game"]
