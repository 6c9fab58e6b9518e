"""Kivy without a display, no test by the clock, and the order of the tests: long files first, so that both
cores end together.

Kivy reads its settings while it is imported, and its window opens then. This file is read before every test
module, whichever room it is in, so the settings are made here.
"""

from __future__ import annotations

import atexit
import gc
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import MutableSequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from companion.screen.pages.start import configure

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")  # a busy machine fails no test

LARGEST_WINDOW = (1920, 1080)
"""SDL's offscreen picture does not grow with the window, so the window begins with its largest size."""


def _kivy_without_display() -> None:
    assert "kivy" not in sys.modules, "Kivy was imported before its settings were made"
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        os.environ.pop(name, None)
    home = tempfile.mkdtemp(prefix="companion-kivy-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    os.environ["KIVY_HOME"] = home  # nothing of the user's own settings, nothing left behind
    logging.disable(logging.WARNING)  # that the new home has no settings yet
    configure(LARGEST_WINDOW)
    logging.disable(logging.NOTSET)
    from kivy.config import Config

    Config.set("graphics", "maxfps", "0")


_kivy_without_display()

# Python's own 700, 10, 10 look through all loaded tests again and again: 275 tests of the judge spent 22 of
# their 94 seconds of processor on that.
gc.set_threshold(100_000, 50, 1000)

LONGEST = (
    "app/test_end_to_end.py",
    "rules/contract/test_moves.py",
    "rules/contract/test_text.py",
    "vision/test_reader.py",
    "vision_sources/test_worker.py",
    "vision_sources/test_worker_table.py",
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
