"""Two people at once, a panel that reports a wrong size, another language in the middle of a question:
nothing is entered twice and nothing is lost."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch
from kivy.uix.scrollview import ScrollView

from companion.judge.verdicts import Unclear
from companion.locale import Texts
from companion.referee.events import Answered, UndoAsked
from companion.referee.sentences import capital
from companion.rules.contract import CellId
from companion.rules.touch import Tap
from companion.screen.pages.live import LivePicture
from tests.doubles.table import move

from .hands import button_of, playing_on
from .house import House, preview
from .scenes import at_home
from .stage import Stage, faults_of_layout, parents
from .test_places import DECK, drag, picture, places_page
from .test_settings import on_the_panel

if TYPE_CHECKING:
    from .conftest import OpenStage

WRONG_SIZES = [(0, 0), (1, 1), (100, 60), (4000, 40)]


def at_once(stage: Stage, *points: tuple[float, float]) -> None:
    """Fingers that all come down before the first is lifted."""
    fingers = [UnitTestTouch(*point) for point in points]
    for finger in fingers:
        finger.touch_down()
        stage.frames(1)
    for finger in fingers:
        finger.touch_up()
        stage.frames(1)
    stage.frames()


def middle(stage: Stage, text: str) -> tuple[float, float]:
    button = stage.button(text)
    x, y = button.to_window(*button.center)
    return float(x), float(y)


TO_THE_RIGHT = ("play ur r", "step e3")


def report(size: tuple[int, int]) -> None:
    """As when the panel says that the window has this size."""
    Window._size = list(size)
    Window.dispatch("on_pre_resize", *size)


def resize(stage: Stage, size: tuple[int, int]) -> None:
    """The panel wakes with another size, or is turned."""
    report(size)
    stage.until(lambda: list(stage.root.size) == list(size), "the page fills the window")


def asked(house: House) -> None:
    """South has gone to the right, or has stood still."""
    house.begin(2)
    house.play("* open b1")
    house.has_camera()
    asked_again(house)


def asked_again(house: House) -> None:
    """The camera shows it."""
    right, still = (move("south", text) for text in TO_THE_RIGHT), (move("south", "play still"),)
    house.sees(Unclear((tuple(right), still), (CellId("d3"), CellId("e3"))))


def answers(stage: Stage, house: House) -> list[str]:
    """What the buttons of the question say."""
    question = house.session_now.view.question
    assert question is not None
    return [capital(stage.app.desk.texts.message(choice.label)) for choice in question.choices[:2]]


def test_two_people_answer_at_once(house: House, open_stage: OpenStage) -> None:
    asked(house)
    stage = open_stage()
    before = len(house.session_now.match.entries)
    at_once(stage, *(middle(stage, text) for text in answers(stage, house)))
    assert len([event for event in house.sent if isinstance(event, Answered)]) >= 1
    played = tuple(entry.text for entry in house.session_now.match.entries[before:])
    assert played in (TO_THE_RIGHT, ("play still",)), "one of the answers counts"


def test_two_people_choose_a_card_at_once(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1")
    stage = open_stage()
    cards = [button_of(stage, Tap(what=f"card {card}")) for card in ("skate", "rl")]
    at_once(stage, *(tuple(card.to_window(*card.center)) for card in cards))
    assert house.sent == [], "nothing is entered by choosing"
    assert playing_on(stage).touching.done in ((Tap(what="card skate"),), (Tap(what="card rl"),))


def test_a_second_finger_on_the_board_moves_nothing(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play jet")
    stage = open_stage()
    before = len(house.session_now.match.entries)
    at_once(stage, stage.middle("a1"), stage.middle("c2"))
    entered = house.session_now.match.entries[before:]
    assert [entry.text for entry in entered] in ([], ["fly a1"])


@pytest.mark.parametrize("turn", [90, 180])
def test_the_picture_is_turned_while_a_finger_is_down(turn: int, house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    stage = open_stage()
    stage.tap("Take back")
    finger = UnitTestTouch(*middle(stage, "Yes, take it back"))
    finger.touch_down()
    stage.frames(1)
    Window.rotation = turn
    stage.frames(4)
    finger.touch_up()
    stage.frames(4)
    assert house.sent == [], "the finger came down on what is not there any more"
    stage.touch(*on_the_panel(*middle(stage, "Yes, take it back")))
    assert len(house.sent) == 1


def test_another_language_in_the_middle_of_a_question(house: House, open_stage: OpenStage) -> None:
    asked(house)
    stage = open_stage("en")
    for language in ("uk", "ru"):
        stage.app.set_language(language)
        stage.frames()
        assert stage.says(Texts(language).say("I am not sure. What was played?"))
        assert faults_of_layout(stage) == []
    assert house.sent == []
    before = len(house.session_now.match.entries)
    stage.tap(answers(stage, house)[0])
    assert tuple(entry.text for entry in house.session_now.match.entries[before:]) == TO_THE_RIGHT


@pytest.mark.parametrize("wrong", WRONG_SIZES, ids=str)
def test_a_panel_that_reports_a_wrong_size(
    wrong: tuple[int, int], house: House, open_stage: OpenStage, caplog: pytest.LogCaptureFixture
) -> None:
    house.begin(2)
    house.play("* open b1")
    stage = open_stage()
    stage.tap_widget(button_of(stage, Tap(what="card skate")))
    with caplog.at_level(logging.WARNING, "companion.screen.pages.app"):
        for size in (wrong, (wrong[0] + 1, wrong[1] + 1)):
            report(size)
            stage.frames(4)
    told = [record for record in caplog.records if record.name == "companion.screen.pages.app"]
    assert len(told) == 1, "said once"
    assert house.sent == []
    report((1024, 600))
    stage.until(lambda: list(stage.root.size) == [1024, 600], "the page fills the window again")
    assert playing_on(stage).touching.done == (Tap(what="card skate"),), "what was held is still held"
    assert faults_of_layout(stage) == []


def test_the_program_may_begin_in_a_window_of_a_wrong_size(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1")
    stage = open_stage("en", (1, 1))
    report((800, 480))
    stage.until(lambda: list(stage.root.size) == [800, 480], "the page fills the window")
    assert faults_of_layout(stage) == []


def at_the_camera(house: House, open_stage: OpenStage, page: str) -> Stage:
    """A page of a table whose camera shows a picture."""
    house.begin(2)
    house.has_camera()
    house.picture = preview()
    stage = open_stage()
    stage.app.go(page)
    stage.frames()
    return stage


def test_corners_stay_when_the_window_has_another_size(house: House, open_stage: OpenStage) -> None:
    stage = at_the_camera(house, open_stage, "camera")
    stage.tap("Set the corners by hand")
    live = next(widget for widget in stage.widgets() if isinstance(widget, LivePicture))
    for corner in ((100.0, 60.0), (500.0, 60.0)):
        stage.touch(*live.in_window(*corner))
    assert stage.says("2 of 4 corners")
    resize(stage, (1024, 600))
    assert stage.says("2 of 4 corners")


def test_pictures_of_sheets_stay_taken_when_the_panel_is_turned(house: House, open_stage: OpenStage) -> None:
    stage = at_the_camera(house, open_stage, "sheets")
    stage.tap("Take the picture")
    assert stage.says("Step 2 of 4")
    resize(stage, (480, 800))
    assert stage.says("Step 2 of 4")
    assert 0 in house.lessons_now.taken
    assert house.ended == []
    assert faults_of_layout(stage) == []


def test_a_dragged_box_stays_there_when_the_panel_is_turned(house: House, open_stage: OpenStage) -> None:
    stage = places_page(house, open_stage)
    drag(stage, DECK, (7.0, -2.0))
    resize(stage, (480, 800))
    box = picture(stage).boxes[CellId(DECK)]
    assert box == pytest.approx((7.0, -2.0, 0.9, 1.3), abs=0.06)
    assert faults_of_layout(stage) == []


def test_what_is_typed_of_a_box_stays_when_the_panel_is_turned() -> None:
    stage = Stage(House("northwest"), "en", (800, 480))
    stage.tap("Expedition: Northwest Passage")
    stage.tap("Compare with my box")
    stage.tap("It is so in my box")
    stage.tap("10")
    stage.tap("delete")
    stage.tap("2")
    resize(stage, (480, 800))
    typed = stage.says("12_")
    stage.tap("Enter")
    confirmed = stage.says("confirmed by your box")
    stage.close()
    assert typed
    assert confirmed


def test_a_question_stays_asked_in_another_language() -> None:
    house = at_home()
    stage = Stage(house, "en", (800, 480))
    stage.app.go("matches")
    stage.frames()
    stage.tap("Delete")
    stage.app.set_language("uk")
    stage.frames()
    stage.tap(Texts("uk").say("Yes, delete it"))
    stage.close()
    assert house.keeper.deleted == ["31"]


def tap_as_seen(stage: Stage, text: str) -> None:
    """Tap a button of a turned picture."""
    button = stage.button(text)
    for one in parents(button):
        if isinstance(one, ScrollView):
            one.scroll_to(button, animate=False)
            stage.frames()
    stage.touch(*on_the_panel(*middle(stage, text)))
    stage.frames(4)


def test_a_question_is_turned_towards_who_is_asked_and_back(house: House, open_stage: OpenStage) -> None:
    asked(house)
    stage = open_stage("en")
    for rotation in (90, 180):
        tap_as_seen(stage, "Turn the picture")
        assert Window.rotation == rotation
        assert stage.says("I am not sure. What was played?")
        assert faults_of_layout(stage) == []
    assert house.sent == []
    before = len(house.session_now.match.entries)
    tap_as_seen(stage, answers(stage, house)[0])
    assert tuple(entry.text for entry in house.session_now.match.entries[before:]) == TO_THE_RIGHT
    stage.until(lambda: Window.rotation == 0, "the picture is turned back after the answer")
    house.session_now.handle(UndoAsked(2))
    asked_again(house)
    stage.until(lambda: Window.rotation == 180, "the next question to this seat is turned at once")
