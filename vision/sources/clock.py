"""Turns the times of a sender's clock into times of ours."""

from __future__ import annotations

import math

from vision.tuning import number, whole

_APART = number("clock.apart")
"""A picture whose time disagrees by more seconds with those before is not late: it comes from another
clock."""
_LATE = number("clock.late")
"""An older picture may come at most so many seconds after a newer one. Later than that, the sender's clock
was put back."""
_END_OF_TIME = 2.0**36
"""Seconds: more than two thousand years, where a float counts no microseconds. No real clock is there."""
_STRIKES = whole("clock.strikes")
"""If the clock is wrong so often in a row, or in all for a clock that is put forward and back, what it says
cannot be time."""


class SenderClock:
    """Maps times of a sender's monotonic clock to the local one by the smallest delay seen.

    A picture is never early, so the smallest (arrival - sent) is the best offset. It is forgotten after one
    to two windows, so that clocks that run apart (crystals: up to 50 ppm each) never differ by more than
    a few milliseconds. Times never go backwards and never lie after the arrival.

    A clock that stands still, has only whole seconds, or is put forward or back again and again is not
    ``believed`` any more: then the arrival is the time.
    """

    def __init__(self, window: float = 60.0) -> None:
        self.believed = True
        self._window = window
        self._last = -math.inf
        self._same = self._whole = self._jumps = 0
        self._restart()

    def _restart(self) -> None:
        self._since = -math.inf
        self._older = self._newer = math.inf
        self._sent = self._arrival = -math.inf

    def local(self, sent: float, arrival: float) -> float | None:
        """The local time (s) of a picture sent at ``sent`` and received at ``arrival``; None when it is
        older than the one before (out of order)."""
        if self.believed and sent < self._sent and arrival - self._arrival < _LATE:
            return None
        if self.believed:
            self._doubt(sent, arrival)
        self._last = max(self._last, self._mapped(sent, arrival) if self.believed else arrival)
        return self._last

    def _doubt(self, sent: float, arrival: float) -> None:
        self._same = self._same + 1 if sent == self._sent else 0
        self._whole = self._whole + 1 if sent == math.floor(sent) else 0
        offset = min(self._older, self._newer)
        if sent < self._sent or (math.isfinite(offset) and abs(arrival - sent - offset) > _APART):
            self._jumps += 1
            self._restart()
        steady = self._same + 1 < _STRIKES and max(self._whole, self._jumps) < _STRIKES
        self.believed = steady and abs(sent) < _END_OF_TIME

    def _mapped(self, sent: float, arrival: float) -> float:
        self._sent, self._arrival = sent, arrival
        if arrival - self._since > self._window:
            self._older, self._newer, self._since = self._newer, math.inf, arrival
        self._newer = min(self._newer, arrival - sent)
        return min(sent + min(self._older, self._newer), arrival)
