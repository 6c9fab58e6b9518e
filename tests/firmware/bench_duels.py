"""F7 and F8 on the model: coverage and errors with intervals. ``make bench-firmware`` prints them."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.firmware.duels import tally, wilson
from tests.firmware.hands import Kind
from tests.firmware.virtual import VirtualTable, after_silence

DUELS = int(os.environ.get("DUELS", "10000"))
COVERAGE = {"T0": 0.0, "T1": 0.35, "T2": 0.80}


@pytest.mark.parametrize("tier", ["T0", "T1", "T2"])
def test_f7(tier: str) -> None:
    found = tally(tier, DUELS, seed=71)
    print(f"\nF7 {tier}: {found.line()}")
    if found.decided:
        assert wilson(found.right, found.decided)[0] >= 0.98
    assert found.decided / found.duels >= COVERAGE[tier]


def test_f8_knocks_and_grabs_on_the_chip(tmp_path: Path) -> None:
    count = max(4, DUELS // 250)
    table = VirtualTable(tmp_path, ["s1", "s2", "s3"], 9)
    told: Counter[tuple[str, str]] = Counter()
    for n in range(2 * count):
        kind = (Kind.CLEAR, Kind.KNOCKED)[n % 2]
        word = after_silence(table.grab(kind, ["s1", "s2"])).split()[0]
        told[kind.value, "knocked" if word == "knocked" else "not knocked"] += 1
    table.close()
    print(f"\nF8 {dict(told)}")
    assert told[Kind.CLEAR.value, "knocked"] == told[Kind.KNOCKED.value, "not knocked"] == 0
