"""Whether the camera delivers living pictures at all. State: the last picture, and since when it has been the
same."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.tuning import number, whole
from vision.types import N_, Image

_BLACK = number("health.black")
"""Mean grey level and spread below which a picture is black: a covered lens or a camera without exposure."""
_FROZEN_SECONDS = number("health.frozen_seconds")
_FROZEN_FRAMES = whole("health.frozen_frames")
"""Noise makes any two pictures of a living camera differ. So many equal pictures, for so long, are one frozen
picture."""
_STEADY_SECONDS = number("health.steady_seconds")
_STEADY = number("health.steady")
"""A quartile of the picture that changes by more than this (ln) in half a second shows more than flicker."""
_SETTLES_WITHIN = number("health.settles_within")
"""After so many seconds a camera's exposure counts as settled. What still changes then is a lamp, or
people."""
_QUARTILES = (0.25, 0.5, 0.75)

BLACK = N_("The camera's picture is black: take the cap off the lens or switch on a light.")
FROZEN = N_("The camera sends the same picture again and again: unplug it and plug it in again.")


class Health:
    """Watches the gate's small pictures."""

    def __init__(self) -> None:
        self._before: Image | None = None
        self._since = 0.0
        self._count = 0

    def trouble(self, picture: Image, time: float) -> str:
        """One sentence if the pictures cannot be used, else ""."""
        same = self._before is not None and np.array_equal(self._before, picture)
        if not same:
            self._since, self._count = time, 0
        self._before = picture
        self._count += 1
        if float(np.mean(cv2.mean(picture)[:3])) < _BLACK and float(picture.std()) < _BLACK:
            return BLACK
        if self._count > _FROZEN_FRAMES and time - self._since > _FROZEN_SECONDS:
            return FROZEN
        return ""


class Exposure:
    """Waits until a just opened camera has found its exposure. State: the light of the last half second."""

    def __init__(self) -> None:
        self._levels: deque[tuple[float, NDArray[np.float64]]] = deque()
        self._begin: float | None = None
        self.settled = False
        """Whether the exposure has been found."""

    def see(self, picture: Image, time: float) -> None:
        """Look at the next small picture; ``time`` in seconds. Once the exposure has settled this does
        nothing."""
        if self.settled:
            return
        self._begin = time if self._begin is None else self._begin
        levels = np.log(10.0 + np.quantile(picture[3::7, 3::7], _QUARTILES, axis=(0, 1)))
        while self._levels and time - self._levels[0][0] > _STEADY_SECONDS:
            before = self._levels.popleft()[1]
            every = np.array([before, *(level for _, level in self._levels), levels])
            self.settled = bool(np.ptp(every, axis=0).max() < _STEADY)
        self._levels.append((time, levels))
        self.settled = self.settled or time - self._begin > _SETTLES_WITHIN
