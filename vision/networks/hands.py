"""What belongs to people in a picture: hands, arms, sleeves, heads, and what they hold. Shadows do not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.networks.inputs import brightened, logs, tensor
from vision.networks.model import Model
from vision.opencv import cv2
from vision.types import Image

WIDTH = 320
"""The network is made for pictures of this width."""


class HandsNetwork:
    """Finds people in small pictures of a table. Not for use by two threads at once."""

    def __init__(self, model: Model | None = None) -> None:
        """Raises NetworkError if the network's file cannot be used."""
        self.model = model or Model("hands")

    def hands(self, picture: Image, reference: Image) -> NDArray[np.float32]:
        """Log-odds for every pixel of a small picture (WIDTH wide, BGR) that a person is there.

        ``reference``: a picture of the same table and size without people, not necessarily of the same
        moment, light or pieces. Raises ValueError for pictures of different sizes."""
        if picture.shape != reference.shape:
            raise ValueError(f"pictures of different sizes: {picture.shape} and {reference.shape}")
        now = logs(picture)
        half = self.model.run(tensor(now, brightened(now, logs(reference))))[0]
        height, width = picture.shape[:2]
        return np.asarray(cv2.resize(half, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
