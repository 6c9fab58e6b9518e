"""Pictures that come as files."""

from __future__ import annotations

import cv2
import numpy as np

from vision.types import Image

LARGEST_PICTURE = 1 << 26
"""Bytes of a file."""


def decoded(data: bytes) -> Image | None:
    """The picture (BGR) in a file's bytes; None if they are none, or one larger than OpenCV takes."""
    if not data:
        return None
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, np.uint8)
