"""What tests of the firmware share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware.simulated import SimulatedBase


@pytest.fixture
def base(tmp_path: Path) -> Iterator[SimulatedBase]:
    """The shipped firmware in a simulated chip."""
    base = SimulatedBase(tmp_path)
    yield base
    base.close()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A simulated chip on a busy machine may wait for a processor for longer than a real base is silent:
    that must not look like a fault. Tests of silence set their own time."""
    monkeypatch.setattr("hardware.link.SILENCE", 20.0)
    monkeypatch.setattr("hardware.link.FIRST_ANSWER", 20.0)
