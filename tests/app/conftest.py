"""Every test has a home of its own, and tables that are closed after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.owner.configuration import Config
from tests.app.sitting import Sitting


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the program keeps its things during the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    return tmp_path


@pytest.fixture
def sit(home: Path) -> Iterator[Callable[..., Sitting]]:  # noqa: ARG001 - the journal lies there
    """Opens the app; everything is closed at the end."""
    opened: list[Sitting] = []

    def start(config: Config | None = None, **company: object) -> Sitting:
        opened.append(Sitting(config or Config(camera="none"), **company))
        return opened[-1]

    yield start
    for sitting in opened:
        sitting.app.close()
