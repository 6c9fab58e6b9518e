"""Measures the shipped .elf against the chip's own cycles, and the link on a bad line: ``make
bench-firmware``.

Prints distributions, not only worst cases; what must hold is asserted as well. ``EVENTS``: how many lifts,
and at least as many pad edges, in each of the two runs (100 000); ten times as many go over the bad line.
``HOURS``: of F3. What is done is kept (:mod:`tests.firmware.pieces`): start it again after an interruption
and it goes on.
"""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from hardware.base_messages import Event
from hardware.host_messages import Ack, Ping
from hardware.protocol import Channel, Edge
from tests.firmware import busy, test_link
from tests.firmware.build import FIRMWARE, built
from tests.firmware.busy import measure, spread
from tests.firmware.chip import HZ, MS, Chip
from tests.firmware.pieces import Pieces, in_pieces
from tests.firmware.test_link import run_f5

EVENTS = int(os.environ.get("EVENTS", "100000"))
HOURS = float(os.environ.get("HOURS", "1"))
PIECE = 2000
"""Lifts in a piece of F1 and F2: 16 simulated seconds."""
F5_PIECES = 10
EVERY = 10
"""Seconds between two lifts of F3."""


def programs(*sources: str) -> list[Path]:
    """What a measurement depends on."""
    place = built("base_sim", "base.elf")
    return [place / "base.elf", FIRMWARE / "sim" / "base_sim.c", *map(Path, sources)]


def report(name: str, cycles: list[int]) -> dict[str, float]:
    """One line; the distribution in microseconds."""
    figures = spread(cycles)
    print(
        f"{name:34} n={len(cycles):7} " + "  ".join(f"{key} {us:.2f}" for key, us in figures.items()) + " us"
    )
    return figures


def together(pieces: Pieces, key: str) -> list[int]:
    """The figures of all pieces."""
    return [cycles for piece in pieces.results for cycles in piece[key]]


def since_least(cycles: list[int]) -> list[int]:
    """Stamp minus truth less the cycle at which the base's clock began, which no host ever knows. It is the
    same in all pieces, so a lost overflow would stand out by 65 536."""
    least = min(cycles)
    return [error - least for error in cycles]


@pytest.mark.parametrize("armed", [True, False], ids=["armed", "lamps-refresh"])
def test_f1_f2_f6(armed: bool) -> None:
    def piece(number: int) -> Any:
        with TemporaryDirectory() as folder:
            return asdict(measure(Path(folder), min(PIECE, EVENTS), 1000 * armed + number, armed))

    name = "armed" if armed else "lamps-refresh"
    count = max(1, EVENTS // PIECE)
    pieces = in_pieces(f"f1-{name}-{min(PIECE, EVENTS)}", count, piece, programs(busy.__file__))
    events = sum(len(found["delays"]) for found in pieces.results)
    print(f"\n{name}: {events} events in {pieces.cost(events)}")
    lifts = report(f"F1 lift ({name})", since_least(together(pieces, "lifts")))
    pads = report(f"F2 pads ({name})", since_least(together(pieces, "pads_armed" if armed else "pads_free")))
    delays = report(f"F6 edge -> frame ({name})", together(pieces, "delays"))
    refreshes = sum(found["lamp_refreshes"] for found in pieces.results)
    stack = min(found["untouched_stack"] for found in pieces.results)
    print(f"lamp refreshes {refreshes}, stack never reached {stack} bytes")
    assert events == sum(found["expected"] for found in pieces.results)
    assert lifts["max"] <= 0.25
    assert delays["p95"] <= 2000
    if armed:
        assert pads["p99.9"] <= 10
        assert pads["max"] <= 25
    else:
        assert refreshes


def test_f3_no_overflow_is_lost() -> None:
    """A lift every 10 s; each tick must be the cycle less the same epoch: a lost overflow is 65 536 off."""
    pieces = in_pieces(f"f3-{HOURS:g}h", 1, lambda _: _epochs(int(3600 * HOURS)), programs(__file__))
    (epochs,) = pieces.results
    width = max(epochs) - min(epochs)
    overflows = int(3600 * HOURS * HZ / 65536)
    print(
        f"\nF3 {HOURS:g} h simulated in {pieces.cpu:.0f} s of CPU: {overflows} overflows, {len(epochs)} "
        f"lifts, their epochs within {width} ticks"
    )
    assert len(epochs) == len(range(EVERY, int(3600 * HOURS), EVERY))
    assert width < 65536 // 2  # one lost overflow would be 65 536
    assert width <= 0.25 * HZ / 1e6


def _epochs(seconds: int) -> list[int]:
    epochs: list[int] = []
    last, boot = -1, 0
    with TemporaryDirectory() as folder, Chip(Path(folder)) as chip:
        chip.loads(1000, [2500] * 4)
        chip.run(50 * MS)
        for second in range(EVERY, seconds, EVERY):
            cycle = second * HZ + second * 977  # not always at the same place of the timer's period
            chip.at(cycle, "sum 100")
            chip.loads(cycle, [100] * 4)
            chip.loads(cycle + 200 * MS, [2500] * 4)
            chip.tell(cycle - HZ, Ping(second))
            for sent in chip.run(cycle + HZ):
                message = sent.message
                if not isinstance(message, Event):
                    continue
                if (message.channel, message.edge, message.event > last) == (Channel.LIFT, Edge.OFF, True):
                    epochs.append(message.tick - chip.happened[cycle, "sum 100"])
                last = max(last, message.event)
                boot = message.boot
            chip.tell(chip.now, Ack(boot, last))
    return epochs


def test_f5_a_bad_line() -> None:
    """50 unplugs and 20 restarts among ten times EVENTS."""
    events = 10 * EVENTS // F5_PIECES
    pieces = in_pieces(
        f"f5-{events}",
        F5_PIECES,
        lambda number: run_f5(events, unplugs=5, restarts=2, seed=50 + number),
        [built("libbase.so") / "libbase.so", Path(test_link.__file__)],
    )
    found = {key: sum(piece[key] for piece in pieces.results) for key in pieces.results[0]}
    print("\nF5 " + ", ".join(f"{key} {value}" for key, value in found.items()))
    print(pieces.cost(found["events"]))
    assert found["silently lost"] == found["duplicated"] == found["corrupt accepted"] == 0
    assert found["restarts while armed told"] == 2 * F5_PIECES
