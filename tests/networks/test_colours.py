"""A camera's other colours are taken out, though a part of the picture has changed."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.networks.colours import fitted
from vision.networks.inputs import logs

SHAPE = (120, 160, 3)


def picture(seed: int) -> NDArray[np.uint8]:
    """Blocks of many colours."""
    random = np.random.default_rng(seed)
    blocks = random.integers(30, 200, (12, 16, 3))
    return np.asarray(np.kron(blocks, np.ones((10, 10, 1))), np.uint8)


def as_seen(
    values: NDArray[np.uint8], gains: tuple[float, float, float], saturation: float
) -> NDArray[np.uint8]:
    """By a camera with another white balance and saturation."""
    lit = values * np.array(gains)
    grey = lit.mean(-1, keepdims=True)
    return np.asarray(np.clip(grey + (lit - grey) * saturation, 0, 255), np.uint8)


@pytest.mark.parametrize("gains", [(1, 1, 1), (0.8, 1, 1.15), (1.2, 1.1, 0.9)])
@pytest.mark.parametrize("saturation", [0.75, 1.0, 1.2])
def test_colours_of_one_view_become_those_of_the_other(
    gains: tuple[float, float, float], saturation: float
) -> None:
    now = picture(1)
    before = as_seen(now, gains, saturation)
    brought = fitted(logs(now), logs(before))
    assert np.median(np.abs(brought - logs(now))) < 0.05  # 5 % of brightness


def test_what_changed_does_not_pull_the_rest_along() -> None:
    now, before = picture(1), as_seen(picture(1), (0.8, 1, 1.15), 0.9)
    before[:, :24] = (0, 0, 255)  # 15 % of the picture
    brought = fitted(logs(now), logs(before))
    assert np.median(np.abs(brought - logs(now))[:, 30:]) < 0.05
    assert np.median(np.abs(brought - logs(now))[:, :20]) > 0.3


@pytest.mark.parametrize("grey", [0, 128, 255])
def test_a_picture_of_one_grey_is_no_trouble(grey: int) -> None:
    even = np.full(SHAPE, grey, np.uint8)
    assert np.allclose(fitted(logs(even), logs(even)), logs(even), atol=0.02)
