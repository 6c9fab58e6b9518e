"""What a game's package offers beside its rules: a module for each room that has a use for it.

A facet is a module of the package with the name of the room: ``simulator`` (box and people of the simulated
table), ``screen`` (board and panels). Only that room imports it, and only when this game is played: the rules
themselves stay free of pictures and windows.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from companion.rules.contract import RulesError
from companion.rules.registry import games, package_of


class BrokenFacetError(RulesError):
    """A game has this facet, but it cannot be used; the message names its module and the reason."""


def has_facet(game_id: str, room: str) -> bool:
    """Whether the game offers anything for a room. Raises UnknownGameError."""
    package = package_of(game_id)
    return hasattr(import_module(package), "__path__") and find_spec(f"{package}.{room}") is not None


def with_facet(room: str) -> tuple[str, ...]:
    """The games that offer something for a room, in alphabetical order."""
    return tuple(game_id for game_id in games() if has_facet(game_id, room))


@cache
def facet(game_id: str, room: str) -> ModuleType | None:
    """What the game offers for a room; None when it offers nothing. Raises UnknownGameError, and
    BrokenFacetError when the module cannot be imported."""
    if not has_facet(game_id, room):
        return None
    name = f"{package_of(game_id)}.{room}"
    try:
        return import_module(name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # code of any author runs here and may raise anything
        raise BrokenFacetError(f"{name} cannot be imported: {type(error).__name__}: {error}") from error
