"""Two prints of an *Arctica* box of our own drawing: board, ice tokens, cards, victory tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import atan2, cos, degrees, sin, tau

import numpy as np

from companion.games.arctica.edition import Edition
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
    tinted,
)
from companion.simulator.solids import Colour, Solid, extruded_solid, turned_solid

# -- The wooden figures of *Arctica*, cut from boards or turned

Outline = tuple[tuple[float, float], ...]

# fmt: off
_BEAR: Outline = (
    (-0.24, 0.0), (-0.13, 0.0), (-0.1, 0.11), (0.05, 0.11), (0.08, 0.0), (0.19, 0.0), (0.2, 0.15),
    (0.3, 0.2), (0.3, 0.27), (0.22, 0.33), (0.1, 0.33), (-0.12, 0.35), (-0.24, 0.28),
)
_ORCA: Outline = (
    (-0.3, 0.02), (-0.18, 0.06), (0.0, 0.0), (0.16, 0.02), (0.29, 0.1), (0.2, 0.17), (0.06, 0.19),
    (0.0, 0.31), (-0.06, 0.19), (-0.18, 0.13), (-0.3, 0.19), (-0.25, 0.1),
)
_SEAL: Outline = (
    (-0.22, 0.0), (0.12, 0.0), (0.17, 0.1), (0.13, 0.22), (0.18, 0.28), (0.1, 0.34), (0.03, 0.26),
    (0.0, 0.14), (-0.12, 0.1), (-0.25, 0.12),
)
_COD: Outline = (
    (-0.17, 0.0), (-0.09, 0.05), (0.03, 0.0), (0.15, 0.04), (0.19, 0.08), (0.15, 0.12), (0.03, 0.16),
    (-0.09, 0.11), (-0.17, 0.16),
)
_PERSON: Outline = (
    (0.14, 0.0), (0.14, 0.06), (0.1, 0.1), (0.11, 0.24), (0.07, 0.28), (0.1, 0.34), (0.1, 0.41), (0.06, 0.46),
    (0.01, 0.47),
)
# fmt: on
_THICK = {"bear": 0.14, "orca": 0.13, "seal": 0.13, "cod": 0.09}
_CUT = {"bear": _BEAR, "orca": _ORCA, "seal": _SEAL, "cod": _COD}
TOKEN_RADIUS = 0.45
"""Pitches from the middle of an ice token to its corners."""


_SCALE = 1.25
"""Figures are this many times as large as the outlines above."""


def figure(name: str, colours: Mapping[str, Bgr]) -> Solid:
    """The figure of that name. Raises KeyError."""
    solid = _figure(name, colours[name])
    return Solid(solid.vertices * _SCALE, solid.faces, solid.colours, solid.gloss)


def _figure(name: str, colour: Bgr) -> Solid:
    if name == "eskimo":
        return turned_solid(_PERSON, linear(colour), gloss=0.3)
    if name == "kayak":
        return _boat(linear(colour), linear(mixed(colour, (0, 0, 0), 0.5)))
    edge = linear(mixed(colour, (0, 0, 0), 0.12))
    return extruded_solid(_CUT[name], _THICK[name], linear(colour), edge, gloss=0.15)


def iceberg(wood: Bgr) -> Solid:
    """A craggy figure of plain wood."""
    crags = ((0.27, 0.0), (0.25, 0.1), (0.19, 0.19), (0.1, 0.28), (0.03, 0.31))
    rock = turned_solid(crags, linear(wood), 0.1, 7)
    shades = (linear(mixed(wood, (0, 0, 0), 0.06 * (number % 3))) for number in range(len(rock.faces)))
    return Solid(rock.vertices, rock.faces, tuple(shades), rock.gloss)


def _boat(hull: Colour, deck: Colour) -> Solid:
    """A kayak in the water: its flat side is down."""
    half = [(-0.3, 0.0), (-0.15, 0.075), (0.0, 0.095), (0.15, 0.075)]
    rim = half + [(-x, -y) for x, y in half]
    rim = [(x, -y) for x, y in rim][::-1]
    low, high = [(x * 0.9, y * 0.8, 0.0) for x, y in rim], [(x, y, 0.1) for x, y in rim]
    seat = [(0.09 * cos(tau * i / 8), 0.055 * sin(tau * i / 8), 0.101) for i in range(8)]
    n = len(rim)
    sides = [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    faces = (*sides, tuple(range(n, 2 * n)), tuple(range(2 * n, 2 * n + 8)))
    return Solid(np.array(low + high + seat), faces, ((hull,) * (n + 1)) + (deck,), 0.3)


# -- Two prints of an *Arctica* box of our own drawing

CARD_WIDTH, CARD_HEIGHT = 0.84, 1.22
TOKEN = 0.5
FIGURES = ("bear", "orca", "seal", "eskimo", "kayak", "cod")
_EDGE = 0.14
_ARROW = ((0.5, 0.0), (0.05, 0.42), (0.05, 0.17), (-0.5, 0.17), (-0.5, -0.17), (0.05, -0.17), (0.05, -0.42))
_HEXAGON = tuple((cos(tau * (i + 0.5) / 6), sin(tau * (i + 0.5) / 6)) for i in range(6))


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one print."""

    sea: tuple[Bgr, Bgr]
    grid: Bgr
    frame: Bgr
    floe: Bgr
    crack: Bgr
    slush: Bgr
    berg: Bgr
    igloo: Bgr
    paper: Bgr
    ink: Bgr
    back: tuple[Bgr, Bgr]
    directions: Mapping[str, Bgr]
    figures: Mapping[str, Bgr]
    seed: int


PRINTS: Mapping[str, Palette] = {
    "classic": Palette(
        sea=((148, 98, 40), (186, 134, 66)),
        grid=(120, 76, 30),
        frame=(92, 62, 36),
        floe=(240, 238, 232),
        crack=(220, 196, 160),
        slush=(170, 140, 96),
        berg=(136, 190, 222),
        igloo=(46, 116, 226),
        paper=(230, 238, 240),
        ink=(50, 42, 40),
        back=((120, 70, 30), (222, 200, 170)),
        directions={
            "yellow": (40, 200, 240), "orange": (30, 120, 240), "red": (50, 40, 200),
            "violet": (160, 50, 120), "blue": (230, 170, 70), "green": (70, 160, 60),
        },
        figures={
            "bear": (40, 190, 236), "orca": (34, 30, 30), "seal": (44, 72, 128), "eskimo": (44, 36, 200),
            "kayak": (140, 40, 120), "cod": (60, 140, 50),
        },
        seed=17,
    ),
    "neon": Palette(
        sea=((128, 112, 50), (168, 150, 84)),
        grid=(96, 88, 36),
        frame=(70, 80, 90),
        floe=(232, 240, 240),
        crack=(208, 210, 170),
        slush=(176, 164, 120),
        berg=(110, 160, 196),
        igloo=(60, 130, 214),
        paper=(244, 244, 238),
        ink=(60, 40, 60),
        back=((80, 60, 110), (190, 180, 220)),
        directions={
            "yellow": (60, 216, 244), "orange": (50, 140, 250), "red": (70, 50, 216),
            "violet": (176, 70, 140), "blue": (236, 190, 100), "green": (90, 176, 80),
        },
        figures={
            "bear": (60, 206, 244), "orca": (52, 44, 44), "seal": (56, 88, 150), "eskimo": (64, 50, 214),
            "kayak": (160, 60, 140), "cod": (76, 158, 66),
        },
        seed=41,
    ),
}  # fmt: skip


class ArcticaArt:
    """The box in one print (``classic`` or ``neon``)."""

    def __init__(self, edition: Edition, style: str) -> None:
        self.edition = edition
        self.colours = PRINTS[style]
        self.sheet = cache(self._sheet)
        self.solid = cache(self._solid)

    # the board

    def ground(self) -> tuple[Print, ...]:
        xs, ys = zip(*self.edition.board.centres, strict=True)
        right, top = max(xs) + 0.5 + _EDGE, max(ys) + 0.577 + _EDGE
        width, height = round(2 * right * DENSITY), round(2 * top * DENSITY)
        relief = clouds(height, width, self.colours.seed, coarsest=6, octaves=7)
        image = tinted(np.asarray(np.sin(relief * 5), np.float32), *self.colours.sea)
        art: Painting = np.dstack([image, np.full((height, width), 255, np.uint8)])
        brush = Brush(art)
        for x, y in self.edition.board.centres:
            corners = [
                (0.5 + (x + px / 3**0.5) / (2 * right), 0.5 + (y + py / 3**0.5) / (2 * top))
                for px, py in _HEXAGON
            ]
            brush.line(corners, self.colours.grid, 0.0035, closed=True)
        self._rim(brush, right, top)
        return (Print(art, -right, -top, right, top),)

    def _rim(self, brush: Brush, right: float, top: float) -> None:
        """Paint the frame. Each direction has a mark in its colour, at the corner to which it leads."""
        frame = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
        brush.line(frame, self.colours.frame, 0.02, closed=True)
        board = self.edition.board
        reach = board.coords[-1][1] + 0.62
        for colour in self.edition.colours:
            dx, dy = self._step(colour)
            x, y = 0.5 + dx * reach / (2 * right), 0.5 + dy * reach / (2 * top)
            turn = degrees(atan2(dy, dx))
            brush.polygon(
                brush.spun(x, y, 0.03, turn, _ARROW), self.colours.directions.get(colour, (90, 90, 90))
            )

    def _step(self, colour: str) -> tuple[float, float]:
        """The step in pitches from the board's middle cell to the next cell in the direction of a colour."""
        board = self.edition.board
        middle = board.coords.index((0, 0))
        x, y = board.centres[board.ahead[self.edition.colour_index[colour]][middle]]
        return x, y

    # figures

    def _solid(self, name: str) -> Solid | None:
        if name in FIGURES:
            return figure(name, self.colours.figures)
        return iceberg(self.colours.berg) if name == "iceberg" else None

    # what lies flat

    def _sheet(self, name: str) -> Sheet | None:
        if self.solid(name) is not None:
            return None
        piece = PosedPiece(name)
        kind, which = piece.kind, piece.which
        if kind == "base":
            return self._ice(which)
        if kind in ("token", "igloo"):
            return self._disc(which or kind)
        fine = blank(CARD_WIDTH, CARD_HEIGHT)
        brush = Brush(fine)
        if name == "back":
            self._back(brush)
        else:
            self._card(brush, which)
        brush.mottle(self.colours.seed + sum(map(ord, name)), 0.03)
        return Sheet(averaged(fine), CARD_WIDTH, CARD_HEIGHT)

    def _ice(self, kind: str) -> Sheet:
        """An ice token, floe or pack side up. Raises KeyError for another word."""
        if kind not in ("floe", "pack"):
            raise KeyError(kind)
        side = 2 * TOKEN_RADIUS
        fine = blank(side, side)
        brush = Brush(fine)
        shape = [(0.5 + x / 2, 0.5 + y / 2) for x, y in _HEXAGON]
        brush.polygon(shape, self.colours.floe if kind == "floe" else self.colours.slush)
        rng = np.random.default_rng(self.colours.seed)
        if kind == "floe":
            for _ in range(5):
                x, y = rng.uniform(0.25, 0.75, 2)
                bend = [(x + dx, y + dy) for dx, dy in rng.uniform(-0.14, 0.14, (3, 2))]
                brush.line(bend, self.colours.crack, 0.02)
        else:
            for way in range(7):
                far, spin = (0.0, 0.3) if way == 6 else (0.27, tau * way / 6)
                at = (0.5 + far * cos(spin), 0.5 + far * sin(spin))
                shard = [(0.5 * cos(tau * i / 5 + way), 0.5 * sin(tau * i / 5 + way)) for i in range(5)]
                brush.polygon(brush.spun(*at, 0.2, 0, shard), self.colours.floe)
        brush.line(shape, mixed(self.colours.slush, (0, 0, 0), 0.3), 0.02, closed=True)
        return Sheet(averaged(fine), side, side)

    def _disc(self, what: str) -> Sheet:
        """A victory token, or the igloo. Raises KeyError for an unknown one."""
        paint = {**self.colours.figures, "plankton": (120, 200, 120), "igloo": self.colours.igloo}[what]
        fine = blank(TOKEN, TOKEN)
        brush = Brush(fine)
        brush.disc(0.5, 0.5, 0.5, mixed(paint, (0, 0, 0), 0.3))
        brush.disc(0.5, 0.5, 0.45, paint)
        if what == "igloo":
            for row in range(3):
                y = 0.3 + 0.17 * row
                brush.line([(0.2, y), (0.8, y)], mixed(paint, (0, 0, 0), 0.35), 0.03)
            brush.disc(0.5, 0.24, 0.12, self.colours.ink)
        else:
            brush.text(0.5, 0.5, what[0].upper(), 0.42, self.colours.paper)
        return Sheet(averaged(fine), TOKEN, TOKEN)

    def _back(self, brush: Brush) -> None:
        dark, bright = self.colours.back
        brush.card(self.colours.paper, dark)
        brush.card(dark, bright, corner=0.12, rim=0.07)
        for row in range(4):
            shape = [(0.5 * x, 0.5 * y) for x, y in _HEXAGON]
            brush.line(brush.spun(0.5, 0.2 + 0.2 * row, 0.34, 0, shape), bright, 0.03, closed=True)

    def _card(self, brush: Brush, which: str) -> None:
        """An ice card. Raises KeyError for one that the edition does not have."""
        card = self.edition.cards[self.edition.card_index[which]]
        ink = self.colours.ink
        if card.colour < 0:
            brush.card(mixed(self.colours.paper, (70, 190, 250), 0.5), ink)
            brush.disc(0.5, 0.66, 0.2, (40, 150, 250))
            for ray in range(8):
                a = tau * ray / 8
                brush.line(
                    [(0.5 + r * cos(a), 0.66 + r * sin(a) * CARD_WIDTH / CARD_HEIGHT) for r in (0.25, 0.34)],
                    (40, 150, 250),
                    0.04,
                )
            drop = [(0.0, 0.5), (0.3, -0.1), (0.18, -0.4), (-0.18, -0.4), (-0.3, -0.1)]
            brush.polygon(brush.spun(0.5, 0.22, 0.28, 0, drop), (200, 130, 40))
            return
        colour = self.edition.colours[card.colour]
        paint = self.colours.directions.get(colour, (90, 90, 90))
        brush.card(mixed(self.colours.paper, paint, 0.35), ink)
        dx, dy = self._step(colour)
        brush.polygon(brush.spun(0.5, 0.64, 0.62, degrees(atan2(dy, dx)), _ARROW), paint)
        for number in range(card.tokens):
            x = 0.5 + 0.26 * (number - (card.tokens - 1) / 2)
            shape = [(0.5 * px, 0.5 * py) for px, py in _HEXAGON]
            brush.polygon(brush.spun(x, 0.2, 0.24, 0, shape), ink)
            brush.polygon(brush.spun(x, 0.2, 0.18, 0, shape), self.colours.floe)
