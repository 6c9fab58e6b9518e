"""Expedition: Northwest Passage (Yves Tourigny): ships and sleds in an archipelago that freezes and thaws."""

from companion.games.northwest.edition import SKETCH, STANDARD, Edition, read_edition
from companion.games.northwest.rules import Northwest
from companion.rules.fields import edition_loader

CONTRACT = 3
"""The version of ``companion.rules.contract`` for which it was written."""

make_game = Northwest
"""The game as it is played with a box, that is, by an edition."""

load_edition = edition_loader(read_edition, SKETCH, STANDARD)
"""An owner's edition file."""

game = make_game(STANDARD)

__all__ = ["CONTRACT", "SKETCH", "STANDARD", "Edition", "Northwest", "game", "load_edition", "make_game"]
