"""A thread that works is told from one that waits."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from tests.long.demand import STARVED, busiest, demand


@pytest.mark.parametrize(
    ("doing", "starved"), [("while True: pass", True), ("import time; time.sleep(60)", False)]
)
def test_work_is_told_from_waiting(doing: str, starved: bool) -> None:
    """However many others want the processors: waiting for one counts as work."""
    process = subprocess.Popen([sys.executable, "-S", "-c", doing])
    try:
        time.sleep(0.5)  # it is loaded
        before, began = demand([process.pid, 0]), time.monotonic()
        time.sleep(1.0)
        share = busiest(before, demand([process.pid, 0]), time.monotonic() - began)
    finally:
        process.kill()
        process.wait()
    assert (share > STARVED) is starved


def test_who_is_gone_wanted_nothing() -> None:
    assert busiest(demand([os.getpid()]), {}, 1.0) == 0.0
