"""Cards of our own: eight symbols, two pairs of which look alike, in four colours, and one special card."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
SIDE = 240
INKS = {"red": (50, 50, 210), "yellow": (40, 190, 240), "blue": (190, 90, 30), "green": (60, 160, 50)}
"""BGR."""
Draw = Callable[[Picture, tuple[int, int, int]], None]


def _ring(card: Picture, ink: tuple[int, int, int]) -> None:
    cv2.circle(card, (120, 120), 70, ink, -1)
    cv2.circle(card, (120, 120), 30, (245, 245, 245), -1)


def _disc(card: Picture, ink: tuple[int, int, int]) -> None:
    cv2.circle(card, (120, 120), 70, ink, -1)


def _disc_bar(card: Picture, ink: tuple[int, int, int]) -> None:
    cv2.circle(card, (120, 120), 70, ink, -1)
    cv2.line(card, (60, 120), (180, 120), (245, 245, 245), 12)


def _points(card: Picture, ink: tuple[int, int, int], tips: int, inner: float) -> None:
    turns = [math.pi * n / tips for n in range(2 * tips)]
    radii = [76 if n % 2 else inner for n in range(2 * tips)]
    corners = [(120 + r * math.cos(t), 120 + r * math.sin(t)) for r, t in zip(radii, turns, strict=True)]
    cv2.fillPoly(card, [np.array(corners, np.int32)], ink)


def _four(card: Picture, ink: tuple[int, int, int]) -> None:
    _points(card, ink, 4, 24)


def _five(card: Picture, ink: tuple[int, int, int]) -> None:
    _points(card, ink, 5, 28)


def _flag(card: Picture, ink: tuple[int, int, int]) -> None:
    cv2.fillPoly(card, [np.array([(60, 60), (180, 60), (60, 190)], np.int32)], ink)


def _dots(card: Picture, ink: tuple[int, int, int]) -> None:
    for x in (75, 120, 165):
        for y in (75, 120, 165):
            cv2.circle(card, (x, y), 15, ink, -1)


SYMBOLS: dict[str, Draw] = {
    "ring": _ring,
    "disc": _disc,
    "disc-bar": _disc_bar,
    "four": _four,
    "five": _five,
    "flag": _flag,
    "dots": _dots,
}


def drawn_cards() -> dict[str, Picture]:
    """By name, SYMBOL-COLOUR, and special cards: ``spiral``, and two that differ in nothing but their inks,
    ``dark`` and ``many``."""
    cards = {}
    for symbol, draw in SYMBOLS.items():
        for colour, ink in INKS.items():
            cards[f"{symbol}-{colour}"] = _blank()
            draw(cards[f"{symbol}-{colour}"], ink)
    cards["spiral"] = _blank()
    cv2.ellipse(cards["spiral"], (120, 120), (70, 70), 0, 20, 300, (90, 60, 60), 14)
    cv2.ellipse(cards["spiral"], (120, 120), (35, 35), 0, 200, 480, (60, 90, 160), 14)
    for name in ("dark", "many"):
        cards[name] = _blank()
        for (x, y), ink in zip(((75, 75), (165, 75), (165, 165), (75, 165)), INKS.values(), strict=True):
            wedge = np.array([(120, 120), (x, 120), (x, y), (120, y)], np.int32)
            cv2.fillPoly(cards[name], [wedge], ink if name == "many" else (40, 34, 30))
    return cards


def _blank() -> Picture:
    card = np.full((SIDE, SIDE, 3), 245, np.uint8)
    cv2.rectangle(card, (0, 0), (SIDE - 1, SIDE - 1), (60, 40, 40), 10)
    return card
