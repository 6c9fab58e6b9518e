"""Things on the table that belong to no game: a cup, coins, and the lamps of an electronic deck."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from companion.rules.contract import Lamp
from companion.simulator.art import Bgr, linear
from companion.simulator.camera import Floats
from companion.simulator.scene import ClutterKind
from companion.simulator.solids import Linear, Solid, turned_solid
from vision.mat import Mat
from vision.opencv import cv2

_GLOW: dict[str, Bgr] = {
    "red": (40, 40, 255),
    "blue": (255, 110, 40),
    "yellow": (40, 220, 255),
    "green": (80, 230, 60),
}
_ARROW = ((0.0, 0.6), (0.5, 0.05), (0.2, 0.05), (0.2, -0.6), (-0.2, -0.6), (-0.2, 0.05), (-0.5, 0.05))
_QUARTERS = {"up": 0, "left": 1, "down": 2, "right": 3}


@cache
def clutter_solid(kind: ClutterKind) -> Solid:
    """A coffee cup of 1.7 or a coin of 0.5 pitches across."""
    if kind is ClutterKind.COIN:
        return turned_solid(((0.25, 0.0), (0.25, 0.05), (0.22, 0.06)), linear((90, 160, 190)), gloss=0.8)
    china = turned_solid(
        ((0.55, 0.0), (0.8, 0.3), (0.85, 1.7), (0.78, 1.7)), linear((206, 214, 222)), gloss=0.1, sides=28
    )
    coffee = linear((16, 30, 52))
    return Solid(china.vertices, china.faces, (*china.colours[:-1], coffee), china.gloss)


def lamp_places(mat: Mat | None, outline: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Where the four lamps lie (pitches), first to last from top to bottom or left to right: in the middle
    of the mat's strip that is free between two tags, or left of a board without a mat."""
    if mat is None:
        (left, top), (_, bottom) = outline[0], outline[2]
        first, last = (left, top), (left, bottom)
    else:
        (a, b), (c, d) = _middle(mat.tags[0].corners), _middle(mat.tags[3].corners)
        first, last = (a, b), (c, d)
        right = _middle(mat.tags[1].corners)
        if right[0] - a > 2 * (b - d):
            last = right
    return tuple(
        (first[0] + (last[0] - first[0]) * part, first[1] + (last[1] - first[1]) * part)
        for part in (0.35, 0.45, 0.55, 0.65)
    )


def draw_lamps(canvas: Linear, origin: tuple[int, int], places: Floats, lamps: Sequence[Lamp]) -> None:
    """Draw the lamps that show at their places (pixels): a dark box with a glowing arrow or disc each."""
    step = float(np.linalg.norm(places[1] - places[0]))
    size = step * 0.42
    for (x, y), lamp in zip(places - origin, lamps, strict=False):
        box = np.rint([(x - size, y - size), (x + size, y + size)]).astype(int)
        cv2.rectangle(canvas, box[0].tolist(), box[1].tolist(), (0.012, 0.012, 0.014), -1)
        if not lamp.colour:
            continue
        glow = linear(_GLOW.get(lamp.colour, (255, 255, 255)))
        if lamp.due:
            cv2.rectangle(canvas, box[0].tolist(), box[1].tolist(), (0.8, 0.8, 0.8), 2)
        if lamp.pattern in _QUARTERS:
            turn = _QUARTERS[lamp.pattern] * np.pi / 2
            c, s = np.cos(turn), np.sin(turn)
            shape = [
                (x + size * 1.3 * (c * px - s * py), y - size * 1.3 * (s * px + c * py)) for px, py in _ARROW
            ]
            cv2.fillPoly(canvas, [np.rint(shape).astype(np.int32)], glow)
        else:
            cv2.circle(canvas, (round(x), round(y)), round(size * 0.6), glow, -1)


def _middle(corners: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
