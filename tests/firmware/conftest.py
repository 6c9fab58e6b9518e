"""What tests by the clock on the wall share."""

from __future__ import annotations

import pytest


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A simulated chip on a busy machine may wait for a processor for longer than a real base is silent:
    that must not look like a fault. Tests of silence set their own time."""
    monkeypatch.setattr("hardware.link.SILENCE", 20.0)
    monkeypatch.setattr("hardware.link.FIRST_ANSWER", 20.0)
