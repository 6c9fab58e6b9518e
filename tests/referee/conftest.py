"""A table at which a card lies open."""

from __future__ import annotations

import pytest

from companion.referee.events import OutcomeEntered
from tests.referee.session_table import Table


@pytest.fixture
def opened() -> Table:
    """The first beast card is open; south is to lay a card."""
    table = Table()
    table.session.handle(OutcomeEntered("open b1"))
    return table
