"""A thread that works is told from one that waits."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from tests.long import demand
from tests.long.demand import STARVED, Demand

pytestmark = pytest.mark.outside


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shares of short times."""
    monkeypatch.setattr(demand, "EVERY", 0.2)


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize(
    ("doing", "starved"), [("while True: pass", True), ("import time; time.sleep(60)", False)]
)
def test_work_is_told_from_waiting(doing: str, starved: bool) -> None:
    """However many others want the processors: waiting for one counts as work."""
    process = subprocess.Popen([sys.executable, "-S", "-c", doing])
    try:
        time.sleep(0.5)  # it is loaded
        wanted = Demand()
        wanted.note([process.pid, 0])
        for _ in range(3):
            time.sleep(0.5)
            wanted.note([process.pid, 0])
    finally:
        process.kill()
        process.wait()
    assert (wanted.usual > STARVED) is starved


@pytest.mark.usefixtures("often")
def test_who_is_gone_wanted_nothing() -> None:
    process = subprocess.Popen(["true"])
    process.wait()
    wanted = Demand()
    wanted.note([process.pid])
    assert wanted.usual == 0.0
