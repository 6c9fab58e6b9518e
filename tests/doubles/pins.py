"""Mock pins in place of a GPIO chip; a test module takes the fixture by importing it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    """Its pins can be dimmed, and are free again after the test."""
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.close()
