"""Taps on the pads of a totem base, told from hands that rest there. Pure: records and times in, pads out."""

from __future__ import annotations

from typing import Final

from hardware import tuning
from hardware.movement import BRIEF_US
from hardware.protocol import TICK_HZ, Channel, Edge
from hardware.records import Edged, Gone, Ready, Record

LONGEST_US: Final = tuning.whole("taps.longest_us")
"""A hand that stays longer is no tap: it rests, or leans on the table."""
STALE: Final = tuning.number("taps.stale")
"""Seconds after which a tap is none any more: a base repeats what nobody had taken in."""


class Taps:
    """Feeds on the records of one base, in order."""

    def __init__(self) -> None:
        self._tick_hz = TICK_HZ
        self._touched: dict[int, int] = {}

    def feed(self, record: Record, now: float) -> int | None:
        """The pad, from 0, that a record says was tapped. ``now``: seconds of the host's monotonic clock."""
        match record:
            case Ready():
                self._tick_hz, self._touched = record.tick_hz, {}
            case Gone():
                self._touched = {}
            case Edged(channel=Channel.PAD, edge=Edge.ON):
                self._touched[record.index] = record.tick
            case Edged(channel=Channel.PAD):
                return self._left(record, now)
        return None

    def _left(self, edge: Edged, now: float) -> int | None:
        since = self._touched.pop(edge.index, None)
        if since is None or edge.host is None or now - edge.host.time > STALE:
            return None
        us = (edge.tick - since) * 1_000_000 / self._tick_hz
        return edge.index if BRIEF_US <= us <= LONGEST_US else None
