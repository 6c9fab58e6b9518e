"""The Raspberry Pi's own camera through picamera2, which comes from the system and is imported when chosen.

Two streams of the same moments: *main* for settled views, *lores* of half its size for every frame. No Pi
camera has shown that this works; what follows is picamera2's manual and source (0.3.34).

- One ``capture_request`` a picture, released at once (the buffers are few). It has been seen to hang after
  hours (picamera2 issues 1090 and 794), therefore the wait has an end.
- *lores* must be YUV on a Pi 4 and earlier. *main* is, too: half as many bytes to copy as BGR, and its
  colours are made only when a settled view wants them.
- A YUV420 array has 3/2 of the picture's rows, and the padding of its rows is left in (``make_array``).
- libcamera may give other sizes than were asked for (issue 645): those of ``camera_configuration`` count.
- The colour space of video would be Rec. 709; that of OpenCV's conversion is SMPTE 170M.
- With a *main* of 1280 x 720 camera module 3 would read the middle of its sensor only; with this one it
  reads all of it, two by two pixels, up to 56 times a second.
- ``SensorTimestamp`` counts nanoseconds of CLOCK_BOOTTIME (libcamera's control_ids).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.sources.live import Camera, LiveSource, Patience, Shot
from vision.sources.rest import COLOUR, EXPOSURE, FOCUS, Rest, Told
from vision.types import N_, Image, SourceError

MAIN, LORES = (2304, 1296), (1152, 648)
"""Width and height. Every row of both streams is a multiple of 64 bytes, so neither is padded."""

_STEP = 10_000
"""Microseconds: half a period of a 50 Hz mains."""

_SCANNING = 1
"""libcamera's AfStateScanning, of the metadata's AfState."""
_MISSING = N_("picamera2 is missing: install the system package python3-picamera2 or choose a USB camera.")
_UNUSABLE = N_(
    "picamera2 is installed but cannot be used ({reason}): update the system's packages, or choose a USB"
    " camera."
)
_LONGEST_REASON = 200
_ABSENT = N_("The Pi camera cannot be opened: check its ribbon cable and close other programs that use it.")
_SILENT = N_("The Pi camera stopped sending pictures; it is being opened again.")


class Request(Protocol):
    """One completed request of picamera2."""

    def make_array(self, name: str) -> Any: ...
    def get_metadata(self) -> Mapping[str, Any]: ...
    def release(self) -> None: ...


class Picamera(Protocol):
    """The part of ``picamera2.Picamera2`` that is used here."""

    @property
    def camera_controls(self) -> Mapping[str, Any]: ...
    def create_video_configuration(self, **settings: Any) -> Any: ...
    def configure(self, configuration: Any) -> Any: ...
    def camera_configuration(self) -> Mapping[str, Any]: ...
    def start(self) -> None: ...
    def set_controls(self, controls: Mapping[str, Any]) -> None: ...
    def capture_request(self, wait: float) -> Request: ...
    def close(self) -> None: ...


class PiCamera:
    """One opened Pi camera. ``colours``: libcamera's SMPTE 170M. Raises SourceError when there is none."""

    simulated = False

    def __init__(
        self,
        make: Callable[[], Picamera],
        colours: object,
        hang: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._hang = hang
        self._clock = clock
        try:
            self._camera = make()
        except (RuntimeError, IndexError, OSError) as error:  # no camera; in use; no permission
            raise SourceError(_ABSENT) from error
        try:
            self._main, self._lores = self._started(colours)
        except (RuntimeError, OSError) as error:
            self._camera.close()
            raise SourceError(_ABSENT) from error
        named = {EXPOSURE: "AeEnable", COLOUR: "AwbEnable", FOCUS: "LensPosition"}
        has = tuple(name for name, control in named.items() if control in self._camera.camera_controls)
        self._rest = Rest(clock(), has)

    def _started(self, colours: object) -> tuple[Any, Any]:
        """Start the camera. Returns the sizes that it gives, of the large pictures and of the small ones."""
        self._camera.configure(
            self._camera.create_video_configuration(
                main={"size": MAIN, "format": "YUV420"},
                lores={"size": LORES, "format": "YUV420"},
                colour_space=colours,
                buffer_count=4,
            )
        )
        given = self._camera.camera_configuration()
        self._camera.set_controls(self._only_known(_AUTOMATIC))
        self._camera.start()
        return given["main"]["size"], given["lores"]["size"]

    def grab(self) -> Shot:
        try:
            request = self._camera.capture_request(wait=self._hang)
        except (TimeoutError, RuntimeError, OSError) as error:
            raise SourceError(_SILENT) from error
        try:
            main, lores = request.make_array("main"), request.make_array("lores")
            facts = request.get_metadata()
        finally:
            request.release()
        arrival = self._clock()
        self._hold(facts, arrival)
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - facts.get("SensorTimestamp", 0) / 1e9
        taken = arrival - age if 0.0 <= age < 1.0 else arrival
        note = self._rest.sentence(arrival)
        return Shot(taken, in_colour(lores, self._lores), partial(in_colour, main, self._main), note)

    def close(self) -> None:
        self._camera.close()

    def _hold(self, facts: Mapping[str, Any], time: float) -> None:
        """Switch off each automatic that has come to rest, once."""
        working = (FOCUS,) if facts.get("AfState") == _SCANNING else ()
        due = self._rest.due(time, _told(facts), working)
        if due:
            held = {control: value for name in due for control, value in _holding(name, facts).items()}
            self._camera.set_controls(self._only_known(held))
        for name in due:
            self._rest.held(name, time, done=True)

    def _only_known(self, controls: Mapping[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in controls.items() if name in self._camera.camera_controls}


def in_colour(yuv: NDArray[np.uint8], size: tuple[int, int]) -> Image:
    """The picture of this width and height in a YUV420 array: its rows of Y, then half as many with two rows
    of U in each, then V; rows may be padded."""
    picture = cv2.cvtColor(yuv, cv2.COLOR_YUV2BGR_I420)
    return np.ascontiguousarray(picture[: size[1], : size[0]], np.uint8)


_AUTOMATIC: Mapping[str, Any] = {
    "AeEnable": True,
    "AwbEnable": True,
    "AeFlickerMode": 1,  # libcamera: FlickerManual, with the period below
    "AeFlickerPeriod": _STEP,
    "AfMode": 2,  # libcamera: AfModeContinuous
}


def held_controls(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Controls that hold a picture as its metadata say it was, of all automatics of which they tell."""
    return {control: value for name in _told(facts) for control, value in _holding(name, facts).items()}


def _told(facts: Mapping[str, Any]) -> Told:
    """What the metadata tell of each automatic."""
    told: dict[str, tuple[float, ...]] = {}
    if {"ExposureTime", "AnalogueGain"} <= set(facts):
        told[EXPOSURE] = (float(facts["ExposureTime"]) * float(facts["AnalogueGain"]),)
    if "ColourGains" in facts:
        told[COLOUR] = tuple(map(float, facts["ColourGains"]))
    if "LensPosition" in facts:
        told[FOCUS] = (float(facts["LensPosition"]),)
    return told


def _holding(name: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Controls that hold one automatic. The exposure is held at the nearest multiple of 10 ms, and the gain
    changed by the same factor; daylight below 5 ms stays: it does not flicker."""
    if name == COLOUR:
        return {"AwbEnable": False, "ColourGains": tuple(facts["ColourGains"])}
    if name == FOCUS:
        return {"AfMode": 0, "LensPosition": facts["LensPosition"]}  # 0: AfModeManual
    exposure, gain = int(facts["ExposureTime"]), float(facts["AnalogueGain"])
    steady = exposure if exposure < _STEP // 2 else max(1, round(exposure / _STEP)) * _STEP
    gain = max(1.0, gain * exposure / steady) if exposure else gain
    return {"AeEnable": False, "ExposureTime": steady, "AnalogueGain": gain}


def open_pi(patience: Patience | None = None) -> LiveSource:
    """The camera on the Pi's ribbon cable. Raises SourceError without picamera2."""
    try:
        from libcamera import ColorSpace
        from picamera2 import Picamera2
    except ImportError as error:
        raise SourceError(_MISSING) from error
    except Exception as error:  # a library that was compiled for another numpy raises ValueError, say
        raise SourceError(_UNUSABLE, reason=f"{type(error).__name__}: {error}"[:_LONGEST_REASON]) from error
    patience = patience or Patience()

    def connect() -> Camera:
        return PiCamera(Picamera2, ColorSpace.Smpte170m(), patience.hang)

    return LiveSource("pi", connect, patience)
