"""A USB camera: what happens without one, and what a camera is told, with a device that writes it down."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.sources.devices import AUTOMATIC, Device
from tests.vision.sources.pictures import jpeg, number_of, picture
from tests.vision.sources.waiting import next_frame, until_trouble
from vision.sources import open_source
from vision.sources.live import LiveSource, Patience, Shot
from vision.sources.rest import LONGEST, SAYING, SETTLE
from vision.sources.usb import BestSize, UsbCamera, flicker_free, open_usb
from vision.types import SourceError


def opened(device: Device) -> UsbCamera:
    """The camera, whose best size is known already."""
    best = BestSize()
    best.known = (1280, 720)
    return UsbCamera(device, best, clock=lambda: device.now)


def grabbed(device: Device) -> Shot:
    shot = opened(device).grab()
    assert shot is not None
    return shot


def test_a_picture_has_the_drivers_time() -> None:
    shot = grabbed(Device())
    assert not isinstance(shot.picture, bytes)
    assert number_of(shot.picture) == 4
    assert shot.time == pytest.approx(99.96)


@pytest.mark.parametrize("stamp", [0.0, 100.5, 98.9, -5.0, 1.7e9])
def test_a_time_of_another_clock_is_not_believed(stamp: float) -> None:
    device = Device()
    device.stamp = stamp
    assert grabbed(device).time == 100.0


def steady(device: Device) -> None:
    """Nothing changes."""
    del device


def watched(device: Device, seconds: float, sees: Callable[[Device], None] = steady) -> list[str]:
    """What is said while a just opened camera sends five pictures a second for so long."""
    camera, notes = opened(device), list[str]()
    until = device.now + seconds
    while device.now <= until:
        sees(device)
        shot = camera.grab()
        assert shot is not None
        notes.append(shot.note)
        device.now += 0.2
    return notes


def test_the_automatics_are_held_when_they_rest() -> None:
    device = Device()
    assert not any(watched(device, SETTLE - 0.3))
    assert device.controls == AUTOMATIC
    assert not any(watched(device, SETTLE + 0.5))
    assert device.controls == {
        cv2.CAP_PROP_AUTO_EXPOSURE: 1.0,  # V4L2_EXPOSURE_MANUAL
        cv2.CAP_PROP_EXPOSURE: 200.0,  # 15.6 ms: 20 ms is the nearest multiple of 10 ms
        cv2.CAP_PROP_AUTO_WB: 0.0,
        cv2.CAP_PROP_WB_TEMPERATURE: 4321.0,
        cv2.CAP_PROP_AUTOFOCUS: 0.0,
        cv2.CAP_PROP_FOCUS: 55.0,
    }


def scanning(device: Device) -> None:
    """The lens moves up and down, and the driver tells where it is."""
    device.controls[cv2.CAP_PROP_FOCUS] = 100.0 + 90.0 * math.sin(3 * device.now)


def hunting(device: Device) -> None:
    """The lens moves, and the driver tells one place all the while."""
    blur = 1.0 + 3.0 * abs(math.sin(2 * device.now))
    device.shown = np.asarray(cv2.GaussianBlur(picture(4), (0, 0), blur), np.uint8)


@pytest.mark.parametrize("moves", [scanning, hunting])
def test_a_focus_that_scans_for_ever_is_left_free_and_that_is_said(moves: Callable[[Device], None]) -> None:
    device = Device()
    notes = watched(device, LONGEST + SAYING + 1, moves)
    assert device.controls[cv2.CAP_PROP_AUTOFOCUS] == 1.0
    assert device.controls[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
    said = [note for note in notes if note]
    assert {"focus does not come to rest" in note for note in said} == {True}
    assert len(said) == pytest.approx(SAYING / 0.2, abs=2)
    assert not any(notes[: round((LONGEST - 0.5) / 0.2)])


def test_a_focus_is_held_where_it_came_to_rest_not_where_it_was_after_two_seconds() -> None:
    device = Device()

    def found(device: Device) -> None:
        device.controls[cv2.CAP_PROP_FOCUS] = min(70.0, 10.0 * (device.now - 100.0))  # arrives after 7 s

    watched(device, 5.0, found)
    assert device.controls[cv2.CAP_PROP_AUTOFOCUS] == 1.0
    device.now = 100.0
    assert not any(watched(device, 10.0, found))
    assert (device.controls[cv2.CAP_PROP_AUTOFOCUS], device.controls[cv2.CAP_PROP_FOCUS]) == (0.0, 70.0)


@pytest.mark.parametrize("control", [cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_WB_TEMPERATURE])
def test_light_that_wavers_for_ever_is_held_in_the_end(control: int) -> None:
    device = Device()

    def wavers(device: Device) -> None:
        if device.controls[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0 or control != cv2.CAP_PROP_EXPOSURE:
            device.controls[control] = AUTOMATIC[control] * (1.5 + math.sin(3 * device.now))

    assert not any(watched(device, LONGEST - 0.5, wavers))
    automatic = cv2.CAP_PROP_AUTO_EXPOSURE if control == cv2.CAP_PROP_EXPOSURE else cv2.CAP_PROP_AUTO_WB
    assert device.controls[automatic] == AUTOMATIC[automatic]
    device.now = 100.0
    assert not any(watched(device, LONGEST + 0.5, wavers))
    assert device.controls[automatic] != AUTOMATIC[automatic]


def test_they_are_held_once(caplog: pytest.LogCaptureFixture) -> None:
    device = Device()
    camera = opened(device)
    for _ in range(20):
        camera.grab()
        device.now += 0.2
    device.controls[cv2.CAP_PROP_FOCUS] = 60.0  # somebody focuses by hand
    camera.grab()
    assert device.controls[cv2.CAP_PROP_FOCUS] == 60.0
    assert not caplog.records


def test_a_camera_without_a_focus_says_nothing_of_it() -> None:
    device = Device(deaf=frozenset({cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS}))
    assert not any(watched(device, LONGEST + SAYING))
    assert device.controls[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0


@pytest.mark.parametrize(
    ("deaf", "said"),
    [
        (cv2.CAP_PROP_AUTO_WB, "white balance cannot be held"),
        (cv2.CAP_PROP_EXPOSURE, "exposure cannot be held"),
    ],
)
def test_what_cannot_be_held_is_said(deaf: int, said: str, caplog: pytest.LogCaptureFixture) -> None:
    device = Device(deaf=frozenset({deaf}))
    with caplog.at_level("INFO", "vision.sources.usb"):
        notes = watched(device, LONGEST)
    assert {said in note for note in notes if note} == {True}
    assert device.controls[cv2.CAP_PROP_AUTOFOCUS] == 0.0
    assert len(caplog.records) == 1


def test_a_driver_that_agrees_and_leaves_the_automatic_on_is_said() -> None:
    device = Device(idle=frozenset({cv2.CAP_PROP_AUTO_EXPOSURE}))
    assert {"exposure cannot be held" in note for note in watched(device, LONGEST) if note} == {True}


def test_a_note_comes_with_the_frames_of_the_source() -> None:
    class Noting:
        simulated = False

        def grab(self) -> Shot:
            return Shot(1.0, jpeg(3), note="The lens is dirty.")

        def close(self) -> None:
            pass

    source = LiveSource("noting", Noting)
    try:
        assert next_frame(source).note == "The lens is dirty."
    finally:
        source.close()


def test_a_camera_that_was_pulled_out_is_an_error() -> None:
    device = Device()
    device.broken = True
    camera = opened(device)
    with pytest.raises(SourceError, match="stopped sending"):
        camera.grab()
    camera.close()
    assert device.released


@pytest.mark.parametrize(
    ("automatic", "held"),
    [(100, 100), (149, 100), (151, 200), (333, 300), (60, 100), (50, 100), (49, 49), (3, 3)],
)
def test_exposure_is_a_multiple_of_ten_milliseconds_but_in_daylight(automatic: float, held: float) -> None:
    assert flicker_free(automatic) == held


def test_no_camera_is_said_and_waited_for() -> None:
    number = next(n for n in range(200, 260) if not Path(f"/dev/video{n}").exists())
    source = open_source(f"usb:{number}")
    try:
        assert source.name == f"usb:{number}"
        until_trouble(source, "plug one in")
        assert source.read(0) is None
    finally:
        source.close()


def test_without_video4linux_it_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2.videoio_registry, "getCameraBackends", list)
    with pytest.raises(SourceError, match="cannot use USB cameras"):
        open_usb(0)


def plugged_in(devices: Path, number: int) -> None:
    """A camera appears as ``video<number>``, with the links that udev makes."""
    (devices / f"video{number}").touch()
    for folder, name in (
        ("by-id", "usb-Maker_Cam_0123-video-index0"),
        ("by-path", "pci-0-usb-0:2-video-index0"),
    ):
        (devices / "v4l" / folder).mkdir(parents=True, exist_ok=True)
        (devices / "v4l" / folder / name).symlink_to(f"../../video{number}")


def pulled_out(devices: Path, number: int) -> None:
    (devices / f"video{number}").unlink()
    for link in (devices / "v4l").glob("*/*"):
        link.unlink()


@pytest.mark.parametrize("from_the_start", [True, False])
def test_a_camera_that_is_plugged_in_again_is_found_under_its_new_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, from_the_start: bool
) -> None:
    opened_paths: list[str] = []
    cameras: list[Device] = []

    class Capture(Device):
        def __init__(self, path: str, _backend: int) -> None:
            super().__init__()
            opened_paths.append(Path(path).name)
            cameras.append(self)

        def isOpened(self) -> bool:
            return True

    monkeypatch.setattr(cv2, "VideoCapture", Capture)
    monkeypatch.setattr(cv2.videoio_registry, "getCameraBackends", lambda: [cv2.CAP_V4L2])
    if from_the_start:
        plugged_in(tmp_path, 0)
    source = open_usb(0, Patience(hang=0.5, pause=0.02, longest_pause=0.05), tmp_path)
    try:
        if not from_the_start:
            until_trouble(source, "plug one in")
            plugged_in(tmp_path, 0)
        next_frame(source)
        assert ("Maker_Cam_0123" in source.name) is from_the_start
        pulled_out(tmp_path, 0)
        (tmp_path / "video0").touch()  # another camera took the number
        cameras[-1].broken = True
        until_trouble(source, "plug one in")
        plugged_in(tmp_path, 3)
        next_frame(source)
        assert opened_paths == ["video0", "video3"]
    finally:
        source.close()
