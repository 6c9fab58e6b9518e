"""The table as seen from straight above, as fine as the smallest thing on it needs and the picture gives: one
remap from picture to raster.

What lies flat is shown undistorted. What stands up leans away from the point below the camera."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.change import COARSE
from vision.mat import spot_outline
from vision.opencv import cv2
from vision.registration import Registration
from vision.tuning import number, whole
from vision.types import Frame, Image, Spot

_NODE = whole("raster.node")
"""The place in the picture is computed for every so many-th raster pixel; the rest is interpolated."""
MARGIN = number("raster.margin")
"""Pitches of raster round the spots, into which figures at the rim may lean."""
_ENOUGH = whole("raster.enough")
"""Raster pixels across the smallest thing that is told apart. No more are made, and no larger picture is
fetched."""
_COARSEST = whole("raster.coarsest")
"""Fewest raster pixels a pitch. A 1280x720 picture has 45 to 60."""


@dataclass(frozen=True, slots=True)
class Plane:
    """The raster's frame: the table plane's (left, top) corner in pitches, size and scale in pixels."""

    left: float
    top: float
    width: int
    height: int
    scale: int

    def to_raster(self, points: Points) -> Points:
        """n x 2 pitches to n x 2 raster pixels (centre of the top left pixel at 0, 0)."""
        flat = np.asarray(points, dtype=np.float64)
        return np.column_stack([(flat[:, 0] - self.left), (self.top - flat[:, 1])]) * self.scale - 0.5

    def to_plane(self, pixels: Points) -> Points:
        """The inverse of :meth:`to_raster`."""
        flat = (np.asarray(pixels, dtype=np.float64) + 0.5) / self.scale
        return np.column_stack([flat[:, 0] + self.left, self.top - flat[:, 1]])


def plane_of(spots: Sequence[Spot], registration: Registration) -> Plane:
    """The raster that holds all spots, as fine as the picture, or as is enough. Raises ValueError without
    spots."""
    if not spots:
        raise ValueError("there is no spot to watch")
    points = np.array([point for spot in spots for point in spot_outline(spot)])
    scale = int(np.clip(round(pixels_per_pitch(spots, registration)), _COARSEST, _enough(spots)))
    low, high = points.min(axis=0) - MARGIN, points.max(axis=0) + MARGIN
    width, height = COARSE * np.ceil((high - low) * scale / COARSE).astype(int)
    return Plane(float(low[0]), float(high[1]), int(width), int(height), scale)


def _enough(spots: Sequence[Spot]) -> int:
    """Raster pixels a pitch of which the smallest thing on these spots has enough."""
    return max(_COARSEST, math.ceil(_ENOUGH / min(spot.smallest for spot in spots)))


def finer(spots: Sequence[Spot], registration: Registration, frame: Frame) -> Registration:
    """Of the frame's two pictures, the registration of the one that the raster is to be filled from: the
    large one if its points are needed."""
    if frame.fine is None or pixels_per_pitch(spots, registration) >= _enough(spots):
        return registration
    height, width = frame.large().shape[:2]
    return registration.resized((width, height))


def pixels_per_pitch(spots: Sequence[Spot], registration: Registration) -> float:
    """Median length of a pitch in the picture, over the spots on the board."""
    centres = np.array([(spot.x, spot.y) for spot in spots])
    here = registration.to_picture(centres)
    right, up = (registration.to_picture(centres + step) - here for step in ((1.0, 0.0), (0.0, 1.0)))
    areas = np.abs(right[:, 0] * up[:, 1] - right[:, 1] * up[:, 0])
    return float(np.sqrt(np.median(areas)))


class Rectifier:
    """Fills the raster from pictures of one registration."""

    def __init__(self, plane: Plane, registration: Registration) -> None:
        grid = _in_picture(plane, registration)
        low = np.maximum(np.floor(grid.min(axis=(0, 1))).astype(int), 0)
        high = np.ceil(grid.max(axis=(0, 1))).astype(int) + 2
        self._part = slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))
        grid -= low.astype(np.float32)
        self._maps = cv2.convertMaps(grid[:, :, 0], grid[:, :, 1], cv2.CV_16SC2)
        self._width = registration.size[0]

    def of(self, frames: Iterable[Frame]) -> Image:
        """The raster of the mean of frames, from those of their pictures for which the registration is. One
        large picture is held at a time."""
        return self._mean(
            frame.image if frame.image.shape[1] == self._width else frame.large() for frame in frames
        )

    def __call__(self, *images: Image) -> Image:
        """The raster of a picture, or of the mean of several: height x width x 3, BGR."""
        return self._mean(images)

    def _mean(self, images: Iterable[Image]) -> Image:
        count, total = 0, np.zeros(0)
        for count, image in enumerate(images, 1):
            part = image[self._part]
            total = np.asarray(part if count == 1 else cv2.add(total, part, dtype=cv2.CV_16U))
        mean = total if count == 1 else cv2.convertScaleAbs(total, alpha=1.0 / count)
        raster = cv2.remap(mean, *self._maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(raster, dtype=np.uint8)


def _in_picture(plane: Plane, registration: Registration) -> NDArray[np.float32]:
    """Where every raster pixel lies in the picture: height x width x 2 pixels.

    Lens and perspective bend so little that every eighth pixel is computed and the rest interpolated: on a
    720p picture from 35 degrees, 3 pitches from the board, they differ by less than 0.05 pixel.
    """
    columns, rows = plane.width // _NODE + 3, plane.height // _NODE + 3
    xs, ys = np.meshgrid(np.arange(-1, columns - 1), np.arange(-1, rows - 1))
    nodes = (np.column_stack([xs.ravel(), ys.ravel()]).astype(np.float64) + 0.5) * _NODE - 0.5
    coarse = registration.to_picture(plane.to_plane(nodes)).reshape(rows, columns, 2).astype(np.float32)
    fine = np.asarray(cv2.resize(coarse, None, fx=_NODE, fy=_NODE, interpolation=cv2.INTER_LINEAR))
    part = fine[_NODE : _NODE + plane.height, _NODE : _NODE + plane.width]
    return np.ascontiguousarray(part, dtype=np.float32)
