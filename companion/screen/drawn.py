"""A game's own pictures on the touchscreen: its ``picture.toml`` as colours and textures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from kivy.graphics.texture import Texture

from companion.outlines import Ring, covered, outline, stroke
from companion.rules.drawing import ON_TOKEN, QUARTER, drawing_of, rule_of
from companion.rules.palette import CARD, COLOURS
from companion.rules.pieces import PosedPiece
from companion.screen import pictures, theme
from companion.screen.flat import Box, spread
from companion.screen.pictures import FINE, SIDE
from companion.screen.pieces import Sign, sign_of
from companion.screen.theme import Colour

_INK = (0.08, 0.08, 0.08, 1.0)
_RIM = (1.0, 1.0, 1.0, 0.9)
_PLAIN = {"disc": "circle", **{name: name for name in ("circle", "square", "triangle", "diamond", "hexagon")}}
"""Shapes that need no path."""
_ALL = "M-1 -1H1V1H-1Z"
_PEN, _EDGE, _LIGHT = 0.15, 0.06, 0.14
"""Widths of a line, of the dark edge round everything and of the light one round that."""

_CLOTH = 110
"""Width of a cloth's picture, in units of :func:`companion.screen.theme.px`."""

Part = tuple[str, str]
"""How a part is painted, and its path."""


class Drawn:
    """How one game's bases and pieces are drawn."""

    def __init__(self, game: str, seats: Sequence[str]) -> None:
        self._drawing = drawing_of(game)
        self._seats = tuple(seats)
        self.ground = self._colour("ground", theme.CELL)
        self.chequer = self._colour("chequer", self.ground)
        self.ink = self._colour("ink", theme.CELL_INK)

    def _colour(self, key: str, otherwise: Colour) -> Colour:
        return _paint(self._drawing[key]) if key in self._drawing else otherwise

    def fill(self, base: str) -> Colour | None:
        """The colour of a whole cell with this base; None where the base is a ring or nothing."""
        rule = rule_of(self._drawing, "base", base) if base else None
        return _paint(rule["fill"]) if rule is not None and "fill" in rule else None

    def ring(self, base: str) -> Texture:
        """The picture of a base that fills no cell: its shape or ring. A base that the file does not describe
        is a ring in the colour of its name."""
        rule = rule_of(self._drawing, "base", base)
        if rule is not None and "shape" in rule:
            parts = self._drawing.get("shape", {}).get(rule["shape"], ())
            return _texture(_frozen(parts), _paint(rule.get("colour", CARD)))
        if rule is None or "ring" not in rule:
            return plain_ring(base)
        return pictures.shape("broken ring" if rule.get("broken") else "ring", _paint(rule["ring"]))

    def printed(self, cell: str) -> Texture | None:
        """What is printed on the board in a cell, without an edge; None for nothing."""
        parts = self._drawing.get("shape", {}).get(self._drawing.get("cell", {}).get(cell))
        return _texture(_frozen(parts), theme.CARD, flat=True) if parts is not None else None

    def spread_cloth(self, group: Any, box: Box) -> None:
        """Draw what lies under all places, if anything does."""
        cloth = self._drawing.get("cloth")
        if cloth is not None:
            parts = self._drawing.get("shape", {}).get(cloth.get("shape"), ())
            picture = _texture((("fill", _ALL), *_frozen(parts)), _paint(cloth["colour"]), flat=True)
            picture.wrap = "repeat"
            spread(group, picture, box, theme.px(_CLOTH))

    def piece(self, piece: PosedPiece) -> tuple[Texture, Sign] | None:
        """The picture of a piece, and the sign with what is written on it; None if the piece has no picture
        of its own."""
        rule = rule_of(self._drawing, "piece", piece)
        shape = rule.get("shape", "") if rule is not None else ""
        parts = self._drawing.get("shape", {}).get(shape)
        if rule is None or (parts is None and shape not in _PLAIN):
            return None
        word = piece.name.split()[-1]
        code = rule.get("colour", "word")
        colour = sign_of(piece, self._seats).colour if code == "word" else _paint(code)
        if parts is None:
            texture = pictures.shape(_PLAIN[shape], colour)
        else:
            texture = _texture(_frozen(parts), colour, rule.get("token") is True)
        return texture, self._sign(rule, piece, word, colour)

    def is_back(self, piece: PosedPiece) -> bool:
        """Whether the piece lies with its back up, which tells nothing."""
        rule = rule_of(self._drawing, "piece", piece) or {}
        return ("corners" in rule and not piece.which) or (
            rule.get("shape") == "back" and not rule.get("label")
        )

    def shape(self, name: str, colour: Colour) -> Texture | None:
        """One of the game's own shapes in a colour; None if it has none of this name."""
        parts = self._drawing.get("shape", {}).get(name)
        return _texture(_frozen(parts), colour) if parts is not None else None

    def land(self, picture: str, other: Mapping[str, Colour] | None = None) -> Texture:
        """A square of land and sea, ``x./.x``: the points at its corners, the northern row first. ``other``:
        colours in place of those of the game's tiles."""
        corners = rule_of(self._drawing, "piece", "tile") or {}
        colours = other or {point: _paint(code) for point, code in corners.get("corners", {}).items()}
        coast = self._drawing.get("coast", {})
        paths = (coast.get("corner", QUARTER), coast.get("side", ""))
        return _land("".join(picture.split("/")), tuple(sorted(colours.items())), paths)

    def _sign(self, rule: Mapping[str, Any], piece: PosedPiece, word: str, colour: Colour) -> Sign:
        label = rule.get("label", "")
        number = sign_of(piece, self._seats).number if label == "number" else 0
        return Sign("drawn", colour, number, word if label == "initial" else "", low=rule.get("low") is True)


def plain_ring(base: str) -> Texture:
    """The ring of a base that no file describes."""
    return pictures.shape("ring", theme.COLOURS.get(base, theme.FAINT))


def _frozen(parts: Sequence[Mapping[str, str]]) -> tuple[Part, ...]:
    return tuple(item for part in parts for item in part.items())


def _paint(code: str) -> Colour:
    return theme.rgb(COLOURS.get(code, code))


@lru_cache(maxsize=256)
def _texture(parts: tuple[Part, ...], colour: Colour, token: bool = False, flat: bool = False) -> Texture:
    """The parts over each other, with a dark edge and a light one round it. ``token``: on a round token;
    ``flat``: without edges."""
    side = SIDE * FINE
    rgba = np.zeros((side, side, 4))
    shapes = [(how, outline(path)) for how, path in parts]
    if token:
        rgba[pictures.shape_of("circle", 1.06)] = _INK
        rgba[pictures.shape_of("circle", 0.98)] = theme.CARD
        shapes = [(how, _scaled(rings, ON_TOKEN)) for how, rings in shapes]
    for how, rings in shapes:
        if how != "paper" and not flat:
            rgba[covered(stroke(rings, _LIGHT + (_PEN if how == "line" else 0)), side)] = _RIM
    for how, rings in shapes:
        if how == "line":
            rgba[covered(stroke(rings, _PEN + _EDGE * 1.5), side)] = _INK
            rgba[covered(stroke(rings, _PEN), side)] = colour
            continue
        rgba[covered(rings, side)] = (
            colour if how == "fill" else theme.CARD if how == "paper" else _paint(how)
        )
        if how != "paper" and not flat:
            closed = [[*ring, ring[0]] for ring in rings]
            rgba[covered(stroke(closed, _EDGE), side)] = _INK
    return pictures.texture(rgba)


def _scaled(rings: list[Ring], size: float) -> list[Ring]:
    return [[(x * size, y * size) for x, y in ring] for ring in rings]


@lru_cache(maxsize=128)
def _land(points: str, colours: tuple[tuple[str, Colour], ...], coast: tuple[str, str]) -> Texture:
    """A square by its ``points`` north-west, north-east, south-west, south-east. ``coast``: the land round
    the north-eastern point, and along the eastern side if both its ends are alike."""
    paint, side = dict(colours), SIDE * FINE
    rgba = np.zeros((side, side, 4))
    rgba[:] = paint[points[0]] if len(set(points)) == 1 else paint["."]
    corner, strip = (covered(outline(path), side) if path else None for path in coast)
    clockwise = points[1] + points[3] + points[2] + points[0]
    for quarter, point in enumerate(clockwise if len(set(points)) > 1 else ""):
        alike = point == clockwise[(quarter + 1) % 4]
        for land in (corner, strip if alike else None):
            if point != "." and land is not None:
                rgba[np.rot90(land, quarter)] = paint[point]  # bottom row first: clockwise
    return pictures.texture(rgba)
