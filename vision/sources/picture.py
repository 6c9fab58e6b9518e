"""A picture out of a file's bytes, JPEG or PNG: whole or not at all, and never larger than memory allows."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.opencv import cv2
from vision.sources.jpeg import END, START, MarkerWalk, Stop
from vision.tuning import whole
from vision.types import Image

MAX_SIDE = 8192
MAX_POINTS = 2**24
"""Most points of a picture. The largest picture of these cameras has fewer, 4608 x 2592. A file that claims
more is a fault, or an attempt to fill the memory."""

MAX_BYTES = 2**26
"""Most bytes of a file: three for each of MAX_POINTS, and some more."""

WIDEST = whole("picture.widest")
"""Pixels across the pictures for the work of every frame: hands, and whether anything moves."""
_REDUCED = {1: "IMREAD_COLOR", 2: "IMREAD_REDUCED_COLOR_2", 4: "IMREAD_REDUCED_COLOR_4"}
"""How OpenCV calls decoding at a half or a quarter of the size: of a JPEG that takes less time."""

_PNG = b"\x89PNG\r\n\x1a\n"
_TAILS = (b"\x55" * 64, b"\xaa" * 64)
"""Bits that mean something else in every code; see ``complete``."""


class PictureError(Exception):
    """There is no picture in these bytes."""


class TooLargeError(PictureError):
    """A picture of more than MAX_SIDE points a side, or MAX_POINTS in all."""


def decode(data: bytes) -> Image:
    """The picture (BGR). What follows its end is ignored. Raises PictureError."""
    return _decoded(*_measured(data))


def decode_small(data: bytes) -> tuple[Image, bool]:
    """The picture, a half or a quarter of its size if it is wider than WIDEST, and whether it was made
    smaller. Raises PictureError."""
    whole_picture, size = _measured(data)
    part = 1 if size is None or size[0] <= WIDEST else 2 if size[0] <= 2 * WIDEST else 4
    return _decoded(whole_picture, size, part), part > 1


def _measured(data: bytes) -> tuple[bytes, tuple[int, int] | None]:
    """The picture's own bytes, and its width and height. Raises PictureError."""
    if data.startswith(_PNG):
        return data, _png_size(data)
    walk = _walked(data)
    if walk is None:
        raise PictureError
    return data[: walk.at], walk.size


def complete(data: bytes) -> bytes | None:
    """A JPEG that lacks only its end mark, with the mark; None if more is missing.

    If the data of all blocks is there, the decoder never looks at what follows, and the picture is the same
    whatever that is."""
    walk = MarkerWalk()
    if walk.go(data) is not Stop.MORE or not walk.sequential:
        return None
    data = data.removesuffix(b"\xff")  # half of the mark, which would hide what follows
    try:
        one, other = (_decoded(data + tail + END, walk.size) for tail in _TAILS)
    except PictureError:
        return None
    return data + END if np.array_equal(one, other) else None


def load(path: Path) -> Image:
    """The picture in a file. Raises PictureError and OSError."""
    if not path.is_file():
        raise PictureError
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise TooLargeError
    return decode(data)


def _walked(data: bytes) -> MarkerWalk | None:
    walk = MarkerWalk()
    return walk if data.startswith(START) and walk.go(data) is Stop.WHOLE else None


def _png_size(data: bytes) -> tuple[int, int] | None:
    """From the chunk IHDR, which comes first (PNG, section 5.6)."""
    if data[12:16] != b"IHDR" or len(data) < 24:
        return None
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def _decoded(data: bytes, size: tuple[int, int] | None, part: int = 1) -> Image:
    if size is None or min(size) == 0:
        raise PictureError
    if max(size) > MAX_SIDE or size[0] * size[1] > MAX_POINTS:
        raise TooLargeError
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), getattr(cv2, _REDUCED[part]))
    except cv2.error as error:
        raise PictureError from error
    if picture is None:
        raise PictureError
    return np.asarray(picture, np.uint8)
