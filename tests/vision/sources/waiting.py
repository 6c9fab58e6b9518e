"""Waiting for a condition instead of sleeping."""

from __future__ import annotations

import time

from vision.types import Frame, FrameSource

LONG = 15.0
"""Seconds after which a test gives up; never how long something should take."""


def next_frame(source: FrameSource, limit: float = LONG) -> Frame:
    """The next frame, however often ``read`` has to be called."""
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        frame = source.read(0.1)
        if frame is not None:
            return frame
    raise AssertionError(f"no frame within {limit} s, trouble: {source.trouble!r}")


def until_trouble(source: FrameSource, words: str, limit: float = LONG) -> None:
    """Read until ``trouble`` contains the words."""
    deadline = time.monotonic() + limit
    while words not in source.trouble:
        assert time.monotonic() < deadline, f"no {words!r} within {limit} s, trouble: {source.trouble!r}"
        source.read(0.02)
