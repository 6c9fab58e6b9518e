"""ITU-T T.81: a picture is taken whole or not at all, and never larger than we can hold."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision_sources.pictures import jpeg, number_of
from vision.sources.jpeg import decode, is_whole, size_of

PICTURE = jpeg(5, width=64, height=48)


def resized(data: bytes, width: int, height: int) -> bytes:
    """The same file with another size in its frame header (FF C0, length, precision, height, width)."""
    at = data.index(b"\xff\xc0")
    return data[: at + 5] + height.to_bytes(2, "big") + width.to_bytes(2, "big") + data[at + 9 :]


def test_a_picture_is_decoded_to_bgr() -> None:
    image = decode(PICTURE)
    assert image is not None
    assert image.shape == (48, 64, 3)
    assert number_of(image) == 5


def test_a_grey_picture_gets_three_channels() -> None:
    _, data = cv2.imencode(".jpg", np.full((16, 16), 200, np.uint8))
    image = decode(bytes(data))
    assert image is not None
    assert image.shape == (16, 16, 3)


@given(st.integers(0, len(PICTURE) - 3))
def test_a_picture_that_was_cut_off_is_not_decoded(cut: int) -> None:
    assert decode(PICTURE[:cut]) is None


def test_zeros_after_the_end_do_no_harm() -> None:
    assert is_whole(PICTURE + bytes(100))
    assert decode(PICTURE + bytes(100)) is not None


@pytest.mark.parametrize(("width", "height"), [(65500, 65500), (4097, 16), (16, 4097), (0, 48)])
def test_a_size_no_camera_has_is_refused_before_memory_is_taken(width: int, height: int) -> None:
    data = resized(PICTURE, width, height)
    assert size_of(data) == (width, height)
    assert decode(data) is None


@given(st.binary(max_size=300))
def test_garbage_is_none(data: bytes) -> None:
    assert decode(data) is None
    assert decode(b"\xff\xd8" + data + b"\xff\xd9") is None
