"""*Why?* shows the pictures of a ruling; a question shows the places of its answers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from companion.judge.verdicts import Unclear, Unknown
from companion.locale import Message, Texts
from companion.referee.exhibit import Exhibit, ToldReading, digest_of
from companion.referee.view import RulingKind
from companion.rules.contract import CellId
from companion.screen.panels.question import SeenButton
from companion.screen.panels.why import KeptPicture
from tests.doubles.duel_table import DUEL, pads, sensors
from tests.doubles.table import move
from tests.screen.duel_house import seated
from tests.screen.marso_table import clause, refusal

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House


def picture(blue: int) -> bytes:
    return cv2.imencode(".jpg", np.full((60, 80, 3), (blue, 0, 0), np.uint8))[1].tobytes()


BEFORE, AFTER = picture(40), picture(200)
CLEAR = sensors(pads(s1=420, s2=570, s3=None, s4=None))
"""The pad of s1 was left 150 ms before that of s2."""
SQUARE = ((10, 10), (30, 10), (30, 30), (10, 30))


def keep(house: House, **others: object) -> None:
    """Pictures of the latest ruling are kept."""
    ruling = house.session_now.view.ruling
    assert ruling is not None
    told = Message("{move}", (("move", "south: step d2"),))
    clauses = tuple(breach.clause for breach in ruling.breaches)
    exhibit = Exhibit(
        ruling.kind, ruling.at, ruling.seat, ruling.move, 2, digest_of(BEFORE), digest_of(AFTER),
        ("d2",), ("d2",),
        (ToldReading(told, 0.95, clauses), ToldReading(Message("Nothing was done"), 0.04)),
        outlines={"d2": SQUARE},
    )  # fmt: skip
    house.kept = (*house.kept, replace(exhibit, **others))  # type: ignore[arg-type]
    house.kept_pictures = {digest_of(data): data for data in (BEFORE, AFTER)}
    house.changed()


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_why_shows_pictures_readings_and_the_clause(
    language: str, house: House, open_stage: OpenStage
) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    house.has_camera()
    stage = open_stage(language)
    house.sees(refusal(house, "south", "step d2", "d3", "d2"))
    keep(house)
    stage.frames()
    say = Texts(language, "marso").say
    stage.tap(say("Why?"))
    assert len([one for one in stage.widgets() if isinstance(one, KeptPicture)]) == 2
    assert stage.says(say("very likely"))
    assert stage.says(f"{say('Nothing was done')}: {say('very unlikely')}")
    assert stage.says(clause(house, language, "marso/walk.1"))
    assert stage.says(say("What lies here tells the two apart: {cells}.", cells="d2"))


def test_earlier_rulings_are_a_tap_away_and_a_lost_picture_is_said(
    house: House, open_stage: OpenStage
) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    house.has_camera()
    stage = open_stage()
    house.sees(refusal(house, "south", "step d2", "d3", "d2"))
    keep(house, kind=RulingKind.PLAYED, at=-1.0, before="0" * 64)
    keep(house)
    stage.frames()
    stage.tap("Why?")
    assert stage.says("Not allowed")
    stage.tap("Older")
    assert stage.says("Played")
    assert stage.says("This picture is not kept any more.")
    stage.tap("Newer")
    assert not stage.says("This picture is not kept any more.")


def test_a_ruling_that_cites_no_clause_and_has_no_picture_says_so(
    house: House, open_stage: OpenStage
) -> None:
    house.begin(2)
    house.has_camera()
    stage = open_stage()
    house.sees(Unknown((CellId("d2"),)))
    stage.frames()
    stage.tap("Why?")
    assert stage.says("No picture of this ruling is kept.")


def test_each_answer_shows_the_places_that_it_would_change(house: House, open_stage: OpenStage) -> None:
    """The pictures come a moment after the question; then the panel shows them."""
    house.begin(2)
    house.play("* open b1", "south play ur r")
    house.has_camera()
    stage = open_stage()
    house.sees(Unclear(((move("south", "step d2"),), (move("south", "step e3"),)), (CellId("d2"),)))
    stage.frames()
    assert not [one for one in stage.widgets() if isinstance(one, SeenButton)]
    keep(house, answers={"0": ("d2",), "1": ("e3",)})
    stage.frames()
    assert len([one for one in stage.widgets() if isinstance(one, SeenButton)]) == 2


@pytest.mark.parametrize("house", ["jungle"], indirect=True)
def test_a_grab_has_its_time_axis_beside_the_pictures(house: House, open_stage: OpenStage) -> None:
    table = seated(house, 4, DUEL)
    stage = open_stage()
    table.moves(CLEAR)
    keep(house, at=-1.0)  # of the cards before the grab
    stage.close()
    stage = open_stage()
    stage.tap("Why?")
    assert [one for one in stage.widgets() if isinstance(one, KeptPicture)]
    texts = Texts("en", "jungle")
    for message in (*table.case.bound, table.case.evidence[0]):
        assert stage.says(texts.message(message)[2:])
