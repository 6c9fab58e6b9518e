"""The base's clock in host time, with bounds that hold.

Every ping gives two facts: the tick in its answer lies after the sending and before the receiving. Of all
straight lines through these gates the extreme ones bound what any tick means; nothing is assumed about how
long either way takes, so a slow adapter makes the bounds wide and never wrong. (Regression on send times,
as printers do it, is biased by half the jitter.)
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from hardware import tuning
from hardware.protocol import TICK_HZ

TOLERANCE = 5000e-6
"""Share by which the resonator of a board may be off: Murata CSTCE16M0V53, +-0.5 % (the Nano's; a crystal
has 50e-6)."""
WANDER = tuning.number("clock.wander")
"""Share by which the resonator's rate may change within the window."""
WINDOW = tuning.whole("clock.window")
"""Pings that are kept; at 20 a second 6.4 s."""
SLOW_ADAPTER = tuning.number("clock.slow_adapter")
"""Median round trip, seconds, above which an adapter holds bytes back."""


@dataclass(frozen=True, slots=True)
class HostTime:
    """Between ``time - bound`` and ``time + bound``, seconds on the host's monotonic clock."""

    time: float
    bound: float


@dataclass(frozen=True, slots=True)
class ClockQuality:
    """How well the base's clock is known on the host's.

    ``bound``: of a tick now, seconds; ``round_trip``: median, seconds; ``rate``: relative to nominal, parts;
    ``slow_adapter``: bytes are held back somewhere.
    """

    pings: int
    bound: float
    round_trip: float
    rate: float
    slow_adapter: bool


class DeviceClock:
    """Of one start of one base; another start is another clock. Not thread-safe."""

    def __init__(self, tick_hz: int = TICK_HZ) -> None:
        self._nominal = 1.0 / tick_hz
        self._gates: deque[tuple[float, int, float]] = deque(maxlen=WINDOW)
        self._lines: _Lines | None = None
        self.jumps = 0
        """How often no line led through all gates: the host's clock or the base's jumped."""

    def add(self, sent: float, tick: int, received: float) -> None:
        """A ping: sent and received in seconds of the host's monotonic clock. Ignored if it cannot be."""
        if received < sent or (self._gates and tick <= self._gates[-1][1]):
            return
        self._gates.append((sent, tick, received))
        self._lines = None
        if self._fitted().impossible:
            self.jumps += 1
            self._gates = deque([(sent, tick, received)], maxlen=WINDOW)
            self._lines = None

    @property
    def known(self) -> bool:
        """Whether there was a ping at all."""
        return bool(self._gates)

    def host_time(self, tick: int) -> HostTime:
        """When it was this tick. Raises ValueError before the first ping."""
        low, high = self._fitted().at(tick)
        return HostTime((low + high) / 2, self._stated((high - low) / 2))

    def tick_at(self, time: float) -> tuple[int, float]:
        """The tick at a time of the host and its bound in seconds. Raises ValueError before the first
        ping."""
        lines = self._fitted()
        last = self._gates[-1]
        guess = last[1]
        for _ in range(3):  # the line is straight but for its corners: it converges at once
            low, high = lines.at(guess)
            guess += round((time - (low + high) / 2) / self._nominal)
        low, high = lines.at(guess)
        return guess, self._stated((high - low) / 2)

    def quality(self, tick: int) -> ClockQuality | None:
        """How good it is at a tick; None before the first ping."""
        if not self._gates:
            return None
        lines = self._fitted()
        median = self._round_trip()
        return ClockQuality(
            pings=len(self._gates),
            bound=self.host_time(tick).bound,
            round_trip=median,
            rate=float(self._nominal / ((lines.slowest + lines.fastest) / 2)),
            slow_adapter=median > SLOW_ADAPTER,
        )

    def _round_trip(self) -> float:
        trips = sorted(received - sent for sent, _, received in self._gates)
        return trips[len(trips) // 2]

    def _stated(self, bound: float) -> float:
        """Behind a slow adapter a few lucky pings and the steadiness of the resonator would carry everything:
        then nothing better than the usual round trip is claimed."""
        trip = self._round_trip()
        return max(bound, trip) if trip > SLOW_ADAPTER else bound

    def _fitted(self) -> _Lines:
        if not self._gates:
            raise ValueError("nothing is known about the base's clock before the first ping")
        if self._lines is None:
            self._lines = _Lines(self._gates, self._nominal)
        return self._lines


@cache
def _pairs(count: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """All pairs of gates, the later one first."""
    later, earlier = np.tril_indices(count, -1)
    return later, earlier


class _Lines:
    """What the gates say: bounds of seconds a tick, and through which gate the bounds of a tick pass."""

    def __init__(self, gates: deque[tuple[float, int, float]], nominal: float) -> None:
        self._first_tick, self._first_time = gates[0][1], gates[0][0]
        sent, ticks, received = (np.array(column, dtype=np.float64) for column in zip(*gates, strict=True))
        self._ticks = ticks - self._first_tick
        age = (self._ticks[-1] - self._ticks) * nominal * WANDER
        self._low: NDArray[np.float64] = sent - self._first_time - age
        self._high: NDArray[np.float64] = received - self._first_time + age
        self.slowest, self.fastest = nominal / (1 + TOLERANCE), nominal / (1 - TOLERANCE)
        if len(gates) > 1:
            later, earlier = _pairs(len(gates))
            span = self._ticks[later] - self._ticks[earlier]
            self.fastest = min(self.fastest, np.min((self._high[later] - self._low[earlier]) / span))
            self.slowest = max(self.slowest, np.max((self._low[later] - self._high[earlier]) / span))

    @property
    def impossible(self) -> bool:
        """No straight line leads through all gates."""
        return bool(self.slowest > self.fastest)

    def at(self, tick: int) -> tuple[float, float]:
        """Earliest and latest host time of a tick, seconds."""
        away = float(tick - self._first_tick) - self._ticks
        most = away * np.where(away >= 0, self.fastest, self.slowest)
        least = away * np.where(away >= 0, self.slowest, self.fastest)
        low, high = np.max(self._low + least), np.min(self._high + most)
        return self._first_time + float(low), self._first_time + float(high)
