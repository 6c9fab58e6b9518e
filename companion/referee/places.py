"""Where an owner keeps what lies beside the board: piles, trays and hands, instead of the game's own places.

In text form (``clip.toml``, and the file that an owner's camera page writes) one line a place::

    "deck" = [7.0, 1.0, 0.9, 1.3]        # middle x, y, width, height on the game's map (pitches, y up)
    "has:bear" = [6.8, -3.2, 2.6, 2.6]   # every place whose name begins with has:bear: laid there loosely
    "out" = false                        # not kept at all: nobody looks for it
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.referee import tuning
from companion.rules.contract import Reading, Zone
from companion.rules.fields import FieldError, read

LARGEST = tuning.number("places.largest")
"""A place farther than so many pitches from the board's origin, or wider than that, is taken for a slip of
the pen."""

Rectangle = tuple[float, float, float, float]
"""Middle x, y, width and height in pitches."""


class PlacesError(ValueError):
    """Places that are not possible; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Places:
    """``of``: the rectangle of a place, or of all places whose names begin so; None if it is not kept at all.
    A name that the game does not have (for example of another edition) has no effect."""

    of: Mapping[str, Rectangle | None] = field(default_factory=dict)

    def find(self, cell: str) -> str | None:
        """The name under which a cell is placed; the longest that fits."""
        names = [name for name in self.of if cell == name or cell.startswith(f"{name}:")]
        return max(names, key=len, default=None)


NOWHERE = Places()


def placed(zones: Iterable[Zone], places: Places) -> tuple[Zone, ...]:
    """The zones where the owner keeps them. A zone that is not kept is left out. A zone that the owner names
    by its full name is watched (as cards), even if the game does not ask for it."""
    return tuple(placed for zone in zones if (placed := _placed(zone, places)) is not None)


def _placed(zone: Zone, places: Places) -> Zone | None:
    name = places.find(zone.cell)
    if name is None:
        return zone
    rectangle = places.of[name]
    if rectangle is None:
        return None
    x, y, width, height = rectangle
    if zone.turn % 2:  # its own width and height are those before it is turned
        width, height = height, width
    reading = Reading.CARDS if name == zone.cell and not zone.reading.watched else zone.reading
    return replace(zone, x=x, y=y, width=width, height=height, reading=reading)


def rectangle_of(zone: Zone) -> Rectangle:
    """Where a zone lies, as seen on the map."""
    width, height = (zone.height, zone.width) if zone.turn % 2 else (zone.width, zone.height)
    return (zone.x, zone.y, width, height)


def read_places(raw: Any) -> Places:
    """From the parsed TOML table. Raises PlacesError naming the key."""
    if not isinstance(raw, Mapping):
        raise PlacesError("[places] must be a table of names and rectangles")
    return Places({str(name): _rectangle(str(name), value) for name, value in raw.items()})


def _rectangle(name: str, value: Any) -> Rectangle | None:
    if value is False:
        return None
    try:
        x, y, width, height = map(float, read(tuple[float, float, float, float], value))
    except FieldError as error:
        told = f"[places] {name!r} must be four numbers (x, y, width, height) or false"
        raise PlacesError(told) from error
    if (
        not all(math.isfinite(n) and abs(n) <= LARGEST for n in (x, y, width, height))
        or min(width, height) <= 0.1
    ):
        raise PlacesError(f"[places] {name!r} lies nowhere near a table: {value}")
    return (x, y, width, height)


def write_places(places: Places) -> Iterator[str]:
    """The lines of a TOML table."""
    for name, rectangle in places.of.items():
        value = "false" if rectangle is None else json.dumps(list(rectangle))
        text = json.dumps(name, ensure_ascii=False).replace("\x7f", "\\u007f")
        yield f"{text} = {value}"
