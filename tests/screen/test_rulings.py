"""What the page of a table shows when the referee rules, refuses, asks or does not understand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.judge.verdicts import Played, Same, Unclear, Unknown
from companion.locale import Texts
from companion.referee import sentences
from companion.referee.events import Answered, AnywayAsked, AsShown
from companion.referee.sentences import RULING_TITLES, effect_line
from companion.referee.view import RulingKind
from companion.rules.contract import CellId, ClauseId, Effect

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House
    from .stage import Stage

from tests.doubles.table import move
from tests.screen.marso_table import clause, refusal


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_a_refusal_cites_the_clause_in_the_chosen_language_and_lights_the_cells(
    language: str, house: House, open_stage: OpenStage
) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    house.has_camera()
    stage = open_stage(language)
    house.sees(refusal(house, "south", "step d2", "d3", "d2"))
    stage.frames()
    assert stage.says(clause(house, language, "marso/walk.1"))
    assert not stage.says(clause(house, language, "marso/walk.3"))
    assert stage.board().marked["restore"] == ("d3", "d2")


@pytest.mark.parametrize(
    ("names", "said"),
    [({}, "Ведмідь рухається з i2 на h2"), ({"bear": "Оля"}, "Оля: Ведмідь рухається з i2 на h2")],
)
def test_who_moves_is_said_once(names: dict[str, str], said: str) -> None:
    assert sentences.move(Texts("uk", "arctica", names), "bear", "move bear i2 h2") == said


def test_a_refusal_that_is_put_right_is_thanked_for(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    house.has_camera()
    stage = open_stage()
    house.sees(refusal(house, "south", "step d2", "d3", "d2"))
    house.sees(Same())
    stage.frames()
    assert stage.says("Put right, thank you")
    assert stage.board().marked["restore"] == ()


def refused(house: House, open_stage: OpenStage) -> Stage:
    """A table at which south's step to d2 has just been refused."""
    house.begin(2)
    house.play("* open b1", "south play ur r")
    house.has_camera()
    stage = open_stage()
    house.sees(refusal(house, "south", "step d2", "d3", "d2"))
    stage.frames()
    return stage


def test_the_table_agrees_to_play_it_anyway(house: House, open_stage: OpenStage) -> None:
    stage = refused(house, open_stage)
    number = house.session_now.view.ruling
    assert number is not None
    stage.tap("We agree: play it anyway")
    assert house.sent == [AnywayAsked(number.number)]
    assert stage.says("Played by agreement")
    assert stage.board().looks[CellId("d2")].pieces == ("hunter south",)


def test_a_refusal_may_be_mistaken(house: House, open_stage: OpenStage) -> None:
    stage = refused(house, open_stage)
    stage.tap("Nobody did that")
    house.sees(Same())
    stage.frames()
    assert house.sent == [AsShown()]
    assert not stage.says("Not allowed")
    assert stage.board().marked["restore"] == ()


def test_people_may_say_at_any_time_that_all_lies_as_shown(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.has_camera()
    stage = open_stage()
    stage.tap("More")
    stage.tap("Everything lies as shown")
    assert house.sent == [AsShown()]
    assert stage.has_button("More")


def test_a_refusal_is_seen_whatever_was_looked_at(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    house.has_camera()
    stage = open_stage()
    stage.tap("History")
    house.sees(refusal(house, "south", "step d2", "d3", "d2"))
    stage.frames()
    assert stage.says("Not allowed")


def test_a_question_is_answered(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r", "south step e3", "north play skate ll")
    house.has_camera()
    stage = open_stage()
    stage.tap("More")
    house.sees(
        Unclear(((move("north", "step e5"),), (move("north", "step c5"),)), (CellId("e5"), CellId("c5")))
    )
    stage.frames()
    assert stage.says("I am not sure. What was played?")
    assert set(stage.board().marked["hint"]) == {"e5", "c5"}
    question = house.session_now.view.question
    assert question is not None
    stage.tap(f"North: {Texts('en', 'marso').term('step e5')}")
    assert house.sent == [Answered(question.number, "0")]
    assert not stage.says("I am not sure. What was played?")
    assert stage.says(f"North: {Texts('en', 'marso').term('step e5')}")


def test_a_question_can_be_answered_with_none_of_these(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    house.has_camera()
    stage = open_stage()
    house.sees(Unclear(((move("south", "step e3"),),), (CellId("e3"),)))
    stage.frames()
    assert stage.has_button("Nothing was done: everything lies as shown")
    stage.tap("Something else")
    assert isinstance(house.sent[0], Answered)
    assert "e3" in stage.board().marked["hint"]


def test_something_unknown_is_shown_where_it_lies(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.has_camera()
    stage = open_stage()
    house.sees(Unknown((CellId("f6"),)))
    stage.frames()
    assert stage.says("I see something I do not know")
    assert stage.board().marked["restore"] == ("f6",)


def test_a_slot_beside_the_board_is_shown_when_something_is_wrong_there(
    house: House, open_stage: OpenStage
) -> None:
    house.begin(2)
    house.has_camera()
    stage = open_stage()
    assert not stage.board().whole
    house.sees(Unknown((CellId("laid:south"),)))
    stage.frames()
    assert stage.board().whole


def test_what_hands_must_do_is_told_until_it_is_done(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play still")
    house.has_camera()
    house.judge.owed = (CellId("laid:south"), CellId("laid:north"))
    house.sees(Played((move("north", "play still"),)))
    house.sees(Same())
    stage = open_stage()
    view = house.session_now.view
    assert view.to_do
    assert stage.says("Now do this with your hands:")
    tasks = [effect for effect in view.to_do if "laid:south" in effect.cells]
    assert stage.says(clause(house, "en", tasks[0].clause))
    assert "laid:south" in stage.board().marked["to_do"]
    house.judge.owed = ()
    house.sees(Same())
    stage.frames()
    assert not stage.says("Now do this with your hands:")


def test_what_only_explains_is_not_called_a_task(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play still")
    stage = open_stage()
    assert [effect.clause for effect in house.session_now.view.to_do] == ["marso/still.1"]
    assert stage.says(clause(house, "en", "marso/still.1"))
    assert not stage.says("Now do this with your hands:")


def test_effects_name_their_cells(house: House, open_stage: OpenStage) -> None:
    texts = Texts("en", "marso")
    effect = Effect(ClauseId("marso/card.8"), (CellId("d4"), CellId("e5")))
    assert effect_line(texts, effect).endswith("(d4, e5)")
    assert house.session is None
    assert open_stage().app.page_name == "home"


def test_every_kind_of_ruling_has_a_title_and_a_colour() -> None:
    assert set(RULING_TITLES) == set(RulingKind)


def test_an_answer_shows_at_once_that_it_was_taken(house: House, open_stage: OpenStage) -> None:
    """The referee is still thinking about a picture; a second tap must not fall on another answer."""
    house.begin(2)
    house.play("* open b1", "south play ur r", "south step e3", "north play skate ll")
    house.has_camera()
    stage = open_stage()
    house.sees(Unclear(((move("north", "step e5"),), (move("north", "step c5"),)), (CellId("e5"),)))
    stage.frames()
    e5, c5 = (f"North: {Texts('en', 'marso').term(f'step {cell}')}" for cell in ("e5", "c5"))
    house.thinking = True
    stage.tap(e5)
    assert stage.says(f"Taken: {e5}")
    stage.tap(c5)
    assert len(house.sent) == 1
    house.session_now.handle(house.sent[0])
    house.changed()
    stage.frames()
    assert not stage.says(f"Taken: {e5}")


def test_an_answer_that_does_not_count_any_more_is_said(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1")
    house.has_camera()
    stage = open_stage()
    house.sees(Unclear(((move("south", "play still"),), (move("south", "play ur r"),)), (CellId("e3"),)))
    stage.frames()
    house.thinking = True
    stage.tap(f"South: {Texts('en', 'marso').term('play still')}")
    house.play("south play ur r")
    house.session_now.handle(house.sent[0])
    house.changed()
    stage.frames()
    assert stage.says("Play has gone past this question, so the answer does not count.")
