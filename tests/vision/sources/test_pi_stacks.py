"""The Pi camera over time, with the libcamera of Debian 12 and of 13: a focus that hunts, light that changes,
pictures that are lost.

The camera here keeps to libcamera's description of its controls (``control_ids_core.yaml``): continuous focus
scans again when the scene changes and says so in AfState; ExposureTime and AnalogueGain are left aside while
AeEnable is on; since 0.5 AeEnable stands for ExposureTimeMode and AnalogueGainMode.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from tests.vision.sources.test_pi import COLOURS, Picamera, yuv420
from vision.sources.pi import PiCamera
from vision.sources.rest import LONGEST

OF_SYSTEM = {
    "Debian 12": ("AeEnable", "AeFlickerMode", "AeFlickerPeriod"),
    "Debian 13": ("AeEnable", "AeFlickerMode", "AeFlickerPeriod", "ExposureTimeMode", "AnalogueGainMode"),
}
ALWAYS = ("ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains", "AfMode", "LensPosition")
RED, GREEN = (40, 30, 200), (60, 170, 50)
"""BGR of the left and of the right half of what it sees."""
HUNTS = 3.0
"""Seconds for which its focus scans."""
SCANNING, FOCUSED = 1, 2


class Request:
    def __init__(self, owner: Living, facts: Mapping[str, Any]) -> None:
        self._owner, self._facts = owner, facts

    def make_array(self, name: str) -> Any:
        width, height = self._owner.camera_configuration()[name]["size"]
        seen = np.full((height, width, 3), RED, np.uint8)
        seen[:, width // 2 :] = GREEN
        return yuv420(seen, width)

    def get_metadata(self) -> Mapping[str, Any]:
        return self._facts

    def release(self) -> None:
        pass


class Living(Picamera):
    """``hand``: since when a hand has darkened the table, on its clock ``now``. ``lost``: of so many pictures
    it gives one."""

    def __init__(self, system: str) -> None:
        super().__init__()
        self.camera_controls = dict.fromkeys((*ALWAYS, *OF_SYSTEM[system]))
        self.now, self.hand, self.lost = 50.0, np.inf, 1
        self.state: dict[str, Any] = {"AeEnable": True, "AwbEnable": True, "AfMode": 0, "LensPosition": 1.0}
        self.state |= {"ExposureTime": 20_000, "AnalogueGain": 2.0, "ColourGains": (1.7, 1.9)}
        self.scans = -np.inf

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        super().set_controls(controls)
        if controls.get("AfMode") == 2:
            self.scans = self.now
        automatic = controls.get("AeEnable", self.state["AeEnable"])
        kept = () if not automatic else ("ExposureTime", "AnalogueGain")
        self.state |= {name: value for name, value in controls.items() if name not in kept}

    def capture_request(self, wait: float) -> Any:  # noqa: ARG002
        self.now += self.lost / 30
        state, hand = self.state, self.now >= self.hand
        if hand and self.scans < self.hand:
            self.scans = self.hand
        hunting = state["AfMode"] == 2 and self.now - self.scans < HUNTS
        if state["AfMode"] == 2:
            state["LensPosition"] = 3.5 + 2 * np.sin(9 * self.now) if hunting else 3.5
        if state["AeEnable"]:
            state["ExposureTime"] = 60_000 if hand else 20_000
        if state["AwbEnable"]:
            state["ColourGains"] = (1.2, 2.4) if hand else (1.7, 1.9)
        facts = {
            name: state[name] for name in ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
        }
        facts |= {"AfState": SCANNING if hunting else FOCUSED}
        return Request(self, facts | {"SensorTimestamp": time.clock_gettime_ns(time.CLOCK_BOOTTIME)})


def look(eye: PiCamera, camera: Living, seconds: float) -> None:
    """Take its pictures for so long."""
    end = camera.now + seconds
    while camera.now < end:
        eye.grab()


@pytest.fixture(autouse=True)
def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.sources.pi.MAIN", (128, 64))
    monkeypatch.setattr("vision.sources.pi.LORES", (64, 32))


@pytest.mark.parametrize("lost", [1, 4])
@pytest.mark.parametrize("system", OF_SYSTEM)
def test_a_hand_changes_neither_focus_nor_light_once_all_has_come_to_rest(system: str, lost: int) -> None:
    camera = Living(system)
    camera.lost = lost
    eye = PiCamera(lambda: camera, COLOURS, 3.0, lambda: camera.now)
    look(eye, camera, HUNTS - 0.5)
    assert camera.state["AfMode"] == 2, "it still hunts"
    look(eye, camera, LONGEST)
    before = dict(camera.state)
    assert (before["AfMode"], before["LensPosition"]) == (0, 3.5)
    camera.hand = camera.now
    look(eye, camera, 5.0)
    assert camera.state == before


def test_a_hand_while_the_focus_still_hunts_does_not_hold_it_in_between() -> None:
    camera = Living("Debian 13")
    camera.hand = camera.now + HUNTS - 0.2
    eye = PiCamera(lambda: camera, COLOURS, 3.0, lambda: camera.now)
    look(eye, camera, 2 * HUNTS - 0.4)
    assert camera.state["AfMode"] == 2
    look(eye, camera, LONGEST)
    assert (camera.state["AfMode"], camera.state["LensPosition"]) == (0, 3.5)


def test_red_is_red_and_green_is_green_in_both_pictures() -> None:
    camera = Living("Debian 13")
    shot = PiCamera(lambda: camera, COLOURS, 3.0, lambda: camera.now).grab()
    assert shot.fine is not None
    assert not isinstance(shot.picture, bytes)
    for image in (shot.picture, shot.fine()):
        for column, colour in ((0.25, RED), (0.75, GREEN)):
            seen = image[image.shape[0] // 2, int(image.shape[1] * column)].astype(int)
            assert np.abs(seen - colour).max() <= 4
