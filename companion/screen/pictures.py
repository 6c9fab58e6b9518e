"""Small pictures drawn once into textures and then only moved: shapes, frames, arrows, captions."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from kivy.core.text import Label as CoreLabel
from kivy.graphics.texture import Texture
from numpy.typing import NDArray

from companion.outlines import covered, outline, stroke
from companion.screen import theme
from companion.screen.theme import Colour

Mask = NDArray[np.float64]
_LIGHT = (1.0, 1.0, 1.0, 0.9)

SIDE = 128
"""A power of two, so that every GLES 2 driver can shrink it smoothly."""
LEAST_SIGN = 9
"""Smaller numbers and letters on a piece, in pixels, are left out: its shape and colour tell it, too."""
HALO = 1
"""Pixels of the edge round letters."""
FINE = 3
"""Samples per pixel and axis: edges are smoothed by averaging them."""


def grid(side: int) -> tuple[Mask, Mask]:
    """x to the right, y up, -1 .. 1, at the middle of each sample of a picture of ``side`` pixels."""
    line = (np.arange(side * FINE) + 0.5) / (side * FINE) * 2 - 1
    x, y = np.meshgrid(line, line)
    return x, y


def polygon(x: Mask, y: Mask, corners: list[tuple[float, float]]) -> NDArray[np.bool_]:
    """The points inside a polygon, by the even-odd rule. ``corners`` in -1 .. 1, y up."""
    inside = np.zeros(x.shape, dtype=bool)
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        if y1 == y2:
            continue
        crosses = (y1 > y) != (y2 > y)
        inside ^= crosses & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
    return inside


def _regular(n: int, radius: float, turn: float = 0.0) -> list[tuple[float, float]]:
    angles = np.pi / 2 + turn + np.arange(n) * 2 * np.pi / n
    return [(radius * float(np.cos(a)), radius * float(np.sin(a))) for a in angles]


def _star(radius: float) -> list[tuple[float, float]]:
    outer, inner = _regular(5, radius), _regular(5, radius * 0.5, np.pi / 5)
    return [point for pair in zip(outer, inner, strict=True) for point in pair]


_ARROW = [(0.0, 0.85), (0.75, 0.05), (0.3, 0.05), (0.3, -0.85), (-0.3, -0.85), (-0.3, 0.05), (-0.75, 0.05)]
_DASHES = 8
"""Dashes of a broken ring."""
_DASHED_SIX = 12
"""Dashes of a frame round a hexagon."""
_DOT = 0.2
"""Radius of a dot."""
_FADES = {"glow": 0.6, "rim": 0.75}
"""Where light that fades towards the middle ends."""
_TURNS = {"up": 0, "right": 1, "down": 2, "left": 3}


def shape_of(name: str, scale: float, side: int = SIDE) -> NDArray[np.bool_]:
    """The samples of a picture of ``side`` pixels that a shape covers. Raises ValueError for an unknown
    shape."""
    x, y = grid(side)
    match name:
        case "circle":
            return np.asarray(x**2 + y**2 < (0.92 * scale) ** 2)
        case "square":
            return np.asarray(np.maximum(abs(x), abs(y)) < 0.8 * scale)
        case "triangle":
            lifted = [(a, b - 0.22) for a, b in _regular(3, 1.12)]
            return polygon(x / scale, y / scale, lifted)
        case "diamond":
            return np.asarray(abs(x) + abs(y) < 1.0 * scale)
        case "hexagon":
            return polygon(x / scale, y / scale, _regular(6, 0.95))
        case "star":
            return polygon(x / scale, y / scale, _star(1.0))
        case "beast":  # a round body with two ears, so that no beast is taken for a hunter
            body = (x / 0.8) ** 2 + ((y + 0.15) / 0.72) ** 2 < scale**2
            ears = polygon(x / scale, y / scale, [(-0.75, 0.95), (-0.7, 0.0), (-0.1, 0.4)])
            ears |= polygon(x / scale, y / scale, [(0.75, 0.95), (0.7, 0.0), (0.1, 0.4)])
            return np.asarray(body | ears)
        case "lying":  # the same, fallen on its side
            return np.rot90(shape_of("beast", scale, side), 1)
        case "ring":
            return np.asarray(abs(np.hypot(x, y) - 0.78) < 0.16 * scale)
        case "broken ring":
            dashes = np.cos(_DASHES * np.arctan2(y, x)) > 0.5 - 0.7 * scale
            return np.asarray(dashes & shape_of("ring", scale, side))
        case _:
            raise ValueError(f"no shape {name!r}")


def texture(rgba: Mask) -> Texture:
    """A texture. ``rgba``: height x width x 4, 0 .. 1, bottom row first, with ``FINE`` times its
    resolution."""
    height, width = rgba.shape[0] // FINE, rgba.shape[1] // FINE
    small = rgba.reshape(height, FINE, width, FINE, 4).mean(axis=(1, 3))
    made = Texture.create(size=(width, height), colorfmt="rgba", mipmap=True)
    pixels = (small * 255).round().astype(np.uint8).tobytes()
    made.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")
    return made


@lru_cache(maxsize=256)
def shape(name: str, colour: Colour) -> Texture:
    """A filled shape with a dark outline and a thin light one round it, to stand out from any ground."""
    fine = SIDE * FINE
    rgba = np.zeros((fine, fine, 4))
    rgba[shape_of(name, 1.0)] = (1.0, 1.0, 1.0, 0.9)
    rgba[shape_of(name, 0.94)] = (0.08, 0.08, 0.08, 1.0)
    rgba[shape_of(name, 0.7 if name.endswith("ring") else 0.84)] = colour
    return texture(rgba)


@lru_cache(maxsize=64)
def arrow(pattern: str, colour: Colour, turn: int = 0) -> Texture:
    """An arrow for ``up right down left``, so many quarters further clockwise; a disc for ``steady``."""
    fine = SIDE * FINE
    rgba = np.zeros((fine, fine, 4))
    x, y = grid(SIDE)
    if pattern in _TURNS:
        quarter = _TURNS[pattern] + turn
        upright = polygon(x, y, _ARROW)
        rgba[np.rot90(upright, quarter)] = colour
    else:
        rgba[shape_of("circle", 0.6)] = colour
    return texture(rgba)


ICONS = {
    "tick": "M-.75 0L-.25 .5L.75 -.5",
    "play": "M-.4 -.6L.5 0L-.4 .6V-.6",
    "cross": "M-.55 -.55L.55 .55M-.55 .55L.55 -.55",
    "lamps": "M-.2 .45C-.2 .2 -.5 .1 -.5 -.25C-.5 -.9 .5 -.9 .5 -.25C.5 .1 .2 .2 .2 .45ZM-.2 .75H.2",
    "buttons": "M-.75 .6H.75M-.5 .6V.2H.5V.6M0 -.8V-.2M-.2 -.4L0 -.2L.2 -.4",
    "pads": "M-.75 -.75H-.2V-.2H-.75ZM.2 -.75H.75V-.2H.2ZM-.75 .2H-.2V.75H-.75ZM.2 .2H.75V.75H.2Z",
    "base": "M-.7 .7H.7V.35H-.7ZM-.2 .35V-.7H.2V.35",
    "sound": "M-.8 -.2H-.5L-.1 -.6V.6L-.5 .2H-.8ZM.2 -.3C.4 -.1 .4 .1 .2 .3M.5 -.6C.8 -.2 .8 .2 .5 .6",
    "touch": "M-.15 .8V-.6C-.15 -.85 .15 -.85 .15 -.6V.1L.6 .2V.8Z",
    "camera": "M-.8 -.4H-.4L-.25 -.65H.25L.4 -.4H.8V.6H-.8ZM-.3 .1C-.3 -.3 .3 -.3 .3 .1C.3 .5 -.3 .5 -.3 .1Z",
}
"""The lines of icons, as paths."""


@lru_cache(maxsize=32)
def icon(name: str, colour: Colour) -> Texture:
    """One of :data:`ICONS`."""
    side = SIDE * FINE
    rgba = np.zeros((side, side, 4))
    rgba[covered(stroke(outline(ICONS[name]), 0.26), side)] = colour
    return texture(rgba)


@lru_cache(maxsize=32)
def frame(kind: str, colour: Colour, six: bool = False, wide: bool = False) -> Texture:
    """A mark on a cell: ``solid``, ``corners`` or ``dashed`` round it, a wide ``glow`` or a narrow ``rim``
    inside its edge, or a ``dot`` in its middle. Dashes and dots have light beside the colour, so that they
    are seen on any ground. All differ without colour, too, and but for the dot leave what lies in the middle
    as it is. ``six``: for a hexagon with a corner at the top; ``wide``: with one at the right."""
    x, y = grid(SIDE)[:: -1 if wide else 1]
    edge = np.maximum(abs(x), abs(x) / 2 + abs(y)) if six else np.maximum(abs(x), abs(y))
    inside = edge <= 1
    band = inside & (edge > 0.82)
    rgba = np.zeros((SIDE * FINE, SIDE * FINE, 4))
    if kind == "corners":
        band &= np.cos(6 * np.arctan2(x, y)) > 0.3 if six else np.minimum(abs(x), abs(y)) > 0.45
    elif kind == "dot":
        rgba[np.hypot(x, y) < _DOT * 1.3] = _LIGHT
        band = np.hypot(x, y) < _DOT
    elif kind in _FADES:
        rgba[inside] = colour
        rgba[..., 3] = np.where(inside, np.clip((edge - _FADES[kind]) / (1 - _FADES[kind]), 0, 1), 0)
        return texture(rgba)
    elif kind == "dashed":
        rgba[band] = _LIGHT
        along = np.arctan2(x, y) * _DASHED_SIX / np.pi if six else (np.where(abs(x) > abs(y), y, x) + 1) * 3.5
        band &= np.floor(along).astype(int) % 2 == 0
    rgba[band] = colour
    return texture(rgba)


def caption(
    text: str, size: int, colour: Colour, width: int, bold: bool = False, least: int = 0, halo: bool = False
) -> Texture | None:
    """Text in one texture at most ``width`` pixels wide: the letters shrink until it fits; None if they
    would become smaller than ``least`` pixels (0: :func:`companion.screen.theme.least_letters`). ``halo``:
    with an edge that is dark round light letters and light round dark ones, to be read on any ground."""
    return _caption(text, size, colour, width, bold, least or theme.least_letters(), halo)


@lru_cache(maxsize=1024)
def _caption(
    text: str, size: int, colour: Colour, width: int, bold: bool, least: int, halo: bool
) -> Texture | None:
    edge = {"outline_width": HALO, "outline_color": theme.ink_on(colour)} if halo else {}
    while size >= least:
        label: Any = CoreLabel(text=text, font_size=size, color=colour, bold=bold, halign="center", **edge)
        label.refresh()
        if label.texture.width <= width + 2 * HALO * halo:
            return label.texture
        size = min(size - 1, int(size * width / label.texture.width))
    return None
