"""The wooden pieces. Ships and sleds are built from flat blocks; crewmen are turned on a lathe."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.simulator.art import Bgr, linear, mixed
from companion.simulator.solids import Colour, Solid, turned_solid

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
