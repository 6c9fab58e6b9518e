"""Tables, people and quick cameras that the tests of the simulator share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import cv2

from companion.rules.contract import OptionValue
from companion.simulator.habits import Habits
from companion.simulator.hands import Span
from companion.simulator.people import People
from companion.simulator.profiles import PROFILES, Film, Profile
from companion.simulator.scene import scene_of
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


def jpeg_of_a_table() -> bytes:
    """A table of four players at rest, as a camera sends it."""
    setting = marso(4)
    renderer = setting.renderer(PROFILES["easy"], 1)
    scene = scene_of(setting.game.looks(setting.game.initial(setting.setup)), setting.placer(Random(5)))
    done, jpeg = cv2.imencode(".jpg", renderer.frame(scene))
    assert done
    return jpeg.tobytes()
