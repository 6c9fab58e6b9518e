"""A real Chromium, without a window, driven by its own driver."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

CHROMIUM = shutil.which("chromium")
DRIVER = shutil.which("chromedriver")
PHONE, PROJECTOR = (390, 844), (1920, 1080)


def open_browser(folder: Path, size: tuple[int, int] = (1280, 900)) -> Chrome:
    """A browser with a profile of its own. Skips the test where there is none."""
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("no browser: Debian's packages chromium and chromium-driver are not installed")
    options = ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in (
        *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--lang=en"),
        *(f"--user-data-dir={folder / 'profile'}", f"--window-size={size[0]},{size[1]}", "--no-proxy-server"),
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return Chrome(options=options, service=Service(DRIVER))


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """One browser for the tests of a file."""
    opened = open_browser(tmp_path_factory.mktemp("browser"))
    yield opened
    opened.quit()
