"""The Pi camera: without picamera2, and with a camera of the test's own behind picamera2's methods."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from types import ModuleType, SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.sources.pictures import number_of, picture
from tests.vision.sources.waiting import next_frame
from vision.sources import open_source
from vision.sources.pi import LORES, MAIN, PiCamera, held_controls, in_colour, open_pi
from vision.sources.rest import LONGEST, SAYING, SETTLE, STEADY
from vision.types import Image, SourceError

CONTROLS = ("AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains")

COLOURS = object()
"""Stands for libcamera's ``ColorSpace.Smpte170m()``."""

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

    monkeypatch.setitem(sys.modules, "libcamera", SimpleNamespace(ColorSpace=None))
    monkeypatch.setitem(sys.modules, "picamera2", Broken("picamera2"))
    with pytest.raises(SourceError, match=r"cannot be used .ValueError: numpy.dtype size changed"):
        open_pi()


class Request:
    def __init__(self, owner: Picamera) -> None:
        self.owner = owner
        owner.unreleased += 1

    def make_array(self, name: str) -> Any:
        if self.owner.torn:
            raise MemoryError
        width, height = self.owner.camera_configuration()[name]["size"]
        return yuv420(picture(6 if name == "main" else 7, width, height), self.owner.stride(name))

    def get_metadata(self) -> Mapping[str, Any]:
        age_ns = round(self.owner.age * 1e9)
        return {**self.owner.facts, "SensorTimestamp": time.clock_gettime_ns(time.CLOCK_BOOTTIME) - age_ns}

    def release(self) -> None:
        self.owner.unreleased -= 1


def yuv420(image: Image, stride: int) -> Any:
    """The picture as ``make_array`` of picamera2 gives a stream of YUV420: padding is left in."""
    height, width = image.shape[:2]
    padded = cv2.copyMakeBorder(image, 0, 0, 0, stride - width, cv2.BORDER_CONSTANT, value=(0, 255, 0))
    array = cv2.cvtColor(padded, cv2.COLOR_BGR2YUV_I420)
    assert array.shape == (height * 3 // 2, stride)
    return array


class Picamera:
    """Does what picamera2 does, and writes down what it was told. ``hangs``: gives no more pictures.
    ``narrower``: pixels by which the hardware gives narrower pictures than it was asked for; ``padding``:
    bytes at the end of each row."""

    def __init__(self) -> None:
        self.camera_controls: dict[str, Any] = dict.fromkeys(
            ("AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains")
        )
        self.configuration: Any = None
        self.controls: list[Mapping[str, Any]] = []
        self.started = self.closed = self.hangs = self.torn = False
        self.unreleased = self.narrower = self.padding = 0
        self.age = 0.02
        self.facts: Mapping[str, Any] = FACTS

    def create_video_configuration(self, **settings: Any) -> Any:
        return settings

    def configure(self, configuration: Any) -> Any:
        self.configuration = configuration

    def camera_configuration(self) -> Any:
        return {
            name: stream | {"size": (stream["size"][0] - self.narrower, stream["size"][1])}
            for name, stream in self.configuration.items()
            if name in ("main", "lores")
        }

    def stride(self, name: str) -> int:
        return int(self.camera_configuration()[name]["size"][0]) + self.padding

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


@pytest.mark.parametrize(("narrower", "padding"), [(0, 0), (32, 64)])
def test_both_pictures_of_a_moment_are_taken_and_buffers_given_back(narrower: int, padding: int) -> None:
    camera = Picamera()
    camera.narrower, camera.padding = narrower, padding
    before = time.monotonic()
    shot = PiCamera(lambda: camera, COLOURS, 3.0).grab()
    assert shot.fine is not None
    assert not isinstance(shot.picture, bytes)
    for image, number, (width, height) in ((shot.picture, 7, LORES), (shot.fine(), 6, MAIN)):
        assert number_of(image) == number
        assert image.shape == (height, width - narrower, 3)
        assert image.flags.c_contiguous
        assert image.dtype == np.uint8
    # 20 ms before the moment it was asked for, on the clock of monotonic()
    assert before - 0.025 < shot.time < time.monotonic() - 0.019
    assert camera.configuration == {
        "main": {"size": (2304, 1296), "format": "YUV420"},
        "lores": {"size": (1152, 648), "format": "YUV420"},
        "colour_space": COLOURS,
        "buffer_count": 4,
    }
    assert camera.unreleased == 0


def test_colours_survive() -> None:
    image = np.zeros((8, 16, 3), np.uint8)
    for column, colour in enumerate(((200, 60, 40), (30, 190, 70), (50, 40, 210), (235, 235, 235))):
        image[:, 4 * column : 4 * column + 4] = colour
    assert np.abs(in_colour(yuv420(image, 16), (16, 8)).astype(int) - image).max() <= 3


def test_pi_is_opened_with_the_colours_of_the_conversion(monkeypatch: pytest.MonkeyPatch) -> None:
    cameras: list[Picamera] = []

    def make() -> Picamera:
        cameras.append(Picamera())
        return cameras[-1]

    modules = {
        "picamera2": SimpleNamespace(Picamera2=make),
        "libcamera": SimpleNamespace(ColorSpace=SimpleNamespace(Smpte170m=lambda: COLOURS)),
    }
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    source = open_source("pi")
    try:
        frame = next_frame(source)
        assert (number_of(frame.image), number_of(frame.large())) == (7, 6)
        assert cameras[0].configuration["colour_space"] is COLOURS
    finally:
        source.close()


def test_a_buffer_is_given_back_even_when_its_picture_cannot_be_had() -> None:
    camera = Picamera()
    camera.torn = True
    with pytest.raises(MemoryError):
        PiCamera(lambda: camera, COLOURS, 3.0).grab()
    assert camera.unreleased == 0


def test_the_automatics_are_held_after_two_seconds_and_only_known_controls_are_set() -> None:
    camera, now = Picamera(), [50.0]
    eye = PiCamera(lambda: camera, COLOURS, 3.0, lambda: now[0])
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


def with_focus() -> Picamera:
    camera = Picamera()
    camera.camera_controls |= dict.fromkeys(("AfMode", "LensPosition"))
    return camera


def test_a_focus_that_still_scans_is_held_when_it_has_found_its_place() -> None:
    camera, now = with_focus(), [50.0]
    eye = PiCamera(lambda: camera, COLOURS, 3.0, lambda: now[0])
    camera.facts = {**FACTS, "AfState": 1, "LensPosition": 8.8}  # libcamera: AfStateScanning
    eye.grab()
    now[0] += SETTLE
    eye.grab()
    assert "AfMode" not in camera.controls[-1]
    camera.facts = {**FACTS, "AfState": 2}  # AfStateFocused
    eye.grab()
    now[0] += STEADY
    assert not eye.grab().note
    assert camera.controls[-1] == {"AfMode": 0, "LensPosition": 3.5}
    assert len(camera.controls) == 3


def said(camera: Picamera, seconds: float) -> set[str]:
    """What is said while a just opened camera sends a narrow picture every half second."""
    camera.narrower = 1088
    now, notes = [50.0], set[str]()
    eye = PiCamera(lambda: camera, COLOURS, 3.0, lambda: now[0])
    while now[0] <= 50.0 + seconds:
        notes.add(eye.grab().note)
        now[0] += 0.5
    return notes - {""}


def test_a_focus_that_scans_for_ever_is_said() -> None:
    camera = with_focus()
    camera.facts = {**FACTS, "AfState": 1}
    assert not said(camera, LONGEST - 0.5)
    (sentence,) = said(camera, LONGEST + SAYING)
    assert "focus does not come to rest" in sentence
    assert not any("AfMode" in controls and controls["AfMode"] == 0 for controls in camera.controls)


def test_a_camera_that_does_not_tell_its_colours_keeps_its_white_balance_and_that_is_said() -> None:
    camera = Picamera()
    camera.facts = {name: value for name, value in FACTS.items() if name != "ColourGains"}
    (sentence,) = said(camera, LONGEST + SAYING)
    assert "white balance cannot be held" in sentence
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
    eye = PiCamera(lambda: camera, COLOURS, 0.1)
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
        PiCamera(make, COLOURS, 3.0)


def test_a_camera_that_cannot_start_is_closed_again() -> None:
    class Stubborn(Picamera):
        def start(self) -> None:
            raise RuntimeError("no memory for buffers")

    camera = Stubborn()
    with pytest.raises(SourceError, match="ribbon cable"):
        PiCamera(lambda: camera, COLOURS, 3.0)
    assert camera.closed
