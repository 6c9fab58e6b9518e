"""The size of picture that is taken of a USB camera, with cameras that have several."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.sources.devices import Device
from tests.vision.sources.pictures import jpeg, number_of, picture
from tests.vision.sources.waiting import next_frame
from vision.sources.live import LiveSource, Shot
from vision.sources.modes import Mode
from vision.sources.picture import decode
from vision.sources.usb import BestSize, UsbCamera
from vision.types import SourceError


class Camera(Device):
    """A camera with modes: MJPEG pictures of its size come, as bytes, at the ``rates`` (by size) that it
    really keeps. ``promised``: what its driver tells of every mode."""

    def __init__(self, rates: dict[tuple[int, int], float], promised: float = 30.0) -> None:
        super().__init__()
        self.rates, self.promised = rates, promised
        self.size, self.wide = (640, 480), 0
        self.format = self.raw = 0.0
        self.tried: list[tuple[int, int]] = []

    @property
    def modes(self) -> tuple[Mode, ...]:
        return tuple(Mode(*size, self.promised) for size in self.rates)

    def set(self, propId: int, value: float) -> bool:
        if propId == cv2.CAP_PROP_FRAME_WIDTH:
            self.wide = int(value)
        elif propId == cv2.CAP_PROP_FRAME_HEIGHT:
            wanted = self.wide, int(value)
            self.size = wanted if wanted in self.rates else (640, 480)
            self.tried.append(wanted)
        elif propId == cv2.CAP_PROP_FOURCC:
            self.format = value
        elif propId == cv2.CAP_PROP_CONVERT_RGB:
            self.raw = 1.0 - value
        else:
            return super().set(propId, value)
        return True

    def get(self, propId: int) -> float:
        known = {
            cv2.CAP_PROP_FRAME_WIDTH: float(self.size[0]),
            cv2.CAP_PROP_FRAME_HEIGHT: float(self.size[1]),
            cv2.CAP_PROP_FOURCC: self.format,
        }
        return known[propId] if propId in known else super().get(propId)

    def read(self) -> tuple[bool, Any]:
        rate = self.rates.get(self.size, 30.0)
        self.now += 1 / rate if rate else 2.0
        self.stamp = self.now - 0.01
        if not rate or self.broken:
            return False, None
        if not self.raw:
            return True, picture(5, *self.size)
        return True, np.frombuffer(sent(self.size), np.uint8).reshape(1, -1)


@lru_cache
def sent(size: tuple[int, int]) -> bytes:
    return jpeg(5, width=size[0], height=size[1])


def looked(camera: Camera) -> tuple[tuple[int, int] | None, Shot]:
    """The size that was chosen, and the first picture after that."""
    best = BestSize(lambda: camera.now)
    eye = UsbCamera(camera, best, camera.modes, lambda: camera.now)
    while (shot := eye.grab()) is None:
        pass
    return best.known, shot


HD, FULL, SLIM, QUAD, ULTRA = (1280, 720), (1920, 1080), (1600, 896), (2560, 1440), (3840, 2160)


@pytest.mark.parametrize(
    ("rates", "best"),
    [
        ({HD: 30, FULL: 30, ULTRA: 30}, FULL),  # a settled view of the largest would take too long
        ({HD: 30, FULL: 10, SLIM: 30}, FULL),
        ({HD: 30, FULL: 5, SLIM: 30}, SLIM),
        ({HD: 30, FULL: 5, QUAD: 2}, HD),
        ({HD: 8, FULL: 4, QUAD: 2}, HD),
        ({HD: 7.5, FULL: 7.5, QUAD: 7.5}, QUAD),  # it is dark
        ({HD: 30, FULL: 0}, HD),  # the bus is too narrow
        ({HD: 30, (1920, 1000): 30}, (1920, 1000)),
    ],
)
def test_the_largest_size_that_keeps_ten_pictures_a_second_is_taken(
    rates: dict[tuple[int, int], float], best: tuple[int, int]
) -> None:
    camera = Camera(rates)
    known, shot = looked(camera)
    assert known == best == camera.size
    assert isinstance(shot.picture, bytes)
    assert decode(shot.picture).shape == (best[1], best[0], 3)


def test_what_the_driver_does_not_promise_is_not_tried() -> None:
    camera = Camera({HD: 30, FULL: 30}, promised=5.0)
    assert looked(camera)[0] == HD
    assert camera.tried == [HD]


def test_a_camera_that_has_no_mjpeg_gives_pictures() -> None:
    class Raw(Camera):
        def set(self, propId: int, value: float) -> bool:
            return propId != cv2.CAP_PROP_FOURCC and super().set(propId, value)

    camera = Raw({HD: 30}, promised=0.0)
    known, shot = looked(camera)
    assert known == HD
    assert not isinstance(shot.picture, bytes)
    assert shot.picture.shape == (720, 1280, 3)


def test_a_camera_that_gives_nothing_is_an_error_and_tried_again() -> None:
    camera = Camera({HD: 30, FULL: 30})
    best = BestSize(lambda: camera.now)
    eye = UsbCamera(camera, best, camera.modes, lambda: camera.now)
    camera.broken = True
    assert [eye.grab(), eye.grab()] == [None, None]  # both sizes are tried
    with pytest.raises(SourceError, match="stopped sending"):
        eye.grab()
    camera.broken = False
    assert eye.grab() is None
    assert best.known == FULL


def test_a_picture_is_decoded_small_and_large_when_it_is_asked_for() -> None:
    camera = Camera({FULL: 30})
    best = BestSize(lambda: camera.now)
    source = LiveSource("usb", lambda: UsbCamera(camera, best, camera.modes, lambda: camera.now))
    try:
        frame = next_frame(source)
        assert (frame.image.shape, frame.large().shape) == ((540, 960, 3), (1080, 1920, 3))
        assert number_of(frame.image) == number_of(frame.large()) == 5
    finally:
        source.close()
