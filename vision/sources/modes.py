"""The MJPEG modes of a USB camera, as its driver tells them. The camera is only asked, not set.

The kernel's interface: ``VIDIOC_ENUM_FRAMESIZES`` and ``VIDIOC_ENUM_FRAMEINTERVALS`` (linux/videodev2.h),
each asked for index 0, 1 ... until EINVAL. Of intervals in steps there is one entry, whose first one is the
shortest; sizes in steps are left out, as no USB camera has them."""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

Ask = Callable[[int, bytearray], object]
"""An ioctl on one device: its number, and a structure that is filled in. Raises OSError."""

_SIZES, _SIZE = 0xC02C564A, struct.Struct("=III 8I")
"""index, format, type; width and height or, in steps, least and most of both; reserved."""
_INTERVALS, _INTERVAL = 0xC034564B, struct.Struct("=IIIII 8I")
"""index, format, width, height, type; seconds as a fraction; reserved."""
_MJPEG = int.from_bytes(b"MJPG", "little")
_DISCRETE = 1
_MOST = 64
"""No camera has more sizes; a driver that never says EINVAL has an end, too."""


@dataclass(frozen=True, slots=True)
class Mode:
    """Width and height in pixels, and the most pictures a second."""

    width: int
    height: int
    rate: float

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    @property
    def points(self) -> int:
        return self.width * self.height


def mjpeg_modes(path: Path) -> tuple[Mode, ...]:
    """The MJPEG modes of a device such as ``/dev/video0``. Empty if it does not tell."""
    try:
        device = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return ()
    try:
        return tuple(_modes(lambda number, filled: fcntl.ioctl(device, number, filled, True)))
    finally:
        os.close(device)


def _modes(ask: Ask) -> Iterator[Mode]:
    for kind, width, height, *_ in _answers(ask, _SIZES, _SIZE):
        if kind == _DISCRETE:
            intervals = _answers(ask, _INTERVALS, _INTERVAL, width, height)
            rates = [parts / seconds for _, seconds, parts, *_ in intervals if seconds]
            yield Mode(width, height, max(rates, default=0.0))


def _answers(ask: Ask, number: int, shape: struct.Struct, *about: int) -> Iterator[tuple[int, ...]]:
    """What a device lists of MJPEG, without what was asked."""
    with suppress(OSError):
        for index in range(_MOST):
            filled = bytearray(shape.size)
            struct.pack_into(f"={2 + len(about)}I", filled, 0, index, _MJPEG, *about)
            ask(number, filled)
            yield shape.unpack(filled)[2 + len(about) :]
