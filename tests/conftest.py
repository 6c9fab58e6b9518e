"""Kivy without a display, no test by the clock, and what the tiers of tests rest on.

Kivy reads its settings while it is imported, and its window opens then. This file is read before every test
module, whichever room it is in, so the settings are made here.
"""

from __future__ import annotations

import atexit
import gc
import logging
import multiprocessing.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, MutableSequence
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from companion.program.memory import give_back, keep_heap_small, keep_loaded
from companion.screen.pages.start import configure

BUSY = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine fails no test
settings.register_profile("short", BUSY, max_examples=30)
settings.register_profile("long", BUSY, max_examples=1000)
"""``make soak`` tries so many examples of each property that sets no number of its own."""
settings.load_profile("short")

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
keep_heap_small()

# Python's own 700, 10, 10 look through all loaded tests again and again: 275 tests of the judge spent 22 of
# their 94 seconds of processor on that. The collector counts objects, though, and a table with a hundred
# pictures is few of them: what it holds is given back when the process has grown (below).
gc.set_threshold(100_000, 50, 1000)

GROWTH = 100 << 20
"""Bytes by which the process may grow before garbage is collected."""


# -- tiers ------------------------------------------------------------------------------------------------


def pytest_collection_modifyitems(items: MutableSequence[pytest.Item]) -> None:
    """The files with the most tests marked ``slow`` come first, then those with the most tests, so that all
    processes end together."""
    slow = Counter(item.path for item in items if item.get_closest_marker("slow"))
    tests = Counter(item.path for item in items)
    items[:] = sorted(items, key=lambda item: (-slow[item.path], -tests[item.path], str(item.path)))


class Tier:
    """Keeps ``make quick`` free of other programs, and the process small."""

    test: pytest.Item | None = None
    size = 0

    def pytest_collection_finish(self) -> None:
        """The collector leaves alone what is loaded now. Each table that is opened would have it look through
        all tests, for a fifth of a second."""
        keep_loaded()
        self.size = resident()
        if (table := sys.modules.get("companion.app.table")) is not None:
            table.__dict__["keep_loaded"] = lambda: None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.test = item
        result = yield
        self.test = None
        if resident() > self.size + GROWTH:
            gc.collect()
            give_back()
            self.size = resident()
        return result

    def watch(self, start: Callable[..., Any]) -> Callable[..., Any]:
        """``start``, which starts another process; a test that is not marked so fails instead."""

        @wraps(start)
        def watched(*arguments: Any, **more: Any) -> Any:
            test = self.test
            if test is not None and not any(map(test.get_closest_marker, ("outside", "soak"))):
                pytest.fail(f"{test.nodeid} starts another program: mark it `outside`")
            return start(*arguments, **more)

        return watched


def resident() -> int:
    """Bytes of memory that this process occupies."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def pytest_configure(config: pytest.Config) -> None:
    tier = Tier()
    subprocess.Popen.__init__ = tier.watch(subprocess.Popen.__init__)  # type: ignore[method-assign]
    multiprocessing.util.spawnv_passfds = tier.watch(multiprocessing.util.spawnv_passfds)
    config.pluginmanager.register(tier, "tier")
