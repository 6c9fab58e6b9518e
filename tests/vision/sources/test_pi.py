"""The Pi camera: without picamera2, and with a camera of the test's own behind picamera2's methods."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tests.vision.sources.pictures import number_of, picture
from vision.sources import open_source
from vision.sources.pi import SETTLE, PiCamera, held_controls, open_pi
from vision.types import SourceError

CONTROLS = ("AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains")

FACTS: Mapping[str, Any] = {
    "ExposureTime": 16_000,
    "AnalogueGain": 2.0,
    "ColourGains": (1.7, 1.9),
    "LensPosition": 3.5,
}


def test_a_library_that_cannot_be_loaded_is_said_to_be_unusable(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(ModuleType):
        def __getattr__(self, name: str) -> object:
            raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")

    monkeypatch.setitem(sys.modules, "picamera2", Broken("picamera2"))
    with pytest.raises(SourceError, match=r"cannot be used .ValueError: numpy.dtype size changed"):
        open_pi()


class Request:
    def __init__(self, owner: Picamera) -> None:
        self.owner = owner
        owner.unreleased += 1

    def make_array(self, name: str) -> Any:
        assert name == "main"
        if self.owner.torn:
            raise MemoryError
        return picture(6)

    def get_metadata(self) -> Mapping[str, Any]:
        age_ns = round(self.owner.age * 1e9)
        return {**self.owner.facts, "SensorTimestamp": time.clock_gettime_ns(time.CLOCK_BOOTTIME) - age_ns}

    def release(self) -> None:
        self.owner.unreleased -= 1


class Picamera:
    """Does what picamera2 does, and writes down what it was told. ``hangs``: gives no more pictures."""

    def __init__(self) -> None:
        self.camera_controls: dict[str, Any] = dict.fromkeys(
            ("AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains")
        )
        self.configuration: Any = None
        self.controls: list[Mapping[str, Any]] = []
        self.started = self.closed = self.hangs = self.torn = False
        self.unreleased = 0
        self.age = 0.02
        self.facts: Mapping[str, Any] = FACTS

    def create_video_configuration(self, **settings: Any) -> Any:
        return settings

    def configure(self, configuration: Any) -> Any:
        self.configuration = configuration

    def start(self) -> None:
        self.started = True

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        assert set(controls) <= set(self.camera_controls), "picamera2 refuses controls a camera has not"
        self.controls.append(controls)

    def capture_request(self, wait: float) -> Request:
        if self.hangs:
            raise TimeoutError(wait)
        return Request(self)

    def close(self) -> None:
        self.closed = True


def test_without_picamera2_it_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)  # as if it were not installed
    with pytest.raises(SourceError, match="python3-picamera2"):
        open_source("pi")


def test_pictures_are_taken_as_they_are_and_buffers_given_back() -> None:
    camera = Picamera()
    before = time.monotonic()
    shot = PiCamera(lambda: camera, 3.0).grab()
    assert not isinstance(shot.picture, bytes)
    assert number_of(shot.picture) == 6
    assert shot.picture.flags.c_contiguous
    assert shot.picture.dtype == np.uint8
    # 20 ms before the moment it was asked for, on the clock of monotonic()
    assert before - 0.025 < shot.time < time.monotonic() - 0.019
    assert camera.configuration["main"] == {"size": (1280, 720), "format": "RGB888"}
    assert camera.unreleased == 0


def test_a_buffer_is_given_back_even_when_its_picture_cannot_be_had() -> None:
    camera = Picamera()
    camera.torn = True
    with pytest.raises(MemoryError):
        PiCamera(lambda: camera, 3.0).grab()
    assert camera.unreleased == 0


def test_the_automatics_are_held_after_two_seconds_and_only_known_controls_are_set() -> None:
    camera, now = Picamera(), [50.0]
    eye = PiCamera(lambda: camera, 3.0, lambda: now[0])
    assert camera.controls == [{"AeEnable": True, "AwbEnable": True}]
    eye.grab()
    assert len(camera.controls) == 1
    now[0] += SETTLE
    eye.grab()
    eye.grab()
    assert camera.controls[1:] == [
        {
            "AeEnable": False,
            "ExposureTime": 20_000,
            "AnalogueGain": pytest.approx(1.6),  # 2.0 x 16 / 20: the picture stays as bright
            "AwbEnable": False,
            "ColourGains": (1.7, 1.9),
        }
    ]


def test_a_focus_that_still_scans_is_held_when_it_has_found_its_place() -> None:
    camera, now = Picamera(), [50.0]
    camera.camera_controls |= dict.fromkeys(("AfMode", "LensPosition"))
    camera.facts = {**FACTS, "AfState": 1, "LensPosition": 8.8}  # libcamera: AfStateScanning
    eye = PiCamera(lambda: camera, 3.0, lambda: now[0])
    now[0] += SETTLE
    eye.grab()
    assert "AfMode" not in camera.controls[-1]
    camera.facts = {**FACTS, "AfState": 2}  # AfStateFocused
    eye.grab()
    assert camera.controls[-1] == {"AfMode": 0, "LensPosition": 3.5}
    assert len(camera.controls) == 3


def test_a_camera_that_does_not_tell_its_colours_keeps_its_white_balance() -> None:
    camera, now = Picamera(), [50.0]
    camera.facts = {name: value for name, value in FACTS.items() if name != "ColourGains"}
    eye = PiCamera(lambda: camera, 3.0, lambda: now[0])
    now[0] += SETTLE
    eye.grab()
    assert camera.controls[-1]["AeEnable"] is False
    assert "AwbEnable" not in camera.controls[-1]


@pytest.mark.parametrize(
    ("exposure", "gain", "held_exposure", "held_gain"),
    [
        (10_000, 1.0, 10_000, 1.0),
        (33_000, 8.0, 30_000, 8.8),
        (7_000, 1.0, 10_000, 1.0),  # the gain cannot go below 1: a little too bright
        (4_000, 1.0, 4_000, 1.0),  # daylight
    ],
)
def test_what_is_held(exposure: int, gain: float, held_exposure: int, held_gain: float) -> None:
    held = held_controls({"ExposureTime": exposure, "AnalogueGain": gain, "ColourGains": (1, 1)})
    assert held["ExposureTime"] == held_exposure
    assert held["AnalogueGain"] == pytest.approx(held_gain)
    assert "LensPosition" not in held, "this camera has a fixed lens"


def test_a_lens_that_moves_is_held_where_it_is() -> None:
    held = held_controls(FACTS)
    assert (held["AfMode"], held["LensPosition"]) == (0, 3.5)


def test_a_camera_that_hangs_is_an_error() -> None:
    camera = Picamera()
    eye = PiCamera(lambda: camera, 0.1)
    camera.hangs = True
    with pytest.raises(SourceError, match="stopped sending"):
        eye.grab()
    eye.close()
    assert camera.closed


@pytest.mark.parametrize("error", [IndexError("no camera"), RuntimeError("in use"), PermissionError("video")])
def test_no_camera_on_the_cable(error: Exception) -> None:
    def make() -> Picamera:
        raise error

    with pytest.raises(SourceError, match="ribbon cable"):
        PiCamera(make, 3.0)


def test_a_camera_that_cannot_start_is_closed_again() -> None:
    class Stubborn(Picamera):
        def start(self) -> None:
            raise RuntimeError("no memory for buffers")

    camera = Stubborn()
    with pytest.raises(SourceError, match="ribbon cable"):
        PiCamera(lambda: camera, 3.0)
    assert camera.closed
