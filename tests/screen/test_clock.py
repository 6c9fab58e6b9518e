"""The clock: off at first, chosen for each game, right after a crash, and without any consequence."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from companion.owner.preferences import Preferences
from companion.referee.clock import spent
from companion.referee.events import UndoAsked
from companion.referee.view import HistoryLine, LineKind
from companion.rules.registry import find_game
from companion.screen import desk
from companion.screen.pages import head
from companion.screen.pages.clock import CHOICES, following, shown, times_of
from companion.screen.pages.seat_button import SeatButton
from companion.screen.pages.table import TablePage

from .stage import faults_of_layout

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House
    from .stage import Stage


def lines(stage: Stage) -> list[tuple[str, ...]]:
    return [button.lines for button in reversed(stage.buttons()) if isinstance(button, SeatButton)][::-1]


def at(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """What the clock of the screen says until this is called again."""
    for module in (desk, head):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: seconds))


def entry(number: int, at: float, seat: str, undone: bool = False) -> HistoryLine:
    return HistoryLine(number, at, LineKind.MOVE if seat else LineKind.CHANCE, seat, "x", undone)


def test_time_before_a_move_is_the_mover_s_and_before_a_card_nobody_s() -> None:
    history = (entry(1, 5, ""), entry(2, 12.5, "south"), entry(3, 20, "north"), entry(4, 21, "north"))
    assert spent(history) == {"south": 7.5, "north": 8.5}


def test_time_for_what_was_taken_back_stays_used_and_never_runs_backwards() -> None:
    undo = HistoryLine(2, 15, LineKind.UNDO, "", "1", False)
    assert spent((entry(1, 10, "south", undone=True), undo, entry(3, 18, "south"))) == {"south": 13}
    assert spent((entry(1, 10, "south"), entry(2, 8, "north"))) == {"south": 10, "north": 0}


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (61, "1:01"), (3661, "1:01:01"), (-5, "−0:05"), (-3700, "−1:01:40")]
)
def test_minutes_and_seconds(seconds: int, text: str) -> None:
    assert shown(seconds) == text


def test_choices_go_round_and_an_odd_one_ends_at_off() -> None:
    found, minutes = [], following(None)
    while minutes is not None:
        found.append(minutes)
        minutes = following(minutes)
    assert tuple(found) == CHOICES[1:]
    assert following(7) is None


def test_who_is_on_turn_thinks_now(house: House) -> None:
    house.begin(2)
    house.time = 30
    house.play("* open b1")
    house.time = 100
    house.play("south play still")
    view = house.session_now.view
    assert times_of(view, 0, 4.2) == {"south": 70, "north": 4}
    assert times_of(view, 1, 65.0) == {"south": -10, "north": -5}


def test_it_is_off_until_it_is_chosen_for_this_game(
    house: House, open_stage: OpenStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, 1000)
    house.shelf = {name: find_game(name) for name in ("arctica", "jungle", "marso")}
    stage = open_stage()
    stage.tap(find_game("marso").title)
    row = next(widget for widget in stage.widgets() if getattr(widget, "text", "") == "Clock").parent
    (button,) = (widget for widget in row.children if widget in stage.buttons())
    assert button.text == "off"
    stage.tap_widget(button)
    assert house.keeper.now.clocks == {"marso": 0}
    stage.tap("only counts")
    assert house.keeper.now.clocks == {"marso": 5}
    assert stage.has_button("5 minutes for each")
    stage.tap("Begin the game")
    stage.frames()
    assert lines(stage) == [("5:00",), ("5:00",)]
    house.leave_table()
    stage.app.go("home")
    stage.frames()
    stage.tap(find_game("jungle").title)
    assert not stage.says("Clock"), "nobody is on turn there"


def test_it_runs_every_second_and_changes_the_seat(
    house: House, open_stage: OpenStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.keeper.now = Preferences(clocks={"marso": 1})
    house.begin(2)
    house.play("* open b1")
    at(monkeypatch, 1000)
    stage = open_stage()
    assert lines(stage) == [("1:00",), ("1:00",)]
    at(monkeypatch, 1061.5)
    page = stage.app.page
    assert isinstance(page, TablePage)
    assert page.above is not None
    page.above.tick(1.0)
    assert lines(stage) == [("−0:01",), ("1:00",)], "over, and nothing happens"
    house.time = 61.5
    house.play("south play still")
    stage.until(lambda: lines(stage)[0] == ("−0:01",), "what was used stays used")
    assert faults_of_layout(stage) == []
    house.session_now.handle(UndoAsked(1))
    house.changed()
    stage.until(lambda: lines(stage)[0][0].startswith("−0:0"), "also when the move is taken back")


def test_a_new_page_or_language_does_not_start_it_again(
    house: House, open_stage: OpenStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.keeper.now = Preferences(clocks={"marso": 0})
    house.begin(2)
    house.play("* open b1")
    at(monkeypatch, 1000)
    stage = open_stage()
    at(monkeypatch, 1040)
    stage.app.go("settings")
    stage.app.set_language("uk")
    stage.app.back()
    assert lines(stage) == [("0:40",), ("0:00",)]


def test_names_stand_above_the_time(
    house: House, open_stage: OpenStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, 1000)
    house.keeper.now = replace(house.keeper.now, clocks={"marso": 10})
    house.begin(2)
    house.seated_now = {"south": "Anna"}
    stage = open_stage()
    assert lines(stage) == [("Anna", "10:00"), (" ", "10:00")]
    assert faults_of_layout(stage) == []
