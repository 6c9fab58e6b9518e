"""Judging known gaps: recognised rounds, fitted clocks, errors and refusals."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from random import Random

import pytest

from hardware.bench import GAPS_US, BenchError, certify, gaps_of, read_certificate
from hardware.protocol import Channel, Edge
from hardware.records import Edged


def edge(channel: Channel, index: int, us: float) -> Edged:
    return Edged(1, 0, channel, index, Edge.OFF, 0, round(us * 16), None)


def rounds(count: int, rate: float, noise_us: float) -> list[Edged]:
    """As the bench plays them and a base with such a clock and such errors would measure them."""
    random, found, at = Random(8), [], 500_000.0
    for _ in range(count):
        for n, gap in enumerate(GAPS_US):
            at += 900_000 if n == 0 else 600_000
            found.append(edge(Channel.PAD, 0, rate * at + random.uniform(0, noise_us)))
            at += gap
            found.append(edge(Channel.PAD, 1, rate * at + random.uniform(0, noise_us)))
            found.append(edge(Channel.LIFT, 0, rate * at - 2.5))
            at += 100_000
    return found


def test_errors_are_what_the_clocks_do_not_explain() -> None:
    certificate = certify(gaps_of(rounds(12, 1.0043, 6.0)), board=5, firmware=0xABCD)
    assert certificate.gaps == 11 * 12  # the first round begins before there is a pause to recognise it by
    assert certificate.rate == pytest.approx(1.0043, abs=1e-4)
    assert certificate.pad_u_us == pytest.approx(6 / 12**0.5, rel=0.2)  # evenly spread over 6 us
    assert certificate.worst_us <= 6 + 1e-4 * 40_000
    assert certificate.lift_u_us == pytest.approx(6 / 12**0.5, rel=0.2)
    again = read_certificate(tomllib.loads(certificate.text()))
    assert again.pad_u_us == pytest.approx(certificate.pad_u_us, abs=0.01)


def test_a_run_that_is_too_short_or_on_another_clock_is_refused() -> None:
    with pytest.raises(BenchError, match="Only 48 of 60 gaps were recognised"):
        certify(gaps_of(rounds(5, 1.0, 1.0)), 1, 1)
    with pytest.raises(BenchError, match=r"differ by 2\.0 %"):
        certify(gaps_of(rounds(8, 1.02, 1.0)), 1, 1)
    assert gaps_of([]) == []


@pytest.mark.parametrize("text", ["board = 1", "board = 'x'", "board = inf", "board = []"])
def test_a_file_that_is_no_certificate(text: str) -> None:
    with pytest.raises(BenchError, match="no bench certificate"):
        read_certificate(tomllib.loads(text))


def test_the_sketch_plays_the_same_gaps() -> None:
    source = (Path(__file__).parents[2] / "firmware" / "bench" / "bench.c").read_text(encoding="utf-8")
    table = re.search(r"gaps_us\[\] = \{ ([\d, ]+) \}", source)
    assert table is not None
    assert tuple(int(gap) for gap in table[1].split(",")) == GAPS_US
