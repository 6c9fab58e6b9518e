"""A camera that goes grey, is mirrored, or changes its size is said to be that."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.sources.table import MAT, table
from vision.registration import find_by_tags
from vision.sight import GREY, RESIZED, Sight
from vision.types import Image

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


def test_a_camera_without_colours_is_none_that_went_grey() -> None:
    sight = Sight()
    assert sight.trouble(infrared(COLOURED), 0.0) == ""
    assert sight.trouble(infrared(COLOURED), 0.1) == ""


def test_darkness_is_not_called_grey() -> None:
    sight = Sight()
    assert sight.trouble(COLOURED, 0.0) == ""
    assert sight.trouble(np.zeros_like(COLOURED), 0.1) == ""


def test_a_change_of_the_size_is_said_for_two_seconds() -> None:
    sight, small = Sight(), np.asarray(cv2.resize(COLOURED, (640, 360)), np.uint8)
    said = [sight.trouble(COLOURED if at < 1 else small, at) for at in (0.0, 0.9, 1.0, 1.1, 2.9, 3.0)]
    assert said == ["", "", RESIZED, RESIZED, RESIZED, ""]


def finds(image: Image) -> bool:
    return find_by_tags(image, MAT) is not None


def test_a_mirrored_mat_is_known() -> None:
    assert Sight().mirrored(np.asarray(cv2.flip(COLOURED, 1), np.uint8), 0.0, finds)
    assert Sight().mirrored(np.asarray(cv2.flip(COLOURED, 0), np.uint8), 0.0, finds)
    assert not Sight().mirrored(COLOURED, 0.0, finds)
    assert not Sight().mirrored(np.asarray(cv2.rotate(COLOURED, cv2.ROTATE_180), np.uint8), 0.0, finds)
