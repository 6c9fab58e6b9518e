"""Where a card may lie in a picture, and its ink told apart from its paper.

Pure. Pictures are (rows, columns, 3) uint8, BGR. A region is four corners in pixels, clockwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.tuning import number, whole

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

SIDE: Final = whole("card_finding.side")
"""Pixels of a rectified region's side."""
MARGIN: Final = number("card_finding.margin")
"""The part that is cut out is larger than the region by this factor, so that a frame round the paper is
seen."""
WORKING: Final = whole("card_finding.working")
"""Longest side of the picture in which regions are sought."""
LEAST: Final = number("card_finding.least")
"""Least share of the picture that a card covers."""
REACH: Final = number("card_finding.reach") * SIDE / MARGIN
"""A symbol reaches so many pixels from the middle of a rectified region; what lies further out is frame or
table."""
DISC: Final = np.hypot(*np.mgrid[-SIDE / 2 + 0.5 : SIDE / 2, -SIDE / 2 + 0.5 : SIDE / 2]) < REACH
"""The pixels that it reaches."""


def regions(picture: Picture) -> list[Floats]:
    """Corners of what may be a card, the whole picture last. Several of them may be the same card."""
    small, scale = _shrunk(picture)
    found: list[Floats] = []
    for mask in _masks(small):
        found += [corners / scale for corners in _outlines(mask)]
    rows, columns = picture.shape[:2]
    whole = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    return [*_apart(found), whole]


def rectified(picture: Picture, corners: Floats) -> Picture:
    """The region as a square of SIDE pixels, with its surroundings by MARGIN."""
    inner, matrix = SIDE / MARGIN, place_of(corners)
    flags, border = cv2.INTER_AREA, cv2.BORDER_REPLICATE
    longest = float(np.max(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)))
    if longest > 2 * inner:  # a warp does not average: shrink before
        factor = 1.5 * inner / longest
        picture = _u8(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA))
        matrix = matrix @ np.diag([1 / factor, 1 / factor, 1.0])
        flags = cv2.INTER_LINEAR
    return _u8(cv2.warpPerspective(picture, matrix, (SIDE, SIDE), flags=flags, borderMode=border))


def place_of(corners: Floats) -> NDArray[np.float64]:
    """The homography from the picture to the square of :func:`rectified`."""
    inner = SIDE / MARGIN
    low, high = (SIDE - inner) / 2, (SIDE + inner) / 2
    square = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), square), np.float64)


def paper_colour(square: Picture) -> Floats:
    """The colour of the paper in the middle of a rectified card, BGR: the median of the pixels that are paler
    than 60 % of all, without the palest tenth, in which a lamp may be mirrored."""
    edge = int(SIDE * (1 - 0.75 / MARGIN) / 2)
    inside = square[edge:-edge, edge:-edge].reshape(-1, 3).astype(np.float32)
    palest = inside.min(axis=1)
    low, high = np.percentile(palest, (60, 90))
    chosen = inside[(palest >= low) & (palest <= high)]
    return np.asarray(np.maximum(np.median(chosen, axis=0), 1), np.float32)


def ink(square: Picture, paper: Floats) -> Floats:
    """How much of the light each pixel takes away, from 0 (paper) to 1. The channel that loses most counts,
    so that ink of any colour is seen, and black ink too."""
    rest = (square.astype(np.float32) / paper).min(axis=2)
    return np.asarray(np.clip(1 - rest, 0, 1), np.float32)


def _shrunk(picture: Picture) -> tuple[Picture, float]:
    scale = min(1.0, WORKING / max(picture.shape[:2]))
    if scale == 1.0:
        return picture, 1.0
    return _u8(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)), scale


def _masks(picture: Picture) -> Iterator[Picture]:
    """Three guesses of where a card is: what differs from the border of the picture, what is pale, and what
    edges enclose."""
    smooth = cv2.GaussianBlur(picture, (5, 5), 0)
    lab = cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB).astype(np.float32)
    rim = np.concatenate([lab[0], lab[-1], lab[:, 0], lab[:, -1]])
    apart = np.linalg.norm(lab - np.median(rim, axis=0), axis=2)
    for far in (18, 32, 50):
        yield _closed(apart > far)
    pale = smooth.min(axis=2)
    otsu, _ = cv2.threshold(pale, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    for level in (otsu, 0.6 * float(np.percentile(pale, 98)), 0.8 * float(np.percentile(pale, 98))):
        yield _closed(pale > level)
    edges = cv2.Canny(smooth, 40, 120)
    yield _closed(cv2.dilate(edges, np.ones((3, 3), np.uint8)) > 0)


def _closed(mask: NDArray[np.bool_]) -> Picture:
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
    return _u8(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, kernel))


def _outlines(mask: Picture) -> Iterator[Floats]:
    """For each of the largest connected parts: four corners of its hull, and the least rectangle round it."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for contour in sorted(contours, key=cv2.contourArea, reverse=True)[:3]:
        hull = cv2.convexHull(contour)
        if cv2.contourArea(hull) < LEAST * mask.size:
            return
        box = cv2.boxPoints(cv2.minAreaRect(hull))
        if not _squarish(box) or cv2.contourArea(hull) < 0.6 * cv2.contourArea(box):
            continue
        corners = _four(hull)
        if corners is not None:
            yield _clockwise(corners)
        yield _clockwise(box)


def _four(hull: Any) -> Floats | None:
    around = cv2.arcLength(hull, True)
    for share in (0.02, 0.03, 0.05, 0.08, 0.11):
        bent = cv2.approxPolyDP(hull, share * around, True)
        if len(bent) == 4:
            return np.asarray(bent.reshape(4, 2), np.float32)
    return None


def _squarish(box: Any) -> bool:
    one, other = (float(np.linalg.norm(box[n] - box[n + 1])) for n in (0, 1))
    return min(one, other) > 0.4 * max(one, other)


def _clockwise(corners: Any) -> Floats:
    spokes = corners - corners.mean(axis=0)
    order = np.argsort(np.arctan2(spokes[:, 1], spokes[:, 0]))
    return np.asarray(corners[order], np.float32)


def _apart(found: list[Floats]) -> list[Floats]:
    """The outlines without those that lie within 3 % of an earlier one."""
    kept: list[Floats] = []
    for corners in found:
        size = float(np.linalg.norm(corners[0] - corners[2]))
        if all(float(np.abs(corners - other).max()) > 0.03 * size for other in kept):
            kept.append(corners)
    return kept


def _u8(picture: Any) -> Picture:
    return np.asarray(picture, dtype=np.uint8)
