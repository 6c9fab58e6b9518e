"""The shipped .elf in the chip simulator behind a pseudo terminal: a base that the shipped driver can
open."""

from __future__ import annotations

import queue
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from hardware.records import Record
from hardware.serial_base import SerialBase
from tests.firmware.build import built

R = TypeVar("R")


class SimulatedBase:
    """One board. ``port``: the name of its serial port, "" while unplugged."""

    plugged_at = 0.0

    def __init__(self, folder: Path, name: str = "base") -> None:
        place = built("base_sim", "base.elf")
        self._process = subprocess.Popen(
            [str(place / "base_sim"), str(place / "base.elf"), str(folder / f"{name}.eeprom"), "pty"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        self._ports: queue.Queue[str] = queue.Queue()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        self.port = self._ports.get(timeout=30)
        self.tell("at 0 load 0 2500", "at 0 load 1 2500", "at 0 load 2 2500", "at 0 load 3 2500")

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("pty "):
                self._ports.put(line.split()[1])

    def tell(self, *lines: str) -> None:
        """Lines for the simulator; ``at 0 ...`` means now."""
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()

    def load(self, millivolts: int) -> None:
        """The same on all segments, now."""
        self.tell(*(f"at 0 load {n} {millivolts}" for n in range(4)))

    def pad(self, number: int, touched: bool) -> None:
        """A hand on a pad, or off it, now."""
        self.tell(f"at 0 pad {number} {int(touched)}")

    def unplug(self) -> None:
        """Pull the cable. The chip goes on: this one has its own battery; see ``restart``."""
        self.tell("unplug")
        self.port = ""

    def replug(self, boots_for: float = 0.0) -> None:
        """Put the cable back: a board that lives on it starts again, after so many seconds of its
        bootloader, in which it is deaf and dumb. ``plugged_at``: when the cable was back."""
        self.tell("mute 1" if boots_for else "at 0 reset", "replug")
        self.port = self._ports.get(timeout=30)
        self.plugged_at = time.monotonic()
        if boots_for:
            time.sleep(boots_for)
            self.tell("at 0 reset", "mute 0")

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        self._thread.join()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()


class Host:
    """The shipped driver at these bases, and all it has told."""

    def __init__(self, *bases: SimulatedBase, find: Callable[[], list[str]] | None = None) -> None:
        self.records: list[Record] = []
        self._new = threading.Condition()
        self.driver = SerialBase(find=find or (lambda: [base.port for base in bases if base.port]))
        self.driver.start(self._take)

    def _take(self, record: Record) -> None:
        with self._new:
            self.records.append(record)
            self._new.notify_all()

    def wait(self, kind: type[R], when: Callable[[R], bool] = lambda _: True, after: int = 0) -> R:
        """The first such record from place ``after`` on; AssertionError after 30 s."""
        end = time.monotonic() + 30
        with self._new:
            while True:
                for record in self.records[after:]:
                    if isinstance(record, kind) and when(record):
                        return record
                assert self._new.wait(end - time.monotonic()), f"no {kind.__name__} came"

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait for something; AssertionError after 30 s."""
        end = time.monotonic() + 30
        while not condition():
            assert time.monotonic() < end, "waited in vain"
            time.sleep(0.01)

    def __enter__(self) -> Host:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.driver.close()
