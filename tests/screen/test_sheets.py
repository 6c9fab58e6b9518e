"""Contact sheets and questions about faces, by touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.judge.verdicts import Face, FirstSeen
from companion.locale import Message
from companion.ports.choices import Lessons
from companion.referee.sheets import face_of, sheets_of
from companion.rules.contract import CellId, Look
from companion.rules.match import Entry, EntryKind
from companion.rules.pieces import stack_of
from companion.screen.panels.question import FIRST, FaceButton
from vision.types import CameraState

from .house import House, preview

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .stage import Stage

CLEAR = "Clear the board, so that nothing lies on it. Take your hands away, then tap."


def sheets_page(house: House, open_stage: OpenStage, language: str = "en") -> Stage:
    house.begin(2)
    house.has_camera()
    house.picture = preview()
    stage = open_stage(language)
    stage.app.go("camera")
    stage.frames()
    return stage


def test_board_and_sheets_are_shown_one_after_another(house: House, open_stage: OpenStage) -> None:
    stage = sheets_page(house, open_stage)
    game, setup = house.games()["marso"], house.session_now.view.setup
    sheets = sheets_of(game, setup)
    stage.tap("Show cards and tiles")
    assert house.lessons_now.on, "the game is set aside"
    assert stage.says("Step 1 of 4")
    assert stage.says(CLEAR)
    assert stage.button("Next").disabled
    stage.tap("Take the picture")
    for number, sheet in enumerate(sheets, start=1):
        assert stage.says(f"Step {number + 1} of 4")
        assert stage.board().looks == {zone.cell: Look(pieces=stack_of(face_of(zone))) for zone in sheet}
        stage.tap("Take the picture")
    assert house.taught == [0, 1, 2]
    assert stage.says("Now set the game up as it is drawn here.")
    assert stage.board().looks == game.looks(house.session_now.view.state)
    stage.tap("The table is set up")
    assert house.ended == [True]
    assert stage.app.page_name == "camera"
    assert stage.says("The camera knows pieces of this box.")


@pytest.mark.slow
def test_what_is_wrong_with_a_sheet_is_said_and_marked(house: House, open_stage: OpenStage) -> None:
    stage = sheets_page(house, open_stage)
    stage.tap("Show cards and tiles")
    stage.tap("Take the picture")
    said = Message("Nothing that fits lies here: {faces}.", (("faces", "card ur; card s1"),))
    missing = frozenset({CellId("sheet1:0:0")})
    house.next_lessons = Lessons(True, frozenset({0, 1}), missing, True, messages=(said,))
    stage.tap("Take the picture")
    assert stage.says("Step 2 of 4"), "people may mend it and take it again"
    assert stage.says("Nothing that fits lies here: up/right card; ")
    assert set(stage.board().marked["restore"]) == missing
    assert stage.has_button("Take it again")
    stage.tap("Next")
    assert stage.says("Step 3 of 4")


def test_a_hand_in_the_picture_is_said_in_the_table_s_language(house: House, open_stage: OpenStage) -> None:
    stage = sheets_page(house, open_stage, "uk")
    stage.tap("Показати карти й тайли")
    house.next_lessons = Lessons(
        True, messages=(Message("The picture is not still: take your hands away and try again."),)
    )
    stage.tap("Зробити знімок")
    assert stage.says("Зображення рухається: приберіть руки й спробуйте знову.")
    assert stage.says("Крок 1 з 4")


def test_a_page_that_is_left_gives_the_game_back(house: House, open_stage: OpenStage) -> None:
    stage = sheets_page(house, open_stage)
    stage.tap("Show cards and tiles")
    stage.app.go("table")
    assert house.ended == [False]


def test_sheets_may_be_left_out(house: House, open_stage: OpenStage) -> None:
    stage = sheets_page(house, open_stage)
    stage.tap("Show cards and tiles")
    stage.tap("Skip the rest")
    assert stage.says("Now set the game up as it is drawn here.")
    stage.tap("The table is set up")
    assert stage.app.page_name == "camera"


# -- questions about a face ----------------------------------------------------------------------------------

BEAST = CellId("open:beast")


def asked_about(
    house: House,
    open_stage: OpenStage,
    count: int,
    language: str = "en",
    size: tuple[int, int] = (800, 480),
) -> Stage:
    house.begin(2)
    house.has_camera()
    stage = open_stage(language, size)
    stage.app.go("table")
    faces = tuple(
        Face(Look(pieces=stack_of(f"card b{n}")), (Entry(EntryKind.CHANCE, text=f"open b{n}"),))
        for n in range(1, count + 1)
    )
    house.sees(FirstSeen(BEAST, faces), CameraState.READY)
    stage.frames()
    return stage


def pictures(stage: Stage) -> list[FaceButton]:
    return [widget for widget in stage.widgets() if isinstance(widget, FaceButton)]


def test_a_tap_on_the_picture_of_a_face_names_it(house: House, open_stage: OpenStage) -> None:
    stage = asked_about(house, open_stage, 3)
    assert stage.says("I see this for the first time. Which one is it?")
    shown = pictures(stage)
    assert [button.board.looks[BEAST].pieces for button in shown] == [
        ("card b1",),
        ("card b2",),
        ("card b3",),
    ]
    stage.tap_widget(shown[1])
    assert house.judge.said == [(BEAST, Look(pieces=stack_of("card b2")))]
    assert not pictures(stage)


def test_of_many_faces_the_likeliest_are_shown_and_the_others_behind_one_button(
    house: House, open_stage: OpenStage
) -> None:
    stage = asked_about(house, open_stage, 16)
    assert len(pictures(stage)) == FIRST
    stage.tap(f"Another one ({16 - FIRST} more)")
    assert len(pictures(stage)) == 16
    stage.tap_widget(pictures(stage)[15])
    assert house.judge.said == [(BEAST, Look(pieces=stack_of("card b16")))]


@pytest.mark.parametrize("count", [FIRST, FIRST + 1])
def test_one_more_is_shown_rather_than_a_button_for_it(
    house: House, open_stage: OpenStage, count: int
) -> None:
    assert len(pictures(asked_about(house, open_stage, count))) == count


def test_none_of_the_faces(house: House, open_stage: OpenStage) -> None:
    stage = asked_about(house, open_stage, 3)
    stage.tap("Something else")
    assert house.judge.said == [(BEAST, None)]
