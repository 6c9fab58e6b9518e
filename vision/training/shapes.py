"""Outlines and colours that all made-up things are built from. Lengths are pixels, angles radians, colours
BGR albedos in linear light (0 to 1)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.opencv import cv2
from vision.types import Image

Random = np.random.Generator
Points = NDArray[np.float64]
"""n x 2: x to the right, y down."""
Colour = NDArray[np.float32]
"""Three values: blue, green, red."""
Picture = NDArray[np.float32]
"""Height x width x 3 in linear light."""
Mask = NDArray[np.uint8]
"""Height x width, 0 to 255."""

_SUBPIXEL = 3  # OpenCV draws at eighths of a pixel
_LINEAR = ((np.arange(256) / 255) ** 2.2).astype(np.float32)


def floats(values: ArrayLike) -> NDArray[np.float32]:
    """Values as single floats."""
    return np.asarray(values, np.float32)


def whole(values: ArrayLike) -> NDArray[np.int32]:
    """Values as whole numbers, as OpenCV's drawing wants them."""
    return np.asarray(values).astype(np.int32)


def linear(picture: Image) -> Picture:
    """A picture of 8 bits in linear light."""
    return np.asarray(_LINEAR[picture], np.float32)


def chance(random: Random, share: float) -> bool:
    """True with this probability."""
    return bool(random.random() < share)


def turned(points: Points, angle: float) -> Points:
    """Points turned about the origin."""
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(points @ np.array([[c, s], [-s, c]]), np.float64)


def circle(count: int = 20) -> Points:
    """A regular polygon of radius 1."""
    t = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.stack([np.cos(t), np.sin(t)], 1)


def rectangle(width: float, height: float) -> Points:
    """A rectangle about the origin."""
    return np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2


def star(random: Random) -> Points:
    """A figure, star or blob of radius 1."""
    t = np.linspace(0, 2 * np.pi, 36, endpoint=False)
    radius = 1 + random.uniform(0.1, 0.45) * np.cos(random.integers(3, 7) * t)
    return np.asarray(circle(36) * (radius / radius.max())[:, None], np.float64)


def outline(random: Random) -> Points:
    """Any closed outline of radius about 1."""
    kind = random.integers(5)
    if kind == 0:
        return circle()
    if kind == 1:
        return rectangle(1.8, 1.8 * random.uniform(0.5, 1.0))
    if kind == 2:
        return circle(6)
    if kind == 3:
        return star(random)
    t = np.sort(random.uniform(0, 2 * np.pi, random.integers(3, 8)))
    return np.stack([np.cos(t), np.sin(t)], 1)


def hull(*sets: Points) -> Points:
    """The convex hull of some points."""
    return np.asarray(cv2.convexHull(floats(np.vstack(sets)))[:, 0], np.float64)


def fill(mask: NDArray[np.uint8] | Picture, points: Points, value: float | tuple[float, ...] = 255) -> None:
    """Fill a polygon; masks get a soft edge."""
    line = cv2.LINE_AA if mask.dtype == np.uint8 else cv2.LINE_8
    cv2.fillPoly(mask, [whole(np.round(points * 8))], value, line, _SUBPIXEL)


def stroke(
    mask: NDArray[np.uint8] | Picture, points: Points, value: float | tuple[float, ...], width: int
) -> None:
    """Draw the line of a polygon."""
    line = cv2.LINE_AA if mask.dtype == np.uint8 else cv2.LINE_8
    cv2.polylines(mask, [whole(np.round(points * 8))], True, value, width, line, _SUBPIXEL)


def scalar(colour: Colour) -> tuple[float, ...]:
    """A colour as OpenCV's drawing wants it."""
    return tuple(float(v) for v in colour)


def vivid(random: Random, saturation: tuple[int, int] = (90, 256)) -> Colour:
    """A colour of any hue."""
    hsv = [random.integers(180), random.integers(*saturation), random.integers(50, 256)]
    bgr = cv2.cvtColor(np.array([[hsv]], np.uint8), cv2.COLOR_HSV2BGR)
    return floats(_LINEAR[bgr[0, 0]])


def any_colour(random: Random) -> Colour:
    """Grey, wood, cardboard, white card or vivid."""
    kind = random.random()
    if kind < 0.22:
        return floats(random.uniform(0.02, 0.8) * random.uniform(0.9, 1.1, 3))
    if kind < 0.32:
        return floats(random.uniform(0.6, 0.95) * random.uniform(0.92, 1.0, 3))
    if kind < 0.55:
        return floats(
            random.uniform(0.08, 0.7) * np.array([random.uniform(0.2, 0.7), random.uniform(0.55, 0.9), 1.0])
        )
    return vivid(random)


def tint(random: Random, strength: float) -> NDArray[np.float64]:
    """Gains of the three channels between cold and warm."""
    t = random.uniform(-strength, strength)
    return np.array([1 - 1.3 * t, 1 - 0.1 * t, 1 + t]) * random.uniform(0.97, 1.03, 3)


def noise(random: Random, height: int, width: int, grain: float, stretch: float = 1.0) -> NDArray[np.float32]:
    """Smooth noise about 0 with a spread of about 1; ``stretch`` lengthens its grain along x."""
    small = (max(2, int(height / grain) + 2), max(2, int(width / grain / stretch) + 2))
    field = random.standard_normal(small, np.float32)
    return np.asarray(cv2.resize(field, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def blurred(mask: Mask, sigma: float) -> NDArray[np.float32]:
    """A mask made soft, from 0 to 1. Wide softness is made on a quarter of the size, which nobody can
    tell."""
    height, width = mask.shape
    if sigma < 5:
        soft = cv2.GaussianBlur(mask, (0, 0), sigma)
    else:
        small = cv2.resize(mask, (max(1, width // 4), max(1, height // 4)), interpolation=cv2.INTER_AREA)
        soft = cv2.resize(
            cv2.GaussianBlur(small, (0, 0), sigma / 4), (width, height), interpolation=cv2.INTER_LINEAR
        )
    return np.asarray(soft * floats(1 / 255), np.float32)
