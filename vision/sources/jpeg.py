"""Pictures that come over a wire: whole or not at all. ITU-T T.81 (JPEG), annex B for the markers."""

from __future__ import annotations

import cv2
import numpy as np

from vision.types import Image

MAX_SIDE = 4096
"""Pixels. A larger picture than any of our cameras makes is a fault, or an attempt to fill the memory."""

_START = b"\xff\xd8"
_END = b"\xff\xd9"
_FRAME_HEADERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def is_whole(data: bytes | bytearray) -> bool:
    """Whether a JPEG file begins and ends here. Cameras may fill up the end with zeros."""
    return data.startswith(_START) and data.rstrip(b"\0\r\n").endswith(_END)


def size_of(data: bytes) -> tuple[int, int] | None:
    """Width and height as the header says, None when there is no readable one."""
    at = 2
    while data.startswith(_START) and at + 9 <= len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if marker in _FRAME_HEADERS:
            height, width = data[at + 5 : at + 7], data[at + 7 : at + 9]
            return int.from_bytes(width, "big"), int.from_bytes(height, "big")
        at += 1 if marker == 0xFF else 2 + length
    return None


def decode(data: bytes) -> Image | None:
    """The picture (BGR), None when the data is not a whole JPEG of at most MAX_SIDE pixels a side."""
    size = size_of(data)
    if size is None or not is_whole(data) or not 0 < min(size) <= max(size) <= MAX_SIDE:
        return None
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return None if picture is None else np.asarray(picture, dtype=np.uint8)
