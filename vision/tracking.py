"""Noticing that the camera or the table was bumped. State: the landmarks of the current registration.

Landmarks are corners of the picture, preferably where nothing is moved: on the mat's tags, without a mat
outside the cells. They are followed with Lucas-Kanade at half resolution. A median shift of more than 0.7
pixel is a bump; a hand that hides landmarks is not.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

BUMP_PX = 0.7
_LANDMARKS = 80
_ENOUGH = 8
"""Fewer landmarks that can be followed say nothing."""
_FREE = 0.3
"""A hand leaves at least this share of the landmarks free."""
_UNLIKE = 30.0
"""Mean grey levels by which a landmark's surroundings may have changed and still be the same."""
_WINDOW = (15, 15)
_FAR = 24.0
"""Pixels; landmarks that cannot be followed have gone at least so far."""

Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Motion:
    """``shift``: median shift of the landmarks since registration, in pixels; ``followed``: share of the
    landmarks
    that could be followed; ``residual``: median distance from the median shift, in pixels."""

    shift: float
    followed: float
    residual: float

    @property
    def bumped(self) -> bool:
        return self.shift > BUMP_PX


def half(image: Image) -> Mask:
    """The grey picture at half resolution."""
    size = (image.shape[1] // 2, image.shape[0] // 2)
    shrunk = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(shrunk, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


class Tracker:
    """Follows the landmarks of one registration."""

    def __init__(self, grey: Mask, preferred: Mask, allowed: Mask) -> None:
        """``grey`` as :func:`half` makes it; masks of its size: where landmarks should, and may, lie."""
        points = _corners(grey, preferred)
        if len(points) < 2 * _ENOUGH:
            points = np.concatenate([points, _corners(grey, allowed)])[:_LANDMARKS]
        self._points = points.astype(np.float32)
        self._grey = grey

    def follow(self, grey: Mask, hidden: Mask | None) -> Motion | None:
        """How the landmarks moved; None when too few can be seen. ``hidden``: mask of any size, 1 under a
        hand."""
        points = self._points
        if len(points) < _ENOUGH:
            return None
        now, status, error = cv2.calcOpticalFlowPyrLK(
            self._grey,
            _as_bright(grey, self._grey),
            points[:, None],
            np.empty_like(points[:, None]),
            winSize=_WINDOW,
            maxLevel=2,
        )
        steps = (np.asarray(now)[:, 0] - points) * 2
        good = (np.asarray(status)[:, 0] > 0) & (np.asarray(error)[:, 0] < _UNLIKE)
        free = _outside(points, grey, hidden)
        if free.sum() < max(_ENOUGH, _FREE * len(points)):
            # too much is hidden for a hand, unless the landmarks can be followed under it: then nothing is
            # hidden
            if good.mean() < _FREE:
                return Motion(_FAR, float(good.mean()), 0.0)
            free = np.ones(len(points), dtype=np.bool_)
        followed = good & free
        if followed.sum() < max(_ENOUGH, 0.3 * free.sum()):
            return Motion(_FAR, float(followed.mean()), 0.0)
        lengths = np.linalg.norm(steps[followed], axis=1)
        residual = np.linalg.norm(steps[followed] - np.median(steps[followed], axis=0), axis=1)
        # the median length, not the length of the median: a table turned about its middle has no median step
        # and the median residual: landmarks on pieces that were moved say nothing of the plane
        return Motion(float(np.median(lengths)), float(followed.mean()), float(np.median(residual)))


def _outside(points: NDArray[np.float32], grey: Mask, hidden: Mask | None) -> NDArray[np.bool_]:
    """Which points the mask (of any size) leaves free."""
    if hidden is None:
        return np.ones(len(points), dtype=np.bool_)
    x = (points[:, 0] * hidden.shape[1] / grey.shape[1]).astype(int).clip(0, hidden.shape[1] - 1)
    y = (points[:, 1] * hidden.shape[0] / grey.shape[0]).astype(int).clip(0, hidden.shape[0] - 1)
    return np.asarray(hidden[y, x] == 0)


def _as_bright(grey: Mask, as_: Mask) -> Mask:
    """The picture with its brightness brought to that of another: Lucas-Kanade takes brightness for
    constant."""
    ratio = float(np.median(as_[4::8, 4::8])) / max(float(np.median(grey[4::8, 4::8])), 1.0)
    return np.asarray(cv2.convertScaleAbs(grey, alpha=float(np.clip(ratio, 0.3, 3.0))), dtype=np.uint8)


def _corners(grey: Mask, where: Mask) -> NDArray[np.float32]:
    found = cv2.goodFeaturesToTrack(grey, _LANDMARKS, 0.02, 8, mask=where)
    points = np.asarray(found, dtype=np.float32)
    return points[:, 0] if points.ndim == 3 else np.zeros((0, 2), np.float32)  # OpenCV gives None for none
