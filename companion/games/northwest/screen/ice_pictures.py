"""What only the touchscreen draws of a polar sea: frozen rows, stripes where a row changes, the sun's arc."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from kivy.graphics.texture import Texture

from companion.screen import theme
from companion.screen.pictures import grid, texture
from companion.screen.theme import Colour

FROZEN_TILE = {".": theme.rgb("cfe8f6"), "x": theme.rgb("a49f7c")}
"""Colours of a tile in a frozen row: ice and snow."""
OPEN = theme.rgb("cdd9d6")
"""The bare grid of the board, where no tile lies and the sea is open."""
FROZEN = theme.rgb("f1f1ee")
GRID = theme.rgb("9db0b3")
"""The lines between squares."""
LINE = theme.rgb("0b5cad")
GOAL = theme.rgb("2e9e44")
GHOST = (0.45, 0.45, 0.45, 1.0)

_SIDE = 64


@lru_cache(maxsize=8)
def hatch(colour: Colour) -> Texture:
    """Slanting stripes that can be repeated."""
    x, y = grid(_SIDE)
    rgba = np.zeros((*x.shape, 4))
    rgba[np.floor((x + y) * 2).astype(int) % 2 == 0] = colour
    made = texture(rgba)
    made.wrap = "repeat"
    return made


@lru_cache(maxsize=4)
def place(colour: Colour, filled: bool) -> Texture:
    """A place of the sun's arc."""
    x, y = grid(_SIDE)
    away = np.hypot(x, y)
    rgba = np.zeros((*x.shape, 4))
    rgba[(away < 0.9) if filled else (abs(away - 0.8) < 0.12)] = colour
    return texture(rgba)
