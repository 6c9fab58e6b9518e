"""A busy base: lifts, pads, load, lamps and a talking host at once, against the chip's own cycles (F1, F2,
F6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from hardware.base_messages import Event
from hardware.host_messages import Ack, Arm, Ask, Lamps, Ping
from hardware.protocol import Asked, Channel, Edge
from tests.firmware.chip import HZ, MS, Chip, Sent

SLICE = 20 * MS
EMPTY, LOADED = 300, 3000
"""Millivolts at the comparator; the threshold is at 1000."""


@dataclass
class Found:
    """Errors in cycles: of lifts and pads (stamp minus truth), of delays (last bit sent minus truth)."""

    lifts: list[int] = field(default_factory=list)
    pads_armed: list[int] = field(default_factory=list)
    pads_free: list[int] = field(default_factory=list)
    delays: list[int] = field(default_factory=list)
    expected: int = 0
    lamp_refreshes: int = 0
    untouched_stack: int = 0


class Busy:
    """Plays edges and compares. ``armed``: the whole time, so that no lamp refreshes; else lamps all the
    time."""

    def __init__(self, chip: Chip, seed: int, armed: bool) -> None:
        self.chip, self.random, self.armed = chip, Random(seed), armed
        self.found = Found()
        self._truth: dict[int, list[int]] = {}
        self._boot = 0
        self._pads = [0] * 10
        self._pad_free = [0] * 10
        self._acked = -1
        self._token = 0
        self._lift_at = 0

    def run(self, lifts: int) -> Found:
        """Until so many lifts have been played."""
        chip = self.chip
        chip.loads(1000, [2500] * 4)
        chip.at(2000, f"sum {LOADED}")
        chip.run(50 * MS)
        if self.armed:
            chip.tell(51 * MS, Arm(1))
        chip.run(60 * MS)
        self._lift_at = chip.now + SLICE
        while len(self._truth.get(Channel.LIFT, [])) < lifts:
            self._plan(chip.now + MS, chip.now + SLICE)
            self._compare(chip.run(chip.now + SLICE))
        for _ in range(30):
            self._compare(chip.run(chip.now + SLICE))
        self.found.expected = sum(len(cycles) for cycles in self._truth.values())
        self.found.lamp_refreshes = len(chip.lamp_refreshes)
        self.found.untouched_stack = chip.untouched_stack()
        return self.found

    def _plan(self, start: int, end: int) -> None:
        for cycle in self._lifts(end):
            self._happen(Channel.LIFT, cycle)
            self.chip.at(cycle, f"sum {EMPTY}")
            self.chip.at(cycle + MS, f"sum {LOADED}")
        for pad in range(10):
            cycle = max(self._pad_free[pad], start) + self.random.randrange(60 * MS)
            if cycle < end:
                self._pads[pad] ^= 1
                self._happen(Channel.PAD + pad, cycle)
                self.chip.at(cycle, f"pad {pad} {self._pads[pad]}")
                self._pad_free[pad] = cycle + 10 * MS  # beyond its deaf time
        for cycle in range(start, end, 5 * MS):
            self._token += 1
            self.chip.tell(cycle + self.random.randrange(MS), Ping(self._token))
        self.chip.tell(start + 3 * MS, Ask(Asked.STATUS))
        self.chip.tell(start + 8 * MS, Lamps(tuple(self.random.randrange(256) for _ in range(36))))
        # load that moves all the time, without leaving
        for segment in range(4):
            self.chip.at(start + 4 * MS, f"load {segment} {2200 + self.random.randrange(600)}")
            self.chip.at(start + 4 * MS, f"sum {LOADED}")
        if self._acked >= 0:
            self.chip.tell(start, Ack(self._boot, self._acked))

    def _lifts(self, end: int) -> Iterator[int]:
        while self._lift_at < end + MS:  # the chip stops a few cycles late
            yield self._lift_at
            self._lift_at += 7 * MS + self.random.randrange(2 * MS)

    def _happen(self, channel: int, cycle: int) -> None:
        self._truth.setdefault(channel, []).append(cycle)

    def _compare(self, sent: list[Sent]) -> None:
        for one in sent:
            message = one.message
            if not isinstance(message, Event) or message.event <= self._acked:
                continue
            assert message.event == self._acked + 1, "the simulated line loses nothing"
            self._acked, self._boot = message.event, message.boot
            self._judge(message, one.cycle)

    def _judge(self, event: Event, sent_at: int) -> None:
        if event.channel == Channel.LIFT and event.edge == Edge.OFF:
            errors = self.found.lifts
        elif event.channel >= Channel.PAD:
            errors = self.found.pads_armed if self.armed else self.found.pads_free
        else:
            return
        meant = min(self._truth[event.channel], key=lambda true: abs(true - event.tick))
        pad = event.channel - Channel.PAD
        what = f"sum {EMPTY}" if pad < 0 else f"pad {pad} {int(event.edge == Edge.ON)}"
        cycle = self.chip.happened[meant, what]
        errors.append(event.tick - cycle)
        self.found.delays.append(sent_at - cycle)


def measure(folder: Path, lifts: int, seed: int, armed: bool) -> Found:
    """A run of so many lifts, with several pad edges for each."""
    with Chip(folder) as chip:
        return Busy(chip, seed, armed).run(lifts)


def spread(errors: list[int]) -> dict[str, float]:
    """The distribution of errors, in microseconds."""
    ordered = sorted(errors)
    at = {"min": 0.0, "p50": 0.5, "p95": 0.95, "p99": 0.99, "p99.9": 0.999, "max": 1.0}
    return {name: ordered[round(share * (len(ordered) - 1))] / (HZ / 1e6) for name, share in at.items()}
