"""The watched places as one picture from straight above, kept up to date by settled views.

Only the places are drawn. What lies outside them, such as the room and people's faces, is not in a view and
so never in the picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from vision.cells import Cells
from vision.change import plain
from vision.mat import spot_outline
from vision.opencv import cv2
from vision.raster import MARGIN, Plane
from vision.seeing import View
from vision.tuning import whole
from vision.types import Image, Spot, SpotReading

_LONGEST = whole("board_picture.longest")
"""Pixels of the longer side."""
_QUALITY = whole("board_picture.quality")
"""Quality of the JPEG, 1 to 100."""
_GROUND = (64, 60, 56)
"""Blue, green, red of what is no watched place."""

Outline = tuple[tuple[int, int], ...]
"""Corners in pixels of the picture."""


class BoardPicture:
    """A picture of these spots, at least one; nothing is seen in it before the first view."""

    def __init__(self, spots: Sequence[Spot]) -> None:
        watched = [spot for spot in spots if spot.reading is not SpotReading.NOTHING]
        plane = _plane(watched)
        self._cells = Cells(watched, plane, (plane.width, plane.height))
        corners = {spot.cell: plane.to_raster(np.array(spot_outline(spot))).round() for spot in watched}
        self._outlines = {cell: tuple((int(x), int(y)) for x, y in told) for cell, told in corners.items()}
        self.pixels: Image = np.full((plane.height, plane.width, 3), _GROUND, np.uint8)

    def lay(self, view: View) -> None:
        """Show the cells of a view as they look in it."""
        for name, seen in view.cells.items():
            if name in self._outlines:
                self._cells.lay(self.pixels, name, plain(seen.now))

    def outlines(self, cells: Iterable[str]) -> Mapping[str, Outline]:
        """Where these cells lie; those that are not watched are left out."""
        return {cell: self._outlines[cell] for cell in cells if cell in self._outlines}


def jpeg(pixels: Image) -> bytes:
    """The picture as a small JPEG; the same picture always gives the same bytes."""
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()


def _plane(spots: Sequence[Spot]) -> Plane:
    points = np.array([point for spot in spots for point in spot_outline(spot)])
    low, high = points.min(axis=0) - MARGIN, points.max(axis=0) + MARGIN
    scale = max(1, int(_LONGEST / (high - low).max()))
    width, height = np.ceil((high - low) * scale).astype(int)
    return Plane(float(low[0]), float(high[1]), int(width), int(height), scale)
