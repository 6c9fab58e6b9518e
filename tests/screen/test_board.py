"""The drawn board: any zones, any looks; geometry worked out by hand."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics import Mesh

from companion.locale import Texts
from companion.rules.contract import CellId, Lamp, Look, Reading, Zone, ZoneKind
from companion.rules.pieces import PosedPiece, stack_of
from companion.screen.board import BoardView
from companion.screen.panels.situation import LampRow
from companion.screen.pieces import short_name, sign_of
from companion.screen.theme import COLOURS, seat_sign


def zone(cell: str, x: float, y: float, kind: ZoneKind = ZoneKind.SQUARE, turn: int = 0) -> Zone:
    width, height = (0.9, 1.3) if kind is ZoneKind.SLOT else (1.0, 1.0)
    reading = Reading.CARDS if kind is ZoneKind.SLOT else Reading.FIGURES
    return Zone(CellId(cell), x, y, width, height, kind, turn, ("",), ((),), reading)


def board(zones: list[Zone], size: tuple[int, int]) -> BoardView:
    view = BoardView(Texts("en"), zones, ("south", "north"), size_hint=(None, None), size=size)
    view.pos = (0, 0)
    return view


def test_cells_fill_the_space_and_north_is_up() -> None:
    view = board([zone("a1", 0, 0), zone("b1", 1, 0), zone("a2", 0, 1), zone("b2", 1, 1)], (230, 230))
    # the map is 2 pitches and 0.15 on each side: 230 px / 2.3 = 100 px a pitch
    assert view.box(CellId("a1")) == pytest.approx((15, 15, 100, 100))
    assert view.box(CellId("b2")) == pytest.approx((115, 115, 100, 100))
    assert view.cell_at(65, 65) == "a1"
    assert view.cell_at(65, 165) == "a2"
    assert view.cell_at(165, 65) == "b1"
    assert view.cell_at(2, 2) is None


def test_slots_are_shown_with_the_whole_table_only() -> None:
    view = board([zone("a1", 0, 0), zone("laid:south", 0, -2, ZoneKind.SLOT)], (230, 230))
    assert not view.has([CellId("laid:south")])
    view.show_whole(True)
    assert view.has([CellId("laid:south")])


def test_a_turned_slot_lies_across() -> None:
    view = board([zone("laid:west", 0, 0, ZoneKind.SLOT, turn=1)], (320, 240))
    _, _, width, height = view.box(CellId("laid:west"))
    assert width / height == pytest.approx(1.3 / 0.9)


def test_a_game_of_slots_alone_is_shown_too() -> None:
    view = board([zone("pile", 0, 0, ZoneKind.SLOT)], (100, 100))
    assert view.cell_at(50, 50) == "pile"


def test_hexagons_are_meshes_of_six_corners() -> None:
    view = board([zone("h1", 0, 0, ZoneKind.HEX)], (130, 130))
    meshes = [part for part in view._groups[CellId("h1")].children if isinstance(part, Mesh)]
    assert [len(mesh.indices) for mesh in meshes] == [6]


def test_any_number_of_pieces_and_any_names_can_be_drawn() -> None:
    view = board([zone("a1", 0, 0)], (130, 130))
    for pieces in (
        (),
        ("hunter south",),
        ("hunter south", "beast red"),
        ("beast red", "beast blue", "beast yellow"),
        ("beast red", "beast blue", "beast yellow", "beast green lying"),
        tuple(f"beast {colour}" for colour in ("red", "blue", "yellow", "green", "white")),
        ("card ur turned",),
        ("back",),
        ("something nobody thought of",),
    ):
        view.show({CellId("a1"): Look("turquoise", stack_of(*pieces))})
        assert view.looks[CellId("a1")].pieces == pieces


def test_a_seat_s_sign_is_colour_shape_and_number() -> None:
    south, north = (sign_of(PosedPiece(f"hunter {seat}"), ("south", "north")) for seat in ("south", "north"))
    assert (south.number, north.number) == (1, 2)
    assert south.shape != north.shape
    assert south.colour != north.colour


def test_sixteen_seats_still_differ() -> None:
    seats = [f"seat{number}" for number in range(16)]
    signs = {seat_sign(seat, seats) for seat in seats}
    assert len(signs) == 16


def test_a_seat_that_is_a_colour_has_that_colour() -> None:
    assert seat_sign("blue", ("red", "blue")).colour == COLOURS["blue"]


def test_a_lying_figure_and_a_turned_card_look_different() -> None:
    assert sign_of(PosedPiece("beast red lying"), ()).shape != sign_of(PosedPiece("beast red"), ()).shape
    assert sign_of(PosedPiece("card ur turned"), ()).turned
    assert not sign_of(PosedPiece("card ur"), ()).turned


def test_arrows_point_where_they_say(tmp_path: Path) -> None:
    """An arrow is narrower at its tip than at the end of its shaft."""
    Window.size = (800, 480)
    lamps = [Lamp("yellow", pattern) for pattern in ("up", "right", "down", "left")]
    row = LampRow(Texts("en"), lamps, size_hint_x=None, width=400)
    Window.add_widget(row)
    row.pos = (0, 0)
    for _ in range(3):
        EventLoop.idle()
    shot = Path(Window.screenshot(str(tmp_path / "lamps.png")))
    Window.remove_widget(row)
    picture = cv2.imread(str(shot), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    step, side = 84, 38  # as drawn at 800 x 480: fields of 38 px, one each 84 px, 26 px above the bottom
    for index, lamp in enumerate(lamps):
        left, top = round(step * (index + 0.5) - side / 2), 480 - 26 - side // 2
        ink = picture[top : top + side, left : left + side] < 60
        across = ink.sum(axis=1 if lamp.pattern in ("up", "down") else 0)
        widths = across[across > 0]
        first_is_tip = widths[0] < widths[-1]
        assert first_is_tip == (lamp.pattern in ("up", "left")), lamp
        assert widths[0] != widths[-1]


@pytest.mark.parametrize(
    ("language", "game", "piece", "short"),
    [
        ("en", "northwest", "tile", "tile"),
        ("uk", "northwest", "tile", "П"),
        ("uk", "marso", "flash1", "Ф1"),
        ("en", "marso", "flash1", "FS1"),
    ],
)
def test_a_small_place_shows_a_short_name_in_the_language_of_the_table(
    language: str, game: str, piece: str, short: str
) -> None:
    assert short_name(Texts(language, game).term(piece), piece) == short
