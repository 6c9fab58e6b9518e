"""Learning the bare table: each picture shows it where nothing lies; the rest is borrowed or outvoted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.figures import reach
from vision.flats import SHIFT
from vision.lessons import Page
from vision.masks import put
from vision.mat import spot_outline
from vision.photometry import Features, Plane32, gain
from vision.rectify import Plane
from vision.types import Image, Spot
from vision.windows import is_flat

_USUAL_HEIGHT, _USUAL_RADIUS = 0.8, 0.3
"""Pitches: what lies beyond this round a cell with a figure is taken for bare."""
_LIKE = 0.12
"""Features of cells that are printed alike differ by less than this."""


def learn_bare_table(
    spots: Sequence[Spot], plane: Plane, pages: Sequence[Page]
) -> tuple[Features, Plane32, Image]:
    """Features of the bare table, doubt, and the same as a picture."""
    covered = [_covered(spots, plane, page) for page in pages]
    first = pages[0].seen
    total = np.zeros_like(first)
    mass = np.zeros(first.shape[:2], dtype=np.float32)
    even = []
    for page, cover in zip(pages, covered, strict=True):
        free = page.weight * (cover == 0)
        both = ((free > 0.5) & (covered[0] == 0)).astype(np.float32)
        light = gain(page.seen, first, both) if page is not pages[0] else np.zeros_like(first)
        even.append(page.seen - light)
        total += even[-1] * free[:, :, None]
        mass += free
    ground = (total / np.maximum(mass, 1e-6)[:, :, None]).astype(np.float32)
    hole = mass <= 0.25
    occupied = hole & (np.median(covered, axis=0) >= _OCCUPIED)
    doubt = np.where(hole, 1.0, 0.0).astype(np.float32)
    borrowed = _borrow(spots, plane, ground, hole, occupied)
    _outvote(even, borrowed, ground, doubt)
    return ground, doubt, _as_picture(ground)


_OCCUPIED, _LEANT_OVER = 1.0, 0.5


def _covered(spots: Sequence[Spot], plane: Plane, page: Page) -> Plane32:
    """``_OCCUPIED`` where a piece lies in the page or no label says that none does, ``_LEANT_OVER`` where one
    may
    lean, 0 elsewhere."""
    covered = np.zeros((plane.height, plane.width), dtype=np.float32)
    for spot in spots:
        if page.looks.get(spot.cell, ("?", ("?",)))[1] and not is_flat(spot):
            put(covered, reach(plane, page.place, spot, _USUAL_HEIGHT, _USUAL_RADIUS), _LEANT_OVER)
    for spot in spots:
        base, stack = page.looks.get(spot.cell, ("?", ("?",)))
        if base or stack:
            middle = np.array([spot.x, spot.y])
            grow = 1 + 2 * SHIFT / min(spot.width, spot.height) if spot.kind == "slot" else 1.0
            corners = plane.to_raster(middle + (np.array(spot_outline(spot)) - middle) * grow)
            cv2.fillConvexPoly(covered, np.round(corners).astype(np.int32), _OCCUPIED)
    return covered


def _borrow(
    spots: Sequence[Spot],
    plane: Plane,
    ground: Features,
    hole: NDArray[np.bool_],
    occupied: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """Fill cells that were never seen bare with the median of like cells; the pixels that were filled so.

    What was occupied all the time is filled anyhow; what figures only may lean over, when the rest of the
    cell is
    printed as in the other cells.
    """
    areas = [_slices(plane, spot) for spot in spots]
    bare = [area for area in areas if not hole[area].any()]
    filled = np.zeros(hole.shape, dtype=np.bool_)
    for area in areas:
        like = [ground[other] for other in bare if ground[other].shape == ground[area].shape][:25]
        if not hole[area].any() or not like:
            continue
        usual = np.median(like, axis=0)
        apart = np.abs(usual - ground[area])[~hole[area]]
        alike = len(apart) > 20 and bool(np.median(apart, axis=0).max() < _LIKE)
        part = hole[area] if alike else occupied[area]
        ground[area][part] = usual[part]
        filled[area] |= part
    return filled


def _outvote(even: Sequence[Features], borrowed: NDArray[np.bool_], ground: Features, doubt: Plane32) -> None:
    """Where a piece may have been in every picture, most of them show the table all the same: pieces lie a
    little
    differently each time. Where a like cell says what to expect, the median must agree with it."""
    hole = doubt > 0
    if not hole.any():
        return
    middle = np.median([page[hole] for page in even], axis=0).astype(np.float32)
    apart = np.abs(middle - ground[hole])
    agree = ~borrowed[hole] | ((apart[:, 1:3].max(axis=1) < 0.15) & (apart[:, 0] < 0.4))
    ground[hole] = np.where(agree[:, None], middle, ground[hole])
    doubt[hole] = np.where(agree, 0.3, 1.0)


def _slices(plane: Plane, spot: Spot) -> tuple[slice, slice]:
    """The part of the raster that a spot covers; equal sizes for equal spots."""
    corners = plane.to_raster(np.array(spot_outline(spot)))
    left, top = np.maximum(np.round(corners.min(axis=0)).astype(int), 0)
    width, height = np.round(np.ptp(corners, axis=0)).astype(int)
    return slice(int(top), int(top + height)), slice(int(left), int(left + width))


def _as_picture(ground: Features) -> Image:
    """Features back to BGR."""
    brightness, a, b = ground[..., 0], ground[..., 1], ground[..., 2]
    green = brightness - (a + b) / 4
    logs = np.dstack([green + b, green, green + a])
    return np.clip(np.exp(logs) - 8.0, 0, 255).astype(np.uint8)


def in_the_light_of(
    spots: Sequence[Spot], plane: Plane, page: Page, ground: Features, doubt: Plane32
) -> Page:
    """The page with its light taken out, by the bare table round the pieces: many of one colour would pass
    for light."""
    light = gain(page.seen, ground, page.weight * (doubt < 0.5) * (_covered(spots, plane, page) < _OCCUPIED))
    return replace(page, seen=(page.seen - light).astype(np.float32))
