"""A stand-in for the network that finds hands, for tests of everything round it: a hand is what has the
colour of the arms that the tests draw. It needs no training, so that a test tells of the program and not of a
network's file."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.types import Image

SKIN = (110, 140, 200)
_SURE = 6.0
"""Log-odds of what is plain to see."""


class PlainHands:
    """``reference``: the picture with which the last one was compared; ``asked``: how often it was asked."""

    reference: Image
    asked = 0

    def hands(self, picture: Image, reference: Image) -> NDArray[np.float32]:
        self.reference = reference.copy()
        self.asked += 1
        blue, green, red = np.moveaxis(picture.astype(np.float32) + 1, 2, 0)
        most = np.minimum(SKIN[2] / SKIN[1], 256 / green)  # in bright light red is at its end
        apart = np.maximum(np.abs(blue / green - SKIN[0] / SKIN[1]), np.abs(red / green - most))
        return np.where(apart < 0.12, _SURE, -_SURE).astype(np.float32)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> list[PlainHands]:
    """Watchers that are made in this test see with a stand-in: these, in their order."""
    made: list[PlainHands] = []

    def make() -> PlainHands:
        made.append(PlainHands())
        return made[-1]

    monkeypatch.setattr("vision.presence.HandsNetwork", make)
    return made
