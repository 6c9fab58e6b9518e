"""A table that a camera watches: the board keeps its place, and what was seen stands large."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.judge.verdicts import Played
from companion.locale import Message, Texts
from companion.ports.choices import CameraOption, Lessons
from companion.referee.view import SETTING_UP
from companion.rules.contract import CellId
from companion.rules.match import format_match
from companion.screen import theme
from companion.screen.pages.correct import CorrectPage
from companion.screen.pages.live import LivePicture
from companion.screen.panels.tray import Tray
from companion.screen.toasts import Toasts
from companion.screen.widgets import BigButton, Text
from tests.doubles.table import move
from tests.screen.house import preview
from tests.screen.stage import faults_of_layout

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House
    from .stage import Stage


def watched(house: House, open_stage: OpenStage) -> Stage:
    """South has stepped to e3 before a camera."""
    house.begin(2)
    house.play("* open b1", "south play ur r")
    house.has_camera()
    house.sees(Played((move("south", "step e3"),)))
    return open_stage()


def trays(stage: Stage) -> list[Tray]:
    return [widget for widget in stage.widgets() if isinstance(widget, Tray)]


def tell(house: House, stage: Stage, *trouble: Message) -> None:
    house.trouble = trouble
    house.changed()
    stage.frames()


def test_trouble_never_moves_the_board_and_can_be_closed(house: House, open_stage: OpenStage) -> None:
    stage = watched(house, open_stage)
    before, said = stage.board().box(CellId("a1")), Texts("en").say(SETTING_UP)
    tell(house, stage, Message(SETTING_UP))
    assert stage.says(said)
    assert stage.board().box(CellId("a1")) == before
    assert faults_of_layout(stage) == []
    entries = house.session_now.view.entries
    (notice,) = (one for one in stage.widgets() if isinstance(one, Toasts))
    stage.tap_widget(next(one for one in notice.walk() if isinstance(one, BigButton)))
    assert not stage.says(said)
    assert house.session_now.view.entries == entries, "the board below feels no finger"
    stage.tap("History")
    assert not stage.says(said), "it stays closed"
    tell(house, stage)
    tell(house, stage, Message(SETTING_UP))
    assert stage.says(said), "it is told when it comes anew"


def test_what_was_seen_is_the_largest_line(house: House, open_stage: OpenStage) -> None:
    stage = watched(house, open_stage)
    said = f"South: {Texts('en', 'marso').term('step e3')}"
    line = next(one for one in stage.widgets() if isinstance(one, Text) and one.text == said)
    assert line.font_size > theme.letters(theme.BIG)
    assert stage.board().lit() == [], "nothing shouts"


def test_the_cross_puts_the_last_turn_right(house: House, open_stage: OpenStage) -> None:
    stage = watched(house, open_stage)
    house.keeper.files[house.session_now.view.match] = format_match(house.session_now.match)
    stage.tap("Not so")
    page = stage.app.page
    assert isinstance(page, CorrectPage)
    assert page._earlier.entry.text == "step e3"


def demonstrated(house: House) -> None:
    """No camera is configured."""
    drawn = CameraOption("simulated", Message("Simulated table"), simulated=True)
    house.cameras = lambda: (drawn, CameraOption("", Message("No camera: everything by touch")))  # type: ignore[method-assign]


def test_without_a_camera_people_play_by_touch(house: House, open_stage: OpenStage) -> None:
    demonstrated(house)
    stage = open_stage()
    stage.tap("Marso, catch!")
    stage.tap("Begin the game")
    assert house.choices[-1].camera == ""


def test_a_demonstration_shows_the_drawn_table_and_explains_itself(
    house: House, open_stage: OpenStage
) -> None:
    demonstrated(house)
    house.lessons_now = Lessons(known=True)
    stage = open_stage()
    stage.tap("Marso, catch!")
    stage.tap("Watch a demonstration")
    assert house.choices[-1].camera == "simulated"
    house.picture = preview()
    house.has_camera("http://127.0.0.1:8081/stream", simulated=True)
    stage.frames()
    assert stage.says("drawn people play and sometimes err; I watch")
    (film,) = (one for one in stage.widgets() if isinstance(one, LivePicture))
    assert film.ready
    assert film.height > theme.px(100)
    assert faults_of_layout(stage) == []
    stage.app.go("rules", "marso")
    assert not house.preview_on


def test_entry_by_touch_is_behind_one_button(house: House, open_stage: OpenStage) -> None:
    stage = watched(house, open_stage)
    assert trays(stage) == []
    stage.tap("By touch")
    assert len(trays(stage)) == 1
    house.sees(Played((move("north", "play still"),)))
    stage.frames()
    assert len(trays(stage)) == 1, "it stays until people close it"
    stage.tap("Watch")
    assert trays(stage) == []


def test_a_finger_on_the_board_enters_as_ever(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    house.has_camera()
    stage = open_stage()
    stage.tap_cell("e3")
    assert house.session_now.view.history[-1].text == "step e3"
