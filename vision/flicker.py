"""Takes the flicker of lamps out of the pictures. State: the usual light of the last second, and how much
the light has swung.

On a mains of 50 Hz lamps are bright a hundred times a second. A shutter that is not a multiple of 10 ms
catches each picture, and with a rolling shutter each row of it, at another brightness. The light of a row is
the median of what its pixels have become brighter, against their usual values, so hands and pieces in less
than half of it do not count. What is burnt out in a bright picture is taken from the one before. Pictures
whose light does not swing up and down are given back untouched."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.presence import small
from vision.tuning import number, whole
from vision.types import Frame, Image

_USUAL = whole("flicker.usual")
"""The usual light is that of about so many pictures."""
_FRAMES = whole("flicker.frames")
"""Pictures that tell whether the light swings."""
_MANY, _FEW = whole("flicker.many"), whole("flicker.few")
"""A lamp flickers if so many of them swing, and has stopped when no more than the second number do."""
_SWINGS = number("flicker.swings")
"""A picture swings if the light of most of its rows turns back by so much (ln)."""
_DARKEST, _BRIGHTEST = whole("flicker.darkest"), whole("flicker.brightest")
"""Grey levels between which a pixel tells of the light."""
_STRONG = number("flicker.strong")
"""Swing (ln) of most rows above which what is left of the flicker keeps the table from being followed."""
_SMOOTH = number("flicker.smooth")
"""Sampled rows over which the light is smoothed."""
_ROWS, _COLUMNS = 2, 8
"""One row, and one column, of so many is looked at."""

Light = NDArray[np.float32]
"""How much brighter (ln) than usual each sampled row is: rows x 3."""


class Flicker:
    """Watches one camera's pictures in their order."""

    def __init__(self) -> None:
        self._usual: NDArray[np.float32] = np.zeros((0, 0, 3), np.float32)
        self._seen = 0
        self._lights: deque[Light] = deque(maxlen=_FRAMES)
        self._swings: deque[bool] = deque(maxlen=_FRAMES)
        self._on = False
        self._known: Image | None = None
        """The picture before without its flicker."""

    @property
    def strong(self) -> bool:
        """Whether the lamps flicker so strongly that it cannot be taken out."""
        if not self._on:
            return False
        swing = np.ptp(np.array(self._lights), axis=0).max(axis=1)
        return float(np.median(swing)) > _STRONG

    def even(self, frame: Frame, picture: Image) -> tuple[Frame, Image]:
        """The frame and its small ``picture`` as in a light that does not flicker."""
        light = self._light(picture)
        self._lights.append(light)
        if len(self._lights) >= 3:
            one, two, three = list(self._lights)[-3:]
            self._swings.append(float(np.median(np.abs(three - 2 * two + one).max(axis=1))) > _SWINGS)
        swings = sum(self._swings)
        self._on = swings > _FEW if self._on else swings >= _MANY
        if not self._on:
            self._known = None
            return frame, picture
        known = self._known
        if known is None or known.shape != frame.image.shape:
            known = frame.image
        self._known = image = _lit(frame.image, light, known)
        return replace(frame, image=image, fine=_fine(frame, light, known)), small(image)

    def _light(self, picture: Image) -> Light:
        """The light of this picture; the picture then belongs to what is usual."""
        sample = picture[::_ROWS, ::_COLUMNS]
        logs = np.log(np.maximum(sample, 1).astype(np.float32))
        if self._usual.shape != logs.shape:
            self._usual, self._seen = logs, 0
            self._lights.clear()
            self._swings.clear()
        tells = (sample >= _DARKEST) & (sample <= _BRIGHTEST)
        light = _smoothed(*_medians(logs - self._usual, tells))
        self._seen = min(self._seen + 1, _USUAL)
        self._usual = np.asarray(self._usual + (logs - self._usual) / self._seen, np.float32)
        return light


def _medians(apart: NDArray[np.float32], tells: NDArray[np.bool_]) -> tuple[Light, NDArray[np.int64]]:
    """For each row and channel: the median of those pixels that tell something, and their number."""
    ordered = np.sort(np.where(tells, apart, np.inf), axis=1)
    count = tells.sum(axis=1)
    middle = np.maximum(count - 1, 0)[:, None] // 2
    found = np.take_along_axis(ordered, middle, axis=1)[:, 0]
    return np.where(count > 0, found, 0).astype(np.float32), count


def _smoothed(light: Light, count: NDArray[np.int64]) -> Light:
    """The light of rows and their neighbours; rows in which more pixels tell of it count more."""
    weight = count.astype(np.float32) + np.float32(1e-3)
    sums, weights = _blurred(light * weight), _blurred(weight)
    return np.asarray(sums / weights, np.float32)


def _blurred(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    size = 4 * round(_SMOOTH) + 1
    return np.asarray(cv2.sepFilter2D(rows, -1, np.ones(1), cv2.getGaussianKernel(size, _SMOOTH)), np.float32)


def _lit(image: Image, light: Light, known: Image) -> Image:
    """The picture without this light. ``known``: the one before, of the same size. What is burnt out is at
    least as bright as it looks, so it may be as bright as before."""
    gain = cv2.resize(np.exp(-light)[:, None], (1, len(image)), interpolation=cv2.INTER_LINEAR)
    rows = np.repeat(gain.reshape(-1, 1, 3), image.shape[1], axis=1)
    even = cv2.multiply(image, rows, dtype=cv2.CV_8U)
    _, burnt = cv2.threshold(image, _BRIGHTEST, 255, cv2.THRESH_BINARY)
    return np.asarray(cv2.max(even, cv2.bitwise_and(known, burnt)), np.uint8)


def _fine(frame: Frame, light: Light, known: Image) -> Callable[[], Image] | None:
    fine = frame.fine
    if fine is None:
        return None

    def even() -> Image:
        image = fine()
        size = (image.shape[1], image.shape[0])
        return _lit(image, light, np.asarray(cv2.resize(known, size), np.uint8))

    return even
