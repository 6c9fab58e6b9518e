"""One rectified picture, its light taken out where it is looked at: most cells need no look."""

from __future__ import annotations

import math

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
    sampled,
    weights,
)
from vision.types import Image


class View:
    """The light is that of the whole table; features are computed window by window."""

    def __init__(self, raster: Image, inside: NDArray[np.bool_], box: Box) -> None:
        self._raster = raster
        self._inside = inside
        few = sampled(raster)
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
