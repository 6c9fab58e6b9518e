"""A die that lies anywhere in its tray: where it is, its upper face, and whether somebody has thrown it. Pure
functions.

The die is the one nearly square thing that differs from the colour at the rim of its place. A camera that
looks aslant sees one or two of its sides, too: they are darker than the upper face."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.objects import DIE, NO_COLOURS, PATCH, Cutting
from vision.opencv import cv2
from vision.recognition.comparing import nearest, turned
from vision.tuning import number, row
from vision.types import Image

_RIM = number("die.rim")
"""Part of the place at each side that shows the tray."""
_PLACE = number("die.place")
"""Part of the place that is looked at; the line round it is left out."""
_STANDS_OUT, _NOISE = number("die.stands_out"), number("die.noise")
"""Steps by which a die differs from the tray at least, and the multiple of the difference that 90 of 100
pixels of the rim do not exceed."""
_SIDES = row("die.sides")
"""The shortest and the longest side of what may be a die, in pitches."""
_LONGER, _TOP_LONGER = number("die.longer"), number("die.top_longer")
"""Its longer side is at most so many times the shorter one: with its sides; and of the upper face alone."""
_FULL = number("die.full")
"""Part of the least rectangle round it that a die covers at least."""
_TOP = number("die.top")
"""Part of what is seen of a die that is its upper face at least."""
_FACE = number("die.face")
"""Part of a cutting's side that the face is wide."""
_MOVED, _UNLIKE, _ALIKE = number("die.moved"), number("die.unlike"), number("die.alike")
"""A die was thrown if its middle has moved by more than the first part of its side, or if the distance of the
faces is more than the second; a distance below the third is the same face."""
_NATS = number("die.nats")
"""Nats for a throw, or against one, that is plain to see."""


@dataclass(frozen=True, slots=True)
class Die:
    """``middle``: pixels of the patch; ``side``: of the face, in pixels; ``face``: laid straight, in one of
    four turns."""

    middle: tuple[float, float]
    side: float
    face: Cutting


def find_die(patch: Image, scale: float) -> Die | None:
    """The die in a log patch; None if nothing there looks like one. ``scale``: pixels a pitch."""
    seen = _shape(patch, scale)
    if seen is None:
        return None
    outline, mask = seen
    (x, y), (width, height), askew = _upper_face(patch, mask) or cv2.minAreaRect(outline)
    side = (width + height) / 2 + 1
    way = np.asarray(cv2.getRotationMatrix2D((x, y), askew, _FACE * DIE / side), np.float64)
    way[:, 2] += DIE / 2 - 0.5 - np.array([x, y])
    pixels = cv2.warpAffine(patch, way, (DIE, DIE), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    covered, rim = np.zeros((DIE, DIE), np.uint8), round((1 - _FACE) / 2 * DIE)
    covered[rim : DIE - rim, rim : DIE - rim] = 1
    return Die((x, y), side, Cutting(np.asarray(pixels, np.uint8), covered, NO_COLOURS))


def thrown(before: Image, now: Image, scale: float) -> float | None:
    """Nats for a die having been thrown between two log patches of its place; None if it is seen in neither.
    A die that falls on the same face in the same place looks as if nobody had thrown it."""
    lay, lies = find_die(before, scale), find_die(now, scale)
    if lay is None and lies is None:
        return None
    if lay is None or lies is None:
        return _NATS
    moved = float(np.hypot(*np.subtract(lies.middle, lay.middle))) / lay.side
    apart = nearest(lies.face, turned(lies.face), [lay.face])
    sure = max(moved / _MOVED, (apart - _ALIKE) / (_UNLIKE - _ALIKE))
    return _NATS * min(1.0, 2.0 * sure - 1.0)


def _shape(patch: Image, scale: float) -> tuple[NDArray[np.int32], NDArray[np.uint8]] | None:
    """The outline of what looks most like a die, and a mask of it."""
    inside = _within(patch, _PLACE)
    ring = inside & ~_within(patch, _PLACE - 2 * _RIM)
    tray = np.median(patch[ring], axis=0)
    brighter = (cv2.blur(patch, (3, 3)).astype(np.float32) - tray) * inside[..., None]
    least = max(_STANDS_OUT, _NOISE * float(np.percentile(np.abs(brighter[ring]).max(axis=1), 90)))
    found = [one for apart in (brighter, -brighter) for one in _dice(apart.max(axis=2), least, scale)]
    return max(found, key=lambda one: one[0])[1:] if found else None


def _within(patch: Image, part: float) -> NDArray[np.bool_]:
    """Where a patch shows this part of its place."""
    height, width = patch.shape[:2]
    rows, columns = round(height * (1 - part / PATCH) / 2), round(width * (1 - part / PATCH) / 2)
    inside = np.zeros((height, width), bool)
    inside[rows : height - rows, columns : width - columns] = True
    return inside


def _dice(
    apart: NDArray[np.float32], least: float, scale: float
) -> Iterator[tuple[float, NDArray[np.int32], NDArray[np.uint8]]]:
    """What may be a die, where a picture differs by more than ``least``: how plainly it does, its outline and
    a mask of it."""
    over = cv2.morphologyEx((apart > least).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(np.asarray(over, np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for hull in map(cv2.convexHull, contours):
        if _like_a_die(np.asarray(hull, np.int32), scale):
            mask = cv2.fillConvexPoly(np.zeros(apart.shape, np.uint8), hull, 1)
            yield float(apart[mask > 0].sum()), np.asarray(hull, np.int32), np.asarray(mask, np.uint8)


def _like_a_die(hull: NDArray[np.int32], scale: float) -> bool:
    _, sides, _ = cv2.minAreaRect(hull)
    short, long = min(sides), max(sides)
    right = _SIDES[0] * scale <= short and long <= min(_SIDES[1] * scale, _LONGER * short)
    return bool(right and cv2.contourArea(hull) >= _FULL * short * long)


def _upper_face(
    patch: Image, mask: NDArray[np.uint8]
) -> tuple[tuple[float, float], tuple[float, float], float] | None:
    """Middle, sides and turn of the brighter part of a die; None if that is no square."""
    bright = np.asarray(cv2.blur(patch, (3, 3)).max(axis=2), np.uint8)
    level, _ = cv2.threshold(bright[mask > 0].reshape(1, -1), 0, 255, cv2.THRESH_OTSU)
    top = ((bright > level) & (mask > 0)).astype(np.uint8)
    contours, _ = cv2.findContours(top, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    (x, y), (width, height), askew = cv2.minAreaRect(hull)
    square = 0 < max(width, height) <= _TOP_LONGER * min(width, height)
    if not square or cv2.contourArea(hull) < _TOP * cv2.countNonZero(mask):
        return None
    return (float(x), float(y)), (float(width), float(height)), float(askew)
