"""How long a base takes from the cable that was put back until it can be used: the shipped driver at the
shipped .elf, by the clock on the wall. ``make bench-firmware`` prints it. ``REPLUGS``: how many (25) of each.

With a bootloader, which waits for 2 s at every opening of the port before it starts the firmware, and
without. That wait is a model; how long a real one waits differs from board to board. A machine that is busy
with other things makes the simulated chip slower than a real one, never faster.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from hardware.records import Ready, Whole
from tests.firmware.simulated import Host, SimulatedBase

REPLUGS = int(os.environ.get("REPLUGS", "25"))
GOAL = 3.0
BOOTLOADER = 2.0


@pytest.mark.parametrize("boots_for", [0.0, BOOTLOADER], ids=["at-once", "bootloader"])
def test_replug_until_ready(boots_for: float, tmp_path: Path) -> None:
    found: list[float] = []
    judging: list[float] = []
    base = SimulatedBase(tmp_path)
    with Host(base) as host:
        boot = host.wait(Ready).boot
        for _ in range(REPLUGS):
            base.unplug()
            host.until(lambda: host.driver.trouble is not None)
            seen = len(host.records)
            base.replug(boots_for)
            start = base.plugged_at
            ready = host.wait(Ready, after=seen)
            found.append(time.monotonic() - start)
            host.wait(Whole, after=seen)
            judging.append(time.monotonic() - start)
            assert ready.boot == boot + 1  # a board that lives on the cable starts again, once
            boot = ready.boot
    base.close()
    for name, seconds in (("ready", found), ("clock known, would judge", judging)):
        ordered = sorted(seconds)
        within = sum(one <= GOAL for one in ordered)
        print(
            f"\nreplug -> {name:26} bootloader {boots_for:.0f} s, n={REPLUGS}: median "
            f"{ordered[len(ordered) // 2]:.2f} s, worst {ordered[-1]:.2f} s, {within} within {GOAL:.0f} s",
            end="",
        )
    print()
