"""Where a point of the camera's picture lies on the table, by the homography that the known outlines give."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.ports.choices import Point
from companion.referee.spots import places_of
from companion.rules.contract import Zone
from vision.mat import spot_outline
from vision.opencv import cv2
from vision.types import Preview

_FLAT = 1e-9
"""Determinant below which a homography folds the table into a line."""


class Ground:
    """The table plane (pitches, y up) in a preview (pixels, y down)."""

    def __init__(self, plane_to_picture: NDArray[np.float64]) -> None:
        self._there = plane_to_picture
        self._back = np.asarray(np.linalg.inv(plane_to_picture), np.float64)

    def to_picture(self, point: Point) -> Point:
        """A place on the table, as the picture shows it."""
        return _mapped(self._there, point)

    def to_table(self, point: Point) -> Point:
        """A point of the picture, taken as a place on the table."""
        return _mapped(self._back, point)


def ground_of(zones: Sequence[Zone], preview: Preview) -> Ground | None:
    """The plane by the outlines of these zones; None if none of them is seen."""
    pairs = [
        pair
        for spot in places_of(zones)
        if spot.cell in preview.outlines
        for pair in zip(spot_outline(spot), preview.outlines[spot.cell], strict=True)
    ]
    if not pairs:
        return None
    table, picture = (np.array(side, np.float64) for side in zip(*pairs, strict=True))
    matrix, _ = cv2.findHomography(table, picture, 0)
    if abs(np.linalg.det(matrix)) < _FLAT:
        return None
    return Ground(np.asarray(matrix, np.float64))


def _mapped(matrix: NDArray[np.float64], point: Point) -> Point:
    x, y, scale = matrix @ (point[0], point[1], 1.0)
    return (float(x / scale), float(y / scale)) if abs(scale) > 1e-9 else (float("inf"), float("inf"))
