"""Drawn boards and arms, for tests that know by geometry what a network must find."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

PITCH, CELLS = 40, 8
SIDE = PITCH * CELLS


def board(seed: int = 1) -> Image:
    """Chequered, with printed texture."""
    random = np.random.default_rng(seed)
    rows, columns = np.mgrid[0:SIDE, 0:SIDE] // PITCH
    light = ((rows + columns) % 2)[..., None]
    plain = np.where(light, (150, 190, 205), (60, 100, 130)).astype(np.float32)
    grain = cv2.GaussianBlur(random.normal(0, 25, (SIDE, SIDE, 3)).astype(np.float32), (0, 0), 1.5)
    return np.asarray(np.clip(plain + grain, 0, 255), np.uint8)


def with_disc(picture: Image, row: int, column: int, colour: tuple[int, int, int] = (40, 40, 200)) -> Image:
    """A round piece in the middle of a cell, with a small shadow."""
    drawn = picture.copy()
    x, y = column * PITCH + PITCH // 2, row * PITCH + PITCH // 2
    shadow = np.zeros(picture.shape[:2], np.float32)
    cv2.circle(shadow, (x + 3, y + 2), 13, 1.0, -1)
    drawn = (drawn * (1 - 0.4 * cv2.GaussianBlur(shadow, (0, 0), 2)[..., None])).astype(np.uint8)
    cv2.circle(drawn, (x, y), 13, colour, -1, cv2.LINE_AA)
    cv2.circle(drawn, (x - 3, y - 3), 6, tuple(min(255, v + 30) for v in colour), -1, cv2.LINE_AA)
    return np.asarray(drawn, np.uint8)


def noisy(picture: Image, seed: int, gain: tuple[float, float, float] = (1, 1, 1)) -> Image:
    """As a camera sees it: soft, with grain, in its own colours."""
    random = np.random.default_rng(seed)
    seen = cv2.GaussianBlur(picture, (0, 0), 0.7) * np.array(gain) + random.normal(0, 2, picture.shape)
    return np.asarray(np.clip(seen, 0, 255), np.uint8)


def window(row: int, column: int) -> tuple[NDArray[np.uint8], slice, slice]:
    """The pixels of a cell, as a watcher cuts them."""
    rows = slice(row * PITCH + 1, (row + 1) * PITCH - 1)
    columns = slice(column * PITCH + 1, (column + 1) * PITCH - 1)
    return np.ones((PITCH - 2, PITCH - 2), np.uint8), rows, columns


def table() -> Image:
    """A small picture of a wooden table with a board."""
    random = np.random.default_rng(5)
    grain = cv2.resize(
        random.normal(0, 12, (90, 8)).astype(np.float32), (320, 180), interpolation=cv2.INTER_CUBIC
    )
    wood = np.full((180, 320, 3), (90, 130, 165), np.float32) + grain[..., None]
    picture: Image = np.asarray(np.clip(wood, 0, 255), np.uint8)
    picture[30:150, 100:220] = cv2.resize(board(), (120, 120), interpolation=cv2.INTER_AREA)
    return picture


def arm(picture: Image) -> tuple[Image, NDArray[np.bool_]]:
    """A dark sleeve with a hand, from the left to the middle; and its pixels."""
    drawn, mask = picture.copy(), np.zeros(picture.shape[:2], np.uint8)
    sleeve = np.array([[-5, 70], [70, 78], [70, 108], [-5, 118]])
    strokes = [
        ((120, 86), (150, 84)),
        ((120, 92), (155, 93)),
        ((118, 98), (152, 102)),
        ((100, 104), (128, 116)),
    ]
    shadow = np.zeros(picture.shape[:2], np.float32)
    cv2.line(shadow, (0, 110), (140, 104), 1.0, 30)
    drawn = (drawn * (1 - 0.35 * cv2.GaussianBlur(shadow, (0, 0), 8)[..., None])).astype(np.uint8)
    for canvas, skin, cloth in ((drawn, (120, 150, 205), (45, 35, 40)), (mask, 1, 1)):
        cv2.line(canvas, (60, 93), (95, 93), skin, 22, cv2.LINE_8)
        cv2.ellipse(canvas, (105, 94), (22, 17), 0, 0, 360, skin, -1)
        for start, end in strokes:
            cv2.line(canvas, start, end, skin, 8, cv2.LINE_8)
        cv2.fillPoly(canvas, [sleeve], cloth)
    return np.asarray(drawn, np.uint8), mask > 0
