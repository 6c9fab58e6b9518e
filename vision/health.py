"""Whether the camera delivers living pictures at all. State: the last picture and since when it is the
same."""

from __future__ import annotations

import cv2
import numpy as np

from vision.types import N_, Image

_BLACK = 6.0
"""Mean grey level and spread below which a picture is black: a covered lens or a camera without exposure."""
_FROZEN_SECONDS = 3.0
_FROZEN_FRAMES = 20
"""Noise makes two pictures of a living camera differ; so many equal ones in so long a time are one
picture."""

BLACK = N_("The camera's picture is black: take the cap off the lens or switch on a light.")
FROZEN = N_("The camera sends the same picture again and again: unplug it and plug it in again.")


class Health:
    """Watches the gate's small pictures."""

    def __init__(self) -> None:
        self._before: Image | None = None
        self._since = 0.0
        self._count = 0

    def trouble(self, picture: Image, time: float) -> str:
        """One sentence when the pictures cannot be used, else ""."""
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
