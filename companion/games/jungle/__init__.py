"""Jungle (T. Vuarchex, P. Yakovenko): everybody opens cards, equal symbols race for the totem.

Who was first is observed, never decided here: this room knows whether a grab was right and what follows.
"""

from companion.games.jungle.edition import DEFAULT, Edition, read_edition
from companion.games.jungle.rules import Jungle
from companion.rules.fields import edition_loader

CONTRACT = 3
"""The version of ``companion.rules.contract`` for which it was written."""

make_game = Jungle
"""The game as it is played with a box, that is, by an edition."""

load_edition = edition_loader(read_edition, DEFAULT)
"""An owner's edition file."""

game = make_game(DEFAULT)

__all__ = ["CONTRACT", "DEFAULT", "Edition", "Jungle", "game", "load_edition", "make_game"]
