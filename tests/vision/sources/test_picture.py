"""Pictures from files (ITU-T T.81, PNG): taken whole or not at all, and never larger than we can hold."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.sources.pictures import checkered, jpeg, number_of, picture, png
from vision.sources.picture import PictureError, TooLargeError, complete, decode

PICTURE = jpeg(5, width=64, height=48)
BUSY = bytes(cv2.imencode(".jpg", checkered(128, 96, 8))[1])
BUSY_IMAGE = np.asarray(cv2.imdecode(np.frombuffer(BUSY, np.uint8), cv2.IMREAD_COLOR))
TEM = b"\xff\x01"
"""A marker without a length, for arithmetic coding only; decoders step over it."""


def resized(data: bytes, width: int, height: int) -> bytes:
    """The same file with another size in its frame header (FF C0, length, precision, height, width)."""
    at = data.index(b"\xff\xc0")
    return data[: at + 5] + height.to_bytes(2, "big") + width.to_bytes(2, "big") + data[at + 9 :]


def refused(data: bytes) -> bool:
    try:
        decode(data)
    except PictureError:
        return True
    return False


def test_a_picture_is_decoded_to_bgr() -> None:
    image = decode(PICTURE)
    assert image.shape == (48, 64, 3)
    assert number_of(image) == 5


@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_a_grey_picture_gets_three_channels(ending: str) -> None:
    _, data = cv2.imencode(ending, np.full((16, 16), 200, np.uint8))
    assert decode(bytes(data)).shape == (16, 16, 3)


def test_a_png_is_decoded() -> None:
    _, data = cv2.imencode(".png", picture(3))
    assert np.array_equal(decode(bytes(data)), picture(3))


@given(st.integers(0, len(PICTURE) - 3))
def test_a_picture_that_was_cut_off_is_not_decoded(cut: int) -> None:
    assert refused(PICTURE[:cut])


@pytest.mark.parametrize("junk", [bytes(100), b"\r\n", b"\0junk\xff\xd9\xff\xc0" * 50, PICTURE])
def test_junk_after_the_end_does_no_harm(junk: bytes) -> None:
    assert number_of(decode(PICTURE + junk)) == 5


def test_an_end_inside_a_thumbnail_is_not_the_picture_s() -> None:
    """EXIF carries a whole small JPEG in front of the picture."""
    thumbnail = b"\xff\xe1" + (len(PICTURE) + 2).to_bytes(2, "big") + PICTURE
    with_one = BUSY[:2] + thumbnail + BUSY[2:]
    assert np.array_equal(decode(with_one), BUSY_IMAGE)
    assert refused(with_one[: len(with_one) // 2])


@pytest.mark.parametrize(("width", "height"), [(65500, 65500), (8193, 16), (16, 8193), (5000, 5000)])
@pytest.mark.parametrize("before", [b"", TEM, TEM * 3, b"\xff" * 5, b"\xff\xfe\0\x04hi" + TEM])
def test_a_size_no_camera_has_is_refused_before_memory_is_taken(
    width: int, height: int, before: bytes
) -> None:
    with pytest.raises(TooLargeError):
        decode(PICTURE[:2] + before + resized(PICTURE, width, height)[2:])


@pytest.mark.parametrize(("width", "height"), [(60000, 60000), (30000, 30000), (8193, 1), (2**31, 2**31)])
def test_a_png_of_a_size_no_camera_has_is_refused(width: int, height: int) -> None:
    with pytest.raises(TooLargeError):
        decode(png(width, height))


@pytest.mark.parametrize("data", [resized(PICTURE, 0, 48), resized(PICTURE, 64, 0), png(0, 5), png(64, 48)])
def test_a_picture_without_points_is_none(data: bytes) -> None:
    with pytest.raises(PictureError) as caught:
        decode(data)
    assert not isinstance(caught.value, TooLargeError)


def test_the_largest_picture_of_a_pi_camera_is_decoded() -> None:
    assert decode(jpeg(4, width=4608, height=2592)).shape == (2592, 4608, 3)


@pytest.mark.parametrize("ending", [".bmp", ".tiff", ".webp", ".ppm"])
def test_other_formats_are_refused(ending: str) -> None:
    """Their sizes are not known before they are decoded."""
    assert refused(bytes(cv2.imencode(ending, picture(3))[1]))


FRAGMENTS = (
    TEM,
    b"\xff",
    b"\xff\xd0",
    b"\xff\xfe\0\x04hi",
    b"\xff\xc0\0\x0b\x08\xea\x60\xea\x60\x01\x01\x11\0",
)
"""The last one: a frame header of 60000 x 60000."""


@given(
    st.lists(st.sampled_from((*FRAGMENTS, b"\0", b"\xff\xd9", b"\xff\xd8")), max_size=4), st.integers(0, 2)
)
def test_what_stands_between_the_markers_hides_no_size(fragments: list[bytes], place: int) -> None:
    """Every decoded picture has the one size that was put into it."""
    at = [2, PICTURE.index(b"\xff\xc0"), PICTURE.index(b"\xff\xda")][place]
    data = PICTURE[:at] + b"".join(fragments) + PICTURE[at:]
    try:
        assert decode(data).shape == (48, 64, 3)
    except PictureError:
        assert fragments


@given(st.binary(max_size=300))
def test_garbage_is_refused(data: bytes) -> None:
    assert refused(data)
    assert refused(b"\xff\xd8" + data + b"\xff\xd9")
    assert refused(png(10, 10) + data)


def test_a_picture_that_lacks_only_its_end_is_completed() -> None:
    assert complete(BUSY[:-2]) == BUSY
    assert complete(BUSY) is None, "there is nothing to complete"


@given(st.integers(0, len(BUSY) - 4))
def test_a_picture_that_lacks_more_is_not(cut: int) -> None:
    done = complete(BUSY[:cut])
    assert done is None or np.array_equal(decode(done), BUSY_IMAGE)
