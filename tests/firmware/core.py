"""The base's own core, compiled for this machine, as a base in virtual time behind a line that can be bad."""

from __future__ import annotations

import ctypes
from collections import deque
from random import Random

import numpy as np
from numpy.typing import NDArray

from hardware.link import BaseLink, Known
from hardware.protocol import TICK_HZ, Channel, Edge
from hardware.records import Gone, Record, Why
from tests.firmware.build import built

STEP = 0.001
"""Seconds of virtual time between two looks at everything."""
BYTES_A_STEP = 50
"""500 kbaud."""


class CoreBase:
    """``firmware/core``; there is one in a process, because the C code keeps it in a variable."""

    def __init__(self, board: int = 7) -> None:
        self._core = ctypes.CDLL(str(built("libbase.so") / "libbase.so"))
        self._core.library_time.argtypes = [ctypes.c_uint64]
        self._core.library_play.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint64, ctypes.c_uint16]
        self._core.library_next_id.restype = ctypes.c_uint32
        self._core.library_armed.restype = ctypes.c_uint32
        self._out = ctypes.create_string_buffer(4096)
        self.board, self.boot, self._started = board, 0, 0.0
        self.restart(0.0)

    def restart(self, now: float) -> None:
        """Everything but the EEPROM is forgotten."""
        self.boot += 1
        self._started = now
        self._core.library_start(self.boot, self.board)

    def tick(self, now: float) -> int:
        """Of this start."""
        return int((now - self._started) * TICK_HZ)

    def happen(self, channel: int, edge: Edge, value: int, now: float) -> int:
        """An event; its id."""
        self._core.library_time(self.tick(now))
        event = int(self._core.library_next_id())
        self._core.library_put(channel, int(edge), value)
        return event

    def play(self, samples: NDArray[np.uint16], now: float, threshold: int) -> None:
        """What the ADC reads from now on: segments 0 to 3 and the piezo in turn, each 0 to 1023.
        ``threshold``: of the comparator, on the same scale."""
        self._core.library_play(samples.ctypes.data, len(samples), self.tick(now), threshold)

    def exchange(self, data: bytes, now: float, steps: int = 20) -> bytes:
        """Bytes from the host, and what the base sends then."""
        self._core.library_time(self.tick(now))
        count = self._core.library_exchange(data, len(data), self._out, steps)
        return self._out.raw[:count]

    @property
    def armed(self) -> int:
        """The token of the arming."""
        return int(self._core.library_armed())


class Line:
    """One way of a cable: bytes may be hurt or lost."""

    def __init__(self, random: Random, hurt: float, lost: float) -> None:
        self._random, self._hurt, self._lost = random, hurt, lost
        self._bytes: deque[int] = deque()

    def put(self, data: bytes) -> None:
        """Into one end."""
        if self._hurt + self._lost == 0:
            self._bytes.extend(data)
            return
        for byte in data:
            chance = self._random.random()
            if chance < self._lost:
                continue
            hurt = chance < self._lost + self._hurt
            self._bytes.append(byte ^ (1 << self._random.randrange(8)) if hurt else byte)

    def take(self) -> bytes:
        """Out of the other end, no faster than 500 kbaud."""
        return bytes(self._bytes.popleft() for _ in range(min(BYTES_A_STEP, len(self._bytes))))

    def clear(self) -> None:
        """The cable is pulled."""
        self._bytes.clear()


class Bench:
    """A host and a base. ``delivered``: all records that the host's lines gave, in order."""

    def __init__(self, seed: int = 1, hurt: float = 0.0, lost: float = 0.0) -> None:
        random = Random(seed)
        self.now = 100.0
        self.base = CoreBase()
        self.base.restart(self.now)
        self._to_base, self._to_host = Line(random, hurt, lost), Line(random, hurt, lost)
        self.link = BaseLink(self.now)
        self.delivered: list[Record] = []
        self.base_silent = False
        self._known: dict[int, Known] = {}

    def step(self, count: int = 1) -> list[Record]:
        """Virtual milliseconds; the records of them."""
        first = len(self.delivered)
        for _ in range(count):
            self.now += STEP
            self._to_base.put(self.link.take_output())
            answer = self.base.exchange(self._to_base.take(), self.now)
            if not self.base_silent:
                self._to_host.put(answer)
            self.link.feed(self._to_host.take(), self.now)
            self.link.poll(self.now)
            self._collect()
        return self.delivered[first:]

    def _collect(self) -> None:
        self.delivered += self.link.take_records()
        if self.link.ended is not None and self.link.ended.why is not Why.VERSION:
            self._reopen()

    def babble(self, data: bytes) -> None:
        """The host reads these bytes, from wherever they are."""
        self._to_host.put(data)

    def lose(self, steps: int) -> None:
        """Nothing that the base sends arrives for so many virtual milliseconds."""
        self.base_silent = True
        self.step(steps)
        self.base_silent = False

    def unplug(self, restart: bool) -> None:
        """Pull the cable and put it back; the board restarts if it lives on the cable."""
        self.link.close(Why.UNPLUGGED, self.now)
        self._to_base.clear()
        self._to_host.clear()
        if restart:
            self.base.restart(self.now)
        self._collect()

    def _reopen(self) -> None:
        known = self.link.known
        if known:
            self._known[known.board] = known
        self.link = BaseLink(self.now, self._known)

    def gone(self) -> list[Gone]:
        """All losses of the base so far."""
        return [record for record in self.delivered if isinstance(record, Gone)]

    def press(self, pad: int, edge: Edge = Edge.OFF, value: int = 0) -> int:
        """An event of a pad; its id."""
        return self.base.happen(Channel.PAD + pad, edge, value, self.now)
