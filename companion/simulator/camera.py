"""A pinhole camera with a lens, placed so that a part of the table fills its picture.

Frames of reference: *table* (pitches; x right, y up as on the map, z up from the table) and *picture*
(pixels; x right, y down, centre of the top left pixel at 0, 0), as in :mod:`vision.types`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import cos, hypot, radians, sin, tan

import numpy as np
from numpy.typing import NDArray

from companion.simulator import tuning
from vision.opencv import cv2

Floats = NDArray[np.float64]

SIZES = {
    f"{width}x{height}": (width, height)
    for width, height in ((640, 480), (1280, 720), (1920, 1080), (2304, 1296))
}
"""Width and height of the pictures that cameras give, by how they are named."""
USUAL = SIZES["1280x720"]


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Where the camera hangs. ``tilt``: degrees from straight down; ``azimuth``: degrees, from which side
    the camera looks (0 = from the south, 90 = from the east); ``roll``: degrees round its axis; ``fov``:
    horizontal field of view in degrees; ``lens``: k1 k2 p1 p2 k3 of OpenCV's model; ``margin``: part of
    the picture that stays free round the points at which the camera is aimed; ``size``: width and height of
    the picture."""

    tilt: float = 0.0
    azimuth: float = 0.0
    roll: float = 0.0
    fov: float = tuning.number("camera.fov")
    lens: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    margin: float = tuning.number("camera.margin")
    size: tuple[int, int] = USUAL


class LensCamera:
    """A calibrated camera: ``k`` (3 x 3), ``dist`` (5), ``rotation`` (3 x 3) and ``translation`` (3), table
    to camera; ``size``: width and height of its picture."""

    def __init__(
        self, k: Floats, dist: Floats, rotation: Floats, position: Floats, size: tuple[int, int]
    ) -> None:
        self.size = size
        self.k = k
        self.dist = dist
        self.rotation = rotation
        self.position = position
        self.translation = -rotation @ position
        self._rvec = np.asarray(cv2.Rodrigues(rotation)[0], dtype=np.float64)

    def project(self, points: Floats) -> Floats:
        """n x 3 table points (pitches) to n x 2 picture points (pixels), lens included."""
        if len(points) == 0:
            return np.zeros((0, 2))
        pixels, _ = cv2.projectPoints(
            points.reshape(-1, 1, 3).astype(np.float64), self._rvec, self.translation, self.k, self.dist
        )
        return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)

    def ground(self, pixels: Floats) -> Floats:
        """n x 2 picture points to the n x 2 points of the table plane (z = 0) seen there."""
        rays = cv2.undistortPoints(pixels.reshape(-1, 1, 2).astype(np.float64), self.k, self.dist)
        directions = np.asarray(rays, dtype=np.float64).reshape(-1, 2) @ self.rotation[:2] + self.rotation[2]
        reach = -self.position[2] / directions[:, 2:]
        return np.asarray(self.position[:2] + directions[:, :2] * reach)

    @cached_property
    def ground_map(self) -> Floats:
        """Height x width x 2: the table point under every pixel."""
        width, height = self.size
        xs, ys = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
        return self.ground(np.column_stack([xs.ravel(), ys.ravel()])).reshape(height, width, 2)

    def pixels_per_pitch(self, x: float, y: float) -> float:
        """How many pixels along a row of the picture one pitch takes, near (x, y) on the table."""
        right = self.rotation[0, :2] / hypot(*self.rotation[0, :2])
        ends = np.array([[x, y, 0.0], [x + right[0], y + right[1], 0.0]])
        a, b = self.project(ends)
        return float(hypot(*(b - a)))


@lru_cache(maxsize=8)
def aim(points: tuple[tuple[float, float], ...], view: Viewpoint) -> LensCamera:
    """The camera of ``view`` from which all ``points`` of the table just fit into the picture."""
    width, height = view.size
    focal = width / 2 / tan(radians(view.fov) / 2)
    k = np.array([[focal, 0.0, (width - 1) / 2], [0.0, focal, (height - 1) / 2], [0.0, 0.0, 1.0]])
    dist = np.array(view.lens)
    rotation, backward = _orientation(view)
    plane = np.array([(x, y, 0.0) for x, y in points])
    target = plane.mean(axis=0)
    distance = float(np.ptp(plane[:, :2], axis=0).max()) * 2
    camera = LensCamera(k, dist, rotation, target + backward * distance, view.size)
    for _ in range(40):
        pixels = camera.project(plane)
        low, high = pixels.min(axis=0), pixels.max(axis=0)
        centre = camera.ground(((low + high) / 2).reshape(1, 2))[0]
        middle = camera.ground(np.array([[(width - 1) / 2, (height - 1) / 2]]))[0]
        target[:2] += centre - middle
        room = np.array(view.size) * (1 - 2 * view.margin)
        distance *= float(((high - low) / room).max()) ** 0.7
        camera = LensCamera(k, dist, rotation, target + backward * distance, view.size)
    return camera


def _orientation(view: Viewpoint) -> tuple[Floats, Floats]:
    """Rotation table to camera, and the direction from the table back to the camera."""
    tilt, azimuth, roll = radians(view.tilt), radians(view.azimuth), radians(view.roll)
    backward = np.array([sin(tilt) * sin(azimuth), -sin(tilt) * cos(azimuth), cos(tilt)])
    right = np.array([cos(azimuth), sin(azimuth), 0.0])
    down = np.cross(-backward, right)
    turned_right = cos(roll) * right + sin(roll) * down
    turned_down = np.cross(-backward, turned_right)
    return np.array([turned_right, turned_down, -backward]), backward
