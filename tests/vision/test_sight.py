"""A camera that goes grey, is mirrored, out of focus, or changes its size is said to be that."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.sources.drawing import to_picture
from tests.vision.sources.table import MAT, VIEW, table
from vision.registration import cut_off, find_by_tags, seen_twice
from vision.sight import GREY, MIRRORED, RESIZED, RESTLESS, TWO_MATS, Sight, is_soft, why_not
from vision.types import Image


class Tags:
    """A table that is found by its tags."""

    flickers = False

    def finds(self, image: Image) -> bool:
        return find_by_tags(image, MAT) is not None

    def cut(self, image: Image) -> bool:
        return cut_off(image, MAT)

    def doubled(self, image: Image) -> bool:
        return bool(seen_twice(image, MAT))


COLOURED = table({"b2": "coin red", "d3": "coin blue"})


def compressed(image: Image, quality: int = 80) -> Image:
    """As a camera sends it."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def infrared(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


@pytest.mark.parametrize("quality", [30, 80, 95])
def test_a_camera_that_goes_grey_at_night_is_said_and_forgotten_in_the_morning(quality: int) -> None:
    sight = Sight()
    day, night = compressed(COLOURED, quality), compressed(infrared(COLOURED), quality)
    assert [sight.trouble(image, 0.0) for image in (day, night, night, day)] == ["", GREY, GREY, ""]


def test_a_camera_without_colours_is_said_once_and_used() -> None:
    sight, table = Sight(), Tags()
    image = infrared(COLOURED)
    assert [sight.trouble(image, time) for time in (0.0, 60.0)] == ["", ""]
    assert [sight.note(image, time, table) for time in (0.0, 7.9, 8.0, 60.0)] == [GREY, GREY, "", ""]


def test_a_coloured_picture_in_which_all_is_seen_needs_no_word() -> None:
    sight = Sight()
    assert sight.trouble(COLOURED, 0.0) == ""
    assert sight.note(COLOURED, 0.0, Tags()) == ""


def test_darkness_is_not_called_grey() -> None:
    sight = Sight()
    assert sight.trouble(COLOURED, 0.0) == ""
    assert sight.trouble(np.zeros_like(COLOURED), 0.1) == ""


def test_a_change_of_the_size_is_said_for_two_seconds() -> None:
    sight, small = Sight(), np.asarray(cv2.resize(COLOURED, (640, 360)), np.uint8)
    said = [sight.trouble(COLOURED if at < 1 else small, at) for at in (0.0, 0.9, 1.0, 1.1, 2.9, 3.0)]
    assert said == ["", "", RESIZED, RESIZED, RESIZED, ""]


@pytest.mark.parametrize(
    ("picture", "reason"),
    [
        (cv2.flip(COLOURED, 1), MIRRORED),
        (cv2.flip(COLOURED, 0), MIRRORED),
        (COLOURED, RESTLESS),
        (cv2.rotate(COLOURED, cv2.ROTATE_180), RESTLESS),
        (np.full_like(COLOURED, 120), ""),
        (cv2.vconcat([COLOURED, COLOURED]), TWO_MATS),
    ],
)
def test_one_picture_tells_why_a_table_is_not_followed(picture: Image, reason: str) -> None:
    """A table that is found in it cannot be followed for its unrest alone."""
    assert why_not(np.asarray(picture, np.uint8), Tags()) == reason


@pytest.mark.parametrize("noise", [0.0, 4.0])
@pytest.mark.parametrize("dim", [1.0, 0.5])
def test_a_lens_out_of_focus_is_told_from_a_sharp_one(dim: float, noise: float) -> None:
    """``COLOURED`` is drawn with a blur of 1.2 pixels; its tags are lost from 3.5 on."""
    grain = np.random.default_rng(1).normal(0, noise, COLOURED.shape) if noise else 0

    def seen(blur: float) -> Image:
        image = COLOURED if blur == 0 else cv2.GaussianBlur(COLOURED, (0, 0), blur)
        return np.asarray(np.clip(image * dim + grain, 0, 255), np.uint8)

    assert [is_soft(seen(blur)) for blur in (0, 1.0, 4.0, 8.0)] == [False, False, True, True]


def test_tags_that_are_covered_are_not_cut_off() -> None:
    """Each pair of two, and each single one, in a picture that holds all four."""
    for shown in [{1, 2}, {0, 3}, {0, 1}, {0, 2}, {0}, {2}]:
        image = COLOURED.copy()
        for number, tag in enumerate(MAT.tags):
            if number not in shown:
                corners = np.round(to_picture(VIEW, tag.corners)).astype(np.int32)
                cv2.fillConvexPoly(image, corners, (90, 90, 90))
        assert not cut_off(image, MAT)
