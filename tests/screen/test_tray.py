"""What stands beside the board to be touched: all of it in sight, and each thing told from the others."""

from __future__ import annotations

from companion.locale import Texts
from companion.rules.touch import Tap
from companion.screen.panels.piece_button import PieceButton

from .hands import button_of, playing_on
from .house import House
from .scenes import played
from .stage import Stage, in_sight

SIZE = (1024, 600)


def pictures_on(stage: Stage) -> list[PieceButton]:
    """The pictures that can be touched."""
    return [button for button in stage.buttons() if isinstance(button, PieceButton)]


def test_all_cards_of_a_deck_are_in_sight() -> None:
    """The first card of the beasts is one of sixteen, and no finger has to look for it."""
    house = House("marso")
    house.begin(2)
    stage = Stage(house, "ru", SIZE)
    try:
        pictures = pictures_on(stage)
        assert len(pictures) == 16
        assert [one for one in pictures if not in_sight(one)] == []
    finally:
        stage.close()


def test_the_end_of_a_turn_is_in_sight_above_many_pictures() -> None:
    # The second player has played a card and moved four times.
    house = played("arctica", 16 / 195, "03_three")
    stage = Stage(house, "ru", SIZE)
    try:
        assert {move.text.split()[0] for move in house.session_now.view.touch} >= {"drop", "end"}
        assert len(pictures_on(stage)) > 8
        assert in_sight(stage.button(Texts("ru", "arctica").term("end").capitalize()))
    finally:
        stage.close()


def test_pieces_that_look_alike_are_told_apart_by_their_places() -> None:
    """Three blue explorers can go where a finger came down; each bears the name of its place."""
    house = played("atlantis", 68 / 331, "01_two")
    stage = Stage(house, "uk", SIZE)
    try:
        stage.tap_cell("g4")
        fan = playing_on(stage).fan
        assert len({tap.what for tap in fan}) == 1 < len(fan)
        assert [one.text for one in pictures_on(stage)] == [tap.cell for tap in fan]
    finally:
        stage.close()


def test_two_pieces_in_one_place_open_as_a_fan() -> None:
    """The orca has swum onto a cod: either may go on, and the picture that is tapped does."""
    house = played("arctica", 10 / 127, "03_three")
    stage = Stage(house, "ru", SIZE)
    try:
        stage.tap_cell("f2")
        assert {one.piece.split()[0] for one in pictures_on(stage)} == {"orca", "cod"}
        stage.tap_widget(next(one for one in pictures_on(stage) if one.piece.startswith("cod")))
        stage.tap_cell("g3")
        assert house.session_now.match.entries[-1].text == "move cod f2 g3"
    finally:
        stage.close()


def test_a_terrain_is_painted_over_cells_with_one_stroke() -> None:
    house = House("atlantis")
    house.begin(2)
    stage = Stage(house, "uk", SIZE)
    try:
        stage.tap_widget(button_of(stage, Tap(what="tile forest")))
        stage.drag(stage.middle("f3"), stage.middle("f7"))
        laid = [entry.text for entry in house.session_now.match.entries]
        assert laid == [f"lay f{column} forest" for column in range(3, 8)]
        stage.tap_cell("d4")  # it is still held
        assert house.session_now.match.entries[-1].text == "lay d4 forest"
        assert stage.touches == 3
    finally:
        stage.close()
