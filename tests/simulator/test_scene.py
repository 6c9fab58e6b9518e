"""How people put pieces down."""

from __future__ import annotations

from math import hypot
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.contract import CellId, Look, Reading, Zone, ZoneKind
from companion.rules.pieces import Pose, PosedPiece, stack_of
from companion.rules.record import replace
from companion.simulator.scene import JITTER, TWIST, Carrier, Placer, scene_of

CARD, THREE = stack_of("card x"), stack_of("a", "b", "c")
STACKS = ((), stack_of("pawn"), stack_of("pawn", "ogre"))
SQUARE = Zone(CellId("c3"), 2.0, 2.0, 1.0, 1.0, ZoneKind.SQUARE, 0, ("",), STACKS, Reading.FIGURES)
SLOT = Zone(CellId("slot"), 9.0, 2.0, 0.9, 1.3, ZoneKind.SLOT, 1, ("",), ((), CARD), Reading.CARDS)
PIT = Zone(CellId("pit"), 5.0, 5.0, 1.0, 1.0, ZoneKind.SQUARE, 0, ("",), ((), THREE), Reading.CROWD)
SEEDS = st.integers(0, 2**32)


@given(SEEDS)
def test_a_piece_lies_within_the_jitter_of_its_cell(seed: int) -> None:
    piece = Placer([SQUARE], Random(seed)).put(SQUARE.cell, PosedPiece("pawn"))
    assert abs(piece.x - 2.0) <= JITTER
    assert abs(piece.y - 2.0) <= JITTER
    assert abs(piece.angle) <= TWIST
    assert piece.pose is Pose.UPRIGHT


@given(SEEDS)
def test_a_card_in_a_slot_turned_clockwise_by_a_quarter_points_to_the_east(seed: int) -> None:
    upright = Placer([SLOT], Random(seed)).put(SLOT.cell, PosedPiece("card x"))
    turned = Placer([SLOT], Random(seed)).put(SLOT.cell, PosedPiece("card x turned"))
    assert abs(upright.angle - -90) <= TWIST
    assert abs(turned.angle - 90) <= TWIST
    assert upright.name == turned.name == "card x"


@given(SEEDS)
def test_figures_that_share_a_cell_stand_beside_each_other_inside_it(seed: int) -> None:
    laid = Placer([SQUARE], Random(seed)).put_look(SQUARE.cell, Look("", stack_of("pawn", "ogre")))
    (first, second) = laid
    assert hypot(first.x - second.x, first.y - second.y) >= 0.15
    assert all(abs(piece.x - 2) < 0.5 and abs(piece.y - 2) < 0.5 for piece in laid)


@given(SEEDS)
def test_three_in_a_pit_leave_each_other_room(seed: int) -> None:
    rows = sorted(
        piece.y for piece in Placer([PIT], Random(seed)).put_look(PIT.cell, Look("", stack_of("a", "b", "c")))
    )
    assert rows[1] - rows[0] > 0.1
    assert rows[2] - rows[1] > 0.1


def test_a_lying_figure_keeps_its_name() -> None:
    scene = scene_of({SQUARE.cell: Look("", stack_of("ogre lying"))}, Placer([SQUARE], Random(1)))
    (piece,) = scene.pieces
    assert (piece.name, piece.pose) == ("ogre", Pose.LYING)


def test_the_base_lies_under_the_figures() -> None:
    scene = scene_of({SQUARE.cell: Look("sand", stack_of("pawn"))}, Placer([SQUARE], Random(1)))
    assert [piece.name for piece in scene.pieces] == ["base sand", "pawn"]


@given(SEEDS)
def test_whoever_comes_first_leaves_room_only_where_pieces_stand_side_by_side(seed: int) -> None:
    many = replace(SQUARE, stacks=(*STACKS, stack_of("pawn", "ogre", "wolf", "bear")))
    for zone, least, most in ((many, 0.0, JITTER), (replace(PIT, stacks=STACKS), 0.12 - 0.03, 0.34 + 0.03)):
        piece = Placer([zone], Random(seed)).put(zone.cell, PosedPiece("pawn"))
        assert least <= abs(piece.y - zone.y) <= most


@given(SEEDS)
def test_what_a_box_calls_a_carrier_takes_its_riders_up(seed: int) -> None:
    sledge = Carrier("sledge", lambda piece: piece.kind == "dog", deck=0.2, benches=(0.3, -0.3), aside=0.1)
    hexagon = replace(PIT, kind=ZoneKind.HEX)
    placer = Placer([hexagon], Random(seed), carrier=sledge)
    look = Look("", stack_of("sledge", "dog one", "dog two", "cat"))
    it, one, two, cat = placer.put_look(hexagon.cell, look)
    assert (it.z, one.z, two.z, cat.z) == (0.0, 0.2, 0.2, 0.0)
    assert hypot(one.x - it.x, one.y - it.y) == pytest.approx(0.3, abs=0.03)
    assert hypot(one.x - two.x, one.y - two.y) == pytest.approx(0.6, abs=0.06)
