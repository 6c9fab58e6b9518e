"""What is tried of a game before it is offered: that it has every part, and that its first position works.

Code of any author runs here and may raise anything; whatever it is becomes one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from math import isfinite
from typing import Any

from companion.rules.contract import VERSION, CellId, Chance, Decide, Game, RulesError, WrongValueError, Zone
from companion.rules.held import checking

PARTS = tuple(name for name in vars(Game) if not name.startswith("_"))
"""What the contract asks for."""


def check_version(said: object) -> None:
    """``said``: what the package says by ``CONTRACT``, None when it says nothing. Raises RulesError."""
    if said is None:
        raise RulesError(f"its package does not say for which contract it was written: CONTRACT = {VERSION}")
    if said != VERSION:
        raise RulesError(f"it was written for contract {said}, and this Companion has contract {VERSION}")


def try_game(game: Game[Any, Any, Any]) -> None:
    """Set it up and look at its first position. Raises RulesError naming what is missing or fails."""
    missing = [name for name in PARTS if not hasattr(game, name)]
    if missing:
        raise RulesError(f"it lacks {', '.join(missing)}")
    if not all(isinstance(said, str) for said in (game.title, game.rules_version, game.edition)):
        raise RulesError("its title, rules_version and edition must be texts")
    tried = _Tried(game)
    setup = tried.setup(tried.seatings[0], {})
    state = tried.initial(setup)
    if tried.parse_position(tried.format_position(state)) != state:
        raise RulesError("its parse_position does not read what its format_position writes")
    pending = tried.pending(state)
    if isinstance(pending, Decide):
        for move in tried.legal_moves(state, pending.seats[0])[:1]:
            text = tried.format_move(move)
            tried.after_move(state, pending.seats[0], tried.parse_move(text))
        next(iter(tried.attempts(state, pending.seats[0])), None)
    elif isinstance(pending, Chance):
        for outcome, _ in tried.outcomes(state)[:1]:
            text = tried.format_outcome(outcome)
            tried.after_chance(state, tried.parse_outcome(text))
    zones, looks = tried.zones(setup), tried.looks(state)
    _check_zones(zones, looks)
    tried.observe(state, None)
    tried.score(state, 0)
    tried.lamps(state)


def _check_zones(zones: Iterable[Zone], looks: Iterable[CellId]) -> None:
    """Every zone lies somewhere, and every look in a zone."""
    nowhere = set(looks) - {zone.cell for zone in zones}
    if nowhere:
        raise RulesError(f"its looks name a place that is no zone: {min(nowhere)}")
    astray = [zone.cell for zone in zones if not isfinite(zone.x + zone.y + zone.width + zone.height)]
    if astray:
        raise RulesError(f"its zone {astray[0]} lies at a place, or has a size, that is no finite number")


class _Tried:
    """A game whose methods, when they raise or give a wrong value, say which of them it was."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        part = getattr(self._game, name)
        return _named(name, checking(self._game, name, part, known=())) if callable(part) else part


def _named(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def call(*arguments: Any) -> Any:
        try:
            return method(*arguments)
        except WrongValueError as error:
            raise RulesError(str(error)) from error
        except Exception as error:  # code of any author
            raise RulesError(f"its {name} raises {type(error).__name__}: {error}") from error

    return call
