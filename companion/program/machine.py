"""The machine under the screen: brightness of its panel, shutting down, versions, USB sticks.

Whatever a machine does not have is simply not offered.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

BACKLIGHTS = Path("/sys/class/backlight")
MODEL = Path("/proc/device-tree/model")
"""On a Raspberry Pi it holds its name (Devicetree specification, section 2.3.1)."""
MOUNTED = (Path("/media"), Path("/run/media"))
"""Where desktops and udisks put sticks: here, or in a folder of the user's name here."""
_LOGIN = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
"""systemd-logind's own interface (org.freedesktop.login1(5))."""
_PATIENCE = 3.0
"""Seconds for the system to answer."""
_PARTS = ("companion", "kivy", "opencv-python-headless", "numpy", "babel", "click", "fpdf2", "gpiozero")
_MORE_PARTS = ("lgpio", "paho-mqtt", "pyserial", "requests", "segno")


class Machine:
    """A :class:`companion.screen.keeping.Machine`. The places are given by tests."""

    def __init__(self, backlights: Path = BACKLIGHTS, model: Path = MODEL) -> None:
        self._panel = next(_panels(backlights), None)
        self._model = model

    def dims(self) -> bool:
        """Whether there is a panel whose brightness may be written."""
        return self._panel is not None

    def dim(self, percent: int) -> None:
        """Set the panel's brightness, in per cent of what it can; nothing happens without such a panel."""
        if self._panel is None:
            return
        with suppress(OSError, ValueError):  # a panel that was pulled out
            most = int((self._panel / "max_brightness").read_text(encoding="ascii"))
            level = round(most * percent / 100)
            (self._panel / "brightness").write_text(f"{level}\n", encoding="ascii")

    def may_end(self) -> bool:
        """Whether this is a Raspberry Pi that lets us shut it down."""
        with suppress(OSError):
            if "Raspberry Pi" in self._model.read_text(encoding="utf-8", errors="replace"):
                return _asked("CanPowerOff") == 's "yes"'
        return False

    def shut_down(self) -> bool:
        """Off; returns whether the system agreed."""
        return _asked("PowerOff", "b", "false") is not None

    def restart(self) -> bool:
        """Off and on; returns whether the system agreed."""
        return _asked("Reboot", "b", "false") is not None

    def versions(self) -> tuple[tuple[str, str, str], ...]:
        """Name, version and licence of the program and of the libraries in it."""
        return tuple(_version(found) for name in (*_PARTS, *_MORE_PARTS) if (found := _found(name)))


def sticks(mounted: tuple[Path, ...] = MOUNTED) -> tuple[Path, ...]:
    """Where USB sticks and cards are mounted that may be written to."""
    deep = [child for root in mounted for place in _folders(root) for child in (place, *_folders(place))]
    return tuple(sorted(place for place in deep if place.is_mount() and os.access(place, os.W_OK)))


def _folders(place: Path) -> tuple[Path, ...]:
    try:
        return tuple(child for child in place.iterdir() if child.is_dir())
    except OSError:
        return ()


def _panels(backlights: Path) -> Iterator[Path]:
    for panel in _folders(backlights):
        if os.access(panel / "brightness", os.W_OK):
            yield panel


def _asked(*call: str) -> str | None:
    """What logind answers; None if it refuses or does not answer."""
    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(
            ["busctl", "call", *_LOGIN, *call], capture_output=True, text=True, timeout=_PATIENCE, check=True
        )
        return done.stdout.strip()
    return None


def _found(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _version(found: Distribution) -> tuple[str, str, str]:
    """What the package says of itself: its licence in short, else by its classifier."""
    said = found.metadata
    short = _field(found, "License-Expression") or _field(found, "License")
    classes = [
        line.rpartition(" :: ")[2] for line in said.get_all("Classifier") or () if "License ::" in line
    ]
    licence = short if short and "\n" not in short and len(short) < 60 else ", ".join(classes)
    return said["Name"], found.version, licence or short.partition("\n")[0][:60]


def _field(found: Distribution, name: str) -> str:
    said = found.metadata.json.get(name.lower().replace("-", "_"), "")
    return said if isinstance(said, str) else ""
