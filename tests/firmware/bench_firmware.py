"""Measures the shipped .elf against the chip's own cycles, and the link on a bad line: ``make
bench-firmware``.

Prints distributions, not only worst cases; what must hold is asserted as well. ``EVENTS``: how many (100
000).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hardware.protocol import Ack, Channel, Edge, Event, Ping
from tests.firmware.busy import Found, measure, spread
from tests.firmware.chip import HZ, MS, Chip
from tests.firmware.test_link import run_f5

EVENTS = int(os.environ.get("EVENTS", "100000"))
LIFTS_OF = 0.38  # share of lifts among the events that are played


def report(name: str, errors: list[int], epoch: int = 0) -> None:
    """One line. ``epoch``: the cycle at which the base's clock began, which no host ever knows."""
    figures = spread([error + epoch for error in errors])
    print(
        f"\n{name:34} n={len(errors):6} "
        + "  ".join(f"{key} {us:.2f}" for key, us in figures.items())
        + " us"
    )


def told(found: Found, armed: bool) -> None:
    epoch = -min(found.lifts)
    report("F1 lift" + (" (armed)" if armed else " (lamps refresh)"), found.lifts, epoch)
    pads = found.pads_armed if armed else found.pads_free
    report("F2 pads" + (" (armed)" if armed else " (lamps refresh)"), pads, -min(pads))
    report("F6 edge -> frame complete", found.delays)
    print(
        f"lamp refreshes {found.lamp_refreshes}, stack never reached {found.untouched_stack} bytes, "
        f"events {len(found.delays)} of {found.expected}"
    )


@pytest.mark.parametrize("armed", [True, False])
def test_f1_f2_f6(tmp_path: Path, armed: bool) -> None:
    found = measure(tmp_path, int(EVENTS * LIFTS_OF / 2), 7 + armed, armed)
    told(found, armed)
    assert len(found.delays) == found.expected
    assert max(found.lifts) - min(found.lifts) <= 0.25 * HZ / 1e6
    delays = spread(found.delays)
    assert delays["p95"] <= 2000
    if armed:
        pads = spread([error - min(found.pads_armed) for error in found.pads_armed])
        assert pads["p99.9"] <= 10
        assert pads["max"] <= 25


def test_f3_an_hour_without_a_lost_overflow(tmp_path: Path) -> None:
    """A lift every 10 s for an hour; each tick must be the cycle less the same epoch: a lost overflow is
    65536 off."""
    hours = float(os.environ.get("HOURS", "1"))
    epochs: list[int] = []
    last, boot = -1, 0
    with Chip(tmp_path) as chip:
        chip.loads(1000, [2500] * 4)
        chip.run(50 * MS)
        for second in range(10, int(3600 * hours), 10):
            cycle = second * HZ + second * 977  # not always at the same place of the timer's period
            chip.loads(cycle, [100] * 4)
            chip.loads(cycle + 200 * MS, [2500] * 4)
            chip.tell(cycle - HZ, Ping(second))
            for sent in chip.run(cycle + HZ):
                message = sent.message
                if not isinstance(message, Event):
                    continue
                if (message.channel, message.edge, message.event > last) == (Channel.LIFT, Edge.OFF, True):
                    epochs.append(message.tick - cycle)
                last = max(last, message.event)
                boot = message.boot
            chip.tell(chip.now, Ack(boot, last))
    lost = {round((epoch - epochs[0]) / 65536) for epoch in epochs}
    width = max(epochs) - min(epochs)
    print(f"\nF3: {hours:g} h, {len(epochs)} lifts, epochs within {width} ticks, lost: {lost}")
    assert len(epochs) == len(range(10, int(3600 * hours), 10))
    assert lost == {0}


def test_f5_a_bad_line() -> None:
    found = run_f5(10 * EVENTS, unplugs=50, restarts=20, seed=5)
    print("\nF5 " + ", ".join(f"{key} {value}" for key, value in found.items()))
    assert found["silently lost"] == found["duplicated"] == found["corrupt accepted"] == 0
    assert found["restarts while armed told"] == 20
