"""A camera's noise: left out by looking several times, measured, and counted where a channel is dark."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.table import MAT, SPOTS, Eye, Put, Scene, frame, lessons, photo
from vision.photometry import features, noise_between, surface
from vision.reader import TableReader
from vision.teaching import teach
from vision.types import Image

EYE = Eye(tilt=20.0, azimuth=-6.0, focal=880.0, noise=18.0)


def test_a_dark_sea_is_read_through_the_noise_of_a_dim_room() -> None:
    """In a picture of 18 grey levels of noise, of a sea with 14 to 18 of red."""
    box = teach(SPOTS, MAT, lessons(replace(EYE, seed=1), "deep"))
    puts = (Put("b2", "man red"), Put("c4", "man blue"), Put("d1", "man blue lying"))
    reader = TableReader(SPOTS, MAT, box)
    for number in range(14):
        eye = replace(EYE, seed=50 + number)
        evidence = reader.read(frame(photo(Scene(puts, print="deep"), eye), number))
    there = {put.cell: (put.name,) for put in puts}
    for spot in SPOTS:
        if spot.kind != "slot":
            cell, stack = evidence.cells[spot.cell], there.get(spot.cell, ())
            assert cell.stacks[stack] > 2.0, spot.cell
            assert cell.stacks[stack] == max(cell.stacks.values()), spot.cell
            assert cell.bases[""] == max(cell.bases.values()), spot.cell


def test_noise_does_not_cling_to_who_lies_in_a_picture_for_teaching() -> None:
    """With 24 grey levels of it he has about the size that he has with 1.5."""

    def pixels(noise: float) -> int:
        box = teach(SPOTS, MAT, lessons(replace(EYE, seed=1, noise=noise), "abyss"))
        return int(np.count_nonzero(box.figures["man blue lying"].stamp))

    assert pixels(24.0) == pytest.approx(pixels(1.5), rel=0.25)


def noisy(level: float, noise: float, seed: int) -> Image:
    """A grey picture, 100 x 100."""
    grain = np.random.default_rng(seed).normal(0, noise, (100, 100, 3))
    return np.clip(np.round(level + grain), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("noise", [0.0, 1.0, 2.0, 5.0])
def test_the_noise_of_two_pictures_is_measured(noise: float) -> None:
    """Rounding to whole levels adds a variance of 1/12."""
    measured = noise_between(noisy(20, noise, 1), noisy(20, noise, 2))
    assert measured == pytest.approx((noise**2 + (1 / 12 if noise else 0)) ** 0.5, rel=0.1)


def test_a_hand_that_moves_is_not_noise() -> None:
    before, after = noisy(20, 3.0, 1), noisy(20, 3.0, 2)
    before[:10], after[10:20] = 35, 35
    assert noise_between(before, after) < 2 * 3.0


def test_bright_pictures_tell_nothing_of_a_dark_channel() -> None:
    assert noise_between(noisy(180, 5.0, 1), noisy(180, 5.0, 2)) == 0.0


def one(blue: float, green: float, red: float) -> NDArray[np.float32]:
    return features(np.full((9, 9, 3), (blue, green, red), np.uint8))


def test_noise_excuses_a_dark_channel_only() -> None:
    """Five levels of red are a third of 14 and a thirtieth of 150."""
    doubt = np.zeros((9, 9), np.float32)
    deep, other = one(96, 64, 14), one(96, 64, 19)
    bright, redder = one(96, 64, 150), one(96, 64, 155)
    assert surface(other, deep, doubt, 5.0).mean() > surface(other, deep, doubt).mean() + 0.3
    assert surface(redder, bright, doubt, 5.0).mean() == pytest.approx(
        surface(redder, bright, doubt).mean(), abs=0.1
    )


def test_no_noise_makes_a_strange_colour_the_table() -> None:
    """A red man on a deep sea."""
    doubt = np.zeros((9, 9), np.float32)
    assert surface(one(40, 40, 190), one(96, 64, 14), doubt, 5.0).max() < 0
