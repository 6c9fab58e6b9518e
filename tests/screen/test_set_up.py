"""A set-up that seems wrong: the table says where to look, marks it, and can begin anyway by one tap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.judge.verdicts import Same
from companion.locale import Texts
from companion.referee.events import AsShown
from companion.rules.contract import CellId

from .stage import faults_of_layout

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House

TITLE, ANYWAY = "Is the set-up right?", "Start anyway"
DOUBTS = tuple(map(CellId, ("d5", "a1", "secret:south")))


def test_doubtful_cells_are_named_and_marked_until_they_are_mended(
    house: House, open_stage: OpenStage
) -> None:
    house.begin(2)
    house.judge.doubts = DOUBTS
    house.has_camera()
    stage = open_stage()
    assert stage.says(TITLE)
    assert stage.says(Texts("en", "marso").terms(DOUBTS))
    assert set(DOUBTS) <= set(stage.board().marked["hint"])
    assert not stage.has_button("My turn is done")
    house.judge.doubts = DOUBTS[:1]
    house.sees(Same())
    stage.until(lambda: stage.board().marked["hint"] == DOUBTS[:1], "one is left")
    house.judge.doubts = ()
    house.sees(Same())
    stage.until(lambda: not stage.says(TITLE), "nothing is left")
    assert stage.board().marked["hint"] == ()
    assert not stage.has_button(ANYWAY)


def test_one_tap_begins_anyway(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.judge.doubts = DOUBTS
    house.has_camera()
    stage = open_stage()
    stage.tap(ANYWAY)
    assert house.sent == [AsShown()]
    stage.until(lambda: not stage.says(TITLE), "play")


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
@pytest.mark.parametrize("house", ["marso", "arctica", "atlantis", "northwest"], indirect=True)
def test_it_fits_the_smallest_screen(language: str, open_stage: OpenStage, house: House) -> None:
    house.begin(2)
    zones = house.session_now.match.game.zones(house.session_now.match.setup)
    house.judge.doubts = tuple(zone.cell for zone in zones if zone.reading.watched)[:12]
    house.has_camera()
    stage = open_stage(language)
    assert stage.says(Texts(language).say(TITLE))
    assert stage.has_button(Texts(language).say(ANYWAY))
    assert faults_of_layout(stage) == []
