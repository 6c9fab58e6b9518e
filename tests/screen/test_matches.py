"""Matches that are kept, by touch: going on, playing again, deleting with a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.locale import Message
from companion.screen.keeping import KeptMatch

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House

ONE = KeptMatch("16", "marso", ("south", "east"), 40, "2026-11-21 19:30")
TWIN = KeptMatch("17", "marso", ("south", "east"), 40, "2026-11-21 19:30")


def test_the_newest_is_at_the_top_of_home_and_the_others_behind_one_button(
    house: House, open_stage: OpenStage
) -> None:
    house.waiting = (TWIN, ONE)
    stage = open_stage()
    assert stage.says("№ 17")
    assert not stage.says("№ 16")
    stage.tap("1 more not finished")
    assert stage.app.page_name == "matches"
    assert stage.says("№ 16"), "matches begun in one minute are told apart"
    stage.tap_widget([button for button in stage.buttons() if button.text == "Go on"][1])
    assert house.resumed == [("16", "", False)]
    assert stage.app.page_name == "table"


def test_a_match_is_deleted_only_after_a_question(house: House, open_stage: OpenStage) -> None:
    house.keeper.over = (TWIN, ONE)
    stage = open_stage()
    stage.tap("Matches")
    stage.tap("Finished")
    stage.tap("Delete")
    assert house.keeper.deleted == []
    stage.tap("No")
    assert stage.says("№ 17")
    stage.tap("Delete")
    stage.tap("Yes, delete it")
    assert house.keeper.deleted == ["17"]
    assert not stage.says("№ 17")
    assert stage.says("№ 16")


def test_what_cannot_be_deleted_is_told(house: House, open_stage: OpenStage) -> None:
    house.keeper.over = (ONE,)
    house.keeper.refusal = Message("This match is being played; leave the table first.")
    stage = open_stage("uk")
    stage.tap("Партії")
    stage.tap("Завершені")
    stage.tap("Видалити")
    stage.tap("Так, видалити")
    assert stage.says("Ця партія зараз триває")
    assert house.keeper.deleted == []


def test_a_finished_match_is_played_again_with_its_options(house: House, open_stage: OpenStage) -> None:
    house.keeper.over = (ONE,)
    house.keeper.played_by = {"16": {"young": True, "target": 3}}
    stage = open_stage()
    stage.tap("Matches")
    stage.tap("Finished")
    stage.tap("Play it again")
    assert stage.app.page_name == "begin"
    stage.tap("Begin the game")
    assert house.choices[0].seats == ("east", "south"), "now the other one begins"
    assert house.choices[0].options == {"young": True, "target": 3}


def test_back_leads_where_people_came_from(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    stage = open_stage()
    stage.tap("More")
    stage.tap("Settings")
    assert stage.app.page_name == "settings"
    stage.tap("Back")
    assert stage.app.page_name == "table"
