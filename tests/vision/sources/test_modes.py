"""What a driver tells of a camera's modes, with the kernel's calls answered as linux/videodev2.h says."""

from __future__ import annotations

import errno
import fcntl
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from vision.sources.modes import Mode, mjpeg_modes

SIZES, INTERVALS = 0xC02C564A, 0xC034564B
DISCRETE, CONTINUOUS = 1, 2
TOLD = {(640, 480): [(1, 30), (1, 15)], (1920, 1080): [(1, 5), (2, 15)], (2592, 1944): []}


def driver(kind: int, endless: bool = False) -> Callable[[int, int, bytearray, bool], int]:
    def answer(_device: int, request: int, filled: bytearray, mutate: bool) -> int:
        assert mutate
        index, form = struct.unpack_from("<II", filled)
        assert form.to_bytes(4, "little") == b"MJPG"
        if endless:
            index = 0
        if request == SIZES:
            sizes = list(TOLD)
            if index >= len(sizes):
                raise OSError(errno.EINVAL, "no more")
            assert len(filled) == 44
            struct.pack_into("<III", filled, 8, kind, *sizes[index])
        else:
            assert request == INTERVALS
            assert len(filled) == 52
            width, height = struct.unpack_from("<II", filled, 8)
            intervals = TOLD[width, height]
            if index >= len(intervals):
                raise OSError(errno.EINVAL, "no more")
            struct.pack_into("<III", filled, 16, DISCRETE, *intervals[index])
        return 0

    return answer


@pytest.fixture
def device(tmp_path: Path) -> Path:
    path = tmp_path / "video0"
    path.touch()
    return path


def test_each_size_with_its_quickest_rate(device: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fcntl, "ioctl", driver(DISCRETE))
    assert mjpeg_modes(device) == (Mode(640, 480, 30), Mode(1920, 1080, 7.5), Mode(2592, 1944, 0))


def test_sizes_in_steps_are_left_out(device: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fcntl, "ioctl", driver(CONTINUOUS))
    assert mjpeg_modes(device) == ()


def test_a_driver_that_never_ends_its_list_does(device: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fcntl, "ioctl", driver(DISCRETE, endless=True))
    assert set(mjpeg_modes(device)) == {Mode(640, 480, 30)}


def test_what_is_no_camera_tells_nothing(device: Path) -> None:
    assert mjpeg_modes(device) == ()
    assert mjpeg_modes(device.with_name("video1")) == ()
