"""Two prints of a small chess set of our own: a chequered board, and turned men as of a travelling set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from companion.simulator.art import Bgr, linear
from companion.simulator.open_kit import SquaresArt
from companion.simulator.solids import Solid, extruded_solid, turned_solid

Profile = tuple[tuple[float, float], ...]

_FOOT: Profile = ((0.3, 0.0), (0.3, 0.06), (0.2, 0.12))
_MEN: Mapping[str, Profile] = {
    "pawn": ((0.1, 0.25), (0.14, 0.32), (0.1, 0.42), (0.03, 0.45)),
    "bishop": ((0.11, 0.3), (0.15, 0.42), (0.08, 0.56), (0.02, 0.6)),
    "rook": ((0.16, 0.3), (0.16, 0.42), (0.2, 0.44), (0.2, 0.54)),
    "queen": ((0.13, 0.4), (0.22, 0.58), (0.12, 0.62), (0.05, 0.68)),
    "king": ((0.14, 0.42), (0.21, 0.6), (0.08, 0.64), (0.08, 0.76)),
}
"""Above the foot, which all but knights have: (radius, height) in pitches."""
_KNIGHT: Profile = (
    *((-0.28, 0.0), (0.28, 0.0), (0.24, 0.1), (0.2, 0.3), (0.36, 0.3)),
    *((0.38, 0.4), (0.14, 0.56), (0.02, 0.62), (-0.16, 0.48), (-0.24, 0.2)),
)
"""Cut from a board: (x, height) of the outline."""
_BOARD = 0.26
"""Thickness of that board."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one print."""

    squares: tuple[Bgr, Bgr]
    men: Mapping[str, Bgr]
    seed: int


PRINTS: Mapping[str, Palette] = {
    "classic": Palette(
        squares=((64, 98, 134), (122, 164, 190)),
        men={"white": (226, 244, 250), "black": (26, 26, 32)},
        seed=11,
    ),
    "neon": Palette(
        squares=((74, 116, 66), (150, 178, 172)),
        men={"white": (236, 240, 238), "black": (60, 36, 30)},
        seed=23,
    ),
}
"""Dark squares first."""


def chess_art(style: str) -> SquaresArt:
    """The set in one print (``classic`` or ``neon``). Raises KeyError."""
    print_ = PRINTS[style]
    return SquaresArt(8, 8, print_.squares, print_.seed, partial(_man, print_))


def _man(colours: Palette, name: str) -> Solid:
    kind, seat = name.split()
    colour = linear(colours.men[seat])
    if kind == "knight":
        return extruded_solid(_KNIGHT, _BOARD, colour, colour, gloss=0.3)
    return turned_solid((*_FOOT, *_MEN[kind]), colour, gloss=0.3)
