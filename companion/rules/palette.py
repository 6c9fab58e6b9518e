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
