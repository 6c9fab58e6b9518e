"""How good camera, lens and light are: margins fall with what makes reading worse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.table import HEIGHT, MAT, SPOTS, WIDTH, Eye, Scene, photo
from vision.survey import Survey, survey, watch
from vision.types import Frame, Image

RATE = 12.0


def frames(eye: Eye, change: Callable[[Image, int], Image] = lambda image, _: image) -> list[Frame]:
    """Two thirds of a second of a table that lies still; each picture has a noise of its own."""
    return [
        Frame(number, 5.0 + number / RATE, change(photo(Scene(), replace(eye, seed=number)), number))
        for number in range(8)
    ]


def measured(eye: Eye, change: Callable[[Image, int], Image] = lambda image, _: image) -> Survey:
    return survey(frames(eye, change), SPOTS, MAT)


def margins(seen: Survey) -> tuple[float, float]:
    assert seen.detail is not None
    assert seen.calm is not None
    return seen.detail, seen.calm


def test_a_good_camera_has_ample_margins() -> None:
    seen = measured(Eye(noise=2.0))
    assert seen.size == (WIDTH, HEIGHT)
    assert seen.rate == pytest.approx(RATE)
    assert seen.tags == 4
    assert min(margins(seen)) > 1.5


@pytest.mark.parametrize(("right", "turned", "cut"), [(0.0, 0.0, 0), (0.0, 35.0, 2), (5.0, 0.0, 1)])
def test_places_that_the_rim_cuts_off_are_counted(right: float, turned: float, cut: int) -> None:
    """Three tags tell where the table goes on beyond the rim."""
    seen = measured(Eye(slide=(right, 3.0 if turned else right / 5, turned)))
    assert (seen.tags, seen.cut) == (3 if cut else 4, cut)


def test_a_picture_without_colours_is_known() -> None:
    def night(image: Image, _: int) -> Image:
        return np.asarray(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)

    assert measured(Eye(), night).grey
    assert not measured(Eye()).grey


def test_a_lens_out_of_focus_costs_detail() -> None:
    def blurred(blur: float) -> Survey:
        return measured(
            Eye(noise=2.0), lambda image, _: np.asarray(cv2.GaussianBlur(image, (0, 0), blur), np.uint8)
        )

    seen = [blurred(blur) for blur in (0.01, 1.0, 1.8)]
    edges, details = [one.edge or 0.0 for one in seen], [margins(one)[0] for one in seen]
    assert sorted(edges) == edges
    assert edges[2] == pytest.approx(2.563 * 1.8, rel=0.35)  # of a Gaussian, from 10 to 90 %
    assert details[2] < 1.5 < details[0]


def test_a_smaller_picture_costs_detail() -> None:
    def half(image: Image, _: int) -> Image:
        return np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)

    whole, small = measured(Eye(noise=2.0)), measured(Eye(noise=2.0), half)
    assert whole.side is not None
    assert small.side == pytest.approx(whole.side / 2, rel=0.05)
    assert margins(small)[0] < 1


def test_flicker_and_noise_cost_calm() -> None:
    def flickering(image: Image, number: int) -> Image:
        rows = 1 + 0.35 * np.sin(np.arange(len(image)) / 6 + number)
        return np.asarray(np.clip(image * rows[:, None, None], 0, 255), np.uint8)

    still = measured(Eye(noise=2.0))
    assert margins(measured(Eye(noise=25.0)))[1] < margins(still)[1]
    assert margins(measured(Eye(noise=2.0), flickering))[1] < 1


def test_without_tags_only_the_picture_itself_is_told() -> None:
    grey = np.full((HEIGHT, WIDTH, 3), 252, np.uint8)
    seen = survey([Frame(0, 0.0, grey), Frame(1, 0.1, grey)], SPOTS, MAT)
    assert (seen.tags, seen.detail, seen.calm) == (0, None, None)
    assert seen.burnt == 1.0
    assert survey(frames(Eye())[:1], (), None).rate == 0.0


class Source:
    """Pictures at given times; then nothing more, or the end."""

    name, simulated, trouble = "drawn", False, ""

    def __init__(self, pictures: Sequence[Frame], ends: bool) -> None:
        self._pictures = list(pictures)
        self._ends = ends

    def read(self, timeout: float) -> Frame | None:  # noqa: ARG002 - the protocol's
        if self._pictures:
            return self._pictures.pop(0)
        if self._ends:
            raise EOFError
        return None

    def close(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize("ends", [True, False])
def test_watching_ends_in_time_or_with_the_pictures(ends: bool) -> None:
    pictures = frames(Eye())
    assert len(watch(Source(pictures, ends), 0.25, 1.0)) == 4
    kept = watch(Source(pictures, ends), 9.0, 1.0)
    assert [frame.number for frame in kept] == [0, 1, 2, 5, 6, 7], "only what is looked at stays in memory"
    assert watch(Source([], ends), 9.0, 1.0) == []
