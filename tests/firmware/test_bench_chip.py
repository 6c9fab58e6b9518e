"""Known gaps at the pins of the shipped .elf: what the certificate of a simulated base says."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.bench import GAPS_US, LEAST_ROUNDS, certify, gaps_of, read_certificate
from hardware.protocol import Ack, Channel, Edge, Event
from hardware.records import Edged
from tests.firmware.chip import HZ, MS, Chip

US = HZ // 1_000_000


@pytest.mark.soak
def test_the_certificate_of_a_simulated_base(tmp_path: Path) -> None:
    """One clock plays and measures, so the rate is 1; what is left is the interrupts (F2) and the
    comparator (F1)."""
    edges: list[Edged] = []
    with Chip(tmp_path) as chip:
        chip.run(20 * MS)
        at = chip.now + 100 * MS
        for _ in range(LEAST_ROUNDS + 1):
            for n, gap in enumerate(GAPS_US):
                chip.loads(at, [2500] * 4)
                chip.at(at, "pad 0 1")
                chip.at(at, "pad 1 1")
                at += (900 if n == 0 else 600) * MS
                chip.at(at, "pad 0 0")
                at += gap * US
                chip.at(at, "pad 1 0")
                chip.at(at, "sum 100")
                chip.loads(at + MS, [0] * 4)
                at += 100 * MS
                for sent in chip.run(at):
                    message = sent.message
                    if isinstance(message, Event) and (not edges or message.event > edges[-1].event):
                        channel = (
                            Channel.PAD
                            if message.channel >= Channel.PAD
                            else Channel(min(message.channel, 8))
                        )
                        index = message.channel - channel if channel is Channel.PAD else 0
                        edges.append(
                            Edged(1, message.event, channel, index, Edge(message.edge), 0, message.tick, None)
                        )
                        chip.tell(chip.now, Ack(message.boot, message.event))
    certificate = certify(gaps_of(edges), board=1, firmware=2)
    print(f"\n{certificate.text()}")
    assert certificate.gaps == LEAST_ROUNDS * len(GAPS_US)
    assert certificate.rate == pytest.approx(1.0, abs=1e-3)
    assert certificate.pad_u_us < 10
    assert certificate.lift_u_us < 10
    assert certificate.worst_us < 25 + 1e-3 * max(GAPS_US)
    assert read_certificate(certificate.text()).gaps == certificate.gaps
