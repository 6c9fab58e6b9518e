"""Waiting until something is so, instead of sleeping."""

from __future__ import annotations

import time
from collections.abc import Callable

LONG = 120.0
"""Seconds after which a test gives up; never how long something should take."""


def until(condition: Callable[[], object], what: str = "it did not come true", limit: float = LONG) -> None:
    """Look every 5 ms; AssertionError after ``limit`` seconds."""
    deadline = time.monotonic() + limit
    while not condition():
        assert time.monotonic() < deadline, f"waited {limit:.0f} s in vain: {what}"
        time.sleep(0.005)
