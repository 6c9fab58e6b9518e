"""The broker of the broadcast tests."""

from __future__ import annotations

from tests.broadcast.conftest import broker as broker  # a fixture
