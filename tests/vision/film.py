"""A printed board in perspective with discs as pieces, and arms, drawn frame by frame for one watcher."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.registration import Corners
from vision.seeing import Glance, View
from vision.types import Frame, Image, Spot, SpotReading
from vision.watching import TableWatcher

SIZE = 6
PITCH = 100
FPS = 15.0
PLANE = ((-0.5, 5.5), (5.5, 5.5), (5.5, -0.5), (-0.5, -0.5))
PICTURE = ((330.0, 90.0), (930.0, 70.0), (980.0, 640.0), (290.0, 660.0))
SPOTS = tuple(
    Spot(f"{'abcdef'[x]}{y + 1}", x, y, 1.0, 1.0, "square", 0, ("",), ((), ("disc",)), SpotReading.PIECES)
    for x in range(SIZE)
    for y in range(SIZE)
)
Pieces = dict[str, tuple[int, int, int]]


class Table:
    """Draws frames: ``pieces`` by cell, ``arms`` to cells, a ``shift`` of the camera, a ``gain`` of light."""

    def __init__(self) -> None:
        self.print = _print().copy()
        self.cloth = np.full((720, 1280, 3), (70, 80, 90), np.uint8)
        self.noise = list(_noise())
        self.drawn = 0
        self._shown: object = None
        self._clear = self.cloth.astype(np.float32)
        """The last picture without its noise, and what it shows."""

    def frame(self, pieces: Pieces, arms: Iterable[str] = (), shift: float = 0.0, gain: float = 1.0) -> Image:
        shown = tuple(pieces.items()), tuple(arms), shift, gain, id(self.print)
        if shown != self._shown:
            clear = self._draw(pieces, shown[1], shift)
            # what OpenCV rounds is to be cut off, as by most cameras
            self._shown, self._clear = shown, clear * np.float32(gain) - np.float32(0.499)
        self.drawn += 1
        noise = self.noise[self.drawn % len(self.noise)]
        return np.asarray(cv2.add(self._clear, noise, dtype=cv2.CV_8U), np.uint8)

    def _draw(self, pieces: Pieces, arms: Iterable[str], shift: float) -> Image:
        board = self.print.copy()
        for cell, colour in pieces.items():
            cv2.circle(board, at(cell), 24, colour, -1)
            cv2.circle(board, at(cell), 10, (240, 240, 240), -1)
        side = SIZE * PITCH
        corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
        picture = np.array(PICTURE, np.float32) + shift
        matrix = cv2.getPerspectiveTransform(corners, picture)
        seen = cv2.warpPerspective(board, matrix, (1280, 720))
        mask = cv2.warpPerspective(np.full(board.shape[:2], 255, np.uint8), matrix, (1280, 720))
        result = np.asarray(cv2.copyTo(seen, mask, self.cloth.copy()), np.uint8)
        for cell in arms:
            x, y = cv2.perspectiveTransform(np.array([[at(cell)]], np.float32), matrix)[0, 0]
            cv2.line(result, (int(x), int(y)), (int(x) + 120, 740), (110, 140, 200), 70)
        return np.asarray(result, np.uint8)


@cache
def _print() -> Image:
    """The board's print."""
    rng = np.random.default_rng(7)
    side = SIZE * PITCH
    coarse = cv2.resize(rng.uniform(70, 180, (15, 15, 3)).astype(np.float32), (side, side))
    fine = cv2.GaussianBlur(rng.normal(0, 40, (side, side, 3)).astype(np.float32), (0, 0), 2.0)
    made = np.clip(coarse + fine, 20, 235).astype(np.uint8)
    made[..., 2] = np.minimum(made[..., 2], made[..., 1])  # nothing as red as skin
    for line in range(0, side + 1, PITCH):
        cv2.line(made, (line, 0), (line, side), (25, 25, 25), 3)
        cv2.line(made, (0, line), (side, line), (25, 25, 25), 3)
    return np.asarray(made, np.uint8)


@cache
def _noise() -> tuple[NDArray[np.float32], ...]:
    """A camera's noise for four frames."""
    noise = np.random.default_rng(8)
    return tuple(noise.normal(0, 2, (720, 1280, 3)).astype(np.float32) for _ in range(4))


def at(cell: str) -> tuple[int, int]:
    """The middle of a cell on the board drawn; columns from g on lie beside it."""
    return "abcdefgh".index(cell[0]) * PITCH + PITCH // 2, (SIZE - int(cell[1])) * PITCH + PITCH // 2


class Film:
    """Frames one after another through one watcher."""

    def __init__(self) -> None:
        self.table = Table()
        self.watcher = TableWatcher(SPOTS, Corners(PICTURE, PLANE))
        self.count = 0
        self.every = 1
        """Of so many frames one is seen: a slow camera."""

    def show(
        self, pieces: Pieces, seconds: float, arms: Iterable[str] = (), **more: float
    ) -> Iterator[Glance]:
        for _ in range(round(seconds * FPS / self.every)):
            image = self.table.frame(pieces, arms, **more)
            yield self.watcher.read(Frame(self.count, self.count / FPS, image))
            self.count += self.every

    def views(self, pieces: Pieces, seconds: float, arms: Iterable[str] = (), **more: float) -> list[View]:
        return [g.view for g in self.show(pieces, seconds, arms, **more) if g.view is not None]


RED, BLUE = (40, 40, 200), (200, 70, 40)
BEGIN: Pieces = {"b2": RED, "e5": BLUE}


def changed(view: View) -> set[str]:
    return {name for name, cell in view.cells.items() if cell.change > 0.06}
