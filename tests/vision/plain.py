"""A stand-in for the network that finds hands, for tests of everything round it: a hand is what has the
colour of the arms that the tests draw. It needs no training, so that a test tells of the program and not of a
network's file."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.types import Image

SKIN = (110, 140, 200)
_DARK = 30
_SURE = 6.0
"""Log-odds of what is plain to see."""


class PlainHands:
    def hands(self, picture: Image, reference: Image) -> NDArray[np.float32]:
        del reference
        skin = np.array(SKIN, np.float32)
        values = picture.astype(np.float32)
        expected = np.minimum(255, values[..., :1] / skin[0] * skin)  # in the light that its blue tells
        apart = (np.abs(values - expected) / (expected + 1)).max(axis=2)
        lit = values[..., 0] > _DARK
        return np.where(lit & (apart < 0.12), _SURE, -_SURE).astype(np.float32)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Watchers that are made in this test see with the stand-in."""
    monkeypatch.setattr("vision.presence.HandsNetwork", PlainHands)
