"""What changed between two views of a board.

A view is a rectified picture of the board (a raster). The network sees two of them and says for every second
pixel, as log-odds, whether the *base* of something stands there that came, went or was exchanged, and whether
its *silhouette* covers it: what is high leans over its neighbours, and that is not their change."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.networks.colours import fitted
from vision.networks.inputs import logs, tensor
from vision.networks.model import Model
from vision.opencv import cv2
from vision.tuning import number, row
from vision.types import Image

Map = NDArray[np.float32]
"""Log-odds, height x width."""

FINEST, COARSEST = 48.0, 24.0
"""Pixels per pitch that the network looks at; it was trained with 20 to 60. A raster outside this is
resized."""
_INNER = number("evidence.inner")
"""A cell is read where it is farther from its edge than this part of its greatest distance to it."""
_LIMIT = number("evidence.limit")
"""Log-odds of one pixel beyond this say no more."""
_THING, _USUAL = number("evidence.thing"), number("evidence.usual")
"""Pitches across the foot of a figure, and across as much of a cell as is read of a usual one."""
_NATS = row("evidence.nats")
"""Evidence for the values of the following rows; between them it runs straight."""
_ALONE = row("evidence.whole_alone"), row("evidence.strongest_alone")
"""Mean log-odds of a cell in which one thing lies at most: of its inner part, and of the strongest part that
is as large as a figure. What stands beside such a cell leans into it, so that little in it says little."""
_CROWD = row("evidence.whole_crowd"), row("evidence.strongest_crowd")
"""The same of a cell in which several things may stand: each is small, and stands anywhere."""


@dataclass(frozen=True, slots=True)
class ChangeMaps:
    """Log-odds that something changed. ``down``: pixels of the raster per pixel of the maps, down and across
    (about 2)."""

    base: Map
    silhouette: Map
    down: tuple[float, float]


class ChangeNetwork:
    """Compares two views of one board. Not for use by two threads at once."""

    def __init__(self, model: Model | None = None) -> None:
        """Raises NetworkError if the network's file cannot be used."""
        self.model = model or Model("change")

    def compare(self, now: Image, before: Image, pitch: float = 40.0) -> ChangeMaps:
        """Maps of what differs between two rasters of equal size. ``pitch``: pixels between the middles of
        two neighbouring cells.

        Raises ValueError for rasters of different sizes."""
        if now.shape != before.shape:
            raise ValueError(f"rasters of different sizes: {now.shape} and {before.shape}")
        zoom = min(max(pitch, COARSEST), FINEST) / pitch
        height, width = now.shape[:2]
        size = (max(1, round(width * zoom)), max(1, round(height * zoom)))
        one, other = (logs(_resized(raster, size)) for raster in (now, before))
        base, silhouette = self.model.run(tensor(one, fitted(one, other)))
        return ChangeMaps(base, silhouette, (2 * height / size[1], 2 * width / size[0]))


def cell_evidence(
    maps: ChangeMaps,
    pitch: float,
    crowd: bool,
    mask: NDArray[np.bool_] | NDArray[np.uint8],
    rows: slice,
    columns: slice,
) -> float:
    """ln p(maps | the content of a cell changed) - ln p(maps | it did not), in nats.

    ``pitch``: pixels of the raster; ``crowd``: whether several things may stand there; ``mask``: the cell's
    pixels within the window ``rows`` x ``columns`` of the raster. Raises ValueError for an empty mask."""
    weights = _inner(np.asarray(mask, np.uint8))
    top, bottom = (round(edge / maps.down[0]) for edge in (rows.start, rows.stop))
    left, right = (round(edge / maps.down[1]) for edge in (columns.start, columns.stop))
    window = maps.base[max(top, 0) : bottom, max(left, 0) : right]
    if not window.size:
        raise ValueError(f"no pixel of the maps lies in rows {rows} and columns {columns}")
    shares = cv2.resize(weights, window.shape[::-1], interpolation=cv2.INTER_AREA)
    values = np.sort(np.clip(window[shares >= min(0.5, float(shares.max()))], -_LIMIT, _LIMIT))
    pixel = float(np.mean(maps.down)) / pitch
    whole, strongest = (float(values[-_disc(across / pixel) :].mean()) for across in (_USUAL, _THING))
    by_whole, by_strongest = _CROWD if crowd else _ALONE
    return float(np.interp(whole, by_whole, _NATS) + np.interp(strongest, by_strongest, _NATS)) / 2


def _disc(across: float) -> int:
    """Pixels of a disc."""
    return max(1, round(np.pi / 4 * across**2))


def _inner(mask: NDArray[np.uint8]) -> NDArray[np.float32]:
    """1 where the mask is far enough from its edge, else 0."""
    ringed = cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    far = cv2.distanceTransform((ringed > 0).astype(np.uint8), cv2.DIST_L2, 3)[1:-1, 1:-1]
    if not far.max():
        raise ValueError("the mask of a cell is empty")
    return np.asarray(far >= _INNER * far.max(), np.float32)


def _resized(raster: Image, size: tuple[int, int]) -> Image:
    if raster.shape[1::-1] == size:
        return raster
    smaller = size[0] < raster.shape[1]
    return np.asarray(
        cv2.resize(raster, size, interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LINEAR), np.uint8
    )
