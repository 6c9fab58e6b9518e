"""What goes into the networks: logarithms of two pictures, so that light is a sum and not a factor."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.types import Image

Logs = NDArray[np.float32]
"""Height x width x 3: natural logarithms of grey levels, softened in the dark."""
Tensor = NDArray[np.float32]
"""6 x height x width: the picture of now, then the other one in its light; each about 0 with a spread of
about 1."""

SOFT = 12
"""Grey levels that are added before the logarithm, because what is nearly black is mostly noise."""
STEP = 32
"""Both sides of a network's input are multiples of this many pixels: it halves its maps up to five times."""
_MIDDLE, _SPREAD = 4.4, 0.8
_TABLE = np.log(np.arange(256, dtype=np.float32) + SOFT)


def logs(picture: Image) -> Logs:
    """The logarithms of a picture."""
    return np.asarray(cv2.LUT(picture, _TABLE), np.float32)


def tensor(now: Logs, other: Logs) -> Tensor:
    """Both pictures as one input."""
    both = np.empty((6, *now.shape[:2]), np.float32)
    for plane, values in zip(both, (*np.moveaxis(now, 2, 0), *np.moveaxis(other, 2, 0)), strict=True):
        np.multiply(values - _MIDDLE, 1 / _SPREAD, out=plane, dtype=np.float32)
    return both


def padded(values: Tensor) -> Tensor:
    """The input with its last rows and columns repeated, up to multiples of STEP."""
    height, width = values.shape[1:]
    below, right = -height % STEP, -width % STEP
    if not below and not right:
        return values
    return np.pad(values, ((0, 0), (0, below), (0, right)), mode="edge")


def brightened(now: Logs, other: Logs) -> Logs:
    """The other picture with the median light of now, channel by channel."""
    gain = np.median((now - other)[3::7, 3::7].reshape(-1, 3), 0)
    return np.asarray(other + gain, np.float32)
