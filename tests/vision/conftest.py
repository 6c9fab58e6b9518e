"""One taught box for the whole folder; OpenCV on one thread."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import pytest

from tests.vision.table import MAT, SPOTS, Eye, lessons
from vision.teaching import Box, teach


@pytest.fixture(autouse=True, scope="session")
def one_thread() -> Iterator[None]:
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(before)


@pytest.fixture(scope="session")
def box() -> Box:
    """Taught under a camera that no test reads with."""
    return teach(SPOTS, MAT, lessons(Eye(tilt=12.0, azimuth=-6.0, focal=880.0, seed=1)))
