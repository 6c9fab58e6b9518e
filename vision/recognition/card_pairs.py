"""Which of two symbols an ink shows: a matched filter on where the two differ.

What another print, camera or light changes is common to both symbols: how dark the ink is, how broad its
lines, how sharp the picture, and a fit that is a little off. Each of these moves the ink in a known direction
of pixels. Those directions are projected out, as in a generalised likelihood ratio, before the ink is
compared with the difference of the symbols (S. M. Kay, *Fundamentals of Statistical Signal Processing* II,
1998, chapter 7). Pure.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.recognition.card_finding import SIDE, Floats
from vision.tuning import number

BARE: Final = number("card_pairs.bare")
"""Less ink than this is paper and what is printed on it."""
FULL: Final = number("card_pairs.full")
"""More ink than this is ink of any colour."""
SOFT: Final = number("card_pairs.soft")
"""Both are compared under a blur of so many pixels."""
FEW: Final = number("card_pairs.few")
"""Symbols that differ in hardly more pixels than this are of one shape."""


def shape(ink: Floats) -> Floats:
    """How much of each pixel is inked, from 0 to 1, whatever the ink's colour."""
    inked = np.clip((ink - BARE) / (FULL - BARE), 0, 1)
    return np.asarray(cv2.GaussianBlur(inked, (0, 0), SOFT), np.float32)


def evidence(one: Floats, other: Floats, seen: Floats, where: NDArray[np.bool_]) -> float:
    """How far the shape that is seen is from the middle between two symbols, in shares of their difference:
    0.5 if it is the one, -0.5 if it is the other, near 0 if it is neither or if they are of one shape. All
    (SIDE, SIDE), laid on each other."""
    middle = np.asarray((one + other) / 2, np.float32)
    common = np.stack([each[where] for each in _common(middle)], axis=1).astype(np.float64)
    apart, beside = (one - other)[where], (seen - middle)[where]
    both = np.stack([apart, beside], axis=1).astype(np.float64)
    ridge = 1e-6 * np.eye(common.shape[1])
    both -= common @ np.linalg.solve(common.T @ common + ridge, common.T @ both)
    apart, beside = both.T
    return float(apart @ beside) / (float(apart @ apart) + FEW)


_ROWS, _COLUMNS = np.mgrid[-1 : 1 : SIDE * 1j, -1 : 1 : SIDE * 1j].astype(np.float32)


def _common(middle: Floats) -> list[NDArray[Any]]:
    """The directions in which a shape moves when paper, ink, width of lines, place, turn, scale, slant or
    sharpness differ."""
    x, y = (cv2.Sobel(middle, cv2.CV_32F, *way, ksize=3) for way in ((1, 0), (0, 1)))
    moved = [step * along for step in (x, y) for along in (1, _ROWS, _COLUMNS)]
    return [np.ones_like(middle), middle, np.hypot(x, y), *moved, cv2.Laplacian(middle, cv2.CV_32F)]
