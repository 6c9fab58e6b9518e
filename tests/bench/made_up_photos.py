"""Photos of a board that is drawn here, with known corners and changes."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from tests.bench.seeing.truth import Photo, PhotoSet
from vision.types import Image

CORNERS = ((40.0, 40.0), (440.0, 40.0), (440.0, 440.0), (40.0, 440.0))
SIDE = 50


def photo(
    number: int, changed: str = "", hidden: str = "", hand: bool | None = False, what: str = ""
) -> Photo:
    return Photo(number, CORNERS, frozenset(changed.split()), frozenset(hidden.split()), hand, what)


def board(pieces: str) -> Image:
    """8 x 8 squares of 50 pixels on a cloth, seen from straight above, with discs on some."""
    rng = np.random.default_rng(5)
    image = cv2.resize(rng.uniform(60, 110, (24, 24, 3)).astype(np.float32), (480, 480))
    for x in range(8):
        for y in range(8):
            light = (150, 185, 200) if (x + y) % 2 == 0 else (60, 100, 130)
            left, top = 40 + SIDE * x, 40 + SIDE * y
            cv2.rectangle(image, (left, top), (left + SIDE - 1, top + SIDE - 1), light, -1)
    for cell in pieces.split():
        x, y = "abcdefgh".index(cell[0]), 8 - int(cell[1])
        cv2.circle(image, (40 + SIDE * x + 25, 40 + SIDE * y + 25), 15, (40, 40, 210), -1)
    return np.asarray(image + rng.normal(0, 3, image.shape), np.float32).clip(0, 255).astype(np.uint8)


def made_up(photos: list[Photo], pictures: Mapping[int, Image]) -> PhotoSet:
    return PhotoSet("made-up", "abcdefgh", "87654321", "{column}{row}", tuple(photos), pictures.__getitem__)
