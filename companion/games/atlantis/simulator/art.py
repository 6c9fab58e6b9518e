"""Two prints of a *Survive: Escape from Atlantis!* box of our own drawing: sea, tiles and their backs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from math import cos, dist, sin, tau

import numpy as np

from companion.games.atlantis.edition import Edition
from companion.games.atlantis.simulator.solids import figure
from companion.games.atlantis.words import BACKS, GREEN
from companion.rules.contract import Zone, ZoneKind
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
    mixed,
    tinted,
)
from companion.simulator.solids import Solid

TILE = 0.96
"""Width of a land tile in pitches; a cell is 1 wide."""
_EDGE = 0.08
_HEXAGON = tuple((cos(tau * (i + 0.5) / 6) / 3**0.5, sin(tau * (i + 0.5) / 6) / 3**0.5) for i in range(6))
"""Corners of a cell of width 1 with a corner at the top."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one print. ``land``: dark and bright of each terrain."""

    sea: tuple[Bgr, Bgr]
    grid: Bgr
    frame: Bgr
    shore: tuple[Bgr, Bgr]
    land: Mapping[str, tuple[Bgr, Bgr]]
    rims: tuple[Bgr, Bgr]
    paper: Bgr
    ink: Bgr
    figures: Mapping[str, Bgr]
    seed: int


PRINTS: Mapping[str, Palette] = {
    "classic": Palette(
        sea=((150, 92, 24), (196, 134, 52)),
        grid=(112, 64, 14),
        frame=(84, 46, 12),
        shore=((60, 120, 140), (110, 176, 190)),
        land={
            "beach": ((120, 190, 226), (164, 220, 244)),
            "forest": ((34, 82, 34), (60, 130, 66)),
            "mountain": ((58, 62, 86), (92, 98, 126)),
        },
        rims=((50, 150, 50), (40, 40, 200)),
        paper=(222, 232, 236),
        ink=(50, 40, 36),
        figures={
            "red": (36, 30, 196), "blue": (190, 70, 20), "yellow": (30, 200, 240), "green": (60, 170, 50),
            "boat": (36, 128, 236), "serpent": (140, 40, 130), "shark": (226, 224, 222),
            "whale": (40, 26, 24),
        },
        seed=23,
    ),
    "neon": Palette(
        sea=((132, 100, 40), (172, 146, 80)),
        grid=(90, 70, 20),
        frame=(64, 50, 20),
        shore=((70, 110, 120), (130, 170, 176)),
        land={
            "beach": ((130, 196, 220), (180, 226, 240)),
            "forest": ((50, 96, 50), (86, 146, 80)),
            "mountain": ((70, 66, 90), (108, 102, 132)),
        },
        rims=((70, 170, 60), (60, 50, 210)),
        paper=(244, 244, 238),
        ink=(60, 40, 60),
        figures={
            "red": (56, 44, 214), "blue": (206, 96, 40), "yellow": (60, 214, 240), "green": (80, 180, 70),
            "boat": (60, 140, 240), "serpent": (160, 60, 150), "shark": (232, 232, 228),
            "whale": (48, 34, 34),
        },
        seed=47,
    ),
}  # fmt: skip


class AtlantisArt:
    """The box in one print (``classic`` or ``neon``). ``zones``: where the board's cells and islands are."""

    def __init__(self, edition: Edition, zones: tuple[Zone, ...], style: str) -> None:
        self.edition = edition
        self.colours = PRINTS[style]
        self._islands = [zone for zone in zones if zone.kind is ZoneKind.SQUARE]
        self.sheet = cache(self._sheet)
        self.solid = cache(self._solid)

    # the board

    def ground(self) -> tuple[Print, ...]:
        xs, ys = zip(*self.edition.board.centres, strict=True)
        tall = max(zone.y + zone.height / 2 for zone in self._islands)
        x0, x1 = min(xs) - 0.5 - _EDGE, max(xs) + 0.5 + _EDGE
        y0, y1 = min(ys) - tall - _EDGE, tall + _EDGE
        width, height = round((x1 - x0) * DENSITY), round((y1 - y0) * DENSITY)
        relief = clouds(height, width, self.colours.seed, coarsest=6, octaves=7)
        image = tinted(np.asarray(np.sin(relief * 4), np.float32), *self.colours.sea)
        art: Painting = np.dstack([image, np.full((height, width), 255, np.uint8)])
        brush = Brush(art)

        def at(x: float, y: float) -> tuple[float, float]:
            return (x - x0) / (x1 - x0), (y - y0) / (y1 - y0)

        for zone in self._islands:
            self._island(brush, zone, at)
        self._cells(brush, at, x1 - x0)
        brush.line([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)], self.colours.frame, 0.012, closed=True)
        return (Print(art, x0, y0, x1, y1),)

    def _cells(self, brush: Brush, at: Callable[[float, float], tuple[float, float]], wide: float) -> None:
        """The grid, where serpents start, and the line round the island. ``wide``: pitches of the picture."""
        board = self.edition.board
        for cell, (x, y) in enumerate(board.centres):
            corners = [at(x + px, y + py) for px, py in _HEXAGON]
            brush.line(corners, self.colours.grid, 0.0025, closed=True)
            if cell in board.marks:
                brush.disc(*at(x, y), 0.3 / wide, self.colours.grid, 0.004)
        framed = [board.centres[cell] for cell in board.frame]
        for x, y in framed:
            for (ax, ay), (bx, by) in zip(_HEXAGON, (*_HEXAGON[1:], _HEXAGON[0]), strict=True):
                if all(dist((x + ax + bx, y + ay + by), other) > 0.1 for other in framed):
                    brush.line([at(x + ax, y + ay), at(x + bx, y + by)], self.colours.frame, 0.004)

    def _island(self, brush: Brush, zone: Zone, at: Callable[[float, float], tuple[float, float]]) -> None:
        """A printed island with a ragged shore."""
        rng = np.random.default_rng(self.colours.seed + sum(map(ord, zone.cell)))
        for part, paint in ((1.0, self.colours.shore[0]), (0.86, self.colours.shore[1])):
            ragged = rng.uniform(0.9, 1.0, 24)
            outline = [
                at(
                    zone.x + zone.width / 2 * part * r * cos(tau * i / 24),
                    zone.y + zone.height / 2 * part * r * sin(tau * i / 24),
                )
                for i, r in enumerate(ragged)
            ]
            brush.polygon(outline, paint)

    # figures and tiles

    def _solid(self, name: str) -> Solid | None:
        return figure(name, self.colours.figures)

    def _sheet(self, name: str) -> Sheet | None:
        """Land tiles (``base beach`` on the board, ``tile beach`` beside it) and their backs."""
        if self.solid(name) is not None:
            return None
        piece = PosedPiece(name)
        kind, which = piece.kind, piece.which
        height = TILE * 2 / 3**0.5
        fine = blank(TILE, height)
        brush = Brush(fine)
        if kind == "back":
            self._back(brush, BACKS.index(which))
        else:
            self._land(brush, which)
        brush.mottle(self.colours.seed + sum(map(ord, name)), 0.03)
        return Sheet(averaged(fine), TILE, height)

    def _shape(self, size: float) -> list[tuple[float, float]]:
        return [(0.5 + px * size, 0.5 + py * size * 3**0.5 / 2) for px, py in _HEXAGON]

    def _land(self, brush: Brush, terrain: str) -> None:
        """Raises KeyError for a word that is no terrain."""
        dark, bright = self.colours.land[terrain]
        brush.polygon(self._shape(1.0), dark)
        brush.polygon(self._shape(0.93), bright)
        rng = np.random.default_rng(self.colours.seed + len(terrain))
        spots = rng.uniform(0.2, 0.8, (14, 2))
        for x, y in spots:
            if terrain == "beach":
                brush.disc(x, y, 0.02, dark)
            elif terrain == "forest":
                brush.disc(x, y, 0.08, dark)
                brush.disc(x - 0.02, y + 0.02, 0.04, mixed(dark, bright, 0.6))
            else:
                peak = ((-0.5, -0.4), (0.5, -0.4), (0.0, 0.5))
                brush.polygon(brush.spun(x, y, 0.22, 0, peak), dark)
                brush.polygon(brush.spun(x, y + 0.06, 0.07, 0, peak), mixed(dark, bright, 0.5))

    def _back(self, brush: Brush, back: int) -> None:
        """A frame, green or red, and a picture."""
        brush.polygon(self._shape(1.0), self.colours.rims[0 if back in GREEN else 1])
        brush.polygon(self._shape(0.84), self.colours.paper)
        self._picture(brush, BACKS[back])

    def _picture(self, brush: Brush, name: str) -> None:
        verb, _, kind = name.rpartition("-")
        paint = self.colours.figures.get(kind, self.colours.ink)
        match kind:
            case "serpent":
                wave = [(0.22 + 0.56 * i / 20, 0.5 + 0.12 * sin(tau * i / 10)) for i in range(21)]
                brush.line(wave, paint, 0.1)
            case "shark":
                brush.polygon(
                    [(0.2, 0.42), (0.8, 0.42), (0.62, 0.52), (0.52, 0.74), (0.42, 0.52)], self.colours.ink
                )
            case "whale":
                brush.disc(0.46, 0.5, 0.2, paint)
                brush.polygon([(0.6, 0.5), (0.84, 0.7), (0.8, 0.44)], paint)
            case "boat":
                brush.polygon([(0.2, 0.52), (0.8, 0.52), (0.66, 0.36), (0.34, 0.36)], paint)
                brush.polygon([(0.5, 0.56), (0.5, 0.78), (0.7, 0.56)], self.colours.ink)
            case "whirlpool":
                spiral = [
                    (0.5 + 0.3 * s * cos(3 * tau * s), 0.5 + 0.3 * s * sin(3 * tau * s))
                    for s in (i / 60 for i in range(61))
                ]
                brush.line(spiral, self.colours.sea[0], 0.06)
            case "volcano":
                brush.polygon([(0.2, 0.32), (0.8, 0.32), (0.58, 0.66), (0.42, 0.66)], self.colours.ink)
                brush.polygon(
                    [(0.42, 0.66), (0.58, 0.66), (0.64, 0.8), (0.5, 0.72), (0.36, 0.8)], (30, 90, 240)
                )
            case "dolphin":
                bow = [(0.5 + 0.26 * cos(tau * i / 40), 0.4 + 0.26 * sin(tau * i / 40)) for i in range(3, 19)]
                brush.line(bow, (190, 150, 60), 0.12)
            case "wind":
                for y in (0.4, 0.52, 0.64):
                    brush.line([(0.24, y), (0.7, y), (0.78, y + 0.05)], (190, 120, 40), 0.05)
        if verb == "stop":
            brush.line([(0.28, 0.3), (0.72, 0.7)], (40, 40, 210), 0.08)
            brush.line([(0.28, 0.7), (0.72, 0.3)], (40, 40, 210), 0.08)
        if verb == "move":
            brush.arrow(0.5, 0.27, 0.26, "r", self.colours.ink)
