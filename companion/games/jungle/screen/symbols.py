"""The cards of the game with the totem as pictures: our own drawings of its symbols, for any colours.

The symbols are told apart by the features that the rules name: which slits, which pieces, flames or spikes,
open or closed bows, how many loops, dots or their negative. A name that is not drawn here has no picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import numpy as np
from kivy.graphics.texture import Texture
from numpy.typing import NDArray

from companion.screen import theme
from companion.screen.pictures import FINE, SIDE, Mask, grid, polygon, texture

Shape = NDArray[np.bool_]
Points = Sequence[tuple[float, float]]

_INK = theme.CARD_INK
_PAPER = theme.CARD
_SPECIAL = theme.rgb("f0a02c")
_FACE = 0.78
"""A symbol fills this part of its card, so that the card's edge can be seen."""
_COLOURED = ("red", "yellow", "blue", "green")
"""The quarters of the coloured arrows."""


def _disc(x: Mask, y: Mask, radius: float, at: tuple[float, float] = (0.0, 0.0)) -> Shape:
    return np.asarray((x - at[0]) ** 2 + (y - at[1]) ** 2 < radius**2)


def _cross(x: Mask, y: Mask, first: float, last: float) -> Shape:
    """A disc without the slits along both diagonals that reach from radius ``first`` to ``last``."""
    radius = np.hypot(x, y)
    slit = (np.minimum(abs(x - y), abs(x + y)) < 0.13) & (radius >= first) & (radius < last)
    return _disc(x, y, 0.95) & ~slit


def _ngon(corners: int, radius: float, at: tuple[float, float], turn: float = 0.0) -> Points:
    angles = np.pi / 2 + turn + np.arange(corners) * 2 * np.pi / corners
    return [(at[0] + radius * float(np.cos(a)), at[1] + radius * float(np.sin(a))) for a in angles]


_BIG: Mapping[str, Callable[[Mask, Mask, tuple[float, float]], Shape]] = {
    "squares": lambda x, y, at: polygon(x, y, list(_ngon(4, 0.5, at, np.pi / 4))),
    "circles": lambda x, y, at: _disc(x, y, 0.4, at),
    "octagons": lambda x, y, at: polygon(x, y, list(_ngon(8, 0.5, at, np.pi / 8))),
}


def _diagonal(x: Mask, y: Mask, big: str, small: str) -> Shape:
    """Two big pieces and a small one between them."""
    ends = _BIG[big](x, y, (-0.55, 0.55)) | _BIG[big](x, y, (0.55, -0.55))
    if small == "circle":
        return ends | _disc(x, y, 0.18)
    return np.asarray(ends | (np.maximum(abs(x), abs(y)) < 0.23))


def _rays(x: Mask, y: Mask, turn: float, outline: Callable[[Mask, Mask], Shape]) -> Shape:
    """Four times the same ray that points upwards, a quarter turn apart."""
    found = np.zeros(x.shape, dtype=bool)
    for quarter in range(4):
        c, s = float(np.cos(turn + quarter * np.pi / 2)), float(np.sin(turn + quarter * np.pi / 2))
        found |= outline(c * x + s * y, -s * x + c * y)
    return found


def _flame(x: Mask, y: Mask) -> Shape:
    """Winds to one side and back."""
    middle = 0.14 * np.sin(y * 6.0)
    width = 0.2 * (1 - y)
    return np.asarray((abs(x - middle) < width) & (y > 0))


def _spike(x: Mask, y: Mask) -> Shape:
    """A straight point on a shaft."""
    shaft = (abs(x) < 0.1) & (y > 0) & (y < 0.6)
    return np.asarray(shaft | polygon(x, y, [(-0.24, 0.52), (0.24, 0.52), (0.0, 1.25)]))


def _sun(x: Mask, y: Mask, flames: bool, spikes: bool, notches: bool) -> Shape:
    found = _disc(x, y, 0.36)
    if notches:  # a castle's wall between the flames
        found |= np.asarray(np.maximum(abs(x), abs(y)) < 0.36)
        found &= ~_rays(x, y, 0.0, lambda a, b: np.asarray((abs(abs(a) - 0.2) < 0.055) & (b > 0.25)))
        found |= _rays(x, y, np.pi / 4, lambda a, b: np.asarray((abs(a) < 0.11) & (b > 0) & (b < 0.6)))
    if flames:
        found |= _rays(x, y, 0.0, _flame)
    if spikes:
        found |= _rays(x, y, np.pi / 4, _spike)
    return found


def _ribbon(x: Mask, y: Mask, points: NDArray[np.float64], width: float = 0.075) -> Shape:
    """A band along a curve of points (n x 2)."""
    side, edge = x.shape[0], float(x.max())
    near = np.full(x.shape, np.inf)
    reach = int(side * width / edge / 2) + 2
    columns = ((points[:, 0] / edge + 1) / 2 * side).astype(int)
    rows = ((points[:, 1] / edge + 1) / 2 * side).astype(int)
    for (px, py), column, row in zip(points, columns, rows, strict=True):
        box = (
            slice(max(0, row - reach), max(0, row + reach)),
            slice(max(0, column - reach), max(0, column + reach)),
        )
        near[box] = np.minimum(near[box], np.hypot(x[box] - px, y[box] - py))
    return np.asarray(near < width)


def _bow(x: Mask, y: Mask, closed: bool) -> Shape:
    """A hypotrochoid with four loops; or two of its loops and two open ends."""
    t = np.linspace(0, 2 * np.pi, 260) if closed else np.linspace(np.pi / 2, 2 * np.pi, 200)
    turned = t + np.pi / 4
    across = 0.56 * np.cos(turned) + 0.4 * np.cos(np.pi / 4 - 3 * t)
    along = 0.56 * np.sin(turned) + 0.4 * np.sin(np.pi / 4 - 3 * t)
    return _ribbon(x, y, np.column_stack((across, along)))


def _pretzel(x: Mask, y: Mask, loops: int) -> Shape:
    """One line with a loop at the bottom and the top in turn, and two open ends."""
    end = (loops + 1) * np.pi
    t = np.linspace(0, end, 90 * (loops + 1))
    across = (t / end - 0.5) * 1.6 - 0.85 / (loops + 1) * np.sin(2 * t)
    return _ribbon(x, y, np.column_stack((across, 0.9 * np.cos(t))))


def _dots(x: Mask, y: Mask) -> Shape:
    """Four rows of four."""
    pitch = 0.5
    across = (x + 1) % pitch - pitch / 2
    along = (y + 1) % pitch - pitch / 2
    return np.asarray(np.hypot(across, along) < 0.2)


_SHAPES: Mapping[str, Callable[[Mask, Mask], Shape]] = {
    "circle-cross": lambda x, y: _cross(x, y, 0.0, 2.0),
    "circle-cross-in": lambda x, y: _cross(x, y, 0.0, 0.72),
    "circle-cross-out": lambda x, y: _cross(x, y, 0.36, 2.0),
    "circle-cross-cut": lambda x, y: _cross(x, y, 0.3, 0.7),
    "squares-circle": lambda x, y: _diagonal(x, y, "squares", "circle"),
    "circles-square": lambda x, y: _diagonal(x, y, "circles", "square"),
    "octagons-circle": lambda x, y: _diagonal(x, y, "octagons", "circle"),
    "octagons-square": lambda x, y: _diagonal(x, y, "octagons", "square"),
    "star": lambda x, y: _sun(x, y, flames=True, spikes=False, notches=False),
    "star-square": lambda x, y: _sun(x, y, flames=True, spikes=False, notches=True),
    "star-spike": lambda x, y: _sun(x, y, flames=False, spikes=True, notches=False),
    "star-big": lambda x, y: _sun(x, y, flames=True, spikes=True, notches=False),
    "string": lambda x, y: _bow(x, y, closed=False),
    "string-close": lambda x, y: _bow(x, y, closed=True),
    "string-short": lambda x, y: _pretzel(x, y, 3),
    "string-long": lambda x, y: _pretzel(x, y, 4),
    "full-circle": _dots,
    "empty-circle": lambda x, y: ~_dots(x, y),
}

_ARROW = [(0.0, 0.95), (0.3, 0.5), (0.12, 0.5), (0.12, 0.12), (-0.12, 0.12), (-0.12, 0.5), (-0.3, 0.5)]


def _arrows(x: Mask, y: Mask, inward: bool) -> list[Shape]:
    """Four arrows on the diagonals, one a quarter."""
    found = []
    for quarter in range(4):
        angle = np.pi / 4 + quarter * np.pi / 2
        c, s = float(np.cos(angle)), float(np.sin(angle))
        a, b = c * x + s * y, -s * x + c * y
        found.append(polygon(a, 1.07 - b if inward else b, _ARROW))
    return found


def has_picture(card: str) -> bool:
    """Whether a card of this name can be drawn."""
    symbol, _, colour = card.rpartition("-")
    return card in _SPECIALS or (symbol in _SHAPES and colour in theme.COLOURS)


@lru_cache(maxsize=160)
def card_picture(card: str) -> Texture:
    """A whole card. KeyError for a card that has no picture (:func:`has_picture`)."""
    rgba = _blank(_SPECIAL if card in _SPECIALS else _PAPER).copy()
    x, y = grid(SIDE)
    if card in _SPECIALS:
        colours = [theme.COLOURS[name] for name in _COLOURED] if card == "coloured" else [theme.INK] * 4
        for shape, colour in zip(_arrows(x / 0.95, y / 0.95, card != "outward"), colours, strict=True):
            _paint(rgba, shape, colour)
    else:
        symbol, _, colour_name = card.rpartition("-")
        _paint(rgba, _shape(symbol), theme.COLOURS[colour_name])
    return texture(rgba)


_SPECIALS = ("outward", "inward", "coloured")


@lru_cache(maxsize=32)
def symbol_picture(symbol: str) -> Texture:
    """A symbol on its card in no colour, to be chosen. KeyError for one that has no picture."""
    rgba = _blank(_PAPER).copy()
    _paint(rgba, _shape(symbol), theme.NEUTRAL)
    return texture(rgba)


@lru_cache(maxsize=32)
def _shape(symbol: str) -> Shape:
    x, y = grid(SIDE)
    x, y = x / _FACE, y / _FACE
    return _SHAPES[symbol](x, y) & (np.maximum(abs(x), abs(y)) < 1.02)


@lru_cache(maxsize=2)
def _blank(ground: theme.Colour) -> Mask:
    """A card's face with a dark edge and round corners."""
    x, y = grid(SIDE)
    rgba = np.zeros((SIDE * FINE, SIDE * FINE, 4))
    for half, colour in ((1.0, _INK), (0.955, ground)):
        corner = np.hypot(np.maximum(abs(x) - half + 0.14, 0), np.maximum(abs(y) - half + 0.14, 0)) < 0.14
        rgba[corner] = colour
    return rgba


def _paint(rgba: Mask, shape: Shape, colour: theme.Colour) -> None:
    """The shape with a thin dark outline, so that yellow stands out from paper too."""
    wide = shape.copy()
    for axis in (0, 1):
        grown = wide.copy()
        for step in range(1, FINE + 2):
            grown |= np.roll(wide, step, axis) | np.roll(wide, -step, axis)
        wide = grown
    rgba[wide] = _INK
    rgba[shape] = colour
