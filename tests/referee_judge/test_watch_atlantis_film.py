"""*Atlantis*' island, from a rendered picture to what is read: land tiles that lie a little askew."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import pytest

from companion.referee.reading import read_cell
from companion.rules.contract import CellId, Look
from companion.simulator.scene import scene_of
from companion.simulator.setting import setting_of
from tests.referee_judge.filmed import Filmed, spots
from vision.types import CellEvidence

LESSONS = (0, 1, 2)
"""The set-up; explorers ashore; everything that swims."""
SETTING = setting_of("atlantis", 2, {})
FRAME = tuple(CellId(zone.cell) for zone in SETTING.zones if len(zone.bases) > 1)
"""Where land tiles lie."""


SEA = tuple(CellId(f"{row}{number}") for row, number in zip("abcdijklm" * 2, [2] * 9 + [6] * 9, strict=True))
"""Some cells without land."""
Stack = tuple[str, ...]


def filmed() -> Filmed:
    """A table with nothing laid on it yet, its box taught."""
    start = SETTING.game.initial(SETTING.setup)
    return Filmed(SETTING, spots(SETTING, lambda cell: cell[1:].isdigit()), start, LESSONS)


@pytest.fixture(scope="module")
def harbour() -> Filmed:
    """For boats alone: who lays a whole island at once is taken for a hand."""
    return filmed()


def film(
    table: Filmed, looks: dict[CellId, Look], seed: int, where: Collection[CellId]
) -> dict[CellId, CellEvidence]:
    """The evidence there of the island that looks so, bare where ``looks`` has nothing."""
    table.show(scene_of(looks, SETTING.placer(Random(seed))))
    cells = table.last.cells
    return {cell: cells[cell] for cell in where if cells[cell].visible}


def read(
    table: Filmed, looks: dict[CellId, Look], seed: int, where: Collection[CellId] = FRAME
) -> dict[CellId, tuple[str, Stack] | None]:
    """What is seen there; None for what was never taught."""
    found = {cell: read_cell(evidence) for cell, evidence in film(table, looks, seed, where).items()}
    return {cell: None if each.unknown else each.best for cell, each in found.items()}


def test_every_land_tile_is_read_with_who_stands_there() -> None:
    """Beside a tile of its own sort one that lies off its cell's middle is still found, all of it; in a rim
    that is left over boats were seen."""
    rng = Random(0)
    looks = {
        cell: Look(
            rng.choice(["beach", "forest", "mountain"]),
            rng.choice([(), (), ("explorer blue",), ("explorer red",)]),
        )
        for cell in FRAME
    }
    seen = read(filmed(), looks, 0)
    assert len(seen) > 36  # of 40; the others may still be looked at
    assert seen == {cell: (looks[cell].base, looks[cell].pieces) for cell in seen}


def test_the_sea_where_a_tile_was_taken_is_bare() -> None:
    """The tiles around lie a little over its rim; beyond it they were taken for a boat in that cell."""
    rng = Random(3)
    kept = [cell for cell in FRAME if rng.random() < 0.75]
    looks = {cell: Look(rng.choice(["beach", "forest", "mountain"])) for cell in kept}
    seen = read(filmed(), looks, 3)
    assert len(seen) > 36
    assert seen == {cell: (looks[cell].base if cell in looks else "", ()) for cell in seen}


def test_boats_are_told_by_who_is_aboard_and_who_swims_beside_them(harbour: Filmed) -> None:
    """Those aboard were taken for somebody who swims, and lies on the boat."""
    rng = Random(4)
    red, blue = "explorer red", "explorer blue"
    crews: list[Stack] = [(), (red,), (f"{red} lying",), (blue,), (red, blue)]
    looks = {cell: Look("", ("boat", *rng.choice(crews))) for cell in SEA}
    seen = read(harbour, looks, 4, SEA)
    assert len(seen) > 15  # of 18
    assert seen == {cell: ("", looks[cell].pieces) for cell in seen}


def test_nobody_is_aboard_an_empty_boat(harbour: Filmed) -> None:
    """Its paint is near to red; only the boat itself must be credited with it, whoever comes first."""
    boat = ("boat",)
    evidence = film(harbour, dict.fromkeys(SEA, Look("", boat)), 3, SEA)
    assert len(evidence) > 15  # of 18
    leads = {
        cell: seen.stacks[boat] - max(value for stack, value in seen.stacks.items() if stack != boat)
        for cell, seen in evidence.items()
    }
    assert min(leads.values()) > 2.0
