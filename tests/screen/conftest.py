"""A controller whose table is a real session of a real game, and the screen that shows it.

The window is prepared in ``tests/conftest.py``, before any test module is imported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .house import House
    from .stage import Stage

OpenStage = Callable[..., "Stage"]


@pytest.fixture
def house(request: pytest.FixtureRequest) -> House:
    """The controller; a test may name its game as the fixture's parameter."""
    from .house import House

    return House(getattr(request, "param", "marso"))


@pytest.fixture
def open_stage(house: House) -> Iterator[OpenStage]:
    """Opens the screen: ``open_stage(language="uk", size=(1280, 720))``. The house may be changed before."""
    from .stage import Stage

    stages: list[Stage] = []

    def opening(language: str = "en", size: tuple[int, int] = (800, 480)) -> Stage:
        stages.append(Stage(house, language, size))
        return stages[-1]

    yield opening
    for stage in stages:
        stage.close()
