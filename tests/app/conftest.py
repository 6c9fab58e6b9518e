"""Every test has a home of its own, and tables that are closed after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.owner.configuration import Config
from tests.app.sitting import Sitting
from tests.home import home as home


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
