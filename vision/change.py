"""How much each cell changed between two views of the table. Pure functions.

Both views lie on one raster. The light is taken out by a smooth gain for each channel. A pixel counts as
changed only if none of its neighbours in the other view explains it, so that a printed edge that lies a pixel
beside its place is no change. Two shares are given for every cell: the pixels that changed at all, and those
that changed in colour. A shadow scales all channels alike, so it shows in the first share only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.tuning import number, whole
from vision.types import Image

_SOFT = number("change.soft")
"""Grey levels that are added before the logarithm, because what is nearly black is mostly noise."""
_STEPS = number("change.steps")
"""Values of a log picture per unit of ln: one step is 1.25 % of brightness."""
COARSE = whole("change.coarse")
"""Raster pixels across a block in which the light counts as even. Works fastest on rasters of whole
blocks."""
_WINDOW = whole("change.window")
"""The light is the median gain over so many blocks across, which is wider than two cards side by side."""
LIMIT = round(number("change.limit") * _STEPS)
"""Difference of a changed pixel: 17 % of brightness."""
_CHROMA = round(number("change.chroma") * _STEPS)
"""The same for the ratio of two channels."""

_DIFFERS = whole("change.differs")
"""Steps by which a pixel must differ from the ground to belong to a piece. It is less than LIMIT, because one
cell has one light."""
_DARK = whole("change.dark")
"""Noise is measured on log values below this (35 of 255), where it is largest against the light."""
_FEW = whole("change.few")
"""Noise is measured on one pixel of so many across and down."""
_ENOUGH = whole("change.enough")
"""Noise is measured if at least so many values are dark."""
_RARE = number("change.rare")
"""The value that one in a hundred exceeds, as a multiple of the value that five in a hundred exceed. Measured
on four simulated tables in three lights, in whole steps: 1.4 to 2. The grain came to 3.5 grey levels in even
light, and to 7.7 in a dim and noisy picture."""
_LEVELS = _SOFT * np.exp(np.arange(256) / _STEPS) / _STEPS
"""Grey levels of one step, by log value."""

_TABLE = np.clip(_STEPS * np.log((np.arange(256) + _SOFT) / _SOFT), 0, 255).round().astype(np.uint8)
_BACK = np.clip(_SOFT * np.exp(np.arange(256) / _STEPS) - _SOFT, 0, 255).round().astype(np.uint8)
_NEAR = np.ones((3, 3), np.uint8)


def logs(raster: Image) -> Image:
    """The logarithm of every value, in steps of 1.25 %, softened in the dark."""
    return np.asarray(cv2.LUT(raster, _TABLE), np.uint8)


def plain(log: Image) -> Image:
    """The picture whose logarithm this is, to a step."""
    return np.asarray(cv2.LUT(log, _BACK), np.uint8)


def relit(now: Image, before: Image) -> tuple[Image, int]:
    """The first log picture in the light of the second, and the most steps by which the light has changed."""
    size = (max(1, now.shape[1] // COARSE), max(1, now.shape[0] // COARSE))
    apart = [
        cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.int16) for picture in (now, before)
    ]
    coarse = np.clip(apart[0] - apart[1] + 128, 0, 255).astype(np.uint8)
    window = min(_WINDOW, (min(size) - 1) | 1)
    light = cv2.GaussianBlur(cv2.medianBlur(coarse, window).astype(np.float32), (0, 0), 3.0) - 128
    fine = cv2.resize(light, (now.shape[1], now.shape[0]), interpolation=cv2.INTER_LINEAR)
    even = np.asarray(cv2.subtract(now, fine, dtype=cv2.CV_8U), np.uint8)
    return even, int(np.round(np.abs(light).max()))


@dataclass(frozen=True, slots=True)
class Difference:
    """For each raster pixel, by how many steps ``brightness`` (the largest channel) and ``chroma`` differ; 0
    where a neighbour explains it."""

    brightness: NDArray[np.uint8]
    chroma: NDArray[np.uint8]

    @property
    def mask(self) -> NDArray[np.uint8]:
        """For pictures of one cell: 1 where a pixel belongs to something that came or went."""
        return np.asarray(cv2.max(self.brightness, self.chroma) > _DIFFERS, np.uint8)


def difference(now: Image, before: Image, grain: float = 0.0) -> Difference:
    """Compare two log pictures of one light. ``now`` may lie a pixel beside ``before``. ``grain``: grey
    levels that noise alone reaches (:func:`grain_of`); dark pixels must differ by more."""
    here, there = _blurred(now), _blurred(before)
    brightness, chroma = _beyond(here, there), _beyond(_chroma(here), _chroma(there))
    if grain > 0:
        blue, green, red = cv2.split(cv2.min(here, there))
        for part, dark in zip(brightness, (blue, green, red), strict=True):
            cv2.subtract(part, cv2.LUT(dark, _noise(grain, LIMIT)), part)
        for part, dark in zip(chroma, (cv2.min(blue, green), cv2.min(red, green)), strict=True):
            cv2.subtract(part, cv2.LUT(dark, _noise(grain, _CHROMA)), part)
    return Difference(
        np.asarray(cv2.blur(cv2.max(cv2.max(*brightness[:2]), brightness[2]), (3, 3)), np.uint8),
        np.asarray(cv2.blur(cv2.max(*chroma), (3, 3)), np.uint8),
    )


def grain_of(now: Image, before: Image, still: NDArray[np.bool_]) -> float | None:
    """Grey levels by which noise alone makes one of a hundred dark values differ between two log pictures of
    one light; None if too little is dark. ``still``: where no hand was."""
    here, there = _blurred(now), _blurred(before)
    beyond = np.dstack(_beyond(here, there))[::_FEW, ::_FEW]
    level = there[::_FEW, ::_FEW]
    dark = (level < _DARK) & still[::_FEW, ::_FEW, None]
    if np.count_nonzero(dark) < _ENOUGH:
        return None
    return _RARE * float(np.percentile(beyond[dark] * _LEVELS[level[dark]], 95))


def _noise(grain: float, limit: int) -> NDArray[np.uint8]:
    """For each log value: by how many steps noise alone exceeds a limit."""
    return np.asarray(np.clip(grain / _LEVELS - limit, 0, 255), np.uint8)


def joined(
    apart: Difference, windows: Mapping[str, tuple[NDArray[np.uint8], slice, slice]], least: int
) -> dict[str, frozenset[str]]:
    """For each of these cells (mask, rows and columns on the raster): the other cells into which its changed
    pixels run on. ``least``: pixels of one such spot that must lie in a cell."""
    over = cv2.max((apart.brightness > LIMIT).astype(np.uint8), (apart.chroma > _CHROMA).astype(np.uint8))
    _, labels = cv2.connectedComponents(over)
    spots = {}
    for name, (mask, rows, columns) in windows.items():
        numbers, counts = np.unique(np.asarray(labels)[rows, columns][mask > 0], return_counts=True)
        spots[name] = frozenset(numbers[counts >= least].tolist()) - {0}
    return {
        name: frozenset(other for other in spots if other != name and not mine.isdisjoint(spots[other]))
        for name, mine in spots.items()
    }


def _blurred(picture: Image) -> Image:
    return np.asarray(cv2.blur(picture, (3, 3)), np.uint8)


def _beyond(here: Image, there: Image) -> list[NDArray[np.uint8]]:
    """For each channel: how far ``here`` lies outside the values that the pixels round it had."""
    high, low = cv2.dilate(there, _NEAR), cv2.erode(there, _NEAR)
    return [
        np.asarray(part, np.uint8)
        for part in cv2.split(cv2.max(cv2.subtract(here, high), cv2.subtract(low, here)))
    ]


def _chroma(values: Image) -> Image:
    """Blue and red against green."""
    blue, green, red = cv2.split(values)
    return np.asarray(cv2.merge([cv2.addWeighted(part, 1, green, -1, 128) for part in (blue, red)]), np.uint8)


def shares(
    apart: Difference, mask: NDArray[np.uint8], rows: slice, columns: slice, most: int | None = None
) -> tuple[float, float]:
    """Share of a cell's pixels (not 0 in the mask) that changed at all, and share that changed in colour.
    ``most``: so many pixels count as the whole cell, for loose pieces in a place much larger than they
    are."""
    count = max(cv2.countNonZero(mask), 1)
    count = count if most is None else min(count, most)
    parts = ((apart.brightness, LIMIT), (apart.chroma, _CHROMA))
    over = [cv2.threshold(part[rows, columns], limit, 255, cv2.THRESH_BINARY)[1] for part, limit in parts]
    shade, change = (min(1.0, cv2.countNonZero(cv2.bitwise_and(one, mask)) / count) for one in over)
    return shade, change
