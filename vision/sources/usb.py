"""A USB camera through Video4Linux2 (``cv2.VideoCapture``).

Values of the controls are those of the kernel's V4L2 interface: exposure in 100 us, automatic exposure
3 (on, aperture priority) or 1 (manual). When exposure, white balance and focus have come to rest
(:mod:`vision.sources.rest`), they are held there, so that a hand over the table does not change every colour
on it. A driver may tell old values of what an automatic does, so the picture must rest as well.

The largest mode that keeps ten pictures a second is taken: the camera is asked for its modes
(:mod:`vision.sources.modes`), the larger ones that promise it are tried, and what comes is counted. OpenCV
then hands over the JPEG as the camera sent it (``CAP_PROP_CONVERT_RGB`` 0; ``retrieveFrame`` in its
cap_v4l.cpp), so that each picture is decoded small, and large only for a settled view. No camera has shown
this yet.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from vision.opencv import cv2
from vision.sources.live import Camera, LiveSource, Patience, Shot
from vision.sources.modes import Mode, mjpeg_modes
from vision.sources.picture import PictureError, decode_small
from vision.sources.rest import COLOUR, EXPOSURE, FOCUS, Rest, Told, measured
from vision.tuning import number
from vision.types import N_, Image, SourceError

_log = logging.getLogger(__name__)

USUAL = (1280, 720)
"""Width and height where a camera does not tell its modes, or has no MJPEG."""
ENOUGH = number("usb.enough")
"""Pictures a second: a hand that is away for 0.3 seconds leaves three still ones."""
_MOST = number("usb.most")
"""Million points of the largest mode that is tried. To decode three pictures for a settled view takes 12 ms a
million points (measured on drawn pictures, on one core of a desktop processor)."""
_FEWER = number("usb.fewer")
"""The next mode that is tried after one that was too slow has at most this share of its points."""
_WARMING, _COUNTED = number("usb.warming"), number("usb.counted")
"""Seconds after which pictures are counted in a new mode, and for which they are."""
_NEARLY = number("usb.nearly")
"""So much of a rate is as good as all of it: rates waver, and in the dark a camera is slow in every mode, so
that the larger one is kept."""

_AUTO_EXPOSURE_ON, _AUTO_EXPOSURE_OFF = 3.0, 1.0
_STEP = 100.0
"""10 ms in units of exposure: lamps on a 50 Hz mains flicker with 100 Hz."""

_MJPEG = int.from_bytes(b"MJPG", "little")

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


class BestSize:
    """Finds the largest mode in which a camera really gives ENOUGH pictures a second, each decoded in time;
    if none does, the one that comes nearest. It stays known when the camera is opened again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.known: tuple[int, int] | None = None
        """Width and height."""
        self._clock = clock
        self._rates: dict[tuple[int, int], float] = {}
        self._points = _MOST * 1e6

    def look(self, device: Device, modes: Iterable[Mode]) -> None:
        """Try one more of the modes that the camera says it has; takes a second or two. Raises SourceError
        if no mode gives any picture."""
        able = [mode for mode in modes if mode.rate >= ENOUGH and mode.points <= self._points]
        if not able:
            best = max(self._rates.values(), default=1.0)
            near = [size for size, rate in self._rates.items() if rate >= _NEARLY * best]
            if not best:
                self._rates, self._points = {}, _MOST * 1e6
                raise SourceError(_SILENT)
            self.known = near[0] if near else USUAL
            return
        mode = max(able, key=lambda mode: (mode.points, mode.width))
        rate = self._rates[mode.size] = _rate(device, mode.size, self._clock)
        self._points = _FEWER * mode.points
        if rate >= _NEARLY * ENOUGH:
            self.known = mode.size


class UsbCamera:
    """One opened USB camera. ``modes``: those that it says it has."""

    simulated = False

    def __init__(
        self,
        device: Device,
        best: BestSize,
        modes: Iterable[Mode] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._device = device
        self._best = best
        self._modes = tuple(modes)
        self._clock = clock
        self._rest = Rest(clock(), ())
        self._chosen = False

    def grab(self) -> Shot | None:
        if self._best.known is None:
            self._best.look(self._device, self._modes)
            return None
        if not self._chosen:
            self._chosen = True
            _choose(self._device, self._best.known)
            focus = (FOCUS,) if self._device.get(cv2.CAP_PROP_AUTOFOCUS) > 0 else ()
            self._rest = Rest(self._clock(), (EXPOSURE, COLOUR, *focus))
        good, picture = self._device.read()
        arrival = self._clock()
        if not good or picture is None:
            raise SourceError(_SILENT)
        taken, shot = self._time(arrival), coded(picture)
        if self._rest.wants_picture(arrival):
            self._hold(arrival, shot)
        return Shot(taken, shot, note=self._rest.sentence(arrival))

    def close(self) -> None:
        self._device.release()

    def _time(self, arrival: float) -> float:
        """The driver's time stamp where it is of our clock (uvcvideo's is), else the arrival."""
        stamp = self._device.get(cv2.CAP_PROP_POS_MSEC) / 1000.0
        return stamp if 0.0 <= arrival - stamp < 1.0 else arrival

    def _hold(self, time: float, picture: Image | bytes) -> None:
        """Switch off each automatic that has come to rest and keep its last value. Not every camera has every
        control."""
        try:
            small = decode_small(picture)[0] if isinstance(picture, bytes) else picture
        except PictureError:
            return
        told = {name: (self._device.get(control),) for name, control in _values().items()}
        known: Told = {name: value for name, value in told.items() if value[0] > 0 or name == FOCUS}
        for name in self._rest.due(time, known, shown=measured(small)):
            value = told[name][0]
            value = flicker_free(value) if name == EXPOSURE else value
            done = name in known and self._switched_off(name) and self._set(_values()[name], value)
            if not done:
                _log.info("the USB camera has no control to hold its %s", name)
            self._rest.held(name, time, done=done)

    def _switched_off(self, name: str) -> bool:
        """Switch off an automatic, and read back whether it is off: some drivers agree and do nothing."""
        control, off = _off()[name]
        return self._set(control, off) and self._device.get(control) == off

    def _set(self, control: int, value: float) -> bool:
        return bool(self._device.set(control, value))


def coded(read: Any) -> Image | bytes:
    """What OpenCV read: a picture, or the bytes of a JPEG as one row."""
    picture = np.asarray(read, np.uint8)
    return picture if picture.ndim == 3 else picture.tobytes()


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
    name when it is plugged in again. Which mode is best is found out when it is opened first.

    Raises SourceError when this OpenCV has no Video4Linux2 at all.
    """
    if cv2.CAP_V4L2 not in cv2.videoio_registry.getCameraBackends():
        raise SourceError(_NO_BACKEND)
    # How long a read may wait; by default 10 s. OpenCV looks at it once, before the first picture.
    os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")
    socket = _Socket(number, devices)
    best = BestSize()

    def connect() -> Camera:
        path = socket.path()
        return UsbCamera(_opened(path), best, mjpeg_modes(path))

    return LiveSource(socket.name, connect, patience)


def _rate(device: Device, size: tuple[int, int], clock: Callable[[], float]) -> float:
    """Pictures a second in this mode, reading and decoding; 0.0 if it does not send pictures of this size."""
    _choose(device, size)
    if (device.get(cv2.CAP_PROP_FRAME_WIDTH), device.get(cv2.CAP_PROP_FRAME_HEIGHT)) != size:
        return 0.0
    if not device.read()[0]:
        return 0.0
    begin, times = clock(), list[float]()
    while clock() - begin < _WARMING + _COUNTED:
        good, picture = device.read()
        if good and clock() - begin >= _WARMING and _can_be_read(coded(picture)):
            times.append(clock())
    return (len(times) - 1) / (times[-1] - times[0]) if len(times) > 1 else 0.0


def _can_be_read(picture: Image | bytes) -> bool:
    try:
        return not isinstance(picture, bytes) or bool(decode_small(picture))
    except PictureError:
        return False


def _choose(device: Device, size: tuple[int, int]) -> None:
    """Let the camera send MJPEG of this width and height, which is not decoded by OpenCV."""
    device.set(cv2.CAP_PROP_FOURCC, _MJPEG)  # raw 720p does not fit USB 2 at 15 fps
    device.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    device.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    device.set(cv2.CAP_PROP_CONVERT_RGB, 0.0 if device.get(cv2.CAP_PROP_FOURCC) == _MJPEG else 1.0)


def _opened(path: Path) -> Device:
    if not path.exists():
        raise SourceError(_ABSENT)
    if not os.access(path, os.R_OK | os.W_OK):
        raise SourceError(_NO_ACCESS)
    device = cv2.VideoCapture(str(path), cv2.CAP_V4L2)
    if not device.isOpened():
        device.release()
        raise SourceError(_BUSY)
    # the driver gets a buffer back before OpenCV has copied its JPEG, so it must have another one to fill
    device.set(cv2.CAP_PROP_BUFFERSIZE, 2)
    device.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTO_EXPOSURE_ON)
    device.set(cv2.CAP_PROP_AUTO_WB, 1.0)
    device.set(cv2.CAP_PROP_AUTOFOCUS, 1.0)
    return device


def _values() -> dict[str, int]:
    """The property that tells what each automatic has come to."""
    return {
        EXPOSURE: cv2.CAP_PROP_EXPOSURE,
        COLOUR: cv2.CAP_PROP_WB_TEMPERATURE,
        FOCUS: cv2.CAP_PROP_FOCUS,
    }


def _off() -> dict[str, tuple[int, float]]:
    """The property that holds each automatic, and the value for it."""
    return {
        EXPOSURE: (cv2.CAP_PROP_AUTO_EXPOSURE, _AUTO_EXPOSURE_OFF),
        COLOUR: (cv2.CAP_PROP_AUTO_WB, 0.0),
        FOCUS: (cv2.CAP_PROP_AUTOFOCUS, 0.0),
    }
