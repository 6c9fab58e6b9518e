"""A table under lamps that flicker with the mains is followed as in daylight; any other light is left as it
is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.film import BEGIN
from tests.vision.plain import plain
from tests.vision.test_bad_input import MOVED, Painted, told
from vision.flicker import Flicker
from vision.presence import small
from vision.types import Frame, Image

__all__ = ["plain"]
pytestmark = pytest.mark.usefixtures("plain")

Lamp = Callable[[Image, int], Image]
WHITE = (235, 235, 235)


def lit(image: Image, light: Any) -> Image:
    return np.asarray(np.clip(image * light, 0, 255).round(), np.uint8)


def bands(share: float, cycle: float) -> Lamp:
    """Two bands of a rolling shutter, which step by a part of a cycle from picture to picture."""

    def light(image: Image, number: int) -> Image:
        rows = np.arange(len(image))[:, None, None] / len(image)
        return lit(image, 1 + share * np.sin(2 * np.pi * (2 * rows + cycle * number)))

    return light


def whole(share: float, cycle: float) -> Lamp:
    return lambda image, number: lit(image, 1 + share * np.sin(2 * np.pi * cycle * number))


def coloured(image: Image, number: int) -> Image:
    """As of LEDs whose blue light swings and whose red one lasts."""
    swing = np.sin(2 * np.pi * (2 * np.arange(len(image)) / len(image) + 0.37 * number))
    return lit(image, 1 + swing[:, None, None] * np.array([0.3, 0.15, 0.05]))


LAMPS = {
    "bands of 12 %": bands(0.12, 0.37),
    "bands of 30 %": bands(0.3, 0.37),
    "bands at 30 pictures a second": bands(0.3, 100 / 30),
    "whole pictures": whole(0.3, 0.37),
    "coloured": coloured,
}


@pytest.fixture(params=LAMPS)
def lamp(request: pytest.FixtureRequest) -> Lamp:
    return LAMPS[request.param]


@pytest.mark.parametrize("name", ["bands of 30 %", "whole pictures"])
def test_a_move_is_seen_under_a_lamp_that_flickers(name: str) -> None:
    film = Painted()
    film.over = lambda image: LAMPS[name](image, film.count)
    views = film.views(BEGIN, 3.0)
    assert [view.first for view in views] == [True]
    assert [told([view]) for view in film.move()] == [{"b2", "c3"}]
    assert film.views(MOVED, 1.0) == []


def still(number: int) -> Image:
    """A wooden table with white paper on it."""
    image = np.full((360, 640, 3), (70, 95, 120), np.uint8)
    cv2.rectangle(image, (180, 60), (460, 300), WHITE, -1)
    cv2.rectangle(image, (220, 100), (420, 260), (60, 140, 90), -1)
    noise = np.random.default_rng(number).normal(0, 1.5, image.shape)
    return np.asarray(np.clip(image + noise, 0, 255), np.uint8)


def test_what_burns_out_in_a_bright_band_keeps_its_brightness(lamp: Lamp) -> None:
    """White paper, which burns out wherever the light is 9 % brighter than usual. What is usual is the mean
    logarithm of the light, 2.3 % below its mean for a swing of 30 %."""
    flicker = Flicker()
    for number in range(40):
        picture = lamp(still(number), number)
        frame, _ = flicker.even(Frame(number, number / 15, picture), small(picture))
    paper = frame.image[70:95, 190:450].reshape(-1, 3)
    wood = frame.image[310:350, 20:620].reshape(-1, 3)
    assert np.median(paper, axis=0) == pytest.approx(WHITE, rel=0.04)
    assert np.median(wood, axis=0) == pytest.approx((70, 95, 120), rel=0.04)
    assert np.quantile(np.abs(np.log(paper / WHITE)), 0.95) < 0.05


def test_the_large_picture_is_evened_as_the_small_one(lamp: Lamp) -> None:
    def larger(image: Image) -> Image:
        return np.asarray(cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_NEAREST), np.uint8)

    flicker = Flicker()
    for number in range(30):
        picture = lamp(still(number), number)
        frame, _ = flicker.even(
            Frame(number, number / 15, picture, partial(larger, picture)),
            small(picture),
        )
    apart = np.abs(frame.large().astype(int) - larger(frame.image))
    assert np.quantile(apart, 0.99) <= 4


def dusk(image: Image, number: int) -> Image:
    return lit(image, 1.3 - 0.01 * number)


def switched(image: Image, number: int) -> Image:
    """A lamp that goes out and on again."""
    return lit(image, 0.75 if 20 <= number < 26 else 1.0)


def people(image: Image, number: int) -> Image:
    """An arm that goes up and down over half of the rows."""
    result = image.copy()
    cv2.line(result, (320 + 60 * (number % 4), 180), (500, 360), (110, 140, 200), 60)
    return result


@pytest.mark.parametrize("light", [dusk, switched, people])
def test_pictures_without_flicker_are_left_as_they_are(light: Lamp) -> None:
    flicker = Flicker()
    for number in range(45):
        picture = light(still(number), number)
        frame = Frame(number, number / 15, picture)
        shrunk = small(picture)
        even = flicker.even(frame, shrunk)
        assert even[0] is frame
        assert even[1] is shrunk


def test_a_lamp_that_is_switched_off_is_forgotten() -> None:
    flicker, lamp = Flicker(), bands(0.3, 0.37)
    for number in range(60):
        picture = lamp(still(number), number) if number < 30 else still(number)
        frame = Frame(number, number / 15, picture)
        untouched = flicker.even(frame, small(picture))[0] is frame
        if number in (29, 59):
            assert untouched == (number == 59)
