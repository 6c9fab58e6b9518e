"""Follows the hands over the table from frame to frame, as connected parts of the picture. State: the parts
of the frame before, and the numbers of the hands in each.

Brisk hands move further between two frames than they are wide, so a hand is also near where it was. Hands
that meet count as both as long as either stays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.presence import Mask
from vision.tuning import whole

Numbers = frozenset[int]
_NOBODY: Numbers = frozenset()
_NEAR = np.ones((2 * whole("blobs.near") + 1,) * 2, np.uint8)
"""Small pixels by which a hand moves between two frames."""


class Blobs:
    """The hands of one table."""

    def __init__(self) -> None:
        self._labels: NDArray[np.int32] = np.zeros((0, 0), np.int32)
        self._numbers: list[Numbers] = [_NOBODY]
        """The numbers of the hands in each part; part 0 is the table."""
        self._last = 0

    @property
    def there(self) -> Numbers:
        """The hands that are over the table."""
        return _NOBODY.union(*self._numbers)

    def see(self, hand: Mask | None) -> None:
        """Take in one frame. ``hand``: 1 under a hand, None without one."""
        if hand is None:
            self._numbers = [_NOBODY]
            return
        count, found = cv2.connectedComponents(hand)
        labels = np.asarray(found, np.int32)
        parts = ((labels == part).astype(np.uint8) for part in range(1, count))
        self._numbers = [_NOBODY, *[self._known(part) for part in parts]]
        self._labels = labels

    def _known(self, part: Mask) -> Numbers:
        """The hands that were in or near this part of the picture in the frame before, else a new one."""
        if len(self._numbers) > 1 and self._labels.shape == part.shape:
            near = cv2.dilate(part, _NEAR) > 0
            labels = np.unique(self._labels[near]).tolist()
            if known := _NOBODY.union(*(self._numbers[label] for label in labels)):
                return known
        self._last += 1
        return frozenset({self._last})

    def over(self, pixels: NDArray[np.intp]) -> Numbers:
        """The hands that are over one of these pixels (flat indices)."""
        if len(self._numbers) == 1:
            return _NOBODY
        labels = np.unique(self._labels.ravel()[pixels]).tolist()
        return _NOBODY.union(*(self._numbers[label] for label in labels))
