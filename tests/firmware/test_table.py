"""Hands at the pins, the shipped .elf, the link, evidence, verdict: against what really happened."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.protocol import TICK_HZ
from tests.firmware.chip import HZ, MS
from tests.firmware.hands import REST_MV, US, Kind
from tests.firmware.virtual import VirtualTable, after_silence, outcome

pytestmark = pytest.mark.outside

EXPECTED = {
    Kind.CLEAR: "decided",
    Kind.CONTESTED: "too-close",
    Kind.SIMULTANEOUS: "too-close",
    Kind.EARLY: "false-start",
    Kind.HOVERING: "not-set",
    Kind.KNOCKED: "knocked",
    Kind.DROPPED: "ask",
    Kind.TWO_HANDS: "too-close",
}
"""The first word of the verdict after silence; below 115 ms pads separate nobody (T1)."""


@pytest.mark.parametrize("seed", [5])
def test_every_kind_of_grab(tmp_path: Path, seed: int) -> None:
    table = VirtualTable(tmp_path, ["s1", "s2", "s3"], seed)
    for kind, word in EXPECTED.items():
        heard = table.grab(kind, ["s1", "s2"])
        scene, movement = heard.scene, heard.movement
        assert after_silence(heard).split()[0] == word, heard
        assert outcome(heard) != "wrong"
        assert movement.lost_events == 0
        # stamps against the chip's own cycles: differences, because the base's clock began at a cycle
        # nobody knows
        assert movement.lift_us is not None
        for seat, cycle in scene.released.items():
            release = movement.pads[table.pads[seat]].release_before(movement.lift_us)
            if cycle < scene.lift - HZ // 1000 and release is not None:
                # the comparator sees half of the load go, up to 25 ms before the last segment is empty
                gap = (scene.lift - cycle) / 16
                assert -120_000 <= movement.lift_us - release - gap <= 100
        early = abs(heard.reveal.first_us - scene.reveal / (TICK_HZ / 1e6))
        assert early < 1e6  # the same epoch for all
    assert table.link.counts.broken == table.link.counts.skipped == 0
    table.close()


def test_noise_is_no_hand_and_no_lift(tmp_path: Path) -> None:
    """Spikes of 60 us at the comparator and of 30 us at every pad; then a grab with one more at the pad that
    its hand has left: the release is that of the hand."""
    table = VirtualTable(tmp_path, ["s1", "s2", "s3"], 9)
    table.arm()
    start = table.chip.now
    table.chip.at(start + 50 * MS, "sum 300")
    table.chip.at(start + 50 * MS + 60 * US, f"sum {REST_MV}")
    for pad in range(3):
        _spike(table, pad, start + (100 + 3 * pad) * MS, level=0)
    table.run_to(start + 900 * MS)
    assert table.movements == []
    out = table.chip.now
    table.chip.at(out, "pad 0 0")
    _spike(table, 0, out + 150 * MS, level=1)
    table.chip.at(out + 40 * MS, "pad 1 0")
    table.chip.loads(out + 400 * MS, [100] * 4)
    table.run_to(out + 1100 * MS)
    (movement,) = table.movements
    table.close()
    assert movement.lift_us is not None
    first, second, third = (movement.pads[pad].release_before(movement.lift_us) for pad in range(3))
    assert first is not None
    assert second is not None
    assert abs(second - first - 40_000) <= 25
    assert abs(movement.lift_us - first - 400_000) <= 25
    assert third is None  # it never left


def _spike(table: VirtualTable, pad: int, cycle: int, level: int) -> None:
    table.chip.at(cycle, f"pad {pad} {level}")
    table.chip.at(cycle + 30 * US, f"pad {pad} {1 - level}")
