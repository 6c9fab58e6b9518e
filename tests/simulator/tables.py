"""Tables, people and quick cameras that the tests of the simulator share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.rules.contract import OptionValue
from companion.simulator.hands import Span
from companion.simulator.people import Habits, People
from companion.simulator.profiles import PROFILES, Film, Profile
from companion.simulator.setting import Setting, setting_of

NO_OPTIONS: Mapping[str, OptionValue] = {}


def marso(seats: int = 2, options: Mapping[str, OptionValue] = NO_OPTIONS) -> Setting:
    return setting_of("marso", seats, options)


def people(setting: Setting, seed: int, **habits: Any) -> People:
    return People(setting, seed, Habits(**{"pace": 4.0} | habits))


def spans(players: People) -> Iterator[Span]:
    """Everything they do, to the end."""
    yield from players.play()


def noiseless(name: str = "easy") -> Profile:
    """A profile whose pictures depend on the scene alone."""
    profile = PROFILES[name]
    return replace(profile, film=Film(shot=0.0, read=0.0, jpeg=95))
