"""Surfaces: wood, weave, stone, prints and cluttered scenes, made by code alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.opencv import cv2
from vision.training.shapes import (
    Colour,
    Picture,
    Random,
    any_colour,
    chance,
    fill,
    floats,
    linear,
    noise,
    outline,
    scalar,
    stroke,
    turned,
    vivid,
)
from vision.types import Image

_HEIGHT, _WIDTH = 288, 352
_BANK = 20_260  # seed of the bank: every training draws from the same surfaces
_GLYPHS = "ABCDEFGHIKLMNOPQRSTUVXYZabcdeghkmnprstu0123456789&?!+-"


def _octaves(random: Random, grain: float, falloff: float, stretch: float = 1.0) -> Picture:
    field, strength = np.zeros((_HEIGHT, _WIDTH), np.float32), 1.0
    while grain > 1.5:
        field += strength * noise(random, _HEIGHT, _WIDTH, grain, stretch)
        strength, grain = strength * falloff, grain / 2
    return np.asarray(field / field.std(), np.float32)


def _ramp(random: Random, field: Picture) -> Picture:
    """The values of a field as colours between two to five stops, mostly akin."""
    first, akin = any_colour(random), chance(random, 0.6)
    stops = [
        np.clip(first * random.uniform(0.5, 1.5), 0.004, 0.95) if akin else any_colour(random)
        for _ in range(random.integers(2, 6))
    ]
    table = floats(stops)
    low, high = np.percentile(field, (2, 98))
    place = np.clip((field - low) / (high - low + 1e-6), 0, 0.999) * (len(table) - 1)
    index = place.astype(np.int64)
    part = (place - index)[..., None]
    return np.asarray(table[index] * (1 - part) + table[index + 1] * part, np.float32)


def _cloud(random: Random) -> Picture:
    return _ramp(random, _octaves(random, random.uniform(15, 200), random.uniform(0.4, 0.9)))


def _wood(random: Random) -> Picture:
    y = np.arange(_HEIGHT, dtype=np.float32)[:, None]
    bend = _octaves(random, 80, 0.5, 7)
    rings = np.sin((y * random.uniform(0.02, 0.12) + bend * random.uniform(1, 4)) * random.uniform(1, 5))
    picture = _ramp(random, np.asarray(rings + 0.4 * _octaves(random, 6, 0.6, 16), np.float32))
    if chance(random, 0.5):
        plank = int(random.integers(30, 100))
        for top in range(0, _HEIGHT, plank):
            picture[top : top + plank] *= floats(random.uniform(0.8, 1.15))
            picture[top : top + 2] *= floats(0.6)
    return picture


def _weave(random: Random) -> Picture:
    y, x = np.mgrid[0:_HEIGHT, 0:_WIDTH].astype(np.float32)
    p, q = random.uniform(3, 24, 2)
    picture = _ramp(
        random,
        np.asarray(np.sin(x * 6.28 / p) + np.sin(y * 6.28 / q) + 0.6 * _octaves(random, 20, 0.6), np.float32),
    )
    if chance(random, 0.5):
        picture = picture * np.where((x // (p * 3)).astype(int) % 2, 1.0, 0.7).astype(np.float32)[..., None]
    return picture


def _stone(random: Random) -> Picture:
    """Patches about random points, with dark seams."""
    height, width = _HEIGHT // 3, _WIDTH // 3
    count = int(random.integers(30, 250))
    y, x = np.mgrid[0:height, 0:width]
    points = random.uniform(0, (height, width), (count, 2))
    away = (y[..., None] - points[:, 0]) ** 2 + (x[..., None] - points[:, 1]) ** 2
    nearest = np.sqrt(np.partition(away, 1, axis=-1)[..., :2])
    colours = (
        floats([vivid(random, (0, 120)) for _ in range(count)])
        if chance(random, 0.5)
        else any_colour(random) * floats(random.uniform(0.6, 1.3, (count, 1)))
    )
    seams = np.clip((nearest[..., 1] - nearest[..., 0]) / random.uniform(1.5, 7), 0.3, 1)
    small = floats(colours[away.argmin(-1)] * seams[..., None])
    return np.asarray(cv2.resize(small, (_WIDTH, _HEIGHT), interpolation=cv2.INTER_CUBIC), np.float32)


def letters(
    random: Random, picture: Picture, middle: tuple[float, float], size: float, colour: Colour
) -> None:
    """Write one to four letters or figures."""
    text = "".join(_GLYPHS[i] for i in random.integers(len(_GLYPHS), size=random.integers(1, 5)))
    font, width = int(random.integers(8)), max(1, int(size / 8))
    scale = max(0.2, size / 20)
    (long, high), _ = cv2.getTextSize(text, font, scale, width)
    place = (int(middle[0] - long / 2), int(middle[1] + high / 2))
    cv2.putText(picture, text, place, font, scale, scalar(colour), width, cv2.LINE_8)


def mark(random: Random, picture: Picture, middle: tuple[float, float], size: float) -> None:
    """Print a sign: letters, a filled shape or its line."""
    kind, colour = random.random(), any_colour(random)
    if kind < 0.25:
        return letters(random, picture, middle, size, colour)
    points = turned(outline(random) * (1, random.uniform(0.4, 1)), random.uniform(0, 6.3)) * size + middle
    if kind < 0.65:
        return fill(picture, points, scalar(colour))
    return stroke(picture, points, scalar(colour), max(1, int(size / 6)))


def _print(random: Random, ground: Picture | None = None, most: int = 60) -> Picture:
    picture = _cloud(random) if ground is None else ground
    for _ in range(random.integers(3, most)):
        size = random.uniform(0.04, 0.5) ** 1.4 * _HEIGHT * 0.6
        mark(random, picture, (random.uniform(0, _WIDTH), random.uniform(0, _HEIGHT)), size)
    return picture


def _card(random: Random) -> Picture:
    paper = random.uniform(0.55, 0.95) * np.ones(3) if chance(random, 0.6) else any_colour(random)
    picture = _print(random, np.full((_HEIGHT, _WIDTH, 3), paper, np.float32), 9)
    if chance(random, 0.5):
        cv2.rectangle(
            picture,
            (6, 6),
            (_WIDTH - 7, _HEIGHT - 7),
            scalar(any_colour(random)),
            int(random.integers(2, 10)),
        )
    return picture


def _scene(random: Random) -> Picture:
    """Many things behind each other in soft light, as a photograph has them."""
    picture = _cloud(random)
    for _ in range(random.integers(2, 5)):
        picture = _print(random, picture, 14)
        if chance(random, 0.5):
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), random.uniform(0.5, 4)), np.float32)
        part = np.clip(_octaves(random, random.uniform(30, 150), 0.5) * 0.5 + random.normal(0, 0.4), 0, 1)[
            ..., None
        ]
        other = _SURFACES[random.integers(3)](random)
        picture = np.ascontiguousarray(picture * (1 - part) + other * part, np.float32)
    return picture


_SURFACES: tuple[Callable[[Random], Picture], ...] = (_cloud, _wood, _weave, _stone)
_KINDS: dict[str, tuple[int, Callable[[Random], Picture]]] = {
    "surface": (90, lambda random: _SURFACES[random.integers(4)](random)),
    "scene": (40, _scene),
    "print": (50, _print),
    "card": (80, _card),
}


class Bank:
    """Surfaces to cut patches from. It is the same in every process and every training."""

    def __init__(self, share: float = 1.0) -> None:
        """``share``: the part of the surfaces that is made, for quick tests."""
        self._pictures = {kind: self._made(number, kind, share) for number, kind in enumerate(_KINDS)}

    @staticmethod
    def _made(number: int, kind: str, share: float) -> list[Image]:
        count, make = _KINDS[kind]
        made = (make(np.random.default_rng((_BANK, number, i))) for i in range(max(2, int(count * share))))
        return [(np.clip(picture, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8) for picture in made]

    def patch(
        self,
        random: Random,
        height: int,
        width: int,
        kinds: tuple[str, ...] = ("surface", "surface", "scene", "print", "card"),
    ) -> Picture:
        """A piece of some surface, cut out, turned and resized at random."""
        bank = self._pictures[kinds[random.integers(len(kinds))]]
        picture, share = bank[random.integers(len(bank))], random.uniform(0.15, 1.0)
        high, wide = max(8, int(_HEIGHT * share)), max(8, int(_WIDTH * share))
        top, left = random.integers(_HEIGHT - high + 1), random.integers(_WIDTH - wide + 1)
        cut = np.rot90(picture[top : top + high, left : left + wide], int(random.integers(4)))
        small = cv2.resize(np.ascontiguousarray(cut), (width, height), interpolation=cv2.INTER_AREA)
        return linear(np.asarray(small, np.uint8))
