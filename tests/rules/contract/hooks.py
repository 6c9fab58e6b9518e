"""What the shared tests must know of each game: set-ups to play, what never changes, what is secret."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, cast

from companion.rules.contract import OptionValue
from companion.rules.registry import find_game

Options = Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Hooks:
    """``setups``: (seats, options) that are played at random. ``conserved``: quantities that no entry
    changes. ``resealed``: a position that differs from the given one in secrets only, so that nobody but
    their owner may tell them apart."""

    setups: tuple[tuple[int | tuple[str, ...], Options], ...]
    conserved: Callable[[Any], Mapping[str, int]]
    resealed: Callable[[Any, Random], Any]


def hooks_of(game_id: str) -> Hooks:
    """A game's own hooks: ``HOOKS`` in ``tests/games/GAME/hooks.py``. A game installed from elsewhere
    has none here: it is played as it is, and nothing is known of what it conserves and hides."""
    name = f"tests.games.{game_id}"
    if find_spec(name) is None:
        seatings = find_game(game_id).seatings
        return Hooks(tuple((seats, {}) for seats in seatings), lambda _: {}, lambda state, _: state)
    return cast(Hooks, import_module(f"{name}.hooks").HOOKS)
