"""The wooden figures of *Arctica*, cut from boards or turned."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, sin, tau

import numpy as np

from companion.simulator.art import Bgr, linear, mixed
from companion.simulator.solids import Colour, Solid, extruded_solid, turned_solid

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
