"""Two prints of a *Марсо лови!* box of our own drawing.

The faces show what the edition says. An arrow card has two arrows: that of its first path on top, and that of
its second path below, upside down. A player who turns the card half round chooses the other path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from math import cos, sin, tau

import numpy as np

from companion.games.marso.edition import Edition
from companion.games.marso.words import BEASTS, DIRECTIONS
from companion.rules.pieces import PosedPiece
from companion.simulator.art import (
    DENSITY,
    Bgr,
    Brush,
    Painting,
    Print,
    Sheet,
    averaged,
    blank,
    clouds,
    linear,
    mixed,
    star,
    tinted,
)
from companion.simulator.solids import Solid, extruded_solid, turned_solid

CARD_WIDTH, CARD_HEIGHT = 0.84, 1.22
TOKEN = 0.84
_HALF_TURN = {"u": "d", "d": "u", "l": "r", "r": "l"}
_UNIT = {"u": (0, 1), "r": (1, 0), "d": (0, -1), "l": (-1, 0)}
_LETTER = {"up": "u", "right": "r", "down": "d", "left": "l"}


@dataclass(frozen=True, slots=True)
class Faces:
    """What is printed on the cards: paths of each hunter card, lines of each beast card (colour, direction),
    values of each score card (colour, points). ``size``: number of cells along a side of the board."""

    size: int
    paths: Mapping[str, tuple[str, ...]]
    lines: Mapping[str, tuple[tuple[str, str], ...]]
    values: Mapping[str, tuple[tuple[str, int], ...]]


def faces_of(edition: Edition) -> Faces:
    """What the cards of an edition show."""
    return Faces(
        size=edition.size,
        paths={card.name: card.paths for card in edition.cards},
        lines={
            f"b{number}": tuple((BEASTS[beast], DIRECTIONS[way]) for beast, way in lines)
            for number, lines in enumerate(edition.beast_cards, 1)
        },
        values={
            f"s{number}": tuple(zip(BEASTS, points, strict=True))
            for number, points in enumerate(edition.score_cards, 1)
        },
    )


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one print."""

    ground: tuple[Bgr, Bgr]
    grid: Bgr
    frame: Bgr
    trap: tuple[Bgr, Bgr]
    paper: Bgr
    ink: Bgr
    arrows: Mapping[str, Bgr]
    beasts: Mapping[str, Bgr]
    hunters: Mapping[str, Bgr]
    tokens: Mapping[str, Bgr]
    back: tuple[Bgr, Bgr]
    seed: int


PRINTS: Mapping[str, Palette] = {
    "classic": Palette(
        ground=((58, 98, 176), (112, 164, 222)),
        grid=(40, 62, 104),
        frame=(34, 46, 78),
        trap=((28, 28, 34), (84, 92, 112)),
        paper=(222, 236, 240),
        ink=(48, 40, 40),
        arrows={"u": (60, 60, 196), "r": (176, 98, 30), "d": (46, 132, 44), "l": (20, 142, 214)},
        beasts={
            "red": (36, 30, 190),
            "blue": (182, 76, 22),
            "yellow": (34, 196, 236),
            "green": (52, 128, 34),
        },
        hunters={
            "south": (30, 26, 26),
            "west": (226, 232, 234),
            "north": (26, 112, 232),
            "east": (132, 40, 110),
        },
        tokens={"turquoise": (190, 186, 40), "violet": (150, 44, 118)},
        back=((96, 44, 36), (190, 140, 90)),
        seed=11,
    ),
    "neon": Palette(
        ground=((96, 84, 70), (176, 170, 146)),
        grid=(58, 44, 40),
        frame=(104, 74, 40),
        trap=((20, 20, 60), (60, 70, 170)),
        paper=(244, 244, 238),
        ink=(60, 34, 50),
        arrows={"u": (150, 40, 160), "r": (40, 40, 210), "d": (170, 130, 20), "l": (40, 150, 60)},
        beasts={
            "red": (60, 40, 214),
            "blue": (206, 110, 40),
            "yellow": (60, 214, 240),
            "green": (72, 160, 60),
        },
        hunters={
            "south": (54, 50, 48),
            "west": (204, 214, 220),
            "north": (50, 130, 240),
            "east": (160, 60, 140),
        },
        tokens={"turquoise": (200, 204, 70), "violet": (176, 66, 146)},
        back=((40, 96, 60), (110, 190, 140)),
        seed=29,
    ),
}

# fmt: off
_SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_HOPPER = (
    (-0.3, 0.0), (-0.14, 0.0), (-0.1, 0.12), (0.06, 0.12), (0.1, 0.0), (0.27, 0.0), (0.24, 0.22),
    (0.33, 0.34), (0.33, 0.5), (0.22, 0.58), (0.19, 0.7), (0.12, 0.58), (0.03, 0.48), (0.0, 0.36),
    (-0.12, 0.38), (-0.24, 0.34), (-0.36, 0.46), (-0.33, 0.24),
)
_HORNED = (
    (-0.28, 0.0), (-0.12, 0.0), (-0.06, 0.1), (0.06, 0.1), (0.12, 0.0), (0.28, 0.0), (0.32, 0.22),
    (0.28, 0.44), (0.34, 0.66), (0.2, 0.54), (0.08, 0.52), (0.0, 0.6), (-0.08, 0.52), (-0.2, 0.54),
    (-0.34, 0.66), (-0.28, 0.44), (-0.32, 0.22),
)
_PAWN = (
    (0.24, 0.0), (0.24, 0.06), (0.17, 0.12), (0.11, 0.3), (0.09, 0.46), (0.15, 0.5), (0.19, 0.6),
    (0.19, 0.68), (0.15, 0.76), (0.08, 0.81), (0.02, 0.82),
)
_CONE = (
    (0.25, 0.0), (0.25, 0.08), (0.2, 0.14), (0.12, 0.56), (0.17, 0.6), (0.17, 0.66), (0.12, 0.76),
    (0.03, 0.79),
)
# fmt: on


class MarsoArt:
    """The box in one print (``classic`` or ``neon``)."""

    def __init__(self, faces: Faces, style: str) -> None:
        self.faces = faces
        self.style = style
        self.colours = PRINTS[style]
        self.sheet = cache(self._sheet)
        self.solid = cache(self._solid)

    def ground(self) -> tuple[Print, ...]:
        edge = 0.275
        low, high = -0.5 - edge, self.faces.size - 0.5 + edge
        side = high - low
        pixels = round(side * DENSITY)
        art = self._landscape(pixels)
        brush = Brush(art)
        frame = edge / side
        self._craters(brush, side)
        for i in range(self.faces.size + 1):
            at = frame + i / side
            brush.line([(frame, at), (1 - frame, at)], self.colours.grid, 0.0042)
            brush.line([(at, frame), (at, 1 - frame)], self.colours.grid, 0.0042)
        self._trap(brush, side)
        for near, far in ((0.0, frame), (1 - frame, 1.0)):
            for strip in (
                ((0, near), (1, near), (1, far), (0, far)),
                ((near, 0), (near, 1), (far, 1), (far, 0)),
            ):
                brush.polygon(strip, self.colours.frame)
        for i in range(self.faces.size):
            at = frame + (i + 0.5) / side
            for x, y in ((at, frame / 2), (at, 1 - frame / 2), (frame / 2, at), (1 - frame / 2, at)):
                brush.disc(x, y, 0.006, mixed(self.colours.frame, self.colours.paper, 0.5))
        return (Print(art, low, low, high, high),)

    def _landscape(self, pixels: int) -> Painting:
        dark, bright = self.colours.ground
        relief = clouds(pixels, pixels, self.colours.seed, coarsest=5, octaves=7)
        if self.style == "neon":
            relief = np.asarray(np.sin(relief * 8), np.float32)
        image = tinted(relief, dark, bright)
        return np.dstack([image, np.full((pixels, pixels), 255, np.uint8)])

    def _craters(self, brush: Brush, side: float) -> None:
        rng = np.random.default_rng(self.colours.seed)
        for _ in range(70):
            x, y = rng.uniform(0.05, 0.95, 2)
            radius = rng.uniform(0.05, 0.28) / side
            shade = mixed(*self.colours.ground, float(rng.uniform(-0.1, 0.2)))
            lip = mixed(*self.colours.ground, float(rng.uniform(0.9, 1.25)))
            brush.disc(x, y, radius, mixed(lip, (255, 255, 255), 0.0))
            brush.disc(x + radius * 0.18, y - radius * 0.18, radius * 0.82, shade)

    def _trap(self, brush: Brush, side: float) -> None:
        dark, bright = self.colours.trap
        r = 0.5 / side
        brush.polygon([(0.5 - r, 0.5 - r), (0.5 + r, 0.5 - r), (0.5 + r, 0.5 + r), (0.5 - r, 0.5 + r)], dark)
        for ring in range(4):
            brush.disc(0.5, 0.5, r * (0.92 - 0.22 * ring), mixed(dark, bright, (ring + 1) % 2 * 0.8))
        for spoke in range(12):
            a = tau * spoke / 12
            brush.line(
                [(0.5, 0.5), (0.5 + r * 0.92 * cos(a), 0.5 + r * 0.92 * sin(a))],
                mixed(dark, bright, 0.5),
                0.002,
            )

    def _solid(self, name: str) -> Solid | None:
        piece = PosedPiece(name)
        kind, which = piece.kind, piece.which
        if kind == "hunter":
            colour = linear(self.colours.hunters[which])
            return turned_solid(_PAWN if self.style == "classic" else _CONE, colour, gloss=0.35)
        if kind == "beast":
            colour = self.colours.beasts[which]
            shape = _HOPPER if self.style == "classic" else _HORNED
            edge = linear(mixed(colour, (0, 0, 0), 0.12))
            return extruded_solid(shape, 0.26, linear(colour), edge, gloss=0.12)
        return None

    def _sheet(self, name: str) -> Sheet | None:
        piece = PosedPiece(name)
        kind, which = piece.kind, piece.which
        if kind in ("hunter", "beast"):
            return None
        if kind == "base":
            return self._token(which)
        fine = blank(CARD_WIDTH, CARD_HEIGHT)
        brush = Brush(fine)
        painter = self._painter(name)
        painter(brush)
        brush.mottle(self.colours.seed + sum(map(ord, name)), 0.03)
        return Sheet(averaged(fine), CARD_WIDTH, CARD_HEIGHT)

    def _painter(self, name: str) -> Callable[[Brush], None]:
        """Raises KeyError for a card that the edition does not have."""
        if name == "back":
            return self._back
        if name == "start card":
            return self._start
        which = PosedPiece(name).which
        if which in self.faces.lines:
            return lambda brush: self._beast_card(brush, which)
        if which in self.faces.values:
            return lambda brush: self._score_card(brush, which)
        return lambda brush: self._hunter_card(brush, which, self.faces.paths[which])

    def _token(self, colour: str) -> Sheet:
        fine = blank(TOKEN, TOKEN)
        brush = Brush(fine)
        paint = self.colours.tokens[colour]
        brush.disc(0.5, 0.5, 0.5, mixed(paint, (0, 0, 0), 0.35))
        brush.disc(0.5, 0.5, 0.46, paint)
        turns = 2.5 if colour == "turquoise" else -2.5
        spiral = [
            (0.5 + 0.4 * s * cos(turns * tau * s), 0.5 + 0.4 * s * sin(turns * tau * s))
            for s in (i / 60 for i in range(61))
        ]
        brush.line(spiral, mixed(paint, (255, 255, 255), 0.6), 0.045)
        return Sheet(averaged(fine), TOKEN, TOKEN)

    def _back(self, brush: Brush) -> None:
        dark, bright = self.colours.back
        brush.card(self.colours.paper, dark)
        brush.card(dark, bright, corner=0.12, rim=0.07)
        for row in range(7):
            for column in range(4):
                x, y = 0.2 + 0.2 * column, 0.14 + 0.12 * row
                brush.polygon(
                    brush.spun(x, y, 0.13, 45, ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))), bright
                )

    def _start(self, brush: Brush) -> None:
        gold = mixed(self.colours.beasts["yellow"], self.colours.paper, 0.25)
        brush.card(gold, self.colours.ink)
        brush.polygon(brush.spun(0.5, 0.58, 0.7, 0, star(5, 0.42)), self.colours.beasts["red"])
        brush.polygon(brush.spun(0.5, 0.58, 0.34, 0, star(5, 0.42)), gold)
        brush.text(0.5, 0.17, "START", 0.12, self.colours.ink)

    def _beast_card(self, brush: Brush, which: str) -> None:
        ink = self.colours.ink
        brush.card(mixed(self.colours.paper, (150, 120, 90), 0.3), ink)
        brush.text(0.5, 0.92, which[1:], 0.1, ink)
        lines = self.faces.lines[which]
        for row, (colour, direction) in enumerate(lines):
            y = 0.77 - 0.195 * row
            paint = self.colours.beasts[colour]
            band = [(0.12, y - 0.085), (0.88, y - 0.085), (0.88, y + 0.085), (0.12, y + 0.085)]
            brush.polygon(band, mixed(paint, self.colours.paper, 0.7))
            brush.disc(0.27, y, 0.1, paint)
            brush.arrow(0.62, y, 0.24, _LETTER[direction], paint)

    def _score_card(self, brush: Brush, which: str) -> None:
        brush.card(mixed(self.colours.paper, (120, 170, 200), 0.35), self.colours.ink)
        for row, (colour, points) in enumerate(self.faces.values[which]):
            y = 0.84 - 0.225 * row
            brush.disc(0.3, y, 0.13, self.colours.beasts[colour])
            brush.text(0.66, y, str(points), 0.2, self.colours.ink)

    def _hunter_card(self, brush: Brush, which: str, paths: tuple[str, ...]) -> None:
        pictures = {
            "still": self._still,
            "teleport": self._teleport,
            "skate": self._skate,
            "dart": self._dart,
            "jet": self._jet,
        }
        if which in pictures:
            pictures[which](brush)
            return
        brush.card(self.colours.paper, self.colours.ink)
        if len(paths[0]) > 1:
            self._slippers(brush, paths[0])
            return
        brush.line([(0.12, 0.5), (0.88, 0.5)], mixed(self.colours.paper, self.colours.ink, 0.4), 0.02)
        self._half(brush, 0.75, paths[0], paths[0])
        if len(paths) > 1:
            self._half(brush, 0.25, paths[1], _HALF_TURN[paths[1]])

    def _half(self, brush: Brush, y: float, letter: str, shown: str) -> None:
        """One end of an arrow card: its field and arrow in the colour of the letter."""
        paint = self.colours.arrows[letter]
        brush.disc(0.5, y, 0.3, mixed(paint, self.colours.paper, 0.75))
        brush.arrow(0.5, y, 0.46, shown, paint)

    def _slippers(self, brush: Brush, path: str) -> None:
        """Paint a path as a trail, as wide as footprints, from its starting dot. Turned half round, the card
        shows its other path."""
        brush.card(mixed(self.colours.paper, (90, 200, 250), 0.45), self.colours.ink)
        trail = [(0.0, 0.0)]
        for letter in path:
            x, y = trail[-1]
            dx, dy = _UNIT[letter]
            trail.append((x + dx, y + dy))
        middle_x = (max(x for x, _ in trail) + min(x for x, _ in trail)) / 2
        middle_y = (max(y for _, y in trail) + min(y for _, y in trail)) / 2
        step = 0.3
        drawn = brush.spun(0.5, 0.5, step, 0, [(x - middle_x, y - middle_y) for x, y in trail])
        paint = self.colours.arrows[path[0]]
        brush.line(drawn, paint, 0.1)
        brush.disc(*drawn[0], 0.1, self.colours.ink)
        brush.arrow(*drawn[-1], 0.34, path[-1], paint)

    def _still(self, brush: Brush) -> None:
        brush.card(mixed(self.colours.paper, (120, 120, 230), 0.35), self.colours.ink)
        eight = [(0.5 * cos(tau * (i + 0.5) / 8), 0.5 * sin(tau * (i + 0.5) / 8)) for i in range(8)]
        brush.polygon(brush.spun(0.5, 0.5, 0.7, 0, eight), (44, 40, 190))
        brush.polygon(
            brush.spun(0.5, 0.5, 0.42, 0, ((-0.5, -0.12), (0.5, -0.12), (0.5, 0.12), (-0.5, 0.12))),
            (240, 240, 240),
        )

    def _teleport(self, brush: Brush) -> None:
        brush.card(mixed(self.colours.paper, self.colours.tokens["violet"], 0.4), self.colours.ink)
        for y, token in ((0.72, "turquoise"), (0.28, "violet")):
            for ring in range(3):
                paint = self.colours.tokens[token] if ring % 2 == 0 else self.colours.paper
                brush.disc(0.5, y, 0.3 - 0.09 * ring, paint)
        brush.line([(0.5, 0.4), (0.5, 0.6)], self.colours.ink, 0.04)

    def _skate(self, brush: Brush) -> None:
        brush.card(mixed(self.colours.paper, (90, 220, 120), 0.4), self.colours.ink)
        for letter, x, y in (("u", 0.5, 0.76), ("r", 0.76, 0.5), ("d", 0.5, 0.24), ("l", 0.24, 0.5)):
            brush.arrow(x, y, 0.27, letter, self.colours.ink)
        brush.disc(0.5, 0.5, 0.1, (60, 150, 60))

    def _dart(self, brush: Brush) -> None:
        brush.card(mixed(self.colours.paper, (220, 160, 90), 0.45), self.colours.ink)
        brush.line([(0.2, 0.2), (0.7, 0.72)], self.colours.ink, 0.05)
        brush.polygon([(0.86, 0.86), (0.6, 0.74), (0.74, 0.62)], (60, 60, 70))
        brush.polygon([(0.2, 0.2), (0.12, 0.34), (0.3, 0.3)], (50, 50, 200))
        brush.polygon([(0.2, 0.2), (0.34, 0.1), (0.3, 0.3)], (50, 50, 200))
        for row, size in enumerate((0.1, 0.14, 0.19)):
            brush.text(
                0.28 + 0.14 * row, 0.66 + 0.09 * row, "Z", size, mixed(self.colours.ink, (160, 90, 40), 0.6)
            )

    def _jet(self, brush: Brush) -> None:
        brush.card(mixed(self.colours.paper, (80, 170, 255), 0.4), self.colours.ink)
        body = [(-0.18, -0.4), (0.18, -0.4), (0.18, 0.2), (0.0, 0.5), (-0.18, 0.2)]
        for x in (0.36, 0.64):
            brush.polygon(brush.spun(x, 0.58, 0.62, 0, body), (90, 90, 100))
            flame = [(-0.14, 0.0), (0.14, 0.0), (0.0, -0.42)]
            brush.polygon(brush.spun(x, 0.36, 0.6, 0, flame), (30, 110, 245))
            brush.polygon(brush.spun(x, 0.36, 0.34, 0, flame), (60, 220, 250))
