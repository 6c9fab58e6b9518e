"""Notices that the camera or the table was bumped. State: the landmarks of the current registration.

Landmarks are corners of the picture all over the table. They are followed with Lucas-Kanade at half
resolution, and only in a still picture. A hand hides some of them, and a piece that is moved takes some
along. If most of the others have moved by more than 0.7 pixel, the camera or the table has moved. A jump of
more than 15 pixels at once cannot be followed; then the landmarks disagree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.tuning import number, whole
from vision.types import Image

BUMP_PX = number("landmarks.bump_px")
_LANDMARKS = whole("landmarks.landmarks")
_ENOUGH = whole("landmarks.enough")
"""Fewer landmarks than this tell nothing."""
_UNLIKE = number("landmarks.unlike")
"""Mean grey levels by which a landmark's surroundings may have changed and still be the same."""
_RIGID = number("landmarks.rigid")
"""Pixels by which a landmark may leave the common movement."""
_AGREED = number("landmarks.agreed")
"""Least share of the landmarks that must share one movement. Those under an arm or on a moved piece do
not."""
_WINDOW = (whole("landmarks.window"), whole("landmarks.window"))
_FAR = number("landmarks.far")
"""If hardly any landmark can be followed, the table has moved by at least so many pixels."""
_FREE = number("landmarks.free")
"""A hand leaves at least this share of the landmarks free."""
_GONE = number("landmarks.gone")
"""Share of the free landmarks below which the table is somewhere else."""

Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Motion:
    """``shift``: median common shift of the landmarks since registration, in pixels; ``followed``: share of
    the free landmarks that could be followed; ``residual``: median distance from the common movement, in
    pixels; ``agreed``: share of the followed landmarks that took part in it."""

    shift: float
    followed: float
    residual: float
    agreed: float

    @property
    def doubtful(self) -> bool:
        """Whether the landmarks tell nothing: many pieces were moved, or all lies too far away to be
        followed."""
        return self.agreed < _AGREED

    @property
    def bumped(self) -> bool:
        return self.shift > BUMP_PX and not self.doubtful


def half(image: Image) -> Mask:
    """The grey picture at half resolution."""
    size = (image.shape[1] // 2, image.shape[0] // 2)
    shrunk = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(shrunk, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


class Tracker:
    """Follows the landmarks of one registration."""

    def __init__(self, grey: Mask, table: Mask) -> None:
        """``grey`` as :func:`half` makes it; ``table``: mask of its size, 1 where landmarks may lie."""
        found = cv2.goodFeaturesToTrack(grey, _LANDMARKS, 0.01, 12, mask=table)
        points = np.asarray(found, dtype=np.float32)
        self._points = points[:, 0] if points.ndim == 3 else np.zeros((0, 2), np.float32)
        self._grey = grey

    def follow(self, grey: Mask, hidden: Mask | None) -> Motion | None:
        """How the landmarks moved; None if too few can be seen. ``hidden``: mask of any size, 1 under a
        hand."""
        free = _outside(self._points, grey, hidden)
        if free.sum() < _FREE * len(free):  # a hand cannot cover so many: the whole picture has moved
            free[:] = True
        points = self._points[free]
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
        if good.sum() < _ENOUGH:
            return Motion(_FAR, float(good.mean()), 0.0, 1.0) if good.mean() < _GONE else None
        shift, residual, share = _common(points[good], steps[good])
        return Motion(shift, float(good.mean()), residual, share)


def _common(points: NDArray[np.float32], steps: NDArray[np.float32]) -> tuple[float, float, float]:
    """The median length of the steps that turning, shifting and scaling the whole picture explains, the
    median of what that leaves unexplained (both in pixels), and the share of the steps that it explains."""
    to = points * 2 + steps
    affine, inliers = cv2.estimateAffinePartial2D(points * 2, to, ransacReprojThreshold=_RIGID, maxIters=200)
    if affine is None:
        return 0.0, 0.0, 0.0
    inside = np.asarray(inliers).ravel() > 0
    moved = (points[inside] * 2) @ affine[:, :2].T + affine[:, 2]
    residual = np.linalg.norm(to[inside] - moved, axis=1)
    length = np.linalg.norm(moved - points[inside] * 2, axis=1)
    return float(np.median(length)), float(np.median(residual)), float(inside.mean())


def _outside(points: NDArray[np.float32], grey: Mask, hidden: Mask | None) -> NDArray[np.bool_]:
    """Which points the mask (of any size) leaves free."""
    if hidden is None:
        return np.ones(len(points), dtype=np.bool_)
    x = (points[:, 0] * hidden.shape[1] / grey.shape[1]).astype(int).clip(0, hidden.shape[1] - 1)
    y = (points[:, 1] * hidden.shape[0] / grey.shape[0]).astype(int).clip(0, hidden.shape[0] - 1)
    return np.asarray(hidden[y, x] == 0)


def _as_bright(grey: Mask, as_: Mask) -> Mask:
    """The picture with the brightness of the other one, because Lucas-Kanade takes brightness for
    constant."""
    ratio = float(np.median(as_[4::8, 4::8])) / max(float(np.median(grey[4::8, 4::8])), 1.0)
    return np.asarray(cv2.convertScaleAbs(grey, alpha=float(np.clip(ratio, 0.3, 3.0))), dtype=np.uint8)
