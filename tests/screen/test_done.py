"""*My turn is done* by touch: offered where a camera follows, and what becomes of it is told."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.judge.verdicts import Played, Same, Unclear
from companion.locale import Texts
from companion.referee.events import TurnDone
from companion.referee.sentences import DONE_STAGES
from companion.referee.view import DoneStage, DoneView
from tests.doubles.table import move
from vision.types import CameraState

from .marso_table import refusal
from .stage import faults_of_layout

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House

BUTTON = "My turn is done"


def test_it_is_offered_only_where_a_camera_follows(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1")
    stage = open_stage()
    assert not stage.has_button(BUTTON)
    house.has_camera()
    stage.until(lambda: stage.has_button(BUTTON), "the button")
    for state in (CameraState.LOST, CameraState.TROUBLE):
        house.sees(Same(), state, "The camera is gone; plug it in.")
        stage.until(lambda: not stage.has_button(BUTTON), "no button")
    house.sees(Same(), CameraState.HAND)
    stage.until(lambda: stage.has_button(BUTTON), "the button again")


def test_a_touch_goes_to_the_referee_and_the_ruling_is_told(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1")
    house.has_camera()
    stage = open_stage()
    stage.tap(BUTTON)
    assert house.sent == [TurnDone("", "screen")]
    assert list(house.judge.done_at) == [""]
    stage.until(lambda: stage.says(DONE_STAGES[DoneStage.HEARD]), "heard")
    house.sees(Played((move("south", "play ur r"), move("south", "step e3"))))
    house.sees(Same())
    stage.until(lambda: stage.says(DONE_STAGES[DoneStage.RULED]), "the ruling is in")


def test_a_question_waits(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1")
    house.has_camera()
    stage = open_stage()
    stage.tap(BUTTON)
    house.sees(Unclear(((move("south", "play ur r"),), (move("south", "play ur u"),)), ()))
    stage.until(lambda: stage.says("I am not sure. What was played?"), "the question")
    view = house.session_now.view
    assert view.done is not None
    assert view.done.stage is DoneStage.ASKED


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
@pytest.mark.parametrize("stage_of", list(DoneStage))
def test_every_stage_fits_the_smallest_screen(
    language: str, stage_of: DoneStage, house: House, open_stage: OpenStage
) -> None:
    house.begin(4)
    house.play("* open b1")
    house.has_camera()
    session = house.session_now
    session.view = replace(session.view, done=DoneView(1, "south", stage_of))
    stage = open_stage(language)
    assert stage.says(Texts(language).say(DONE_STAGES[stage_of]))
    assert faults_of_layout(stage) == []


def test_a_refusal_offers_what_can_be_said_to_it_instead(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    house.has_camera()
    stage = open_stage()
    house.sees(refusal(house, "south", "step d2", "d2", "e3"))
    stage.until(lambda: stage.has_button("Nobody did that"), "the refusal")
    assert not stage.has_button(BUTTON)
