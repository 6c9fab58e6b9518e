"""Table tops and printed boards of squares or hexagons."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.opencv import cv2
from vision.training.shapes import (
    Picture,
    Points,
    Random,
    any_colour,
    chance,
    circle,
    fill,
    floats,
    noise,
    rectangle,
    scalar,
    stroke,
    turned,
)
from vision.training.textures import Bank, mark


@dataclass(frozen=True, slots=True)
class Board:
    """A printed board: its picture, the pitch of its cells, their middles (n x 2), and a cell's outline about
    its middle."""

    picture: Picture
    pitch: float
    middles: Points
    outline: Points


def table_top(random: Random, bank: Bank, height: int, width: int) -> Picture:
    """What a board or pieces lie on."""
    kind = random.random()
    if kind < 0.5:
        top = bank.patch(random, height, width, ("surface", "surface", "scene", "print"))
        if chance(random, 0.6):
            top = top.mean((0, 1)) + (top - top.mean((0, 1))) * floats(random.uniform(0.2, 0.8))
    elif kind < 0.75:
        grain = np.exp(
            random.uniform(0.05, 0.3)
            * noise(random, height, width, random.uniform(2, 5), random.uniform(10, 40))
        )
        top = any_colour(random) * grain[..., None]
    else:
        top = any_colour(random) * (
            1 + random.uniform(0, 0.12) * random.standard_normal((height, width, 1), np.float32)
        )
    return np.clip(top, 0.004, 1).astype(np.float32)


def _cells(random: Random, height: int, width: int, pitch: float) -> tuple[Points, Points]:
    """The middles of the cells and the outline of one."""
    hexagons = chance(random, 0.4)
    start = random.uniform(0, pitch, 2) - pitch / 2
    step, shift = (0.866 * pitch, 0.5) if hexagons else (pitch, 0.0)
    rows, columns = range(int(height / step) + 2), range(int(width / pitch) + 2)
    middles = np.array(
        [(start[0] + (j + shift * (i % 2)) * pitch, start[1] + i * step) for i in rows for j in columns]
    )
    shape = turned(circle(6), np.pi / 6) * 0.577 if hexagons else rectangle(1, 1)
    return middles, shape * pitch


def _print_cells(
    random: Random, bank: Bank, picture: Picture, board: tuple[Points, Points], pitch: float
) -> None:
    middles, outline = board
    height, width = picture.shape[:2]
    fills = [any_colour(random) for _ in range(random.integers(1, 4))]
    textures = [bank.patch(random, int(pitch) + 2, int(pitch) + 2) for _ in range(2)]
    style, inset, share, signs = (
        random.random(),
        random.choice([1.0, 1.0, 0.95, 0.88]),
        random.uniform(0.3, 1.0),
        chance(random, 0.5),
    )
    for number, (x, y) in enumerate(middles):
        index = int(x // pitch + y // pitch) if style < 0.3 else int(random.integers(len(fills)))
        if style < 0.65:
            fill(picture, outline * inset + (x, y), scalar(fills[index % len(fills)] * share))
        elif style < 0.78:
            texture, left, top = textures[number % 2], int(x - pitch / 2), int(y - pitch / 2)
            if min(left, top) >= 0 and left + len(texture) <= width and top + len(texture) <= height:
                picture[top : top + len(texture), left : left + len(texture)] = texture
        if signs and chance(random, 0.5):
            mark(random, picture, (x, y), pitch * random.uniform(0.12, 0.4))
    if chance(random, 0.7):
        line, colour = int(random.integers(1, 3)), scalar(any_colour(random))
        for middle in middles:
            stroke(picture, outline * inset + middle, colour, line)


def printed_board(random: Random, bank: Bank, height: int, width: int, pitch: float) -> Board:
    """A board that fills the picture."""
    picture = table_top(random, bank, height, width)
    if chance(random, 0.5):
        picture = floats(picture * 0.5 + 0.5 * any_colour(random))
    picture = np.ascontiguousarray(picture)
    middles, outline = _cells(random, height, width, pitch)
    _print_cells(random, bank, picture, (middles, outline), pitch)
    soft = np.clip(cv2.GaussianBlur(picture, (0, 0), 0.5), 0.004, 1)
    return Board(np.asarray(soft, np.float32), pitch, middles, outline)
