"""Paths as in SVG, as points: what ``picture.toml`` draws a piece with. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import acos, ceil, cos, hypot, pi, radians, sin, sqrt

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Ring = list[Point]

_TOKEN = re.compile(r"[MLHVCSQTAZ]|-?\d*\.?\d+", re.IGNORECASE)
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_STEPS = 8
"""Straight pieces of a curve: at 128 pixels nobody sees the corners."""
_ROUND = 8
"""Corners of the round end of a stroke."""


def outline(path: str) -> list[Ring]:
    """The rings of a path, y up. ValueError: it is no path."""
    rings: list[Ring] = []
    at, turn, before = (0.0, 0.0), (0.0, 0.0), ""
    for letter, numbers in _commands(path):
        verb, start = letter.upper(), at if letter.islower() else (0.0, 0.0)
        if verb == "M":
            at = _moved(start, numbers)
            rings.append([at])
        elif verb == "Z":
            at = rings[-1][0]
            rings[-1].append(at)
        else:
            points, turn = _drawn(verb, numbers, at, start, turn if before in _FAMILY.get(verb, "") else at)
            rings[-1] += points
            at = points[-1]
        before = verb
    return [[(x, -y) for x, y in ring] for ring in rings]


_FAMILY = {"T": "QT", "S": "CS"}
"""A curve without its first control point goes on from these."""


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    tokens = _TOKEN.findall(path)
    if not tokens or tokens[0] not in "Mm":
        raise ValueError(f"a path begins with M: {path[:40]!r}")
    index = 0
    letter = ""
    while index < len(tokens):
        if tokens[index].isalpha():
            letter = tokens[index]
            index += 1
        elif letter in "Mm":  # more points after the first are lines
            letter = "L" if letter == "M" else "l"
        count = _COUNT[letter.upper()]
        numbers = [float(token) for token in tokens[index : index + count]]
        if len(numbers) < count:
            raise ValueError(f"{letter} needs {count} numbers: {path[:40]!r}")
        yield letter, numbers
        index += count


def _moved(start: Point, numbers: Sequence[float]) -> Point:
    return start[0] + numbers[0], start[1] + numbers[1]


def _drawn(verb: str, numbers: list[float], at: Point, start: Point, turn: Point) -> tuple[Ring, Point]:
    """The points after ``at``, and the control point that a curve leaves to the next one."""
    if verb == "H":
        return [(start[0] + numbers[0], at[1])], at
    if verb == "V":
        return [(at[0], start[1] + numbers[0])], at
    end = _moved(start, numbers[-2:])
    if verb == "L":
        return [end], end
    if verb == "A":
        return list(_arc(at, numbers, end)), end
    controls = [_moved(start, numbers[n : n + 2]) for n in range(0, len(numbers) - 2, 2)]
    if verb in "ST":
        controls.insert(0, (2 * at[0] - turn[0], 2 * at[1] - turn[1]))
    return list(_curve([at, *controls, end])), controls[-1]


def _curve(points: list[Point]) -> Iterator[Point]:
    """A Bézier curve by de Casteljau."""
    for step in range(1, _STEPS + 1):
        part, rest = step / _STEPS, points
        while len(rest) > 1:
            rest = [(a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part) for a, b in pairwise(rest)]
        yield rest[0]


def _arc(at: Point, numbers: list[float], end: Point) -> Iterator[Point]:
    """An elliptical arc (SVG 1.1, appendix F.6.5)."""
    wide, high, turned, large, sweep = (*map(abs, numbers[:2]), *numbers[2:5])
    if not wide or not high or at == end:
        yield end
        return
    c, s = cos(radians(turned)), sin(radians(turned))
    half = ((at[0] - end[0]) / 2, (at[1] - end[1]) / 2)
    x, y = c * half[0] + s * half[1], -s * half[0] + c * half[1]
    grown = max(1.0, hypot(x / wide, y / high))
    wide, high = wide * grown, high * grown
    rest = (wide * high) ** 2 - (wide * y) ** 2 - (high * x) ** 2
    factor = sqrt(max(0.0, rest) / ((wide * y) ** 2 + (high * x) ** 2))
    factor = -factor if bool(large) == bool(sweep) else factor
    cx, cy = factor * wide * y / high, -factor * high * x / wide
    middle = (c * cx - s * cy + (at[0] + end[0]) / 2, s * cx + c * cy + (at[1] + end[1]) / 2)
    first, last = ((x - cx) / wide, (y - cy) / high), ((-x - cx) / wide, (-y - cy) / high)
    begin, sweeping = _angle((1.0, 0.0), first), _angle(first, last)
    if sweep and sweeping < 0:
        sweeping += 2 * pi
    elif not sweep and sweeping > 0:
        sweeping -= 2 * pi
    steps = max(2, ceil(abs(sweeping) / (pi / _STEPS)))
    for step in range(1, steps + 1):
        angle = begin + sweeping * step / steps
        a, b = wide * cos(angle), high * sin(angle)
        yield (c * a - s * b + middle[0], s * a + c * b + middle[1])


def _angle(one: Point, other: Point) -> float:
    lengths = hypot(*one) * hypot(*other)
    angle = acos(max(-1.0, min(1.0, (one[0] * other[0] + one[1] * other[1]) / lengths)))
    return angle if one[0] * other[1] >= one[1] * other[0] else -angle


def stroke(rings: Sequence[Ring], width: float) -> list[Ring]:
    """The rings that a round pen of this width covers; all turn the same way, so that they join."""
    found: list[Ring] = []
    for ring in rings:
        for (x1, y1), (x2, y2) in pairwise(ring):
            length = hypot(x2 - x1, y2 - y1)
            if length:
                x, y = -(y2 - y1) / length * width / 2, (x2 - x1) / length * width / 2
                found.append([(x1 - x, y1 - y), (x2 - x, y2 - y), (x2 + x, y2 + y), (x1 + x, y1 + y)])
        for x, y in ring:
            turns = [2 * pi * n / _ROUND for n in range(_ROUND)]
            found.append([(x + cos(turn) * width / 2, y + sin(turn) * width / 2) for turn in turns])
    return found


def covered(rings: Sequence[Ring], side: int) -> NDArray[np.bool_]:
    """The samples inside of rings (closed; nonzero rule) in a square of ``side`` samples from -1 to 1, bottom
    row first."""
    turns = np.zeros((side, side + 1), dtype=np.int32)
    middles = (np.arange(side) + 0.5) / side * 2 - 1
    for ring in rings:
        for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
            rows = np.flatnonzero((y1 > middles) != (y2 > middles))
            if len(rows):
                x = (x2 - x1) * (middles[rows] - y1) / (y2 - y1) + x1
                columns = np.clip(np.floor((x + 1) / 2 * side + 0.5).astype(int), 0, side)
                np.add.at(turns, (rows, columns), 1 if y2 > y1 else -1)
    return np.asarray(turns.cumsum(axis=1)[:, :side] != 0)
