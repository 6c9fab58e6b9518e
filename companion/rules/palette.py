"""Colours and signs that mean the same wherever a table is shown: screen, spectators' page, replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

COLOURS: Final[Mapping[str, str]] = {
    "red": "d32f2f",
    "blue": "1f5fd0",
    "yellow": "f6c51b",
    "green": "2e9e44",
    "turquoise": "17b3ae",
    "violet": "8a4fd1",
    "white": "ffffff",
    "black": "222222",
    "orange": "f08a1d",
    "brown": "8a5a33",
    "pink": "ef6aa5",
    "grey": "8b949e",
}
"""``rrggbb`` by the names that games use for their pieces, bases, seats and lamps."""

CARD: Final = "fbf8ef"
BACK: Final = "4b5f8a"
"""The paper of a card, and the back of one."""

SHAPES: Final = ("circle", "square", "triangle", "diamond", "hexagon", "star")
SEAT_COLOURS: Final = ("white", "orange", "black", "pink", "brown", "grey")
"""For seats that are not colours themselves: apart from the usual colours of pieces."""


@dataclass(frozen=True, slots=True)
class SeatMark:
    """How a seat is told from the others: all three at once. ``colour``: ``rrggbb``."""

    number: int
    shape: str
    colour: str


def seat_mark(name: str, seats: Sequence[str]) -> SeatMark:
    """The mark of a seat. Numbers count from 1 in the order of turns. ValueError: nobody sits there."""
    index = list(seats).index(name)
    colour = COLOURS.get(name) or COLOURS[SEAT_COLOURS[index % len(SEAT_COLOURS)]]
    return SeatMark(index + 1, SHAPES[index % len(SHAPES)], colour)


def luminance(colour: Sequence[float]) -> float:
    """Relative luminance (WCAG 2), 0 black to 1 white. ``colour``: red, green and blue, 0 to 1."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def is_light(colour: Sequence[float]) -> bool:
    """Whether black is easier to read on a colour than white."""
    return luminance(colour) > 0.179
