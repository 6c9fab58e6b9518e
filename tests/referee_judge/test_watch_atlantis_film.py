"""*Atlantis*' island, from a rendered picture to what is read: land tiles that lie a little askew."""

from __future__ import annotations

from random import Random

from companion.referee.reading import read_cell
from companion.rules.contract import CellId, Look
from companion.simulator.scene import Placer, scene_of
from companion.simulator.setting import setting_of
from tests.referee_judge.filmed import Filmed, spots

LESSONS = (0, 1, 2)
"""The set-up; explorers ashore; everything that swims."""


def test_every_land_tile_is_read_with_who_stands_there() -> None:
    """Beside a tile of its own sort one that lies off its cell's middle is still found, all of it; in a rim
    that is left over boats were seen."""
    setting = setting_of("atlantis", 2, {})
    start = setting.game.initial(setting.setup)
    filmed = Filmed(setting, spots(setting, lambda cell: cell[1:].isdigit()), start, LESSONS)
    rng = Random(0)
    looks = {
        CellId(zone.cell): Look(
            rng.choice(["beach", "forest", "mountain"]),
            rng.choice([(), (), ("explorer blue",), ("explorer red",)]),
        )
        for zone in setting.zones
        if len(zone.bases) > 1
    }
    filmed.show(scene_of(looks, Placer(setting.zones, Random(0))))
    cells = filmed.last.cells
    read = {cell: read_cell(cells[cell]).look for cell in looks if cells[cell].visible}
    assert len(read) > 36  # of 40; the others may still be looked at
    assert read == {cell: (looks[cell].base, looks[cell].pieces) for cell in read}
