"""Procedural pictures of printed things: surfaces, sheets, shapes. Each game paints its art with them.

All pictures are 8-bit BGRA (alpha 0 = nothing there). They are painted larger than needed and averaged down.
Every texture is computed from a seed: the same seed gives the same texture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import cos, radians, sin, tau
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from companion.rules.contract import Zone
from companion.simulator.solids import Colour, Solid
from vision.opencv import cv2
from vision.types import Image

Painting = NDArray[np.uint8]
"""Height x width x 4, BGRA."""

Bgr = tuple[int, int, int]

DENSITY = 80
"""Pixels of a painting per pitch."""
_FINER = 3


@dataclass(frozen=True, slots=True)
class Sheet:
    """A flat printed thing: its painting and its size in pitches (width, height)."""

    painting: Painting = field(repr=False)
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Print:
    """Something printed that never moves, such as a board. Its painting fills x0..x1, y0..y1 of the table
    plane."""

    painting: Painting = field(repr=False)
    x0: float
    y0: float
    x1: float
    y1: float


class TableArt(Protocol):
    """How one game's box looks in one print. Names are those of :class:`companion.rules.contract.Look`."""

    def ground(self) -> tuple[Print, ...]:
        """Boards and other things that never move, in the order in which they lie on each other."""
        ...

    def sheet(self, name: str) -> Sheet | None:
        """The flat piece of that name (a base: ``base NAME``), None for a figure. Raises KeyError."""
        ...

    def solid(self, name: str) -> Solid | None:
        """The figure of that name, None for a flat piece. Raises KeyError."""
        ...


def linear(colour: Bgr) -> Colour:
    """An 8-bit colour as linear light."""
    b, g, r = ((value / 255) ** 2.2 for value in colour)
    return b, g, r


def mixed(a: Bgr, b: Bgr, part: float) -> Bgr:
    """The colour a with this ``part`` of b mixed in: 0 gives a, 1 gives b."""
    x, y, z = (round(p + (q - p) * part) for p, q in zip(a, b, strict=True))
    return x, y, z


def clouds(height: int, width: int, seed: int, *, coarsest: int = 4, octaves: int = 5) -> NDArray[np.float32]:
    """Fractal noise in -1 .. 1: value noise, each octave twice as fine and half as strong."""
    rng = np.random.default_rng(seed)
    total = np.zeros((height, width), np.float32)
    strength = 1.0
    for octave in range(octaves):
        cells = coarsest * 2**octave
        grid = rng.uniform(-1, 1, (cells + 3, round((cells + 3) * width / height) + 1)).astype(np.float32)
        total += strength * np.asarray(cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC))
        strength /= 2
    return np.asarray(total / 1.6, dtype=np.float32)


def tinted(values: NDArray[np.float32], dark: Bgr, bright: Bgr) -> Image:
    """Values -1 .. 1 as colours between dark and bright."""
    steps = np.linspace(0, 1, 256)[:, None]
    colours = (np.array(dark) * (1 - steps) + np.array(bright) * steps).astype(np.uint8).reshape(1, 256, 3)
    index = cv2.convertScaleAbs(values.clip(-1, 1) + 1, alpha=127.5)
    return np.asarray(cv2.LUT(cv2.merge([index] * 3), colours), dtype=np.uint8)


@lru_cache(maxsize=4)
def surface(kind: str, pixels: int, seed: int) -> Image:
    """A table top, ``pixels`` square: ``oak``, ``walnut`` (grained boards) or ``cloth`` (patterned weave)."""
    if kind == "cloth":
        return _cloth(pixels, seed)
    dark, bright = {"oak": ((70, 112, 158), (122, 168, 208)), "walnut": ((30, 46, 70), (62, 88, 122))}[kind]
    boards = 9
    each = -(-pixels // boards)
    rng = np.random.default_rng(seed)
    rows: list[Image] = []
    for board in range(boards):
        stretched = clouds(each * 6, pixels // 6, seed + board + 1, coarsest=6, octaves=6)
        grain = np.asarray(cv2.resize(stretched, (pixels, each), interpolation=cv2.INTER_LINEAR))
        rings = np.sin(grain * 9 + np.linspace(0, 5, each)[:, None]).astype(np.float32)
        plank = tinted(np.asarray(0.6 * rings + 0.8 * grain, np.float32), dark, bright).astype(np.float32)
        plank *= rng.uniform(0.88, 1.08)
        plank[:2] *= 0.55
        rows.append(np.clip(plank, 0, 255).astype(np.uint8))
    return np.ascontiguousarray(np.vstack(rows)[:pixels])


def _cloth(pixels: int, seed: int) -> Image:
    y, x = np.mgrid[0:pixels, 0:pixels].astype(np.float32)
    checks = 0.5 * np.sign(np.sin(x * tau / 190)) + 0.5 * np.sign(np.sin(y * tau / 190))
    weave = 0.16 * np.sin(x * tau / 5) * np.sin(y * tau / 5)
    folds = 0.25 * clouds(pixels, pixels, seed, coarsest=2, octaves=3)
    return tinted(np.asarray(0.55 * checks + weave + folds, np.float32), (66, 82, 70), (152, 170, 160))


def blank(width: float, height: float) -> Painting:
    """An empty painting in the fine resolution that :func:`averaged` takes; width and height in pitches."""
    return np.zeros((round(height * DENSITY) * _FINER, round(width * DENSITY) * _FINER, 4), np.uint8)


def averaged(fine: Painting) -> Painting:
    """The painting in its final size; colours are weighted by alpha."""
    height, width = fine.shape[0] // _FINER, fine.shape[1] // _FINER
    weight = fine[:, :, 3:].astype(np.float32) / 255
    colour = cv2.resize(fine[:, :, :3] * weight, (width, height), interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(weight, (width, height), interpolation=cv2.INTER_AREA)[:, :, None]
    plain = np.asarray(colour) / np.maximum(alpha, 1e-3)
    return np.ascontiguousarray(np.concatenate([plain, alpha * 255], axis=2).clip(0, 255).astype(np.uint8))


class Brush:
    """Paints shapes into a fine painting. Coordinates are parts of its width and height: (0, 0) bottom left,
    (1, 1) top right; sizes are parts of the width."""

    def __init__(self, fine: Painting) -> None:
        self.fine = fine
        self.height, self.width = fine.shape[:2]

    def points(self, shape: Sequence[tuple[float, float]]) -> NDArray[np.int32]:
        """The shape in fixed-point pixels (4 bits of fraction), as OpenCV draws them."""
        return np.rint([(x * self.width * 16 - 8, (1 - y) * self.height * 16 - 8) for x, y in shape]).astype(
            np.int32
        )

    def polygon(self, shape: Sequence[tuple[float, float]], colour: Bgr) -> None:
        cv2.fillPoly(self.fine, [self.points(shape)], (*colour, 255), shift=4)

    def line(
        self, shape: Sequence[tuple[float, float]], colour: Bgr, thick: float, *, closed: bool = False
    ) -> None:
        cv2.polylines(
            self.fine,
            [self.points(shape)],
            closed,
            (*colour, 255),
            max(1, round(thick * self.width)),
            shift=4,
        )

    def disc(self, x: float, y: float, radius: float, colour: Bgr, thick: float = 0.0) -> None:
        (px, py) = self.points([(x, y)])[0]
        line = -1 if thick == 0 else max(1, round(thick * self.width))
        cv2.circle(
            self.fine, (int(px), int(py)), round(radius * self.width * 16), (*colour, 255), line, shift=4
        )

    def card(self, paper: Bgr, border: Bgr, corner: float = 0.1, rim: float = 0.05) -> None:
        """A sheet with round corners and a border."""
        for inset, colour in ((0.0, paper), (rim, border), (rim + 0.025, paper)):
            self.polygon(self._rounded(inset, max(0.02, corner - inset)), colour)

    def _rounded(self, inset: float, radius: float) -> list[tuple[float, float]]:
        tall = self.width / self.height
        shape: list[tuple[float, float]] = []
        for cx, cy, start in ((1, 1, 0), (0, 1, 90), (0, 0, 180), (1, 0, 270)):
            x = cx + (inset + radius) * (1 - 2 * cx)
            y = cy + (inset + radius) * tall * (1 - 2 * cy)
            for step in range(7):
                a = radians(start + 15 * step)
                shape.append((x + radius * cos(a), y + radius * tall * sin(a)))
        return shape

    def arrow(self, x: float, y: float, size: float, direction: str, colour: Bgr) -> None:
        """A fat arrow round (x, y), ``size`` long, pointing ``u``, ``r``, ``d`` or ``l``."""
        quarter = "ruld".index(direction)
        outline = (
            (0.5, 0),
            (0.05, 0.42),
            (0.05, 0.17),
            (-0.5, 0.17),
            (-0.5, -0.17),
            (0.05, -0.17),
            (0.05, -0.42),
        )
        self.polygon(self.spun(x, y, size, 90 * quarter, outline), colour)

    def spun(
        self, x: float, y: float, size: float, angle: float, outline: Sequence[tuple[float, float]]
    ) -> list[tuple[float, float]]:
        """An outline in units of ``size``, turned and moved to (x, y), aspect kept."""
        c, s = cos(radians(angle)), sin(radians(angle))
        tall = self.width / self.height
        return [(x + size * (c * px - s * py), y + size * (s * px + c * py) * tall) for px, py in outline]

    def text(self, x: float, y: float, words: str, size: float, colour: Bgr) -> None:
        """Words centred on (x, y); ``size``: height of capitals as a part of the width."""
        scale = size * self.width / 21
        thick = max(1, round(scale * 2.4))
        (w, h), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_DUPLEX, scale, thick)
        spot = (round(x * self.width - w / 2), round((1 - y) * self.height + h / 2))
        cv2.putText(
            self.fine, words, spot, cv2.FONT_HERSHEY_DUPLEX, scale, (*colour, 255), thick, cv2.LINE_AA
        )

    def mottle(self, seed: int, strength: float) -> None:
        """Make the colours uneven, as printed ink is. ``strength``: how much."""
        noise = 1 + strength * clouds(self.height, self.width, seed, coarsest=8, octaves=5)[:, :, None]
        self.fine[:, :, :3] = np.clip(self.fine[:, :, :3] * noise, 0, 255).astype(np.uint8)


def star(points: int, inner: float) -> list[tuple[float, float]]:
    """A star's outline of radius 0.5."""
    return [
        (0.5 * (1 if i % 2 == 0 else inner) * cos(tau * i / points / 2 + tau / 4),
         0.5 * (1 if i % 2 == 0 else inner) * sin(tau * i / points / 2 + tau / 4))
        for i in range(points * 2)
    ]  # fmt: skip


def slots_of(zones: Sequence[Zone]) -> tuple[Zone, ...]:
    """The zones beside the board."""
    return tuple(zone for zone in zones if zone.kind == "slot")
