"""An earlier entry put right by touch, on the board of that moment."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.locale import Message
from companion.referee.events import UndoAsked
from companion.referee.exhibit import Exhibit, ToldReading
from companion.referee.view import RulingKind
from companion.rules.match import Entry, Match, format_match, parse_match
from companion.rules.registry import find_game
from companion.screen.pages.correct import CorrectPage
from companion.screen.pages.table import TablePage

from .house import House
from .stage import faults_of_layout

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .stage import Stage

GOLDEN = Path(__file__).parents[1] / "golden" / "arctica" / "05_four.match"
MISREAD = "move cod d7 c8"
"""What was read as entry 5; in truth the piece went to c7."""


def truth() -> list[Entry]:
    """The first 60 entries of a real game."""
    return [played.entry for played in parse_match(GOLDEN.read_text(encoding="utf-8")).line[:60]]


def sat_down(house: House, open_stage: OpenStage) -> Stage:
    """A table at which entry 5 of 60 was misread."""
    match = parse_match(GOLDEN.read_text(encoding="utf-8"))
    house.shelf = {"arctica": find_game("arctica")}
    house._game = house.shelf["arctica"]
    house.begin(match.setup.seats, dict(match.setup.options))
    for number, entry in enumerate(truth(), 1):
        text = MISREAD if number == 5 else entry.text
        house.play(f"{entry.seat or '*'} {text}")
    house.keeper.files[house.session_now.view.match] = format_match(house.session_now.match)
    return open_stage()


def test_entry_5_of_60_is_put_right_in_at_most_six_touches(house: House, open_stage: OpenStage) -> None:
    stage = sat_down(house, open_stage)
    before = stage.touches
    stage.tap("History")
    stage.tap("Oldest")
    stage.tap_widget(next(one for one in stage.buttons() if one.text.startswith("5. ")))
    assert isinstance(stage.app.page, CorrectPage)
    assert faults_of_layout(stage) == []
    stage.tap_cell("d7")
    stage.tap_cell("c7")
    assert stage.touches - before <= 6
    assert isinstance(stage.app.page, TablePage)
    setup = house.session_now.match.setup
    right = Match.begin(house.session_now.match.game, setup)
    for entry in truth():
        right = right.add(entry)
    assert house.session_now.match.state == right.state
    assert house.session_now.view.ruling is not None
    assert house.session_now.view.ruling.kind is RulingKind.CORRECTED
    assert stage.says("Corrected")
    assert faults_of_layout(stage) == []


def test_what_the_camera_nearly_saw_is_one_touch_away(house: House, open_stage: OpenStage) -> None:
    """The judge held two readings of entry 5 for likely, and ruled by the wrong one."""
    stage = sat_down(house, open_stage)
    ruled, other = (
        ToldReading(Message("{move}", (("move", text),)), share, (), (f"{truth()[4].seat} {text}",))
        for text, share in ((MISREAD, 0.6), (truth()[4].text, 0.39))
    )
    house.kept = (Exhibit(RulingKind.PLAYED, 1.0, "", MISREAD, 5, "", "", readings=(ruled, other)),)
    stage.tap("History")
    stage.tap("Oldest")
    stage.tap_widget(next(one for one in stage.buttons() if one.text.startswith("5. ")))
    assert faults_of_layout(stage) == []
    stage.tap_widget(next(one for one in stage.buttons() if one.text.startswith("Perhaps: ")))
    assert house.session_now.match.line[4].entry.text == truth()[4].text


def test_only_the_entry_that_was_in_doubt_has_another_reading(house: House, open_stage: OpenStage) -> None:
    stage = sat_down(house, open_stage)
    reading = ToldReading(Message("{move}", (("move", "x"),)), 0.6, (), (f"{truth()[4].seat} {MISREAD}",))
    house.kept = (Exhibit(RulingKind.PLAYED, 1.0, "", MISREAD, 5, "", "", readings=(reading, reading)),)
    for number in ("4. ", "5. "):
        stage.tap("History")
        stage.tap("Oldest")
        stage.tap_widget(next(one for one in stage.buttons() if one.text.startswith(number)))
        assert not [one for one in stage.buttons() if one.text.startswith("Perhaps: ")]
        stage.tap("Cancel")


@pytest.fixture
def opened(house: House, open_stage: OpenStage) -> Stage:
    """The board of entry 3 (south's step to the right) of a table of marso."""
    house.begin(2)
    house.play("* open b1", "south play ur r", "south step e3", "north play still")
    house.keeper.files[house.session_now.view.match] = format_match(house.session_now.match)
    stage = open_stage()
    stage.tap("History")
    stage.tap_widget(next(one for one in stage.buttons() if one.text.startswith("2. ")))
    return stage


def test_the_board_shows_the_table_as_it_was_then(house: House, opened: Stage) -> None:
    match = house.session_now.match
    public = match.game.observe(match.line[0].state, None)
    assert opened.board().looks == match.game.looks(public)
    opened.tap("Cancel")
    assert type(opened.app.page) is TablePage


def test_a_contradiction_is_put_right_as_well(house: House, opened: Stage) -> None:
    opened.tap("It never happened")
    assert opened.says("Then entry 3 cannot have been")
    assert opened.says("You say: Entry 2 never happened")
    assert faults_of_layout(opened) == []
    opened.tap("Put that right as well")
    assert isinstance(opened.app.page, CorrectPage)
    opened.tap("It never happened")
    assert opened.says("Then entry 4 cannot have been")
    assert opened.says("You say: Entry 2 never happened; entry 3 never happened")
    opened.tap("Back to there: all from it on is taken back")
    assert [played.entry.text for played in house.session_now.match.line] == ["open b1"]


def test_who_comes_too_late_is_told_so(house: House, opened: Stage) -> None:
    house.session_now.handle(UndoAsked(1))
    opened.tap("It never happened")
    assert opened.says("The game has changed meanwhile")


def test_play_may_go_on_meanwhile(house: House, opened: Stage) -> None:
    house.play("south run red b7")
    opened.tap("It never happened")
    assert opened.says("Then entry 3 cannot have been")


def test_a_finished_game_goes_on_when_its_last_entry_never_happened(
    house: House, open_stage: OpenStage
) -> None:
    match = parse_match((GOLDEN.parents[1] / "marso" / "two.match").read_text(encoding="utf-8"))
    house.begin(match.setup.seats, dict(match.setup.options))
    house.play(*(f"{played.entry.seat or '*'} {played.entry.text}" for played in match.line))
    house.keeper.files[house.session_now.view.match] = format_match(house.session_now.match)
    stage = open_stage()
    stage.tap("To the table")
    stage.tap("History")
    number = house.session_now.view.history[-1].number
    stage.tap_widget(next(one for one in stage.buttons() if one.text.startswith(f"{number}. ")))
    stage.tap("It never happened")
    assert stage.says("By this correction the game is not over: it goes on.")
    assert type(stage.app.page) is TablePage
    assert faults_of_layout(stage) == []
