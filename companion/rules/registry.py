"""Which games there are: objects under the entry-point group ``companion.games``, ours and anybody's."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from pathlib import Path
from traceback import walk_tb
from types import MappingProxyType
from typing import Any

from companion.rules.contract import Game, NotationError, RulesError, WrongValueError
from companion.rules.held import hold
from companion.rules.toml import read_toml
from companion.rules.trial import check_version, try_game

GROUP = "companion.games"
_OURS = "companion.games."
DATA = ("picture.toml", "spoken.toml", "lesson.toml")
"""What a game's package may hold for the screen, the ear and beginners."""
PATIENCE = 20.0
"""Seconds for a game of another author to be imported and tried; a slow card of a Pi needs two."""
_ID = re.compile(r"[\w-]{1,60}", re.ASCII)
"""It becomes the name of files."""
AnyGame = Game[Any, Any, Any]
log = logging.getLogger(__name__)


class UnknownGameError(RulesError):
    """No usable game has the id ``game_id``. ``reason``: why not; empty if none is installed."""

    def __init__(self, game_id: str, reason: str = "") -> None:
        self.game_id = game_id
        self.reason = reason
        broken = f"game {game_id!r} is installed but cannot be used: {reason}"
        missing = f"there is no game {game_id!r}; known games: {', '.join(games()) or 'none'}"
        super().__init__(broken if reason else missing)


def games() -> Mapping[str, AnyGame]:
    """Every installed game that could be loaded, by id, in alphabetical order."""
    return _found()[0]


def broken_games() -> Mapping[str, str]:
    """Installed games that could not be loaded, with the reason; they do not stop the others."""
    return _found()[1]


def find_game(game_id: str) -> AnyGame:
    """The game with this id. Raises UnknownGameError naming the known ids (or why this one is broken)."""
    if game_id in broken_games():
        raise UnknownGameError(game_id, broken_games()[game_id])
    if game_id not in games():
        raise UnknownGameError(game_id)
    return games()[game_id]


def package_of(game_id: str) -> str:
    """The package in which a game's data and translations lie, as ``companion_chess``."""
    find_game(game_id)
    return next(point.module for point in _points() if point.name == game_id)


def culprit(error: BaseException) -> tuple[str, str] | None:
    """In which game's code an exception was raised, or what that code called: the game's id and the package
    as ``pip list`` names it. None when no game's code was under way."""
    if isinstance(error, WrongValueError):
        return next(((p.name, _distribution(p)) for p in _points() if p.name == error.game_id), None)
    frames = [frame.f_globals.get("__name__", "") for frame, _ in walk_tb(error.__traceback__)]
    for module in reversed(frames):
        for point in _points():
            if f"{module}.".startswith(f"{point.module}."):
                return point.name, _distribution(point)
    return None


def game_of_edition(game_id: str, path: Path) -> AnyGame:
    """The game with an owner's corrected edition file, when its package offers ``load_edition`` and
    ``make_game``. Raises RulesError, a NotationError for a wrong file."""
    package = import_module(package_of(game_id))
    if not hasattr(package, "load_edition"):
        raise RulesError(f"game {game_id!r} takes no edition file")
    if package.__name__.startswith(_OURS):
        game: AnyGame = package.make_game(package.load_edition(path))
        return game

    def load(_: EntryPoint) -> AnyGame:
        made: AnyGame = package.make_game(package.load_edition(path))
        try_game(made)
        hold(made)
        return made

    try:
        return _foreign(next(point for point in _points() if point.name == game_id), load)
    except RulesError:
        raise
    except Exception as error:  # code of any author
        raise RulesError(_reason(error)) from error


def edition_text(game_id: str) -> str:
    """The edition file that comes with a game; "" when it has none that an owner could correct."""
    package = package_of(game_id)
    place = files(package).joinpath("edition.toml")
    takes = hasattr(import_module(package), "load_edition") and place.is_file()
    return place.read_text(encoding="utf-8") if takes else ""


@cache
def _points() -> tuple[EntryPoint, ...]:
    """Looked up once: reading what is installed takes 30 ms on a PC, and every text of a game asks for it."""
    return tuple(sorted(entry_points(group=GROUP), key=lambda point: point.name))


@cache
def _found() -> tuple[Mapping[str, AnyGame], Mapping[str, str]]:
    working: dict[str, AnyGame] = {}
    broken: dict[str, str] = {}
    for point in _points():
        try:
            working[point.name] = load_game(point) if point.module.startswith(_OURS) else _foreign(point)
        except Exception as error:  # noqa: BLE001 - code of any author runs here and may raise anything
            broken[point.name] = f"package {_distribution(point)}: {_reason(error)}"
            log.warning("game %r cannot be used: %s", point.name, broken[point.name])
    return MappingProxyType(working), MappingProxyType(broken)


def _foreign(point: EntryPoint, load: Callable[[EntryPoint], AnyGame] | None = None) -> AnyGame:
    """A game of another author, loaded on a thread of its own: code that ends the program or itself, or goes
    on for ever, is only this game's fault. Raises what it raises, RulesError in such a case."""
    found: list[AnyGame] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            found.append((load or load_game)(point))
        except BaseException as error:  # noqa: BLE001 - told by the thread that waits
            failed.append(error)

    thread = threading.Thread(target=run, name=f"game {point.name}", daemon=True)
    thread.start()
    thread.join(PATIENCE)
    for error in failed:
        if isinstance(error, Exception):
            raise error
        raise RulesError(_reason(error)) from error
    if not found:
        raise RulesError(f"it was not ready after {PATIENCE:.0f} s")
    return found[0]


def _distribution(point: EntryPoint) -> str:
    """The installed package that offers a game, as ``pip list`` names it; else the module."""
    return point.dist.name if point.dist is not None else point.module


def _reason(error: BaseException) -> str:
    return (
        str(error) if isinstance(error, RulesError | WrongValueError) else f"{type(error).__name__}: {error}"
    )


def load_game(point: EntryPoint) -> AnyGame:
    """The game behind an entry point: an object, or a callable without arguments that returns one.

    Raises RulesError when its id is not the entry point's name, it was written for another contract, or it
    fails when it is tried; and whatever the plug-in raises when it is imported.
    """
    loaded = point.load()
    check_version(getattr(import_module(point.module), "CONTRACT", None))
    game: AnyGame = loaded() if callable(loaded) else loaded
    if not _ID.fullmatch(point.name):
        raise RulesError(f"its id {point.name!r:.80} must be made of letters, digits, _ and -")
    if game.id != point.name:
        raise RulesError(f"its id is {game.id!r}, but it is registered as {point.name!r}")
    try_game(game)
    if not point.module.startswith(_OURS):
        _try_data(point.module)
        hold(game)
    return game


def _try_data(package: str) -> None:
    """Raises NotationError for a file that others will read later and that is no TOML."""
    if not hasattr(import_module(package), "__path__"):
        return  # a single file holds no others
    for name in DATA:
        place = files(package).joinpath(name)
        try:
            if place.is_file():
                read_toml(place.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, NotationError) as error:
            raise NotationError(f"its {name}: {error}") from error
