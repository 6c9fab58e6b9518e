"""The shipped .elf in the chip simulator, in lock-step: inputs at exact cycles, what it sends and when."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from hardware.framing import FrameReader, encode
from hardware.protocol import Message
from tests.firmware.build import built

HZ = 16_000_000
MS = HZ // 1000
BYTE = 320
"""Cycles of a byte at 500 kbaud."""


@dataclass(frozen=True)
class Sent:
    """A message of the base, and the cycle at which its last bit had left."""

    cycle: int
    message: Message
    data: bytes


class Chip:
    """One ATmega328P with the base's firmware. ``happened``: for edges of pads and comparator, by the cycle
    they were meant for and what they were, the cycle at which they happened: none does within an
    instruction."""

    def __init__(self, folder: Path) -> None:
        place = built("base_sim", "base.elf")
        self._process = subprocess.Popen(
            [str(place / "base_sim"), str(place / "base.elf"), str(folder / "eeprom.bin")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdin
        assert self._process.stdout
        self._in, self._out = self._process.stdin, self._process.stdout
        self._reader = FrameReader()
        self._seq = self._line_free = 0
        self.now = 0
        self.sent: list[Sent] = []
        self.lamp_refreshes: list[int] = []
        self.happened: dict[tuple[int, str], int] = {}
        self.broken = 0

    def at(self, cycle: int, what: str) -> None:
        """Schedule an input: ``pad N 0|1``, ``load N MV``, ``sum MV``, ``piezo MV``, ``reset``."""
        self._in.write(f"at {cycle} {what}\n")

    def tell(self, cycle: int, message: Message) -> None:
        """A message of the host arrives on the line from this cycle on, or when the line is free."""
        self.receive(cycle, encode(message, self._seq))
        self._seq = (self._seq + 1) % 256

    def receive(self, cycle: int, data: bytes) -> None:
        """Bytes of the host arrive on the line from this cycle on, or when it is free."""
        start = max(cycle, self.now, self._line_free)
        self._line_free = start + BYTE * len(data)
        self._in.write(f"at {start} rx {data.hex()}\n")

    def loads(self, cycle: int, millivolts: Iterable[int]) -> None:
        """The load of all segments."""
        for n, mv in enumerate(millivolts):
            self.at(cycle, f"load {n} {mv}")

    def second(self, elf: Path, ppm: float) -> None:
        """Switch on a second Arduino that is wired to this one; its clock is so many parts in a million
        fast."""
        self._in.write(f"second {elf} {ppm}\n")

    def run(self, cycle: int) -> list[Sent]:
        """Go on until there; what was sent on the way."""
        first = len(self.sent)
        self._in.write(f"run {cycle}\n")
        self._in.flush()
        for line in self._out:
            word, *rest = line.split()
            if word == "tx":
                self._take(int(rest[0]), bytes.fromhex(rest[1]))
            elif word == "lamps":
                self.lamp_refreshes.append(int(rest[0]))
            elif word == "now":
                self.now = int(rest[0])
                return self.sent[first:]
            elif word == "done":
                if rest[2] in ("sum", "pad"):
                    self.happened[int(rest[0]), " ".join(rest[2:])] = int(rest[1])
            else:
                assert word == "Loaded", line  # the library says what it has loaded
        raise AssertionError("the chip simulator ended")

    def _take(self, cycle: int, data: bytes) -> None:
        for frame in self._reader.feed(data):
            assert frame.message is not None
            self.sent.append(Sent(cycle, frame.message, data))
        self.broken = self._reader.errors

    def untouched_stack(self) -> int:
        """Bytes of memory that the stack has never reached."""
        self._in.write("stack\n")
        self._in.flush()
        for line in self._out:
            if line.startswith("stack"):
                return int(line.split()[1])
        raise AssertionError("the chip simulator ended")

    def close(self) -> None:
        """End it."""
        self._in.write("quit\n")
        self._in.close()
        self._process.wait(10)
        self._out.close()

    def __enter__(self) -> Chip:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
