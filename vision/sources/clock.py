"""From a sender's clock to ours."""

from __future__ import annotations

import math


class SenderClock:
    """Maps times of a sender's monotonic clock to the local one by the smallest delay seen.

    A picture is never early, so the smallest (arrival - sent) is the best offset. It is forgotten after one
    to two windows, so that clocks that run apart (crystals: up to 50 ppm each) never differ by more than
    a few milliseconds. Times never go backwards and never lie after the arrival.
    """

    def __init__(self, window: float = 60.0) -> None:
        self._window = window
        self._since = -math.inf
        self._older = self._newer = math.inf
        self._sent = self._last = -math.inf

    def local(self, sent: float, arrival: float) -> float | None:
        """The local time (s) of a picture sent at ``sent`` and received at ``arrival``; None when it is
        older than the one before (out of order)."""
        if sent < self._sent:
            return None
        self._sent = sent
        if arrival - self._since > self._window:
            self._older, self._newer, self._since = self._newer, math.inf, arrival
        self._newer = min(self._newer, arrival - sent)
        offset = min(self._older, self._newer)
        self._last = max(self._last, min(sent + offset, arrival))
        return self._last
