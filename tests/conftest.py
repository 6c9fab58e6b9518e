"""The order of the tests: files that take longest begin first, so that both cores end together."""

from __future__ import annotations

from collections.abc import MutableSequence
from pathlib import Path

import pytest

LONGEST = (
    "app/test_end_to_end.py",
    "rules/contract/test_moves.py",
    "rules/contract/test_text.py",
    "vision/test_reader.py",
    "vision_sources/test_worker.py",
    "referee_judge/test_watch.py",
    "app/test_app.py",
    "screen/test_duel.py",
    "vision/test_media.py",
    "rules/contract/test_table.py",
    "docs/test_pages.py",
)
"""Measured with ``pytest --durations=0``; all others take less than 25 seconds."""


def pytest_collection_modifyitems(items: MutableSequence[pytest.Item]) -> None:
    """Files of ``LONGEST`` first, in that order; the others as they are."""
    here = Path(__file__).parent
    place = {here / name: number for number, name in enumerate(LONGEST)}
    items[:] = sorted(items, key=lambda item: place.get(item.path, len(place)))
