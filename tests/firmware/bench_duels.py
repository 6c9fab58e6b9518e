"""F7 and F8 on the models: coverage and errors with intervals. ``make bench-firmware`` prints them.

``DUELS``: how many of each (10 000; a twentieth of it through the base's own core).
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from hardware import movement, shape
from tests.firmware import physics
from tests.firmware.build import built
from tests.firmware.duels import false_starts, tally, wilson
from tests.firmware.physics import Moved, happen, word_for
from tests.firmware.pieces import in_pieces

DUELS = int(os.environ.get("DUELS", "10000"))
COVERAGE = {"T0": 0.0, "T1": 0.35, "T2": 0.90, "T3": 0.92}
PIECE = 50
PHYSICS = [Path(physics.__file__), Path(movement.__file__), Path(shape.__file__)]


@pytest.mark.parametrize("tier", COVERAGE)
def test_f7(tier: str) -> None:
    found = tally(tier, DUELS, seed=71)
    print(f"\nF7 {tier}: {found.line()}")
    if found.decided:
        assert wilson(found.right, found.decided)[0] >= 0.98
    assert wilson(found.decided, found.duels)[1] >= COVERAGE[tier]


def test_f7_a_camera_without_pads() -> None:
    found = tally("T2", DUELS, seed=71, has_pads=False)
    print(f"\nF7 T2 without pads: {found.line()}")
    assert found.decided
    assert wilson(found.right, found.decided)[0] >= 0.98


@pytest.mark.parametrize("moved", Moved)
def test_f8_knocks_and_grabs(moved: Moved) -> None:
    """Confusion of one with the other: at most 1 % each way. Of grabs with a blow of a hand none is called a
    fall, and at most 10 % are asked about; of totems that fall out of a hand 90 % are told or asked about."""

    def piece(number: int) -> dict[str, int]:
        random = Random(f"{moved.name} {number}")
        return Counter(word_for(happen(random, moved)) for _ in range(PIECE))

    count = max(1, DUELS // 20 // PIECE)
    programs = [*PHYSICS, built("libbase.so") / "libbase.so"]
    pieces = in_pieces(f"f8-{moved.name}", count, piece, programs)
    told = sum(map(Counter[str], pieces.results), Counter[str]())
    grabs, falls = told["decided"] + told["provisional"], told["knocked"] + told["dropped"]
    wrong = grabs if moved in (Moved.KNOCK, Moved.DROP) else falls
    low, high = wilson(wrong, told.total())
    print(f"\nF8 {moved}: {dict(told)}; confused {wrong}/{told.total()} [{low:.2%}, {high:.2%}]")
    if moved is Moved.SLAP:
        assert wrong == 0
        assert wilson(told["ask"], told.total())[0] <= 0.10
    else:
        assert wrong <= (0.10 if moved is Moved.DROP else 0.01) * told.total()


def test_f8_false_starts() -> None:
    early, late = false_starts(DUELS, 3, -450_000, -10_000), false_starts(DUELS, 4, 180_000, 600_000)
    print(
        f"\nF8 false starts: {early}/{DUELS} called that left before, {late}/{DUELS} that left 180 ms after"
    )
    assert (early, late) == (DUELS, 0)
