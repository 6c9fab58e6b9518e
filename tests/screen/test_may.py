"""*May I?*: a finger that stays on a piece asks what may be done with it, and nothing is entered."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from kivy.tests.common import UnitTestTouch

from companion.locale import Texts
from companion.rules.contract import Seat
from companion.screen import touched
from companion.screen.pages.table import TablePage
from tests.screen.marso_table import clause

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House
    from .stage import Stage

STEP = Texts("en", "marso").term("step e3").removesuffix("e3")
YES = f"Yes, that is allowed: South: {STEP}e3"
NO = f"No, that is not allowed: South: {STEP}d2"
HOLDING = 0.05
"""Seconds that a finger has to stay in these tests."""


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(touched, "HOLDING", HOLDING)


def held(stage: Stage, cell: str) -> UnitTestTouch:
    """A finger that stays on a cell until the screen has noticed it."""
    finger = UnitTestTouch(*stage.middle(cell))
    finger.touch_down()
    page = stage.app.page
    assert isinstance(page, TablePage)
    stage.until(lambda: page.mode == "may", "the screen notices that a finger stays")
    return finger


def hold(stage: Stage, cell: str) -> None:
    finger = held(stage, cell)
    finger.update_time_end()
    finger.touch_up()
    stage.frames()


def lit(stage: Stage) -> set[str]:
    board = stage.board()
    return {cell for cell in board.marked["hint"] if board.has([cell])}


def at_the_step(house: House, open_stage: OpenStage) -> Stage:
    """The card of south leads one cell to the right, from d3 to e3."""
    house.begin(2)
    house.play("* open b1", "south play ur r")
    return open_stage()


def test_a_finger_that_stays_on_a_piece_lights_where_it_may_go(house: House, open_stage: OpenStage) -> None:
    stage = at_the_step(house, open_stage)
    hold(stage, "d3")
    assert lit(stage) == {"e3"}
    assert stage.says("Go one step with the hunter")
    assert house.sent == []


def test_a_touch_afterwards_says_yes_or_the_clause_and_enters_nothing(
    house: House, open_stage: OpenStage
) -> None:
    stage = at_the_step(house, open_stage)
    hold(stage, "d3")
    stage.tap_cell("e3")
    assert stage.says(YES)
    assert stage.board().marked["restore"] == ()
    stage.tap_cell("d2")
    match = house.session_now.match
    broken = match.game.why_illegal(match.state, Seat(0), match.game.parse_move("step d2"))
    assert broken
    assert stage.says(NO)
    assert all(stage.says(clause(house, "en", breach.clause)) for breach in broken)
    assert stage.board().marked["restore"] == ("d2",)
    assert house.sent == []
    assert lit(stage) == {"e3"}


def test_a_second_finger_asks_while_the_first_one_stays(house: House, open_stage: OpenStage) -> None:
    stage = at_the_step(house, open_stage)
    first = held(stage, "d3")
    stage.tap_cell("d2")
    assert stage.says(NO)
    first.update_time_end()
    first.touch_up()
    stage.frames()
    assert stage.says(NO)
    assert house.sent == []


def test_a_finger_that_slides_on_asks_about_where_it_is_lifted(house: House, open_stage: OpenStage) -> None:
    stage = at_the_step(house, open_stage)
    finger = held(stage, "d3")
    finger.touch_move(*stage.middle("e3"))
    finger.update_time_end()
    finger.touch_up()
    stage.frames()
    assert stage.says(YES)
    assert house.sent == []


def test_a_short_tap_is_a_tap_also_when_a_frame_comes_late(house: House, open_stage: OpenStage) -> None:
    stage = at_the_step(house, open_stage)
    finger = UnitTestTouch(*stage.middle("d3"))
    finger.touch_down()
    finger.update_time_end()
    time.sleep(2 * HOLDING)
    stage.frames(1)  # the frame in which the screen would notice that the finger stays
    finger.touch_up()
    stage.frames()
    assert not stage.says("May I?")


def test_a_finger_that_stays_on_an_empty_cell_is_a_tap(house: House, open_stage: OpenStage) -> None:
    stage = at_the_step(house, open_stage)
    finger = UnitTestTouch(*stage.middle("e3"))
    finger.touch_down()
    time.sleep(2 * HOLDING)
    stage.frames(5)
    finger.update_time_end()
    finger.touch_up()
    stage.frames()
    assert len(house.sent) == 1


def test_a_hand_that_rests_leaves_nothing_behind(
    house: House, open_stage: OpenStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = at_the_step(house, open_stage)
    finger = held(stage, "d3")
    monkeypatch.setattr("companion.screen.widgets.RESTING", HOLDING)
    finger.update_time_end()
    finger.touch_up()
    stage.frames()
    assert not stage.says("May I?")
    assert house.sent == []


def test_the_menu_lists_the_kinds_of_moves_of_this_turn(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1")
    stage = open_stage()
    stage.tap("More")
    stage.tap("What may I do?")
    assert stage.says("Lay a card")
    stage.tap_cell("d3")  # no step before a card is laid
    assert stage.says("Hunter of south (d3)")
    stage.tap("Close")
    assert not stage.says("May I?")
    assert house.sent == []


def test_what_was_asked_goes_when_something_is_played(house: House, open_stage: OpenStage) -> None:
    stage = at_the_step(house, open_stage)
    hold(stage, "d3")
    house.play("south step e3")
    stage.frames()
    assert not stage.says("May I?")
