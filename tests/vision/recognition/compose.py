"""Cards laid on tables that no card reader has seen: perspective, rotation, light, blur, glare, noise, JPEG.

Nothing here is shared with the reader. Ranges: tilt of the camera up to 35 degrees, light 2700 to 6500 K and
plus or minus 1 EV (design: V10), blur up to 1.2 px, a mirrored lamp over at most a tenth of the card.
"""

from __future__ import annotations

import math
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
LAMPS = {2700: (0.45, 0.75, 1.0), 4000: (0.75, 0.92, 1.0), 6500: (1.0, 1.0, 0.97)}
"""BGR of white paper under a lamp whose white balance is half right."""


def composed(card: Picture, random: Random, table: Picture | None = None) -> Picture:
    """One card on a table, 480 x 360 or so; the card's side is 100 to 190 px."""
    width, height = 480, 360
    ground = _table(random, width, height) if table is None else cv2.resize(table, (width, height))
    side = random.uniform(110, 190)
    turn, tilt = random.uniform(0, 2 * math.pi), math.radians(random.uniform(0, 35))
    middle = np.array([width / 2 + random.uniform(-60, 60), height / 2 + random.uniform(-40, 40)])
    corners = _corners(side, turn, tilt, random.uniform(0, 2 * math.pi)) + middle
    rows, columns = card.shape[:2]
    source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    laid = cv2.warpPerspective(card, matrix, (width, height), flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full((rows, columns), 255, np.uint8), matrix, (width, height))
    share = (cv2.GaussianBlur(mask, (3, 3), 0) / 255.0)[:, :, None]
    scene = laid * share + ground * (1 - share)
    return _camera(_lit(scene, random, middle, side), random)


def _corners(side: float, turn: float, tilt: float, towards: float) -> NDArray[np.float64]:
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
    spun = square @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    axis = np.array([math.cos(towards), math.sin(towards)])
    along = spun @ axis
    depth = along * math.sin(tilt) / (5 * side)
    flat = spun + np.outer(along * (math.cos(tilt) - 1), axis)
    return np.asarray(flat / (1 + depth)[:, None])


def _table(random: Random, width: int, height: int) -> Picture:
    """A plain or grained ground of some colour."""
    grain = np.random.default_rng(random.randrange(2**32))
    base = np.array([random.randint(20, 200) for _ in range(3)], np.float32)
    noise = cv2.GaussianBlur(grain.normal(0, 60, (height, width)).astype(np.float32), (0, 0), 6, sigmaY=1)
    return np.asarray(np.clip(base + noise[:, :, None], 0, 255), np.uint8)


def _lit(
    scene: NDArray[np.float64], random: Random, middle: NDArray[np.float64], side: float
) -> NDArray[np.float64]:
    height, width = scene.shape[:2]
    lamp = np.array(LAMPS[random.choice(tuple(LAMPS))]) * 2 ** random.uniform(-1.0, 0.2)
    along = np.linspace(random.uniform(0.75, 1), random.uniform(0.75, 1), width)[None, :, None]
    lit = scene * lamp * along
    if random.random() < 0.4:
        at = middle + np.array([random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4)]) * side
        y, x = np.mgrid[0:height, 0:width]
        wide = side * random.uniform(0.04, 0.12)
        spot = np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * wide**2))
        lit = lit + 220 * spot[:, :, None]
    return np.asarray(lit)


def _camera(lit: NDArray[np.float64], random: Random) -> Picture:
    blurred = cv2.GaussianBlur(lit, (0, 0), random.uniform(0.3, 1.2))
    noise = np.random.default_rng(random.randrange(2**32)).normal(0, random.uniform(1, 5), lit.shape)
    seen = np.clip(blurred + noise, 0, 255).astype(np.uint8)
    coded = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, random.randint(70, 95)])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
