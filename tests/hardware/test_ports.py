"""A port that cannot be opened has a reason of its own."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import pty
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import serial

from hardware import link
from hardware.ports import HardwareError
from hardware.serial_base import SerialBase, why_not_opened

LONG = 10.0
"""Seconds after which a test gives up."""


@pytest.fixture
def terminal() -> Iterator[str]:
    """A port that opens."""
    master, slave = pty.openpty()
    yield os.ttyname(slave)
    os.close(master)
    os.close(slave)


def trouble(port: str, words: str) -> str:
    """What a base on this port is refused with."""
    base = SerialBase(port)
    base.start(lambda _: None)
    try:
        deadline = time.monotonic() + LONG
        while base.trouble is None or words not in str(base.trouble):
            assert time.monotonic() < deadline, f"no {words!r}: {base.trouble}"
            time.sleep(0.01)
        return str(base.trouble)
    finally:
        base.close()


@pytest.mark.parametrize(
    ("port", "words"),
    [
        ("/dev/ttyNOBODY", "There is no port /dev/ttyNOBODY"),
        ("/tmp", "is a folder"),
        ("/dev/null", "is no serial port"),
        ("/dev/zero", "is no serial port"),
        ("/etc/passwd", "is no serial port"),
        ("a\0b", "cannot be opened"),
        ("x" * 5000, "cannot be opened (File name too long)"),
    ],
)
def test_what_is_no_port_is_told_apart(port: str, words: str) -> None:
    sentence = trouble(port, words)
    assert "dialout" not in sentence
    assert len(sentence) < 300


def test_a_port_that_another_program_uses(terminal: str) -> None:
    with Path(terminal).open("rb", buffering=0) as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert "in use by another program" in trouble(terminal, "in use")


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM])
def test_only_missing_rights_send_people_to_the_group(number: int) -> None:
    error = serial.SerialException(number, "could not open port")
    assert "dialout" in str(why_not_opened("/dev/ttyUSB0", error))


def test_nothing_else_does() -> None:
    for number in errno.errorcode.keys() - {errno.EACCES, errno.EPERM}:
        said = why_not_opened("/dev/ttyUSB0", OSError(number, "x"))
        assert isinstance(said, HardwareError)
        assert "dialout" not in str(said), errno.errorcode[number]


def test_a_stranger_that_sends_only_garbage_is_not_restarted_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Opening a port restarts what hangs there, which may be another device."""
    monkeypatch.setattr(link, "FIRST_ANSWER", 0.2)
    master, slave = pty.openpty()
    os.set_blocking(master, False)
    opened: list[str] = []
    usual: Any = serial.Serial

    def opening(path: str, *given: object, **named: object) -> object:
        opened.append(path)
        return usual(path, *given, **named)

    monkeypatch.setattr(serial, "Serial", opening)
    base = SerialBase(None, lambda: [os.ttyname(slave)])
    base.start(lambda _: None)
    end = time.monotonic() + 2.0
    while time.monotonic() < end:
        with contextlib.suppress(BlockingIOError):
            os.write(master, b"zigbee" * 20)
        time.sleep(0.02)
    assert "No totem base answers" in str(base.trouble)
    base.close()
    assert len(opened) == 1
    os.close(master)
    os.close(slave)
