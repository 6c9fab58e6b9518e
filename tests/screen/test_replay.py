"""A match walked back and forth on the board, by touch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from kivy.uix.slider import Slider

from companion.judge.verdicts import Unclear
from companion.locale import Message
from companion.referee.moments import views_of
from companion.rules.contract import CellId
from companion.rules.match import format_match
from companion.rules.registry import find_game
from companion.screen.keeping import KeptMatch
from companion.screen.pages import replay
from companion.screen.pages.replay import ReplayPage
from tests.doubles.table import move

from .house import House

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .stage import Stage

GOLDEN = Path(__file__).parents[1] / "golden"


def replayed(house: House, open_stage: OpenStage, game: str) -> tuple[Stage, ReplayPage]:
    path = sorted((GOLDEN / game).glob("*.match"))[0]
    house.keeper.files["7"] = path.read_text(encoding="utf-8")
    house.keeper.over = (KeptMatch("7", game, ("south",), 5, "2026-11-21 19:30"),)
    house.shelf = {game: find_game(game)}
    stage = open_stage()
    stage.tap("Matches")
    stage.tap("Finished")
    stage.tap("Look at it")
    page = stage.app.page
    assert isinstance(page, ReplayPage)
    stage.until(lambda: not page._beat.is_triggered, "the match is read")
    return stage, page


@pytest.mark.slow
@pytest.mark.parametrize("game", ["arctica", "atlantis", "jungle", "marso", "northwest"])
def test_every_game_is_walked_back_and_forth(game: str, house: House, open_stage: OpenStage) -> None:
    stage, page = replayed(house, open_stage, game)
    views = list(views_of(house.keeper.files["7"]))
    last = len(views) - 1
    assert page.at == last
    stage.tap("<")
    assert page.at == last - 1
    assert stage.board().looks == find_game(game).looks(views[last - 1].state)
    stage.tap("|<")
    assert page.at == 0
    assert stage.board().looks == find_game(game).looks(views[0].state)
    stage.tap("<")
    stage.tap(">")
    assert page.at == 1
    slider = next(widget for widget in stage.widgets() if isinstance(widget, Slider))
    knob = slider.cursor_width / 2
    assert slider.value_pos[0] - knob >= slider.x  # it covers no button beside the strip
    stage.drag(slider.value_pos, (slider.right - slider.padding, slider.center_y))
    assert page.at == last
    assert slider.value_pos[0] + knob <= slider.right


def test_it_runs_by_itself_from_the_beginning_until_it_is_stopped(
    house: House, open_stage: OpenStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "PACE", 0.01)
    stage, page = replayed(house, open_stage, "marso")
    run = next(button for button in stage.buttons() if button.icon == "play")
    stage.tap_widget(run)
    stage.until(lambda: page.at >= 3, "it has come so far")
    stage.tap_widget(run)
    at = page.at
    stage.frames(5)
    assert page.at == at
    page.show(len(page.moments) - 3)
    stage.tap_widget(run)
    stage.until(lambda: not page._pace.is_triggered, "it stops at the end")
    assert page.at == len(page.moments) - 1


def test_nothing_hidden_is_shown(house: House, open_stage: OpenStage) -> None:
    _, page = replayed(house, open_stage, "marso")
    game = find_game("marso")
    for view in page.moments:
        assert game.format_position(game.observe(view.state, None)) == game.format_position(view.state)


def test_a_match_is_taken_along_on_a_stick(house: House, open_stage: OpenStage) -> None:
    house.keeper.plugged = ("STICK",)
    stage, _ = replayed(house, open_stage, "marso")
    stage.tap("Copy to STICK")
    assert house.keeper.exported == [("7", "STICK")]
    assert stage.says("Saved as /media/STICK/7.match")
    house.keeper.refusal = Message("There is no stick {stick} any more; plug it in again.", (("stick", "S"),))
    stage.tap("Copy to STICK")
    assert stage.says("There is no stick S any more")


def test_a_damaged_match_is_shown_as_far_as_it_goes(house: House, open_stage: OpenStage) -> None:
    path = sorted((GOLDEN / "marso").glob("*.match"))[0]
    text = path.read_text(encoding="utf-8")
    lines = [
        number for number, line in enumerate(text.splitlines()) if line.startswith(("@", "south", "west"))
    ]
    damaged = text.splitlines()
    damaged[lines[3]] = "south fly to the moon"
    house.keeper.files["7"] = "\n".join(damaged)
    stage = open_stage()
    stage.app.go("replay", "7")
    stage.until(lambda: stage.says("From here on the match cannot be read"), "it is told")
    page = stage.app.page
    assert isinstance(page, ReplayPage)
    assert page.moments


@pytest.mark.slow
def test_the_match_that_is_played_is_left_for_a_question(house: House, open_stage: OpenStage) -> None:
    house.begin(4, electronic=True)
    house.has_camera()
    house.play("south play still", "west play skate rr")
    match = house.session_now.match
    house.keeper.files["17"] = format_match(match)
    stage = open_stage()
    stage.tap("History")
    stage.tap("Walk through it on the board")
    assert stage.app.page_name == "replay"
    stage.frames(5)
    cells = (CellId("c3"), CellId("c5"))
    house.sees(Unclear(((move("west", "step c3"),), (move("west", "step c5"),)), cells))
    stage.until(lambda: stage.app.page_name == "table", "the question is seen")
