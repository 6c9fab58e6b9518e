"""What the doctor reads from the machine's own files: disk, heat, supply, clock, screen and touch."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.doctor import machine, parts
from companion.doctor.finding import Finding, State

NOW = datetime(2026, 5, 1, tzinfo=UTC)
BUILT = datetime(2026, 4, 1, tzinfo=UTC)


def put(root: Path, name: str, text: str) -> None:
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def told(findings: list[Finding], words: str) -> State:
    """The state of the one finding whose sentence has these words."""
    (found,) = [one for one in findings if words in one.message.key]
    return found.state


@pytest.mark.parametrize(
    ("heat", "state"), [(51_000, State.GOOD), (76_000, State.DOUBT), (83_500, State.BROKEN)]
)
def test_heat(tmp_path: Path, heat: int, state: State) -> None:
    put(tmp_path, "sys/class/thermal/thermal_zone0/temp", f"{heat}\n")
    put(tmp_path, "sys/class/thermal/thermal_zone1/temp", "20000\n")
    assert told(list(machine.power(tmp_path)), "processor has") is state


@pytest.mark.parametrize(
    ("bits", "words", "state"),
    [
        ("0", "strong enough since", State.GOOD),
        ("50005", "too weak at this moment", State.BROKEN),
        ("10000", "was too weak", State.DOUBT),
        ("40000", "was slowed down", State.DOUBT),
    ],
)
def test_the_supply_of_a_pi(tmp_path: Path, bits: str, words: str, state: State) -> None:
    put(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", f"{bits}\n")
    assert told(list(machine.power(tmp_path)), words) is state


def test_the_supply_by_the_alarm_of_the_kernel(tmp_path: Path) -> None:
    put(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    put(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    assert told(list(machine.power(tmp_path)), "too weak at this moment") is State.BROKEN
    assert told(list(machine.power(tmp_path / "none")), "does not say") is State.ABSENT


def test_the_clock(tmp_path: Path) -> None:
    assert machine.clock(tmp_path, datetime(1970, 1, 1, tzinfo=UTC), BUILT).state is State.BROKEN
    assert machine.clock(tmp_path, NOW, BUILT).state is State.DOUBT
    put(tmp_path, "sys/class/rtc/rtc0/name", "rtc")
    assert machine.clock(tmp_path, NOW, BUILT).state is State.GOOD
    put(tmp_path, "run/systemd/timesync/synchronized", "")
    assert "set by the network" in machine.clock(tmp_path, NOW, BUILT).message.key


def system(root: Path, release: str, python: str, processor: str) -> Finding:
    put(root, "etc/os-release", release)
    return machine.system(root, python, processor)


DEBIAN_13 = 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian\nVERSION_ID="13"\n'


def test_a_system_that_was_tested_is_named_with_what_was_not(tmp_path: Path) -> None:
    on_a_pc = system(tmp_path, DEBIAN_13, "3.13", "x86_64")
    assert on_a_pc.state is State.GOOD
    assert dict(on_a_pc.message.facts)["system"] == "Debian GNU/Linux 13 (trixie)"
    assert "Untested: real cameras" in on_a_pc.message.key
    put(tmp_path, "proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    on_a_pi = system(tmp_path, DEBIAN_13.replace("13", "12"), "3.11", "aarch64")
    assert on_a_pi.state is State.GOOD
    assert "Untested: a real Raspberry Pi" in on_a_pi.message.key
    assert dict(on_a_pi.message.facts)["model"] == "Raspberry Pi 5 Model B Rev 1.0"


@pytest.mark.parametrize(
    ("release", "python", "processor"),
    [
        ("PRETTY_NAME='Ubuntu 24.04 LTS'\nID=ubuntu\nVERSION_ID='24.04'\n", "3.12", "x86_64"),
        (DEBIAN_13, "3.14", "x86_64"),  # a Python of the owner's own
        (DEBIAN_13, "3.13", "armv7l"),
        ("", "3.13", "x86_64"),
    ],
)
def test_any_other_system_is_untested(tmp_path: Path, release: str, python: str, processor: str) -> None:
    found = system(tmp_path, release, python, processor)
    assert found.state is State.DOUBT
    assert "{model}: untested." in found.message.key


@pytest.mark.outside
def test_a_disk_with_room_and_one_without(tmp_path: Path) -> None:
    assert {found.state for found in machine.disk(tmp_path / "not" / "yet")} == {State.GOOD}
    place = tmp_path / "small"
    place.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)], capture_output=True)
    if made.returncode:
        pytest.skip("a disk can only be mounted by root")
    try:
        assert told(list(machine.disk(place)), "free some space") is State.BROKEN
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        assert told(list(machine.disk(place)), "Nothing can be written") is State.BROKEN
    finally:
        subprocess.run(["umount", str(place)], check=True)


TOUCH = """\
I: Bus=0003 Vendor=222a Product=0001 Version=0110
N: Name="ILITEK ILITEK-TP"
B: EV=b
B: ABS=3273800000000003
"""
MOUSE = """\
N: Name="Logitech USB Mouse"
B: EV=17
B: REL=903
"""


def test_a_screen_with_and_without_touch(tmp_path: Path) -> None:
    put(tmp_path, "sys/class/drm/card1-HDMI-A-1/status", "connected\n")
    put(tmp_path, "sys/class/drm/card1-HDMI-A-2/status", "disconnected\n")
    put(tmp_path, "proc/bus/input/devices", MOUSE)
    found = list(parts.screen(tmp_path, {"DISPLAY": ":0"}))
    assert told(found, "No touchscreen") is State.DOUBT
    assert dict(found[0].message.facts) == {"names": "card1-HDMI-A-1"}
    put(tmp_path, "proc/bus/input/devices", MOUSE + "\n" + TOUCH)
    assert [one.state for one in parts.screen(tmp_path, {"DISPLAY": ":0"})] == [State.GOOD]
    assert told(list(parts.screen(tmp_path, {})), "no desktop") is State.DOUBT
    bare = {"SDL_VIDEODRIVER": "kmsdrm"}
    assert [one.state for one in parts.screen(tmp_path, bare)] == [State.GOOD]
    put(tmp_path, "sys/class/drm/card1-HDMI-A-1/status", "disconnected\n")
    assert told(list(parts.screen(tmp_path, bare)), "No screen is connected") is State.BROKEN
