"""A mat on a table, drawn through a known homography."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat import Mat, draw_tag
from vision.types import Homography, Image

_MODULE = 16
_FINE = 3
_GRAINS, _SPARE = 8, 64
"""Fields of noise, and pixels by which each is larger than a picture."""


def view_of(mat: Mat, width: int, height: int, lean: float = 0.0) -> Homography:
    """Plane to picture: the mat fills 90 % of the picture; ``lean`` (0..0.3) narrows its far side."""
    w, h = width * 0.9, height * 0.9
    x, y = (width - w) / 2, (height - h) / 2
    far = lean * w / 2
    corners = np.array([(x + far, y), (x + w - far, y), (x + w, y + h), (x, y + h)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(mat.outline, np.float32), corners)
    return np.asarray(matrix, np.float64)


def to_picture(view: Homography, points: Any) -> NDArray[np.float64]:
    """Plane points (n x 2) to pixels."""
    plane = np.asarray(points, np.float64).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(plane, view), np.float64).reshape(-1, 2)


def draw_mat(mat: Mat, view: Homography, width: int, height: int) -> Image:
    """The white mat with its tags and curtain on a plain table, drawn three times as large and averaged."""
    wide, high = width * _FINE, height * _FINE
    half = (_FINE - 1) / 2  # the centre of a pixel is that of the middle one of the fine pixels in it
    fine = np.array([(_FINE, 0, half), (0, _FINE, half), (0, 0, 1)]) @ view
    image = np.full((high, wide), 190, np.uint8)
    cv2.fillConvexPoly(image, _fixed(to_picture(fine, mat.outline)), 235, cv2.LINE_AA, shift=4)
    for tag in mat.tags:
        side = 8 * _MODULE
        # the tag's edge lies half a pixel outside the centre of its first pixel
        edge = np.array([(-0.5, -0.5), (side - 0.5, -0.5), (side - 0.5, side - 0.5), (-0.5, side - 0.5)])
        corners = to_picture(fine, tag.corners)
        onto = cv2.getPerspectiveTransform(edge.astype(np.float32), corners.astype(np.float32))
        inside = cv2.warpPerspective(
            np.full((side, side), 255, np.uint8), onto, (wide, high), flags=cv2.INTER_NEAREST
        )
        drawn = cv2.warpPerspective(draw_tag(tag.id, side), onto, (wide, high), flags=cv2.INTER_NEAREST)
        image[inside > 0] = drawn[inside > 0]
    for (x0, y0), (x1, y1) in (field for segment in mat.curtain for field in segment.black):
        corners = to_picture(fine, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        cv2.fillConvexPoly(image, _fixed(corners), 20, cv2.LINE_AA, shift=4)
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.merge([small, small, small]), np.uint8)


def noisy(image: Image, seed: int) -> Image:
    """The same with a camera's noise; in pictures that follow each other it is independent."""
    height, width = image.shape[:2]
    number, shift = seed % _GRAINS, seed // _GRAINS
    down, right = 37 * shift % _SPARE, 37 * shift // _SPARE % _SPARE
    grain = _grain(height, width, number)[down : down + height, right : right + width]
    return np.asarray(cv2.add(image, grain, dtype=cv2.CV_8U), np.uint8)


@cache
def _grain(height: int, width: int, number: int) -> NDArray[np.int16]:
    """Noise with a deviation of 2, from which each picture has a part: to draw it anew took longer than to
    look at the picture."""
    noise = np.random.default_rng(number).normal(0, 2, (height + _SPARE, width + _SPARE, 3))
    return np.round(noise).astype(np.int16)


def _fixed(points: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.round(points * 16).astype(np.int32)
