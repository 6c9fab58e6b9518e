"""Two prints of a deck of our own for the jungle game, and its totem.

The symbols are those of the game's ``picture.toml``; the prints differ in paper, inks, size and line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from companion.games.jungle.edition import Edition
from companion.games.jungle.zones import BACK, TOTEM, card_piece
from companion.outlines import covered, outline, stroke
from companion.rules.drawing import drawing_of
from companion.simulator.art import Bgr, Brush, Painting, Print, Sheet, averaged, blank, linear, star
from companion.simulator.solids import Solid, turned_solid

CARD: Final = 0.96
"""Pitches along the edge of a card: two of them lie beside each other without touching."""
_TURNED: Final = (
    (0.3, 0.0), (0.3, 0.12), (0.2, 0.3), (0.26, 0.6), (0.18, 0.9), (0.27, 1.2), (0.16, 1.45), (0.2, 1.7),
    (0.12, 1.9),
)  # fmt: skip
"""(radius, height) of the totem: about 14 cm high where a card is 7 cm wide."""


@dataclass(frozen=True, slots=True)
class Palette:
    """One print. ``size``: of a symbol, as a part of half a card; ``pen``: width of the symbol's lines;
    ``ring``: whether a ring surrounds the symbol."""

    paper: Bgr
    rim: Bgr
    back: tuple[Bgr, Bgr]
    wood: Bgr
    inks: Mapping[str, Bgr]
    dark: Bgr
    size: float
    pen: float
    ring: bool
    seed: int


PRINTS: Final[Mapping[str, Palette]] = {
    "classic": Palette(
        paper=(236, 242, 244), rim=(40, 60, 90), back=((36, 70, 40), (90, 150, 110)), wood=(60, 110, 170),
        inks={
            "red": (44, 40, 200), "yellow": (36, 190, 240), "blue": (190, 90, 36), "green": (62, 150, 50),
            "orange": (30, 120, 235), "violet": (160, 60, 130),
        },
        dark=(40, 34, 30), size=0.6, pen=0.15, ring=False, seed=31,
    ),
    "neon": Palette(
        paper=(214, 232, 240), rim=(90, 50, 110), back=((110, 60, 120), (200, 170, 220)), wood=(40, 60, 110),
        inks={
            "red": (80, 60, 216), "yellow": (60, 206, 236), "blue": (200, 116, 40), "green": (80, 166, 90),
            "orange": (50, 140, 240), "violet": (176, 76, 150),
        },
        dark=(70, 40, 60), size=0.54, pen=0.18, ring=True, seed=67,
    ),
}  # fmt: skip


class JungleArt:
    """The box in one print (``classic`` or ``neon``)."""

    def __init__(self, edition: Edition, style: str) -> None:
        self.colours = PRINTS[style]
        self._names = {str(card_piece(name)): name for name in edition.names}
        self._shapes = drawing_of("jungle")["shape"]
        self.sheet = cache(self._sheet)
        self.solid = cache(self._solid)

    def ground(self) -> tuple[Print, ...]:
        """There is no board."""
        return ()

    def _sheet(self, name: str) -> Sheet | None:
        if name == TOTEM:
            return None
        if name == BACK:
            return self._back()
        return self._card(self._names[name])

    def _solid(self, name: str) -> Solid | None:
        if name != TOTEM:
            self.sheet(name)  # a name that is neither is unknown
            return None
        return turned_solid(_TURNED, linear(self.colours.wood), gloss=0.25)

    def _back(self) -> Sheet:
        fine = blank(CARD, CARD)
        brush = Brush(fine)
        dark, bright = self.colours.back
        brush.card(dark, bright)
        for number in range(4):
            brush.polygon(brush.spun(0.5, 0.5, 0.8 - 0.2 * number, 11 * number, star(9, 0.7)),
                          (bright, dark)[number % 2])  # fmt: skip
        brush.mottle(self.colours.seed, 0.03)
        return Sheet(averaged(fine), CARD, CARD)

    def _card(self, name: str) -> Sheet:
        symbol, _, colour = name.rpartition("-")
        fine = blank(CARD, CARD)
        brush = Brush(fine)
        brush.card(self.colours.paper, self.colours.rim)
        if self.colours.ring:
            brush.disc(0.5, 0.5, 0.42, self.colours.rim, 0.012)
        ink = self.colours.inks.get(colour, self.colours.dark)
        self._symbol(fine, self._shapes[symbol or name], ink)
        brush.mottle(self.colours.seed, 0.02)
        return Sheet(averaged(fine), CARD, CARD)

    def _symbol(self, fine: Painting, parts: list[Mapping[str, str]], ink: Bgr) -> None:
        side = round(fine.shape[0] * self.colours.size)
        low = (fine.shape[0] - side) // 2
        middle = fine[low : low + side, low : low + side]
        for how, path in (item for part in parts for item in part.items()):
            rings = outline(path)
            inside = covered(stroke(rings, self.colours.pen) if how == "line" else rings, side)
            colour = self.colours.paper if how == "paper" else self.colours.inks.get(how, ink)
            middle[np.flipud(inside)] = (*colour, 255)
