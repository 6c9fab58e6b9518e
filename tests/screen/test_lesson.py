"""*Teach me*: the whole lesson of each game by real touches, wrong ones too, and the way out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.referee.sentences import capital
from companion.referee.view import RulingKind
from companion.rules.lesson import has_lesson
from companion.screen.pages.lesson import lesson_text
from companion.screen.pages.table import TablePage
from tests.ours import OURS

from .lessons import course_on, do, in_sight, open_lesson, wanted_buttons
from .scenes import at_home
from .stage import Stage, faults_of_layout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .house import House

GAMES = [name for name in OURS if has_lesson(name)]


@pytest.fixture
def home() -> House:
    return at_home()


@pytest.fixture
def stage(home: House) -> Iterator[Stage]:
    one = Stage(home, "en", (800, 480))
    yield one
    one.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_whole_lesson_is_played_by_touch(game: str, home: House, stage: Stage) -> None:
    course = open_lesson(stage, game)
    refusals = 0
    while course.step is not None:
        step, number = course.step, course.number
        assert stage.says(lesson_text(game, "en", step.say)), number
        assert faults_of_layout(stage) == [], number
        assert [button.text for button in wanted_buttons(stage) if not in_sight(button)] == [], number
        do(stage)
        if step.breaks:
            assert course.refused, f"step {number + 1} was to be refused; on the screen: {stage.words()}"
            assert stage.says("Not allowed")
            assert course.view.ruling is not None
            told = {breach.clause: breach for breach in course.view.ruling.breaches}
            assert set(step.breaks) <= set(told)
            assert all(stage.says(capital(stage.app.desk.texts.breach(told[one]))) for one in step.breaks)
            assert faults_of_layout(stage) == [], number
            refusals += 1
            stage.tap("Go on")
        assert course.number == number + 1, f"step {number + 1} was not taken; on the screen: {stage.words()}"
    assert refusals == 1
    assert stage.says("That was the lesson.")
    stage.tap("Play a game")
    assert stage.app.page_name == "begin"
    assert home.view() is None
    assert home.sent == []
    assert home.choices == []


@pytest.mark.slow
def test_a_wrong_touch_is_answered_and_says_where_to_tap(stage: Stage) -> None:
    course = open_lesson(stage, "marso")
    while course.step is not None and "jet" not in course.step.say:
        do(stage)
        if course.refused:
            stage.tap("Go on")
    at = course.number
    do(stage)
    assert course.number == at + 1
    stage.tap_cell("a1")
    assert course.number == at + 1, "another cell than the lesson's is allowed but not taken"
    assert stage.says("That is allowed, too.")
    page = stage.app.page
    assert isinstance(page, TablePage)
    assert page.board.marked["hint"] == ("f4",)
    stage.tap_cell("e4")
    assert course.refused
    assert course.view.ruling is not None
    assert course.view.ruling.kind is RulingKind.REFUSED
    stage.tap("Go on")
    assert course.number == at + 1
    assert stage.says("Tap here: f4")
    stage.tap("Show me")
    assert course.number == at + 2


def test_only_the_place_that_is_asked_for_is_marked(stage: Stage) -> None:
    course = open_lesson(stage, "marso")
    while not any(tap.cell for tap in course.wanted):
        do(stage)
    marked = stage.board().marked
    assert marked["hint"] == tuple(tap.cell for tap in course.wanted if tap.cell)
    assert marked["may"] == ()


def test_a_lesson_goes_on_after_a_clause_was_read_and_begins_anew_later(stage: Stage) -> None:
    course = open_lesson(stage, "marso")
    while course.step is not None and not course.step.breaks:
        do(stage)
    do(stage)
    stage.tap("Why?")
    assert stage.app.page_name == "rules"
    stage.tap("Back")
    assert course_on(stage) is course
    assert course.refused
    stage.tap("End the lesson")
    stage.tap("Teach me")
    assert course_on(stage).number == 0
