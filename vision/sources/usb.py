"""A USB camera through Video4Linux2 (``cv2.VideoCapture``).

Values of the controls are those of the kernel's V4L2 interface: exposure in 100 us, automatic exposure
3 (on, aperture priority) or 1 (manual). Two seconds after opening, exposure, white balance and focus are
held where the automatics left them, so that a hand over the table does not change every colour on it.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from vision.opencv import cv2
from vision.sources.live import Camera, LiveSource, Patience, Shot
from vision.tuning import number
from vision.types import N_, SourceError

_log = logging.getLogger(__name__)

SETTLE = number("usb.settle")
"""Seconds after opening until the automatics are switched off."""

_AUTO_EXPOSURE_ON, _AUTO_EXPOSURE_OFF = 3.0, 1.0
_STEP = 100.0
"""10 ms in units of exposure: lamps on a 50 Hz mains flicker with 100 Hz."""

_NO_BACKEND = N_(
    "This installation of OpenCV cannot use USB cameras: choose a network camera or the Pi camera."
)
_ABSENT = N_("No USB camera is connected there: plug one in or choose another camera.")
_NO_ACCESS = N_(
    "The USB camera may not be used by this user: add the user to the group video and log in again."
)
_BUSY = N_("The USB camera cannot be opened: close other programs that use it or plug it in again.")
_SILENT = N_("The USB camera stopped sending pictures: check its cable; it is being opened again.")


class Device(Protocol):
    """The part of cv2.VideoCapture that is used here (the library's own names)."""

    def read(self) -> tuple[bool, Any]: ...
    def get(self, propId: int) -> float: ...
    def set(self, propId: int, value: float) -> bool: ...
    def release(self) -> None: ...


class UsbCamera:
    """One opened USB camera."""

    simulated = False

    def __init__(self, device: Device, clock: Callable[[], float] = time.monotonic) -> None:
        self._device = device
        self._clock = clock
        self._opened = clock()
        self._held = False

    def grab(self) -> Shot:
        good, picture = self._device.read()
        arrival = self._clock()
        if not good or picture is None:
            raise SourceError(_SILENT)
        if not self._held and arrival - self._opened >= SETTLE:
            self._held = True
            self._hold()
        return Shot(self._time(arrival), np.asarray(picture, dtype=np.uint8))

    def close(self) -> None:
        self._device.release()

    def _time(self, arrival: float) -> float:
        """The driver's time stamp where it is of our clock (uvcvideo's is), else the arrival."""
        stamp = self._device.get(cv2.CAP_PROP_POS_MSEC) / 1000.0
        return stamp if 0.0 <= arrival - stamp < 1.0 else arrival

    def _hold(self) -> None:
        """Switch each automatic off and keep its last value. Not every camera has every control."""
        exposure = flicker_free(self._device.get(cv2.CAP_PROP_EXPOSURE))
        warmth = self._device.get(cv2.CAP_PROP_WB_TEMPERATURE)
        focus = self._device.get(cv2.CAP_PROP_FOCUS)
        held = {
            "exposure": self._set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTO_EXPOSURE_OFF)
            and self._set(cv2.CAP_PROP_EXPOSURE, exposure),
            "white balance": self._set(cv2.CAP_PROP_AUTO_WB, 0.0)
            and self._set(cv2.CAP_PROP_WB_TEMPERATURE, warmth),
            "focus": self._set(cv2.CAP_PROP_AUTOFOCUS, 0.0) and self._set(cv2.CAP_PROP_FOCUS, focus),
        }
        for control, done in held.items():
            if not done:
                _log.info("the USB camera has no control to hold its %s", control)

    def _set(self, control: int, value: float) -> bool:
        return bool(self._device.set(control, value))


def flicker_free(exposure: float) -> float:
    """The nearest multiple of 10 ms (all in units of 100 us). An exposure below half of that stays as it is:
    such light is daylight, which does not flicker, and a longer exposure would burn the picture out."""
    return exposure if exposure < _STEP / 2 else max(1.0, round(exposure / _STEP)) * _STEP


class _Socket:
    """Where a camera is: at first ``/dev/video<number>``. Later it is known by the name that udev gives the
    camera, or the socket it is plugged into, because its number changes when it is plugged in again."""

    def __init__(self, number: int, devices: Path) -> None:
        self._devices = devices
        self._number = number
        self._link: Path | None = self._stable(devices / f"video{number}")

    @property
    def name(self) -> str:
        return f"usb:{self._number}" if self._link is None else f"usb:{self._number} ({self._link.name})"

    def path(self) -> Path:
        """The device now, which may be gone."""
        if self._link is None:
            plain = self._devices / f"video{self._number}"
            self._link = self._stable(plain)
            return plain
        return self._link.resolve()

    def _stable(self, device: Path) -> Path | None:
        """The first link of a stable name that leads to a device."""
        for folder in ("by-id", "by-path"):
            try:
                links = sorted((self._devices / "v4l" / folder).iterdir())
            except OSError:  # no udev, or no camera
                continue
            for link in links:
                if link.resolve() == device.resolve() and device.exists():
                    return link
        return None


def open_usb(number: int, patience: Patience | None = None, devices: Path = Path("/dev")) -> LiveSource:
    """USB camera ``/dev/video<number>``, which may also be plugged in later, and is found again by its stable
    name when it is plugged in again. 1280 x 720 where it can.

    Raises SourceError when this OpenCV has no Video4Linux2 at all.
    """
    if cv2.CAP_V4L2 not in cv2.videoio_registry.getCameraBackends():
        raise SourceError(_NO_BACKEND)
    # How long a read may wait; by default 10 s. OpenCV looks at it once, before the first picture.
    os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")
    socket = _Socket(number, devices)
    return LiveSource(socket.name, lambda: _connect(socket.path()), patience)


def _connect(path: Path) -> Camera:
    if not path.exists():
        raise SourceError(_ABSENT)
    if not os.access(path, os.R_OK | os.W_OK):
        raise SourceError(_NO_ACCESS)
    device = cv2.VideoCapture(str(path), cv2.CAP_V4L2)
    if not device.isOpened():
        device.release()
        raise SourceError(_BUSY)
    device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))  # raw 720p does not fit USB 2 at 15 fps
    device.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
    device.set(cv2.CAP_PROP_FRAME_HEIGHT, 720)
    device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    device.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTO_EXPOSURE_ON)
    device.set(cv2.CAP_PROP_AUTO_WB, 1.0)
    device.set(cv2.CAP_PROP_AUTOFOCUS, 1.0)
    return UsbCamera(device)
