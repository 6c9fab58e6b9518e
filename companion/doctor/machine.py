"""The machine: disk, power, heat, clock and versions, from the files in which Linux and a Pi tell them.

``root``: the folder above ``sys``, ``proc``, ``run`` and ``etc``; another one in tests.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from companion.doctor import tuning
from companion.doctor.finding import Finding, State, finding
from companion.locale import N_

ENOUGH, LEAST = tuning.number("machine.enough"), tuning.number("machine.least")
"""Bytes free: below the first it is said, below the second a long evening may fill the disk."""
_SLOW_WRITE = tuning.number("machine.slow_write")
"""Seconds for one synchronised write: a ruling waits for it, and is to take less than one."""
_WRITES = tuning.whole("machine.writes")
_WARM, _HOT = tuning.number("machine.warm"), tuning.number("machine.hot")
"""Degrees Celsius: a Pi slows down from 80 on (Raspberry Pi documentation, frequency management)."""
_UNDER_VOLTAGE, _WAS_UNDER_VOLTAGE, _SLOWED, _WAS_SLOWED = 1 << 0, 1 << 16, 1 << 2, 1 << 18
"""Bits of ``get_throttled`` (Raspberry Pi documentation, vcgencmd)."""
_TESTED = {("debian", "12", "3.11"), ("debian", "13", "3.13")}
"""Systems on which the tests were run: ``ID`` and ``VERSION_ID`` of os-release(5), and the system's Python.
Raspberry Pi OS with 64 bits says the same as Debian."""
_PYTHON, _PROCESSOR = "{}.{}".format(*sys.version_info), platform.machine()
_PACKAGES = ("companion", "numpy", "opencv-python-headless", "kivy", "paho-mqtt", "gpiozero", "pyserial")


def disk(folder: Path) -> Iterator[Finding]:
    """Room, and how long one synchronised write takes in the folder of the journal."""
    place = next((above for above in (folder, *folder.parents) if above.is_dir()), Path("/"))
    try:
        free = os.statvfs(place).f_bavail * os.statvfs(place).f_frsize
        seconds = _write(place)
    except OSError as error:
        reason = error.strerror or str(error)
        yield finding(
            "disk",
            State.BROKEN,
            N_("Nothing can be written in {path} ({reason}): free some space, or replace a worn card."),
            path=place,
            reason=reason,
        )
        return
    facts = {"free": round(free / 1e6), "path": place}
    if free < ENOUGH:
        state = State.BROKEN if free < LEAST else State.DOUBT
        yield finding("disk", state, N_("Only {free} MB are free in {path}: free some space."), **facts)
    else:
        yield finding("disk", State.GOOD, N_("{free} MB are free in {path}."), **facts)
    slow = seconds > _SLOW_WRITE
    key = (
        N_("A synchronised write takes {ms} ms: rulings wait for it; take a faster card or disk.")
        if slow
        else N_("A synchronised write takes {ms} ms.")
    )
    yield finding("disk", State.DOUBT if slow else State.GOOD, key, ms=f"{seconds * 1000:.1f}")


def _write(place: Path) -> float:
    """Seconds of the middle one of some synchronised writes. Raises OSError."""
    taken = []
    with tempfile.TemporaryFile(dir=place) as file:
        for _ in range(_WRITES):
            begin = time.monotonic()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            taken.append(time.monotonic() - begin)
    return sorted(taken)[_WRITES // 2]


def power(root: Path) -> Iterator[Finding]:
    """Heat of the processor and, on a Pi, its supply."""
    heats = [
        int(text) / 1000
        for file in root.glob("sys/class/thermal/thermal_zone*/temp")
        if (text := _text(file)).lstrip("-").isdigit()
    ]
    if heats:
        heat = max(heats)
        facts = {"heat": f"{heat:.0f}"}
        if heat >= _HOT:
            key = N_("The processor has {heat} °C and slows down: give it air or a cooler.")
            yield finding("power", State.BROKEN, key, **facts)
        elif heat >= _WARM:
            yield finding("power", State.DOUBT, N_("The processor has {heat} °C: give it air."), **facts)
        else:
            yield finding("power", State.GOOD, N_("The processor has {heat} °C."), **facts)
    bits = _throttled(root)
    if bits is None:
        key = N_("This machine does not say whether its supply is strong enough.")
        yield finding("power", State.ABSENT, key)
    elif bits & _UNDER_VOLTAGE:
        key = N_("The supply is too weak at this moment: take the Pi's own supply and a short cable.")
        yield finding("power", State.BROKEN, key)
    elif bits & _WAS_UNDER_VOLTAGE:
        key = N_("The supply was too weak since the start: take the Pi's own supply and a short cable.")
        yield finding("power", State.DOUBT, key)
    elif bits & (_SLOWED | _WAS_SLOWED):
        key = N_("The processor was slowed down since the start: give it air or a cooler.")
        yield finding("power", State.DOUBT, key)
    else:
        yield finding("power", State.GOOD, N_("The supply has been strong enough since the start."))


def _throttled(root: Path) -> int | None:
    """The firmware's bits; of a kernel that only has the alarm of ``rpi_volt`` that one; None: not told."""
    for file in root.glob("sys/devices/platform/soc*/soc*firmware/get_throttled"):
        try:
            return int(_text(file), 16)
        except ValueError:
            continue
    for name in root.glob("sys/class/hwmon/hwmon*/name"):
        if _text(name) == "rpi_volt":
            return _UNDER_VOLTAGE if _text(name.with_name("in0_lcrit_alarm")) == "1" else 0
    return None


def clock(root: Path, now: datetime, built: datetime) -> Finding:
    """Whether the time of day can be right. ``built``: the program was installed later."""
    if now < built:
        key = N_(
            "The clock stands at {now}, before this program was installed: matches get wrong dates; "
            "connect the network once, or set the clock."
        )
        return finding("clock", State.BROKEN, key, now=f"{now:%Y-%m-%d %H:%M}")
    if (root / "run/systemd/timesync/synchronized").exists() or any(root.glob("run/chrony/*.sock")):
        return finding("clock", State.GOOD, N_("The clock is set by the network."))
    if any(root.glob("sys/class/rtc/rtc*")):
        key = N_("The clock is not set by the network; it has a battery or the machine's own time.")
        return finding("clock", State.GOOD, key)
    key = N_(
        "The clock has no battery and is not set by the network: dates of matches may be wrong. Rulings do "
        "not depend on it."
    )
    return finding("clock", State.DOUBT, key)


def installed() -> datetime:
    """When this program's files were made."""
    return datetime.fromtimestamp(Path(__file__).stat().st_mtime, UTC)


def system(root: Path, python: str = _PYTHON, processor: str = _PROCESSOR) -> Finding:
    """Which one it is, and what was never tested on it. ``processor``: as ``uname -m`` names it."""
    said = _release(root)
    model = _text(root / "proc/device-tree/model").rstrip("\0") or processor
    facts = {"system": said.get("PRETTY_NAME", platform.system()), "python": python, "model": model}
    tested = (said.get("ID", ""), said.get("VERSION_ID", ""), python) in _TESTED
    if tested and processor == "x86_64":
        key = N_(
            "{system} with Python {python} on a PC: tested. Untested: real cameras, touchscreens and totem "
            "bases."
        )
        return finding("system", State.GOOD, key, **facts)
    if tested and processor == "aarch64":
        key = N_(
            "{system} with Python {python} on {model}: only an emulation of Debian 12 was tested. Untested: "
            "a real Raspberry Pi with its camera, touchscreen, GPIO pins and totem base."
        )
        return finding("system", State.GOOD, key, **facts)
    key = N_(
        "{system} with Python {python} on {model}: untested. Tested are Debian 12 and 13 and Raspberry Pi OS "
        "on them, with 64 bits."
    )
    return finding("system", State.DOUBT, key, **facts)


def versions() -> Finding:
    """Of the program and what it stands on."""
    found = {name: _version(name) for name in _PACKAGES}
    found |= {
        "Python": platform.python_version(),
        "SQLite": sqlite3.sqlite_version,
        "Linux": platform.release(),
    }
    listed = ", ".join(f"{name} {number}" for name, number in found.items() if number)
    return finding("versions", State.GOOD, N_("{versions}."), versions=listed)


def _release(root: Path) -> dict[str, str]:
    """What os-release(5) says."""
    lines = (line.partition("=") for line in _text(root / "etc/os-release").splitlines())
    return {name: value.strip("\"'") for name, _, value in lines}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _text(file: Path) -> str:
    """What a small file says; "" if it cannot be read."""
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
