"""``make flash`` as the guide has it: the real avrdude against a bootloader that speaks STK500 version 1
(Atmel AVR061) on a pseudo terminal, and what is in its flash then."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import threading
import tty
from pathlib import Path

import pytest

pytestmark = pytest.mark.outside

ROOT = Path(__file__).parents[2]
SIGNATURE = bytes((0x1E, 0x95, 0x0F))
"""Of an ATmega328P, data sheet section 28.3."""
ARGUMENTS = {0x42: 20, 0x45: 5, 0x55: 2, 0x41: 1, 0x56: 4}
"""Bytes after these commands: set device, extended, load address, get parameter, universal."""


class Bootloader:
    """Answers as Optiboot does; ``flash`` is what was written."""

    def __init__(self) -> None:
        self.flash = bytearray(b"\xff" * 32768)
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        self.port = os.ttyname(slave)
        self._slave = slave
        self._address = 0
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def _take(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            data += os.read(self._master, count - len(data))
        return data

    def _work(self) -> None:
        try:
            while True:
                answer = self._obey(self._take(1)[0])
                os.write(self._master, b"\x14" + answer + b"\x10")  # INSYNC ... OK
        except OSError:
            return  # closed

    def _obey(self, command: int) -> bytes:
        if command == 0x64:  # program page
            high, low, kind = self._take(3)
            data = self._take(high << 8 | low)
            assert kind == ord("F")
            self.flash[self._address : self._address + len(data)] = data
            self._take(1)
            return b""
        if command == 0x74:  # read page
            high, low, _ = self._take(3)
            self._take(1)
            return bytes(self.flash[self._address : self._address + (high << 8 | low)])
        arguments = self._take(ARGUMENTS.get(command, 0))
        self._take(1)  # CRC_EOP
        if command == 0x55:
            self._address = 2 * int.from_bytes(arguments, "little")  # words
        return {0x75: SIGNATURE, 0x41: b"\x03", 0x56: b"\x00"}.get(command, b"")

    def close(self) -> None:
        os.close(self._slave)
        self._thread.join(5)
        os.close(self._master)


def contents(path: Path) -> bytes:
    """Of an Intel hex file."""
    memory = bytearray()
    for line in path.read_text(encoding="ascii").split():
        row = bytes.fromhex(line[1:])
        assert sum(row) % 256 == 0
        if row[3] == 0:
            assert int.from_bytes(row[1:3], "big") == len(memory)
            memory += row[4:-1]
    return bytes(memory)


def test_the_guides_command_writes_the_prebuilt_firmware() -> None:
    if shutil.which("avrdude") is None:
        pytest.skip("avrdude is missing: apt-get install avrdude")
    board = Bootloader()
    command = ["make", "flash", f"PORT={board.port}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    board.close()
    assert done.returncode == 0, done.stdout + done.stderr
    firmware = contents(ROOT / "firmware" / "base.hex")
    assert len(firmware) > 10_000
    assert bytes(board.flash[: len(firmware)]) == firmware
    assert not board.flash[len(firmware) :].strip(b"\xff")


def test_without_a_port_it_says_what_to_do() -> None:
    done = subprocess.run(["make", "flash"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Name its port: make flash PORT=/dev/ttyUSB0" in done.stderr
