"""No two wooden figures are in one place on the simulated table."""

from __future__ import annotations

from itertools import combinations
from random import Random

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.rules.contract import CellId, Look
from companion.rules.pieces import Pose, PosedPiece, stack_of
from companion.simulator.hands import GRIP, LOW_GRIP, HandMover, Person
from companion.simulator.profiles import USUAL_PRINT
from companion.simulator.scene import Piece
from companion.simulator.setting import Setting, setting_of
from companion.simulator.solids import placed
from companion.simulator.tabletop import Carry, TableTop

from ..ours import OURS

CROWDS = (
    ("explorer blue lying", "whale"),
    ("serpent", "boat"),
    ("boat", "explorer red", "explorer blue lying", "explorer red lying"),
    ("explorer blue lying", "explorer red lying", "shark"),
    ("explorer red", "explorer blue", "explorer blue"),
)


@pytest.fixture(scope="module")
def setting() -> Setting:
    return setting_of("atlantis", 2, {})


def _covers(setting: Setting, piece: Piece) -> NDArray[np.uint8]:
    """What it covers, at 1/50 pitch: 1 there. Painted, not intersected as the simulator does."""
    solid = setting.kit.art(USUAL_PRINT).solid(piece.name)
    assert solid is not None
    points = placed(solid, piece.x, piece.y, piece.z, piece.angle, piece.pose)[:, :2]
    image = np.zeros((1000, 1000), np.uint8)
    hull = np.asarray(cv2.convexHull(np.round((points + 3) * 50).astype(np.int32)))
    cv2.fillConvexPoly(image, hull, 1)
    return image


@pytest.mark.parametrize("crowd", CROWDS)
def test_figures_of_a_cell_lie_beside_each_other(setting: Setting, crowd: tuple[str, ...]) -> None:
    """Whoever is not aboard has a place of his own, but for the pixels at the rim."""
    for seed in range(10):
        pieces = setting.placer(Random(seed)).put_look(CellId("d3"), Look("", stack_of(*crowd)))
        for one, other in combinations((piece for piece in pieces if piece.z == 0), 2):
            both = np.count_nonzero(_covers(setting, one) & _covers(setting, other))
            assert both < 60, (seed, one, other)


def test_figures_of_neighbouring_cells_lie_beside_each_other(setting: Setting) -> None:
    """A whale that reaches into the boat's cell leaves it a place further off."""
    (cell,) = (zone for zone in setting.zones if zone.cell == "d4")
    whale = Piece("whale", cell.x - 0.6, cell.y)
    for seed in range(10):
        boat = setting.placer(Random(seed)).put(CellId("d4"), PosedPiece("boat"), (), (whale,))
        assert np.count_nonzero(_covers(setting, whale) & _covers(setting, boat)) < 60


def test_who_has_room_stays_where_he_was_put(setting: Setting) -> None:
    """Only what is in the way is put elsewhere: both placers draw the same numbers."""
    far = Piece("whale", 0.0, 0.0, 0.0, Pose.UPRIGHT)
    alone = setting.placer(Random(4)).put(CellId("d3"), PosedPiece("shark"))
    assert setting.placer(Random(4)).put(CellId("d3"), PosedPiece("shark"), (), (far,)) == alone


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS)
def test_the_box_says_what_is_flat(game: str) -> None:
    """What has no height in its art: cards, tiles, tokens and bases; not what their names sound like."""
    table = setting_of(game, 3, {})
    art, space = table.kit.art(USUAL_PRINT), table.placer(Random(1)).space
    assert space is not None
    pieces = {piece.name for zone in table.zones for stack in zone.stacks for piece in stack}
    bases = {f"base {base}" for zone in table.zones for base in zone.bases if base}
    flat = {name for name in pieces | bases if space.is_flat(name)}
    assert flat == {name for name in pieces | bases if art.sheet(name) is not None}
    assert bases <= flat


def test_a_hand_holds_a_tile_low_and_a_figure_high(setting: Setting) -> None:
    table = TableTop(setting.placer(Random(1)), setting.kit)
    cell, tray = CellId("d3"), CellId("out")
    table.lay_out({cell: Look("beach", stack_of("explorer red")), tray: Look("", stack_of("back shark"))})
    mover = HandMover(table, (0.0, 0.0), Random(1), 1.0, None)
    for carry, height in (
        (Carry(PosedPiece("explorer red"), PosedPiece("explorer red"), cell, None), GRIP),
        (Carry(PosedPiece("beach"), PosedPiece("beach"), cell, None, base=True), LOW_GRIP),
        (Carry(PosedPiece("back shark"), PosedPiece("back shark"), tray, None), LOW_GRIP),
    ):
        spans = list(mover.visit(Person((0.0, -1.0), 0), [carry]))
        held = [span.start.z for span in spans if span.start is not None and span.start.holding is not None]
        assert held[0] == height
