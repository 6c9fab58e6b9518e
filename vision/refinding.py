"""Finds the table again by what is printed on it, without tags. Deterministic.

SIFT features of a picture whose registration is known are matched with those of a new picture, and MAGSAC
with a fixed seed finds the homography. Its inliers are counted here, because the estimator's own count is too
high."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.camera import CameraModel, Points, project
from vision.mat import spot_outline
from vision.opencv import cv2
from vision.registration import Registration, register
from vision.tuning import number, whole
from vision.types import Image, Spot

_WIDTH = whole("refinding.width")
"""Pixels across at which features are taken."""
_MIN_INLIERS = whole("refinding.min_inliers")
_PLENTY = whole("refinding.plenty")
"""A table can be found again by its print if the print has so many features: about one in four keeps its
place and its look."""
_INLIER_PX = number("refinding.inlier_px")
"""Pixels at full resolution within which a feature fits; about one pixel of the small picture."""
_FEATURES = whole("refinding.features")
_BOARDS = whole("refinding.boards")
"""Boards of one print that are looked for in a picture."""
_DOWN = (50.0, -50.0)


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """A picture whose registration was known: where its features lie on the table plane, and what they look
    like."""

    plane: Points
    descriptors: NDArray[np.float32]
    outline: Points
    camera: CameraModel | None

    @staticmethod
    def of(image: Image, registration: Registration, spots: Sequence[Spot]) -> Memory:
        """Remember the part of a picture that shows the table (the spots and a pitch around them)."""
        points = np.array([point for spot in spots for point in spot_outline(spot)])
        low, high = points.min(axis=0) - 1.0, points.max(axis=0) + 1.0
        outline = np.array([[low[0], high[1]], [high[0], high[1]], [high[0], low[1]], [low[0], low[1]]])
        pixels, descriptors = _features(image)
        plane = registration.to_plane(pixels) if len(pixels) else np.zeros((0, 2))
        on = ((plane >= low) & (plane <= high)).all(axis=1)
        return Memory(plane[on], descriptors[on], outline, registration.camera)

    @property
    def able(self) -> bool:
        """Whether the print has enough features to find the table by."""
        return len(self.plane) >= _PLENTY

    def find(self, image: Image, beside: Registration | None = None) -> list[Registration]:
        """The registrations of all boards with this print in a picture, the surest first. ``beside``: what
        lies on this board of the same picture does not count."""
        seen, plane = self._matches(image, beside)
        found: list[Registration] = []
        while len(found) < _BOARDS and (one := self._one(seen, plane, image)) is not None:
            found.append(one)
            left = ~self._on(one, seen)
            seen, plane = seen[left], plane[left]
        return found

    def _on(self, registration: Registration, pixels: Points) -> NDArray[np.bool_]:
        """Which pixels show that table."""
        plane = registration.to_plane(pixels) if len(pixels) else np.zeros((0, 2))
        return np.asarray(((plane >= self.outline[3]) & (plane <= self.outline[1])).all(axis=1))

    def _matches(self, image: Image, beside: Registration | None) -> tuple[Points, Points]:
        """Features of a picture that look like remembered ones: their pixels, and where those lie."""
        pixels, descriptors = _features(image)
        if beside is not None:
            free = ~self._on(beside, pixels)
            pixels, descriptors = pixels[free], descriptors[free]
        if len(self.plane) < _MIN_INLIERS or len(pixels) < _MIN_INLIERS:
            return np.zeros((0, 2)), np.zeros((0, 2))
        pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(descriptors, self.descriptors, k=2)
        good = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < 0.8 * pair[1].distance]
        return pixels[[match.queryIdx for match in good]], self.plane[[match.trainIdx for match in good]]

    def _one(self, seen: Points, plane: Points, image: Image) -> Registration | None:
        """The registration that most of these features agree on; None when none is sure."""
        if len(seen) < _MIN_INLIERS:
            return None
        flat = seen if self.camera is None else self.camera.undistort(seen)
        # USAC drops mirrored samples as degenerate, so y must go down here as it does in the picture
        homography, _ = cv2.findHomography(plane * _DOWN, flat, _settings())
        matrix = np.asarray(homography, dtype=np.float64)
        if matrix.shape != (3, 3) or not np.isfinite(matrix).all():  # nothing found
            return None
        matrix = matrix @ np.diag([*_DOWN, 1.0])
        return self._checked(matrix, seen, flat, plane, image)

    def _checked(
        self, homography: NDArray[np.float64], seen: Points, flat: Points, plane: Points, image: Image
    ) -> Registration | None:
        for _ in range(2):
            error = np.linalg.norm(project(homography, plane) - flat, axis=1)
            inliers = error < _INLIER_PX
            if inliers.sum() < _MIN_INLIERS or _quadrants(plane[inliers], self.outline) < 3:
                return None
            found = register(seen[inliers], plane[inliers], (image.shape[1], image.shape[0]), self.camera)
            if found is None:
                return None
            homography = found.homography
        return found


def _features(image: Image) -> tuple[Points, NDArray[np.float32]]:
    scale = min(1.0, _WIDTH / image.shape[1])
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    keys, descriptors = cv2.SIFT.create(nfeatures=_FEATURES, contrastThreshold=0.02).detectAndCompute(
        small, None
    )
    if not keys:
        return np.zeros((0, 2)), np.zeros((0, 128), np.float32)
    points = np.array([key.pt for key in keys], dtype=np.float64)
    return (points + 0.5) / scale - 0.5, np.asarray(descriptors, dtype=np.float32)


def _quadrants(points: Points, outline: Points) -> int:
    """In how many quarters of the table the points lie."""
    right, up = (points > outline.mean(axis=0)).T
    return len(set(zip(right.tolist(), up.tolist(), strict=True)))


def _settings() -> cv2.UsacParams:
    settings = cv2.UsacParams()
    settings.confidence = 0.999
    settings.maxIterations = 4000
    settings.loMethod = cv2.LOCAL_OPTIM_SIGMA
    settings.sampler = cv2.SAMPLING_UNIFORM
    settings.score = cv2.SCORE_METHOD_MAGSAC
    settings.threshold = _INLIER_PX
    settings.randomGeneratorState = 1
    settings.isParallel = False
    return settings
