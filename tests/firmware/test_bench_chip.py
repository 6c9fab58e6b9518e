"""The bench: its own sketch in a second simulated chip, wired to the base; and what companion makes of it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.commands.bench_base import bench_base_command
from companion.devices.totem import certificate_path, valid_certificate
from hardware.bench import GAPS_US, LEAST_ROUNDS, gaps_of, read_certificate
from hardware.link import BaseLink
from hardware.movement import Movement, PadTrace
from hardware.records import Edged, Ready
from tests.firmware.build import built
from tests.firmware.chip import HZ, MS, Chip
from tests.firmware.simulated import SimulatedBase

pytestmark = pytest.mark.outside

PPM = 3000
"""By which the second board's resonator is fast; two of them may differ by 1 %."""
TICK_US = 1 / 16
"""Of the board; its edges leave within two ticks of their time, and inputs of a simulated chip change between
instructions."""


def test_the_sketch_plays_its_gaps_and_the_base_measures_them(tmp_path: Path) -> None:
    """One whole round, against the cycles at which the pins changed."""
    edges: list[Edged] = []
    link = BaseLink(0.0)
    with Chip(tmp_path) as chip:
        chip.run(20 * MS)
        chip.second(built("bench.elf") / "bench.elf", PPM)
        while chip.now < 18.2 * HZ:
            link.poll(chip.now / HZ)
            chip.receive(chip.now, link.take_output())
            for sent in chip.run(chip.now + 20 * MS):
                link.feed(sent.data, sent.cycle / HZ)
            edges += [record for record in link.take_records() if isinstance(record, Edged)]
            if edges:
                link.journaled(edges[-1].boot, edges[-1].event)
    opened = sorted((at, what) for (_, what), at in chip.happened.items() if what in ("pad 0 0", "pad 1 0"))
    played = [(after - at) / 16 for (at, _), (after, _) in zip(opened[::2], opened[1::2], strict=True)]
    assert [what for _, what in opened] == ["pad 0 0", "pad 1 0"] * (len(opened) // 2)
    true_us = [gap / (1 + PPM / 1e6) for gap in GAPS_US]
    assert played[: len(GAPS_US)] == pytest.approx(true_us, abs=4 * TICK_US)
    gaps = gaps_of(edges)
    assert [gap.played_us for gap in gaps] == list(GAPS_US)
    for gap, true in zip(gaps, true_us, strict=True):
        assert gap.measured_us == pytest.approx(true, abs=25)  # F2
        assert abs(gap.lift_us) <= 25


@pytest.mark.soak
def test_from_the_second_board_to_evidence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real command, the real driver, both boards in the simulator, by the clock."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    base = SimulatedBase(tmp_path)
    base.tell(f"second {built('bench.elf') / 'bench.elf'} {PPM}")
    told = CliRunner().invoke(bench_base_command, ["--port", base.port, "--rounds", str(LEAST_ROUNDS)])
    base.close()
    print(f"\n{told.output}")
    assert told.exit_code == 0, told.output
    path = Path(told.output.splitlines()[-1])
    certificate = read_certificate(tomllib.loads(path.read_text(encoding="utf-8")))
    print(certificate.text())
    assert path == certificate_path(certificate.board)
    assert certificate.gaps >= LEAST_ROUNDS * len(GAPS_US)
    assert certificate.rate == pytest.approx(1 / (1 + PPM / 1e6), abs=1e-4)
    assert 0 < certificate.pad_u_us < 10  # F2
    assert 0 < certificate.lift_u_us < 10
    assert certificate.worst_us <= 25 + 1e-4 * max(GAPS_US)

    ready = Ready(certificate.board, 1, certificate.firmware, 10, HZ, 0.0)
    assert valid_certificate(ready) == certificate
    pads = {0: PadTrace(True, ((600_000, False),))}
    moved = Movement(1, "T1", 1, 1, 0, 1_000_000, pads=pads)
    row = moved.sensors({"a": 0}, None, certificate=valid_certificate(ready))
    assert row["pads"]["a"]["release"] == [600_000, certificate.pad_u_us]
    assert row["base"]["lift"] == [1_000_000, certificate.lift_u_us]
