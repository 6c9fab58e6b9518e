"""Small pictures whose number can be read back, also after JPEG."""

from __future__ import annotations

import zlib
from typing import Any

import cv2
import numpy as np

from vision.types import Image

LEVELS = 12
"""Numbers 0..11 survive the compression of JPEG and video with a margin of half a step (10 grey levels)."""


def picture(number: int, width: int = 160, height: int = 96) -> Image:
    """A grey picture of number 0..11 with a darker left half, so that it is not the same turned round."""
    image = np.full((height, width, 3), 20 + 20 * number, np.uint8)
    image[:, : width // 2] = 10
    return image


def number_of(image: Image) -> int:
    """The number drawn by ``picture``. Fails the test when it is none of them."""
    level = float(np.median(image[:, image.shape[1] * 3 // 4]))
    number = round((level - 20) / 20)
    assert abs(level - 20 - 20 * number) < 6, f"grey level {level} is no number"
    assert float(np.median(image[:, image.shape[1] // 4])) < 20, "the left half is not dark"
    return number


def jpeg(number: int, **size: int) -> bytes:
    done, data = cv2.imencode(".jpg", picture(number, **size), [cv2.IMWRITE_JPEG_QUALITY, 90])
    assert done
    return bytes(data)


def checkered(width: int, height: int, square: int) -> Any:
    """A picture with detail, so that its JPEG has a realistic size."""
    rows, columns = np.indices((height, width)) // square
    noise = np.random.default_rng(1).integers(0, 40, (height, width))
    grey = ((rows + columns) % 2 * 180 + noise).astype(np.uint8)
    return cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)


def png(width: int, height: int) -> bytes:
    """The beginning of a PNG of that size, without its pixels."""
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    chunk = b"IHDR" + head
    return b"\x89PNG\r\n\x1a\n\0\0\0\r" + chunk + zlib.crc32(chunk).to_bytes(4, "big")
