"""Two prints of a Northwest Passage box of our own drawing: board, tiles, tokens, sun disc."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, sin, tau

import numpy as np

from companion.games.northwest.board import STRIDE, row_of
from companion.games.northwest.edition import Edition
from companion.games.northwest.pictures import is_small, squares_of
from companion.rules.contract import Zone
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
from companion.simulator.solids import Colour, Solid, turned_solid

# -- The wooden pieces

Outline = Sequence[tuple[float, float]]

_HULL = ((-0.28, -0.08), (-0.22, -0.13), (0.1, -0.13), (0.32, 0.0), (0.1, 0.13), (-0.22, 0.13), (-0.28, 0.08))
_DECK = ((-0.18, -0.05), (0.06, -0.05), (0.14, 0.0), (0.06, 0.05), (-0.18, 0.05))
_LOAD = ((-0.2, -0.13), (0.2, -0.13), (0.2, 0.13), (-0.2, 0.13))
_STRAPS = ((-0.05, -0.13), (0.05, -0.13), (0.05, 0.13), (-0.05, 0.13))
_MAN = ((0.15, 0.0), (0.15, 0.05), (0.09, 0.1), (0.07, 0.2), (0.1, 0.24), (0.1, 0.3), (0.05, 0.35))


def figure(kind: str, colour: Bgr) -> Solid:
    """``ship``, ``sled``, ``crew`` or ``marker`` (a crewman, too) of a colour. Raises KeyError."""
    paint = linear(colour)
    if kind in ("crew", "marker"):
        return turned_solid(_MAN, paint, gloss=0.3)
    low, high, other = {
        "ship": (_HULL, _DECK, linear(mixed(colour, (235, 240, 240), 0.8))),
        "sled": (_LOAD, _STRAPS, linear(mixed(colour, (20, 20, 20), 0.8))),
    }[kind]
    return _stacked((low, 0.0, 0.16, paint), (high, 0.16, 0.22, other))


def _stacked(*blocks: tuple[Outline, float, float, Colour]) -> Solid:
    """A figure of blocks on each other. Each block: outline (counter-clockwise from above), height of its
    bottom and of its top in pitches, colour."""
    vertices: list[tuple[float, float, float]] = []
    faces: list[tuple[int, ...]] = []
    colours: list[Colour] = []
    for outline, bottom, top, colour in blocks:
        first, n = len(vertices), len(outline)
        vertices += [(x, y, z) for z in (bottom, top) for x, y in outline]
        for i in range(n):
            j = (i + 1) % n
            faces.append((first + i, first + j, first + n + j, first + n + i))
        faces.append(tuple(range(first + n, first + 2 * n)))
        colours += [colour] * (n + 1)
    return Solid(np.array(vertices), tuple(faces), tuple(colours), gloss=0.15)


# -- Two prints of a Northwest Passage box of our own drawing

TOKEN = 0.46
DISC = 0.72
_RIM = 0.03
_SYMBOL = 0.34
"""Width in pitches of a symbol on a tile."""


_BOW = tuple((cos(tau * i / 32), sin(tau * i / 32)) for i in range(9))


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one print."""

    paper: tuple[Bgr, Bgr]
    dots: Bgr
    sea: Bgr
    land: Bgr
    coast: Bgr
    rim: Bgr
    ink: Bgr
    chip: Bgr
    sun: Bgr
    symbols: Mapping[str, Bgr]
    figures: Mapping[str, Bgr]
    seed: int


PRINTS: Mapping[str, Palette] = {
    "classic": Palette(
        paper=((206, 190, 168), (230, 218, 200)), dots=(140, 160, 166), sea=(170, 112, 52),
        land=(60, 136, 168), coast=(52, 84, 98), rim=(56, 66, 72), ink=(40, 36, 34), chip=(224, 234, 238),
        sun=(30, 176, 246),
        symbols={
            "inuit": (176, 96, 236), "cairn": (20, 116, 240), "franklin": (70, 222, 168),
            "strait": (150, 30, 120),
        },
        figures={
            "red": (40, 36, 200), "blue": (190, 80, 30), "green": (60, 140, 50), "yellow": (40, 196, 240),
        },
        seed=23,
    ),
    "neon": Palette(
        paper=((214, 206, 190), (234, 228, 218)), dots=(150, 150, 140), sea=(158, 138, 44),
        land=(128, 172, 204), coast=(70, 92, 120), rim=(70, 60, 80), ink=(56, 36, 50), chip=(240, 240, 230),
        sun=(60, 200, 250),
        symbols={
            "inuit": (190, 116, 244), "cairn": (40, 132, 246), "franklin": (90, 230, 180),
            "strait": (164, 50, 136),
        },
        figures={
            "red": (60, 50, 214), "blue": (206, 96, 40), "green": (76, 158, 66), "yellow": (60, 206, 246),
        },
        seed=57,
    ),
}  # fmt: skip


class NorthwestArt:
    """The box in one print (``classic`` or ``neon``). ``zones``: of the table; the places beside the board
    are outlined."""

    def __init__(self, edition: Edition, zones: tuple[Zone, ...], style: str) -> None:
        self.edition = edition
        self.colours = PRINTS[style]
        self._areas = tuple(zone for zone in zones if zone.kind == "square" and zone.width != 1.0)
        self.sheet = cache(self._sheet)
        self.solid = cache(self._solid)

    # what lies still

    def ground(self) -> tuple[Print, ...]:
        return (self._board(), *map(self._area, self._areas))

    def _board(self) -> Print:
        board, colours = self.edition.board, self.colours
        across, down = board.width + 2, board.height
        height, width = round(down * DENSITY), round(across * DENSITY)
        relief = clouds(height, width, colours.seed, coarsest=5, octaves=6)
        art: Painting = np.dstack([tinted(relief, *colours.paper), np.full((height, width), 255, np.uint8)])
        brush = Brush(art)
        for column in range(1, across):
            x = column / across
            brush.line([(x, 0.0), (x, 1.0)], colours.dots, 0.0016)
        for row in range(1, down):
            brush.line([(1 / across, row / down), (1 - 1 / across, row / down)], colours.dots, 0.0016)
        for tile in board.printed:
            for number, square in enumerate(tile.squares):
                corners = tile.labels[2 * number : 2 * number + 4]
                x = 0.0 if tile.squares[0] % STRIDE == 0 else (across - 1) / across
                y = 1 - (row_of(square)) / down
                _terrain(brush, f"{corners[:2]}/{corners[2:]}", (x, y, 1 / across, 1 / down), colours)
        return Print(art, -1.0, -float(down), board.width + 1.0, 0.0)

    def _area(self, zone: Zone) -> Print:
        fine = blank(zone.width, zone.height)
        brush = Brush(fine)
        brush.line([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)], self.colours.dots, 0.03, closed=True)
        half = zone.width / 2, zone.height / 2
        return Print(averaged(fine), zone.x - half[0], zone.y - half[1], zone.x + half[0], zone.y + half[1])

    # flat pieces

    def _sheet(self, name: str) -> Sheet | None:
        piece = PosedPiece(name)
        what, rest = piece.kind, piece.which
        if what == "base":
            return self._square(PosedPiece(rest).which)
        if what == "tile" and rest:
            return self._tile(rest)
        if what == "tile":
            return self._tile("../..")
        if what == "token":
            return self._token(rest)
        if name == "disc":
            return self._disc()
        if self._figure(name) is None:
            raise KeyError(name)
        return None

    def _square(self, picture: str) -> Sheet:
        """One square of a laid tile, with a dark line round it: the tile's rim, or the line inside a large
        tile."""
        fine = blank(1.0, 1.0)
        brush = Brush(fine)
        _terrain(brush, picture, (0.0, 0.0, 1.0, 1.0), self.colours)
        brush.line([(0, 0), (1, 0), (1, 1), (0, 1)], self.colours.rim, 2 * _RIM, closed=True)
        brush.mottle(self.colours.seed, 0.03)
        return Sheet(averaged(fine), 1.0, 1.0)

    def _tile(self, kind: str) -> Sheet:
        """A tile on offer, with the picture of its class and its symbol in the western square."""
        picture, _, symbol = kind.partition(":")
        squares = list(squares_of(picture))
        width = 1.0 if is_small(picture) else 2.0
        fine = blank(width, 1.0)
        brush = Brush(fine)
        for number, square in enumerate(squares):
            _terrain(brush, square, (number / width, 0.0, 1 / width, 1.0), self.colours)
        brush.line([(0, 0), (1, 0), (1, 1), (0, 1)], self.colours.rim, 2 * _RIM / width, closed=True)
        if symbol:
            self._sign(brush, symbol, 0.5 / width, 0.5, _SYMBOL / width, self.colours.symbols[symbol])
        brush.mottle(self.colours.seed, 0.03)
        return Sheet(averaged(fine), width * 0.92, 0.92)

    def _token(self, name: str) -> Sheet:
        fine = blank(TOKEN, TOKEN)
        brush = Brush(fine)
        brush.disc(0.5, 0.5, 0.5, self.colours.ink)
        brush.disc(0.5, 0.5, 0.44, self.colours.symbols.get(name, self.colours.chip))
        if name in self.colours.symbols:
            self._sign(brush, name, 0.5, 0.5, 0.5, self.colours.ink)
        else:
            brush.text(0.5, 0.5, name[:1].upper(), 0.4, self.colours.ink)
        return Sheet(averaged(fine), TOKEN, TOKEN)

    def _sign(self, brush: Brush, name: str, x: float, y: float, size: float, colour: Bgr) -> None:
        shapes = {
            "inuit": [(0.5 * cos(tau * i / 24), 0.5 * sin(tau * i / 24) - 0.2) for i in range(13)],
            "cairn": [
                (-0.45, -0.45), (0.45, -0.45), (0.22, 0.0), (0.3, 0.02), (0.0, 0.5), (-0.3, 0.02),
                (-0.22, 0.0),
            ],
            "franklin": star(5, 0.45),
            "strait": [
                (-0.5, -0.1), (-0.2, 0.3), (0.15, 0.0), (0.5, 0.35), (0.5, 0.05), (0.15, -0.3), (-0.2, 0.0),
                (-0.5, -0.4),
            ],
        }  # fmt: skip
        brush.polygon(brush.spun(x, y, size, 0.0, shapes[name]), colour)

    def _disc(self) -> Sheet:
        fine = blank(DISC, DISC)
        brush = Brush(fine)
        brush.polygon(brush.spun(0.5, 0.5, 1.0, 0.0, star(14, 0.84)), self.colours.ink)
        brush.disc(0.5, 0.5, 0.41, self.colours.sun)
        brush.disc(0.5, 0.5, 0.2, self.colours.ink, 0.03)
        return Sheet(averaged(fine), DISC, DISC)

    # figures

    def _solid(self, name: str) -> Solid | None:
        found = self._figure(name)
        if found is None:
            self.sheet(name)  # a name that is neither is unknown
        return found

    def _figure(self, name: str) -> Solid | None:
        piece = PosedPiece(name)
        if piece.kind in ("ship", "sled", "crew", "marker"):
            return figure(piece.kind, self.colours.figures[piece.which])
        return None


def _terrain(brush: Brush, picture: str, box: tuple[float, float, float, float], colours: Palette) -> None:
    """Sea, and land round the corners that are land; land at both ends of a side is joined along it."""
    left, bottom, width, height = box

    def at(x: float, y: float) -> tuple[float, float]:
        return left + x * width, bottom + y * height

    brush.polygon([at(0, 0), at(1, 0), at(1, 1), at(0, 1)], colours.sea)
    rows = picture.split("/")
    corner = {(0, 1): rows[0][0], (1, 1): rows[0][1], (0, 0): rows[1][0], (1, 0): rows[1][1]}
    for colour, reach in ((colours.coast, 0.44), (colours.land, 0.38)):
        for (x, y), label in corner.items():
            if label == "x":
                bow = [at(abs(x - reach * dx), abs(y - reach * dy)) for dx, dy in _BOW]
                brush.polygon([at(x, y), *bow], colour)
        for x in (0, 1):
            if corner[x, 0] == corner[x, 1] == "x":
                brush.polygon([at(x, 0), at(abs(x - reach), 0), at(abs(x - reach), 1), at(x, 1)], colour)
        for y in (0, 1):
            if corner[0, y] == corner[1, y] == "x":
                brush.polygon([at(0, y), at(0, abs(y - reach)), at(1, abs(y - reach)), at(1, y)], colour)
    if set(corner.values()) == {"x"}:
        brush.polygon([at(0, 0), at(1, 0), at(1, 1), at(0, 1)], colours.land)
