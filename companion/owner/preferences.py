"""What people have set on the screen, kept from one evening to the next in one small file.

Not in the owner's configuration, which is written by hand and only read by the program.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from companion.rules.files import keep_file

SAVER_MINUTES = (0, 5, 10, 30)
"""Minutes without a touch after which the screen goes dark; 0 is never."""
PICTURES = (0, 50, 200, 1000)
"""Megabytes that pictures of rulings may take; 0 keeps none."""
EVENINGS = (1, 3, 10, 30)
"""Pictures of so many evenings are kept."""

_MOST_MINUTES = 600


@dataclass(frozen=True, slots=True)
class Preferences:
    """``large_print``: larger letters. ``saver``: minutes, 0 for never.
    ``brightness``, ``volume``: per cent. ``sounds``, ``voice``: off at first, as a loudspeaker is not
    everywhere and a table that begins to speak by itself is a nuisance. ``clocks``: minutes for each seat
    (0 only counts) by game; a game that is not there has no clock.
    ``pictures``: megabytes for pictures of rulings, ``evenings``: for how many evenings they are kept."""

    large_print: bool = False
    saver: int = 10
    brightness: int = 100
    sounds: bool = False
    voice: bool = False
    volume: int = 60
    pictures: int = 200
    evenings: int = 10
    clocks: dict[str, int] = field(default_factory=dict)


def read_preferences(path: Path) -> Preferences:
    """What the file says; a value that it does not hold, or that cannot be, is the usual one."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Preferences()
    if not isinstance(found, dict):
        return Preferences()
    usual = Preferences()
    values = {
        one.name: found[one.name]
        for one in fields(Preferences)
        if type(found.get(one.name)) is type(getattr(usual, one.name))
        and _possible(one.name, found[one.name])
    }
    return Preferences(**values)


def write_preferences(path: Path, preferences: Preferences) -> None:
    """Replace the file as a whole. Raises OSError."""
    keep_file(path, json.dumps(asdict(preferences), ensure_ascii=False).encode())


def _possible(name: str, value: Any) -> bool:
    match name:
        case "saver":
            return value in SAVER_MINUTES
        case "pictures":
            return value in PICTURES
        case "evenings":
            return value in EVENINGS
        case "brightness" | "volume":
            return 10 <= int(value) <= 100
        case "clocks":
            return all(type(minutes) is int and 0 <= minutes <= _MOST_MINUTES for minutes in value.values())
        case _:
            return True
