"""A USB camera: what happens without one, and what a camera is told, with a device that writes it down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import pytest

from tests.vision.sources.pictures import number_of, picture
from tests.vision.sources.waiting import next_frame, until_trouble
from vision.sources import open_source
from vision.sources.live import Patience
from vision.sources.usb import SETTLE, UsbCamera, flicker_free, open_usb
from vision.types import SourceError

AUTOMATIC = {
    cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
    cv2.CAP_PROP_EXPOSURE: 156.0,
    cv2.CAP_PROP_AUTO_WB: 1.0,
    cv2.CAP_PROP_WB_TEMPERATURE: 4321.0,
    cv2.CAP_PROP_AUTOFOCUS: 1.0,
    cv2.CAP_PROP_FOCUS: 55.0,
}


class Device:
    """A device with the controls it is given; ``deaf`` ones do not exist. ``now`` is its clock."""

    def __init__(self, deaf: frozenset[int] = frozenset()) -> None:
        self.controls = {name: value for name, value in AUTOMATIC.items() if name not in deaf}
        self.now = 100.0
        self.stamp = 99.96
        self.broken = False
        self.released = False

    def read(self) -> tuple[bool, Any]:
        return (False, None) if self.broken else (True, picture(4))

    def get(self, propId: int) -> float:
        return self.stamp * 1000 if propId == cv2.CAP_PROP_POS_MSEC else self.controls.get(propId, 0.0)

    def set(self, propId: int, value: float) -> bool:
        if propId not in self.controls:
            return False
        self.controls[propId] = value
        return True

    def release(self) -> None:
        self.released = True


def opened(device: Device) -> UsbCamera:
    return UsbCamera(device, lambda: device.now)


def test_a_picture_has_the_drivers_time() -> None:
    shot = opened(Device()).grab()
    assert not isinstance(shot.picture, bytes)
    assert number_of(shot.picture) == 4
    assert shot.time == pytest.approx(99.96)


@pytest.mark.parametrize("stamp", [0.0, 100.5, 98.9, -5.0, 1.7e9])
def test_a_time_of_another_clock_is_not_believed(stamp: float) -> None:
    device = Device()
    device.stamp = stamp
    assert opened(device).grab().time == 100.0


def test_the_automatics_are_held_after_two_seconds() -> None:
    device = Device()
    camera = opened(device)
    device.now += SETTLE - 0.01
    camera.grab()
    assert device.controls == AUTOMATIC
    device.now += 0.01
    camera.grab()
    assert device.controls == {
        cv2.CAP_PROP_AUTO_EXPOSURE: 1.0,  # V4L2_EXPOSURE_MANUAL
        cv2.CAP_PROP_EXPOSURE: 200.0,  # 15.6 ms: 20 ms is the nearest multiple of 10 ms
        cv2.CAP_PROP_AUTO_WB: 0.0,
        cv2.CAP_PROP_WB_TEMPERATURE: 4321.0,
        cv2.CAP_PROP_AUTOFOCUS: 0.0,
        cv2.CAP_PROP_FOCUS: 55.0,
    }


def test_they_are_held_once(caplog: pytest.LogCaptureFixture) -> None:
    device = Device()
    camera = opened(device)
    device.now += SETTLE
    camera.grab()
    device.controls[cv2.CAP_PROP_FOCUS] = 60.0  # somebody focuses by hand
    camera.grab()
    assert device.controls[cv2.CAP_PROP_FOCUS] == 60.0
    assert not caplog.records


def test_a_camera_without_a_control_keeps_the_others(caplog: pytest.LogCaptureFixture) -> None:
    device = Device(deaf=frozenset({cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS}))
    camera = opened(device)
    device.now += SETTLE
    with caplog.at_level("INFO", "vision.sources.usb"):
        camera.grab()
    assert device.controls[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
    assert ["focus" in record.getMessage() for record in caplog.records] == [True]


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
