"""The lens and the place of the camera above the table. Pure geometry, no thread of its own.

A :class:`CameraModel` is optional. Without one the picture is taken for that of a pinhole camera with square
pixels and its principal point in the middle, whose focal length is estimated from the homography.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.tuning import number
from vision.types import Homography

Points = NDArray[np.float64]
"""n x 2, pixels or pitches."""

USUAL_FOCAL = number("camera.usual_focal")
"""Focal length over picture width of a usual camera: 0.83 (62 degrees across) to 1.0 (Pi camera module 2)."""
_FOCAL_SPREAD = number("camera.focal_spread")
"""How far usual cameras spread round it, as a standard deviation of the logarithm."""
_HOMOGRAPHY_ERROR = number("camera.homography_error")
"""Relative error of the constraints on the focal length that corner noise of 0.2 pixels leaves
(simulated)."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraModel:
    """A calibrated camera: ``k`` 3 x 3 in pixels, ``dist`` as OpenCV's k1 k2 p1 p2 [k3 ...].

    Raises ValueError when the shapes are wrong or the focal length is not positive.
    """

    k: NDArray[np.float64]
    dist: NDArray[np.float64]

    def __post_init__(self) -> None:
        if np.shape(self.k) != (3, 3) or np.size(self.dist) not in (4, 5, 8, 12, 14):
            raise ValueError("a camera needs a 3 x 3 matrix k and 4, 5, 8, 12 or 14 lens coefficients")
        if not np.isfinite(self.k).all() or not np.isfinite(self.dist).all() or self.k[0, 0] <= 0:
            raise ValueError("a camera needs finite numbers and a positive focal length")

    def undistort(self, points: Points) -> Points:
        """From picture pixels to the pixels that the same camera would give without its lens errors; n x
        2."""
        flat = cv2.undistortPointsIter(
            np.asarray(points, dtype=np.float64).reshape(-1, 1, 2),
            self.k,
            self.dist,
            np.eye(3),
            self.k,
            (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 40, 1e-6),
        )
        return np.asarray(flat, dtype=np.float64).reshape(-1, 2)

    def resized(self, times: float) -> CameraModel:
        """The same camera for a picture of the same view with so many times the pixels across."""
        return CameraModel(_larger(times) @ self.k, self.dist)

    def distort(self, points: Points) -> Points:
        """The inverse of :meth:`undistort`; n x 2."""
        rays = np.column_stack([points, np.ones(len(points))]) @ np.linalg.inv(self.k).T
        pixels, _ = cv2.projectPoints(rays.reshape(-1, 1, 3), np.zeros(3), np.zeros(3), self.k, self.dist)
        return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)


def resized(homography: Homography, times: float) -> Homography:
    """The homography into a picture of the same view with so many times the pixels across."""
    return _larger(times) @ homography


def _larger(times: float) -> NDArray[np.float64]:
    """From pixels to pixels; the centre of the first one is at 0."""
    shift = (times - 1) / 2
    return np.array([[times, 0.0, shift], [0.0, times, shift], [0.0, 0.0, 1.0]])


def simple_camera(focal: float, bend: float, size: tuple[int, int]) -> CameraModel:
    """A camera with square pixels, centred principal point and one radial lens coefficient k1."""
    k = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1.0]])
    return CameraModel(k, np.array([bend, 0.0, 0.0, 0.0, 0.0]))


def project(homography: Homography, points: Points) -> Points:
    """n x 2 points through a 3 x 3 homography."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:3], dtype=np.float64)


def focal_length(homography: Homography, size: tuple[int, int]) -> float:
    """Focal length in pixels of a camera with square pixels and centred principal point that sees the table
    plane through ``homography``; ``size`` is width, height.

    The two constraints of Zhang (2000) on the image of the absolute conic, weighed against what is usual: a
    camera that looks straight down fulfils them with every focal length.
    """
    width, height = size
    centred = np.array([[1, 0, -(width - 1) / 2], [0, 1, -(height - 1) / 2], [0, 0, 1.0]]) @ homography
    focals = width * USUAL_FOCAL * np.exp(np.linspace(-0.9, 0.9, 361))
    one, two = centred[:, 0], centred[:, 1]
    product = (one[0] * two[0] + one[1] * two[1]) / focals**2 + one[2] * two[2]
    first = (one[0] ** 2 + one[1] ** 2) / focals**2 + one[2] ** 2
    second = (two[0] ** 2 + two[1] ** 2) / focals**2 + two[2] ** 2
    misfit = (
        product**2 / (first * second) + ((first - second) / (first + second)) ** 2
    ) / _HOMOGRAPHY_ERROR**2
    unusual = (np.log(focals / (width * USUAL_FOCAL)) / _FOCAL_SPREAD) ** 2
    return float(focals[int(np.argmin(misfit + unusual))])


def camera_place(homography: Homography, size: tuple[int, int], model: CameraModel | None) -> Points:
    """Where the camera stands: x, y, height above the table, in pitches (an array of 3).

    ``homography`` leads from the plane to undistorted pixels. Raises ValueError when no camera in front of
    the table can have it.
    """
    if model is None:
        model = simple_camera(focal_length(homography, size), 0.0, size)
    axes = np.linalg.inv(model.k) @ homography
    axes = axes * 2 / (np.linalg.norm(axes[:, 0]) + np.linalg.norm(axes[:, 1]))
    if axes[2, 2] < 0:
        axes = -axes
    rotation = np.column_stack([axes[:, 0], axes[:, 1], np.cross(axes[:, 0], axes[:, 1])])
    u, _, vt = np.linalg.svd(rotation)
    place = -(u @ vt).T @ axes[:, 2]
    if not np.isfinite(place).all() or place[2] <= 0:
        raise ValueError("the picture is mirrored or seen from below")
    return np.asarray(place, dtype=np.float64)
