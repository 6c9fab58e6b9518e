"""Sights of figures on a crowded table: without the tile or token under them and without what lies next door.
Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from vision.figures import WIDEST
from vision.flats import SHIFT, Flat, lookup
from vision.lessons import STRANGE, Page
from vision.masks import filled, largest
from vision.mat import spot_outline
from vision.photometry import Plane32, palette_bins
from vision.rectify import SCALE, Plane
from vision.tiles import apart_from
from vision.types import Spot
from vision.windows import is_tiled

_LIKELY = 2.5
"""Log-likelihood ratio from which on a pixel is the token's."""
_TOKEN_RIM = 2
"""Raster pixels: the rim of a token is printed otherwise, and lies a little off."""


def set_apart(
    strange: Plane32, plane: Plane, page: Page, spot: Spot, spots: Sequence[Spot], flats: Mapping[str, Flat]
) -> tuple[Plane32, int]:
    """What is strange in the page without the tile, or the colours of the token, in the spot, and without
    other cells on which something lies; and how much was in the way: the fewer, the clearer the sight."""
    blob = strange.copy()
    base, _ = page.looks[spot.cell]
    inside = _inside(plane, spot, strange)
    if base and is_tiled(spot):
        rows, columns = _window(inside, round(SHIFT * SCALE))
        middle = plane.to_raster(np.array([[spot.x, spot.y]]))[0] - (columns.start, rows.start)
        tile = lookup(flats, base)
        ratio, lies = apart_from(tile, spot.turn, page.seen[rows, columns], middle)
        blob[rows, columns] = filled(largest((ratio < STRANGE) & lies))
    elif base:
        rows, columns = _window(inside)
        likely = lookup(flats, base).colours()[palette_bins(page.seen[rows, columns])] > _LIKELY
        near = cv2.erode(inside[rows, columns], np.ones((3, 3), np.uint8), iterations=_TOKEN_RIM)
        blob[rows, columns][(inside[rows, columns] > 0) & (likely | (near == 0))] = 0
    others = 0
    for other in spots:
        apart = np.hypot(other.x - spot.x, other.y - spot.y)
        if other.cell == spot.cell or page.looks.get(other.cell, ("?", ()))[:2] == ("", ()):
            continue
        if apart < 0.5 * (other.width + spot.width) + 2 * WIDEST:
            others += 1
            blob[_inside(plane, other, strange) > 0] = 0
    return blob, others + bool(base)


def _inside(plane: Plane, spot: Spot, like: Plane32) -> Plane32:
    mask = np.zeros(like.shape, np.uint8)
    corners = plane.to_raster(np.array(spot_outline(spot)))
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    return mask.astype(np.float32)


def _window(mask: Plane32, more: int = 0) -> tuple[slice, slice]:
    """The rows and columns of the mask, and some pixels more to each side."""
    ys, xs = np.nonzero(mask)
    return (
        slice(max(0, int(ys.min()) - more), int(ys.max()) + 1 + more),
        slice(max(0, int(xs.min()) - more), int(xs.max()) + 1 + more),
    )
