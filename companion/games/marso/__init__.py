"""Marso lovy! (R. Zadorozhnyi): hunters scare beasts into the Trap on a board whose edges are joined."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from companion.games.marso import edition as _edition
from companion.games.marso.edition import Edition
from companion.games.marso.rules import Marso
from companion.rules.contract import NotationError

DEFAULT = _edition.read_edition(files(__package__).joinpath("edition.toml").read_text(encoding="utf-8"))


def load_edition(path: Path) -> Edition:
    """An owner's corrected edition. Raises NotationError, also when it goes by the name of another one."""
    edition = _edition.load_edition(path)
    if edition.name == DEFAULT.name and edition != DEFAULT:
        raise NotationError(f"edition file {path}: name: give a corrected edition a name of its own")
    return edition


def make_game(edition: Edition) -> Marso:
    """The game as it is played with this box."""
    return Marso(edition)


game = make_game(DEFAULT)

CONTRACT = 3
"""The version of ``companion.rules.contract`` for which it was written."""

__all__ = ["CONTRACT", "DEFAULT", "Edition", "Marso", "game", "load_edition", "make_game"]
