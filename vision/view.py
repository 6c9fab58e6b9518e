"""What a few rectified pictures of a still table show in one, the light taken out where it is looked at: most
cells need no look."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box import Box
from vision.photometry import (
    GRAIN_REACH,
    Features,
    Plane32,
    colours,
    features,
    light_at,
    light_between,
    noise_between,
    sampled,
    weights,
)
from vision.types import Image

_TAUGHT_FROM = 3
"""Pictures, at least, from which most of the bare table was taught: its noise is that of their mean."""


class View:
    """The light is that of the whole table; features are computed window by window."""

    def __init__(self, rasters: Sequence[Image], inside: NDArray[np.bool_], box: Box) -> None:
        """``rasters``: equal but for their noise, the newest last; at least one."""
        self._raster = _mean(rasters)
        self._inside = inside
        self.noise = 0.0
        """Grey levels by which a dark channel differs from what was taught only by noise; 0: not known."""
        if len(rasters) > 1:
            one = noise_between(sampled(rasters[-2]), sampled(rasters[-1]))
            self.noise = one * math.sqrt(1 / len(rasters) + 1 / _TAUGHT_FROM)
        few = sampled(self._raster)
        weight = weights(few, sampled(inside)) * (sampled(box.doubt) < 0.5)
        self._light = light_between(colours(few), sampled(box.ground), weight)

    def of(self, rows: slice, columns: slice) -> tuple[Features, Plane32]:
        """Features as under the light of teaching, and pixel weights, of a part of the raster."""
        top, left = max(0, rows.start - GRAIN_REACH), max(0, columns.start - GRAIN_REACH)
        wide = self._raster[top : rows.stop + GRAIN_REACH, left : columns.stop + GRAIN_REACH]
        inner = (
            slice(rows.start - top, rows.stop - top),
            slice(columns.start - left, columns.stop - left),
        )
        seen = features(wide)[inner] - light_at(self._light, rows, columns)
        return seen, weights(wide[inner], self._inside[rows, columns])

    def clipped(self, low: float, high: float, across: bool = False) -> slice:
        """The whole rows (``across``: columns) of the raster from ``low`` to ``high``."""
        return slice(
            max(0, math.floor(low)), min(self._raster.shape[1 if across else 0], math.ceil(high) + 1)
        )


def _mean(pictures: Sequence[Image]) -> Image:
    """Pictures of one thing in one: their noise is left out by the square root of their number."""
    total = np.zeros(pictures[0].shape, np.float32)
    for picture in pictures:
        cv2.accumulate(picture, total)
    return np.asarray(cv2.convertScaleAbs(total, alpha=1 / len(pictures)), dtype=np.uint8)
