"""The wooden figures of *Survive: Escape from Atlantis!*: explorers, boats that carry them, creatures."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, sin, tau

import numpy as np

from companion.rules.pieces import Pose, PosedPiece
from companion.simulator.art import Bgr, linear, mixed
from companion.simulator.scene import Carrier
from companion.simulator.solids import Colour, Solid, extruded_solid, turned_solid

Outline = tuple[tuple[float, float], ...]

# fmt: off
_PERSON: Outline = (
    (0.13, 0.0), (0.13, 0.05), (0.09, 0.09), (0.1, 0.24), (0.06, 0.29), (0.09, 0.34), (0.1, 0.41),
    (0.06, 0.47), (0.01, 0.48),
)
_SERPENT: Outline = (
    (-0.3, 0.0), (0.3, 0.0), (0.3, 0.1), (0.22, 0.2), (0.12, 0.16), (0.05, 0.09), (-0.04, 0.12), (-0.08, 0.3),
    (-0.04, 0.46), (0.08, 0.46), (0.14, 0.52), (0.1, 0.6), (-0.08, 0.64), (-0.2, 0.56), (-0.26, 0.36),
)
_SHARK: Outline = (
    (-0.34, 0.06), (-0.2, 0.0), (0.2, 0.0), (0.32, 0.08), (0.4, 0.02), (0.36, 0.16), (0.4, 0.3), (0.28, 0.2),
    (0.16, 0.22), (0.12, 0.42), (-0.04, 0.24), (-0.22, 0.2),
)
_WHALE: Outline = (
    (-0.36, 0.04), (-0.26, 0.0), (0.12, 0.0), (0.3, 0.1), (0.34, 0.26), (0.44, 0.36), (0.3, 0.38),
    (0.24, 0.46), (0.2, 0.3), (0.06, 0.26), (-0.06, 0.34), (-0.24, 0.34), (-0.38, 0.2),
)
# fmt: on
_CREATURES = {"serpent": (_SERPENT, 0.16), "shark": (_SHARK, 0.14), "whale": (_WHALE, 0.22)}
_WAVE = [(0.07 * i, 0.17 * sin(tau * i / 6)) for i in range(-5, 6)]
_SYMBOLS: Mapping[str, tuple[Outline, ...]] = {
    "serpent": (tuple((x, y - 0.05) for x, y in _WAVE) + tuple((x, y + 0.05) for x, y in _WAVE[::-1]),),
    "shark": (((-0.36, -0.2), (0.36, -0.2), (0.2, -0.02), (0.12, 0.34), (-0.08, 0.0)),),
    "whale": (
        tuple((0.24 * cos(tau * i / 12) - 0.08, 0.2 * sin(tau * i / 12)) for i in range(12)),
        ((0.12, -0.06), (0.34, -0.24), (0.3, 0.0), (0.36, 0.22), (0.12, 0.08)),
    ),
}
"""Polygons of each symbol on the die, in edges of the die."""
DIE = 0.42
"""Pitches of an edge of the creature die."""
DECK = 0.12
"""Pitches from the table to a boat's deck."""
_HULL: Outline = ((-0.42, 0.0), (-0.3, 0.13), (-0.1, 0.17), (0.1, 0.17), (0.3, 0.13))
"""Half of a boat's rim, from the stern. Stern and bow have the same shape."""


def _rides(piece: PosedPiece) -> bool:
    """An explorer who stands gets into a boat; a swimmer lies."""
    return piece.kind == "explorer" and piece.pose is not Pose.LYING


BOAT_CARRIER = Carrier("boat", _rides, DECK, benches=(0.0, -0.25, 0.25), aside=0.12)


def figure(name: str, colours: Mapping[str, Bgr]) -> Solid | None:
    """The figure of that name (``explorer red``, ``boat``, ``shark``), None for anything else."""
    piece = PosedPiece(name)
    if piece.kind == "explorer":
        return turned_solid(_PERSON, linear(colours[piece.which]), gloss=0.3, sides=14)
    if name == "boat":
        return _boat(linear(colours[name]), linear(mixed(colours[name], (0, 0, 0), 0.45)))
    if piece.kind == "die":
        return _die(piece.which, linear((206, 222, 232)), linear((48, 40, 36)))
    if name in _CREATURES:
        outline, thick = _CREATURES[name]
        edge = linear(mixed(colours[name], (0, 0, 0), 0.12))
        return extruded_solid(outline, thick, linear(colours[name]), edge, gloss=0.15)
    return None


def _die(symbol: str, body: Colour, ink: Colour) -> Solid:
    """A wooden cube with one symbol to be seen on top."""
    half = DIE / 2
    square = [(-half, -half), (half, -half), (half, half), (-half, half)]
    points = [(x, y, z) for z in (0.0, DIE) for x, y in square]
    faces: list[tuple[int, ...]] = [(i, (i + 1) % 4, 4 + (i + 1) % 4, 4 + i) for i in range(4)]
    faces.append((4, 5, 6, 7))
    colours = [body] * len(faces)
    for part in _SYMBOLS[symbol]:
        faces.append(tuple(range(len(points), len(points) + len(part))))
        points += [(x * DIE, y * DIE, DIE + 0.001) for x, y in part]
        colours.append(ink)
    return Solid(np.array(points), tuple(faces), tuple(colours), 0.1)


def _boat(hull: Colour, deck: Colour) -> Solid:
    """Flat and pointed at both ends, with three seats in a row. The rim goes round counter-clockwise."""
    half = [(x, -y) for x, y in _HULL]
    rim = half + [(-x, -y) for x, y in half]
    low, high = [(x * 0.9, y * 0.85, 0.0) for x, y in rim], [(x, y, DECK) for x, y in rim]
    n = len(rim)
    sides = [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    faces: list[tuple[int, ...]] = [*sides, tuple(range(n, 2 * n))]
    points, colours = [*low, *high], [hull] * (n + 1)
    for middle in (-0.24, 0.0, 0.24):
        faces.append(tuple(range(len(points), len(points) + 8)))
        points += [(middle + 0.1 * cos(tau * i / 8), 0.1 * sin(tau * i / 8), DECK + 0.001) for i in range(8)]
        colours.append(deck)
    return Solid(np.array(points), tuple(faces), tuple(colours), 0.2)
