"""A board and discs on the simulated table."""

from __future__ import annotations

from companion.simulator.art import Bgr, TableArt, linear
from companion.simulator.open_kit import OpenKit, SquaresArt
from companion.simulator.solids import Solid, turned_solid

PRINTS: dict[str, tuple[Bgr, Bgr]] = {
    "classic": ((70, 112, 52), (84, 126, 62)),
    "neon": ((96, 84, 50), (112, 98, 60)),
}
SIDES = {"disc black": (24, 24, 28), "disc white": (228, 240, 244)}
EDGE = ((0.36, 0.0), (0.38, 0.05), (0.36, 0.1), (0.0, 0.1))
"""(radius, height) in pitches, from the foot to the top."""


def disc(name: str) -> Solid:
    return turned_solid(EDGE, linear(SIDES[name]), gloss=0.2)


class ReversiKit(OpenKit):
    def paint(self, style: str) -> TableArt:
        return SquaresArt(8, 8, PRINTS[style], 17, disc)


KIT = ReversiKit
