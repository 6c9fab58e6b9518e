"""Textures of a sinking island: sea and land as hexagons, explorers, swimmers. Drawn once."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from kivy.graphics.texture import Texture
from numpy.typing import NDArray

from companion.screen import theme
from companion.screen.drawn import Drawn
from companion.screen.pictures import FINE, Mask, grid, shape_of, texture
from companion.screen.theme import Colour

SHORE = theme.rgb("c9b981")
DARK = (0.06, 0.06, 0.08, 1.0)
_PALE = (1.0, 1.0, 1.0, 0.95)
_SIDE = 64

Shape = NDArray[np.bool_]


def _hexagon(x: Mask, y: Mask, size: float) -> Shape:
    """A corner at the top; 1 fills the picture from side to side."""
    return np.asarray((abs(x) < size) & (abs(y) < size * (1 - abs(x) / size / 2)))


@lru_cache(maxsize=8)
def ground(name: str) -> Texture:
    """One cell in the colour of ``picture.toml``: sea with little waves, a ``mark`` on it where a serpent
    starts, land with a pattern; or the ``shore`` of a safe island."""
    if name == "shore":
        return _shore()
    x, y = grid(_SIDE)
    rgba = np.zeros((*x.shape, 4))
    inside = _hexagon(x, y, 0.985)
    drawn = Drawn("atlantis", ())
    base = np.array(drawn.fill(name) or drawn.ground)
    rgba[inside] = base * (0.8, 0.8, 0.8, 1.0)
    inside = _hexagon(x, y, 0.93)
    rgba[inside] = base
    rgba[inside & _pattern(name, x, y)] = base * (0.84, 0.84, 0.84, 1.0)
    return texture(np.minimum(rgba, 1.0))


def _pattern(name: str, x: Mask, y: Mask) -> Shape:
    match name:
        case "beach":  # grains of sand
            return np.asarray(np.hypot((x * 3) % 1 - 0.5, (y * 3) % 1 - 0.5) < 0.13)
        case "forest":  # tree tops
            a, b = (x * 1.6) % 1 - 0.5, (y * 1.6) % 1 - 0.5
            return np.asarray((b < 0.35) & (b > -0.35) & (abs(a) < (0.35 - b) * 0.5))
        case "mountain":  # slopes
            return np.asarray((x * 1.2 - abs(y * 0.9)) % 0.7 < 0.2)
        case "mark":
            return np.asarray(abs(np.hypot(x, y) - 0.6) < 0.08)
        case _:
            return np.asarray((abs((y * 1.5 + 0.1 * np.sin(x * 9)) % 1 - 0.5) < 0.05) & (abs(x) < 0.7))


def _shore() -> Texture:
    """Land with round corners, for any number of explorers."""
    x, y = grid(_SIDE)
    rgba = np.zeros((*x.shape, 4))
    for size, colour in ((0.98, theme.rgb("8c7f52")), (0.9, SHORE)):
        rgba[abs(x / size) ** 4 + abs(y / size) ** 4 < 1] = colour
    return texture(rgba)


def _figure(shape: str, size: float) -> Shape:
    """A head on a body that has the shape of a seat's sign."""
    x, y = grid(_SIDE)
    body = np.roll(shape_of(shape, 0.8 * size, _SIDE), -round(BODY * x.shape[0]), axis=0)
    return np.asarray(body | (np.hypot(x, y - 0.62) < 0.36 * size))


BODY = 0.1
"""By so many parts of its height the middle of a figure's body lies below the middle of the figure."""
_LAYERS = (1.0, 0.94, 0.84)
"""Sizes of the pale rim, of the dark one and of what is coloured."""


@lru_cache(maxsize=32)
def explorer(shape: str, colour: Colour) -> Texture:
    """A figure of a seat, by shape and colour of its sign."""
    rgba = np.zeros((_SIDE * FINE, _SIDE * FINE, 4))
    for size, paint in zip(_LAYERS, (_PALE, DARK, colour), strict=True):
        rgba[_figure(shape, size)] = paint
    return texture(rgba)


@lru_cache(maxsize=32)
def swimmer(shape: str, colour: Colour) -> Texture:
    """A figure of a seat, up to the chest in the water."""
    x, y = grid(_SIDE)
    rgba = np.zeros((*x.shape, 4))
    above = y > -0.45 + 0.1 * np.sin(x * 8)
    for size, paint in zip(_LAYERS, (_PALE, DARK, colour), strict=True):
        rgba[_figure(shape, size) & above] = paint
    water = ~above & (np.hypot(x, y) < 0.95)
    rgba[water & (abs((y * 2.5 + 0.25 * np.sin(x * 8)) % 1 - 0.5) < 0.2)] = (0.85, 0.94, 1.0, 0.9)
    return texture(rgba)
