"""Masks on rasters: the largest blob, its holes filled, outlines painted. Pure functions."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.figures import Outline
from vision.photometry import Plane32


def largest(mask: NDArray[np.bool_]) -> Plane32:
    """The largest connected part, small gaps closed."""
    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(closed)
    if len(stats) < 2:
        return np.zeros(mask.shape, np.float32)
    best = 1 + int(np.argmax(np.asarray(stats)[1:, cv2.CC_STAT_AREA]))
    return np.where(np.asarray(labels) == best, 1, 0).astype(np.float32)


def filled(mask: Plane32) -> Plane32:
    """The mask without holes."""
    contours, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    full = np.zeros(mask.shape, np.uint8)
    cv2.drawContours(full, contours, -1, 1, cv2.FILLED)
    return full.astype(np.float32)


def put(image: Plane32, outline: Outline, value: float) -> None:
    """Paint an outline into a whole raster."""
    height, width = image.shape
    top, left = max(0, outline.y), max(0, outline.x)
    bottom, right = (
        min(height, outline.y + outline.mask.shape[0]),
        min(width, outline.x + outline.mask.shape[1]),
    )
    if bottom > top and right > left:
        mask = outline.mask[top - outline.y : bottom - outline.y, left - outline.x : right - outline.x]
        image[top:bottom, left:right][mask > 0] = value
