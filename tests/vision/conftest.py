"""OpenCV on one thread."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import pytest


@pytest.fixture(autouse=True, scope="session")
def one_thread() -> Iterator[None]:
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(before)
