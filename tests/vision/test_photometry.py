"""What a taught surface explains, pixel by pixel: noise, shadow, something else."""

from __future__ import annotations

import numpy as np
from numpy.random import default_rng

from vision.photometry import Features, Plane32, features, surface
from vision.types import Image

DEEP_SEA = (137, 94, 12)
"""Blue, green and nearly no red."""
NOISE = 3.5
"""Grey levels of noise under a dim light, without a denoising camera."""


def picture(colour: tuple[int, int, int], seed: int) -> Image:
    """60 x 60 pixels of one colour with noise."""
    noise = default_rng(seed).normal(0.0, NOISE, (60, 60, 3))
    return np.clip(np.asarray(colour) + noise, 0, 255).astype(np.uint8)


def change(colour: tuple[int, int, int]) -> Plane32:
    """What the deep sea explains of pixels of a colour."""
    taught: Features = features(picture(DEEP_SEA, 1))
    return surface(features(picture(colour, 2)), taught, np.zeros((60, 60), np.float32))


def test_noise_in_a_dark_channel_is_no_other_colour() -> None:
    """ln R is worse known than ln G by the ratio of the channels: 3.5 levels at 12 + 8 are 0.18."""
    assert np.mean(change(DEEP_SEA) < 0) < 0.1


def test_red_on_the_deep_sea_is_something_else() -> None:
    """Red wood, as bright as the sea."""
    assert np.mean(change((60, 50, 170)) < 0) > 0.9


def test_a_shadow_is_still_the_sea() -> None:
    """A third darker."""
    dark = tuple(round(level * 0.67) for level in DEEP_SEA)
    assert np.mean(change((dark[0], dark[1], dark[2])) < 0) < 0.15
