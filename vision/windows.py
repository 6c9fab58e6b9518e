"""The part of the raster that matters for one spot, and painting outlines into it. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.figures import TALLEST, WIDEST, Outline, reach
from vision.mat import spot_outline
from vision.photometry import Plane32
from vision.rectify import SCALE, Plane
from vision.types import Spot

FEW = 12
"""So many bases can be told apart by their colours."""


def is_flat(spot: Spot) -> bool:
    """Whether only flat pieces can lie in the spot: cards in a slot, or tiles that are bases."""
    return spot.kind == "slot" or spot.stacks == ((),)


def is_tiled(spot: Spot) -> bool:
    """Whether its bases are tiles, matched by their picture."""
    return spot.kind != "slot" and len(spot.bases) > FEW


def pieces_of(spot: Spot) -> tuple[str, ...]:
    """Every piece (not base) that can lie in the spot, in the order of its stacks."""
    return tuple(dict.fromkeys(piece for stack in spot.stacks for piece in stack))


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A part of the raster round one spot, as slices, with the mask of the spot's own area inside it."""

    rows: slice
    columns: slice
    own: Plane32

    def of(self, array: NDArray[np.float32]) -> NDArray[np.float32]:
        return array[self.rows, self.columns]


def window(plane: Plane, place: Points, spot: Spot) -> Window:
    """The part of the raster that matters for a spot."""
    outline = np.array(spot_outline(spot))
    corners = plane.to_raster(outline)
    low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int) + 1
    if not is_flat(spot):
        lean = reach(plane, place, spot, TALLEST, WIDEST)
        low = np.minimum(low, (lean.x, lean.y))
        high = np.maximum(high, (lean.x + lean.mask.shape[1], lean.y + lean.mask.shape[0]))
    low, high = np.maximum(low, 0), np.minimum(high, (plane.width, plane.height))
    centre = np.array([spot.x, spot.y])
    inner = plane.to_raster(centre + (outline - centre) * 0.94) - low
    own = np.zeros((high[1] - low[1], high[0] - low[0]), dtype=np.uint8)
    cv2.fillConvexPoly(own, np.round(inner * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return Window(slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0])), own.astype(np.float32))


def outside(spot: Spot, part: float, step: int) -> Plane32:
    """Seen from the spot's middle, every ``step``-th raster pixel: 0 where a figure's middle may be, within
    ``part`` of the spot, else infinite."""
    return _outside(tuple(((x - spot.x) * part, (y - spot.y) * part) for x, y in spot_outline(spot)), step)


@lru_cache(maxsize=16)
def _outside(corners: tuple[tuple[float, float], ...], step: int) -> Plane32:
    points = np.array(corners) * SCALE / step
    down, right = (int(np.ceil(np.abs(points[:, axis]).max())) for axis in (1, 0))
    inside = np.zeros((2 * down + 1, 2 * right + 1), np.uint8)
    cv2.fillConvexPoly(inside, np.round((points * (1, -1) + (right, down)) * 16).astype(np.int32), 1, 8, 4)
    return np.where(inside > 0, np.float32(0.0), np.float32(np.inf))


def crop(image: Plane32, x: int, y: int, width: int, height: int) -> Plane32:
    """A part of the image; zeros where it reaches over the border."""
    part = np.zeros((height, width), dtype=np.float32)
    top, left = max(0, -y), max(0, -x)
    bottom, right = min(height, image.shape[0] - y), min(width, image.shape[1] - x)
    if bottom > top and right > left:
        part[top:bottom, left:right] = image[y + top : y + bottom, x + left : x + right]
    return part


def overlap(frame: Window, outline: Outline, grow: int = 0) -> tuple[slice, slice, Plane32]:
    """Where an outline falls into a window (rows, columns) and its mask there."""
    mask, x, y = outline.mask, outline.x, outline.y
    if grow:
        mask, x, y = _wide(mask, grow), x - grow, y - grow
    x, y = x - frame.columns.start, y - frame.rows.start
    height, width = frame.own.shape
    top, left = max(0, y), max(0, x)
    bottom, right = min(height, y + mask.shape[0]), min(width, x + mask.shape[1])
    rows, columns = slice(top, max(top, bottom)), slice(left, max(left, right))
    return rows, columns, mask[top - y : rows.stop - y, left - x : columns.stop - x]


def paint(image: Plane32, frame: Window, outline: Outline, value: float, grow: int = 0) -> None:
    rows, columns, mask = overlap(frame, outline, grow)
    if mask.size:
        image[rows, columns][mask > 0] = value


def apply(cost: Plane32, change: Plane32, frame: Window, outline: Outline) -> None:
    """Under the outline the figure's shortfall counts; where figures overlap, the better one's."""
    rows, columns, mask = overlap(frame, outline)
    if mask.size:
        area, under = cost[rows, columns], mask > 0
        area[under] = change[rows, columns][under]


def rim_and_core(outline: Outline, pixels: int) -> tuple[Outline, Outline]:
    """The outline widened, and narrowed, by some pixels."""
    narrow = np.asarray(cv2.erode(outline.mask, _square(pixels)), dtype=np.float32)
    wide = Outline(_wide(outline.mask, pixels), outline.x - pixels, outline.y - pixels)
    return wide, Outline(narrow, outline.x, outline.y)


def _wide(mask: Plane32, pixels: int) -> Plane32:
    """The mask widened; larger by so many pixels on each side."""
    around = cv2.copyMakeBorder(mask, pixels, pixels, pixels, pixels, cv2.BORDER_CONSTANT, value=(0.0,))
    return np.asarray(cv2.dilate(around, _square(pixels)), dtype=np.float32)


@lru_cache(maxsize=8)
def _square(pixels: int) -> NDArray[np.uint8]:
    return np.ones((2 * pixels + 1, 2 * pixels + 1), np.uint8)


def seen_share(weight: Plane32, frame: Window, outline: Outline) -> float:
    rows, columns, mask = overlap(frame, outline)
    return (
        float((weight[rows, columns] * mask).sum() / max(float(outline.mask.sum()), 1.0))
        if mask.size
        else 0.0
    )
