"""Pictures that are none: black ones, and the same one again and again."""

from __future__ import annotations

import numpy as np
import pytest

from vision.health import BLACK, FROZEN, Health
from vision.types import Image

FPS = 15.0


def living(number: int, level: int = 120) -> Image:
    """Noise of two levels, new in every picture."""
    noise = np.random.default_rng(number).normal(level, 2.0, (180, 320, 3))
    return np.asarray(np.clip(noise, 0, 255), np.uint8)


def test_a_living_picture_is_no_trouble() -> None:
    health = Health()
    assert {health.trouble(living(number), number / FPS) for number in range(90)} == {""}


@pytest.mark.parametrize("level", [0, 3])
def test_a_black_picture_is_said_at_once_and_forgotten_at_once(level: int) -> None:
    health = Health()
    assert health.trouble(living(0), 0.0) == ""
    assert health.trouble(living(1, level), 0.1) == BLACK
    assert health.trouble(living(2), 0.2) == ""


def test_a_dark_room_with_one_lamp_is_not_black() -> None:
    """Dark on the mean, but there is something to be seen."""
    picture = living(0, 3)
    picture[60:80, 100:130] = 200
    assert picture.mean() < 6.0
    assert Health().trouble(picture, 0.0) == ""


def test_the_same_picture_for_three_seconds_is_frozen_until_another_comes() -> None:
    health, picture = Health(), living(0)
    said = [health.trouble(picture.copy(), number / FPS) for number in range(60)]
    assert set(said[:46]) == {""}, "three seconds have not passed"
    assert set(said[46:]) == {FROZEN}
    assert health.trouble(living(1), 4.0) == ""


def test_a_slow_camera_is_not_frozen_after_a_few_equal_pictures() -> None:
    """One picture a second: of twenty equal ones a living camera may be the source, of more not."""
    health, picture = Health(), living(0)
    said = [health.trouble(picture.copy(), float(number)) for number in range(21)]
    assert set(said[:20]) == {""}
    assert said[20] == FROZEN
