"""A small table before a network camera, so that a whole worker process can be watched at work."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import cv2
import numpy as np

from tests.vision.sources.drawing import draw_mat, noisy, to_picture, view_of
from tests.vision.sources.servers import Connection
from vision.mat import mat_of
from vision.types import Image, Spot, SpotReading

WIDTH, HEIGHT = 960, 540
STACKS: tuple[tuple[str, ...], ...] = ((), ("coin red",), ("coin blue",))
COLOURS = {"coin red": (40, 40, 200), "coin blue": (200, 80, 30)}
SPOTS = tuple(
    Spot(f"{column}{row}", x, row - 1, 1, 1, "square", 0, ("",), STACKS, SpotReading.PIECES)
    for x, column in enumerate("abcdefgh")
    for row in range(1, 6)
)
MAT = mat_of("table", SPOTS)
VIEW = view_of(MAT, WIDTH, HEIGHT, lean=0.05)
_BARE = draw_mat(MAT, VIEW, WIDTH, HEIGHT)


def table(coins: Mapping[str, str]) -> Image:
    """The board with coins: cell -> coin."""
    image = _BARE.copy()
    for spot in SPOTS:
        corners = [(spot.x - 0.5, spot.y + 0.5), (spot.x + 0.5, spot.y + 0.5)]
        corners += [(spot.x + 0.5, spot.y - 0.5), (spot.x - 0.5, spot.y - 0.5)]
        dark = (ord(spot.cell[0]) + int(spot.cell[1])) % 2 == 0
        colour = (160, 180, 172) if dark else (180, 196, 190)
        cv2.fillConvexPoly(image, np.round(to_picture(VIEW, corners)).astype(np.int32), colour, cv2.LINE_AA)
    for spot in SPOTS:
        coin = coins.get(spot.cell)
        if coin:
            turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
            rim = np.stack([spot.x + 0.33 * np.cos(turn), spot.y + 0.33 * np.sin(turn)], axis=1)
            cv2.fillConvexPoly(
                image, np.round(to_picture(VIEW, rim)).astype(np.int32), COLOURS[coin], cv2.LINE_AA
            )
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 1.2), np.uint8)  # no lens is sharper


class TableCamera:
    """A script for a Server: sends what ``show`` or ``wave`` was given last, 12 noisy pictures a second."""

    def __init__(self, coins: Mapping[str, str]) -> None:
        self.show(coins)

    def show(self, coins: Mapping[str, str]) -> None:
        self.send(table(coins))

    def send(self, image: Image) -> None:
        """Show any picture."""
        self._pictures = [self._encode(noisy(image, seed)) for seed in range(6)]

    def wave(self, coins: Mapping[str, str]) -> None:
        """The same with an arm from the lower border over the middle, elsewhere in every picture."""
        pictures = []
        for seed, x in enumerate((400, 430, 460, 490, 460, 430)):
            image = noisy(table(coins), seed)
            cv2.line(image, (x, HEIGHT // 2), (x + 60, HEIGHT + 20), (110, 140, 200), 60)
            pictures.append(self._encode(image))
        self._pictures = pictures

    def __call__(self, connection: Connection) -> None:
        connection.head("X-Companion-Simulated: 1")
        for n in itertools.count():
            connection.part(self._pictures[n % 6])
            if connection.over.wait(0.08):
                return

    def _encode(self, image: Image) -> bytes:
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])
        assert done
        return bytes(data)
