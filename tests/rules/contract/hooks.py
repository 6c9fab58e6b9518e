"""What the shared tests must know of each game: set-ups to play, what never changes, what is secret."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any, cast

from companion.rules.contract import OptionValue

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
    """A game's own hooks: ``HOOKS`` in ``tests/rules/GAME/hooks.py``."""
    module = import_module(f"..{game_id}.hooks", __package__)
    return cast(Hooks, module.HOOKS)
