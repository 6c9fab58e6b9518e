"""A keyboard or a game-pad: a frame walks over what can be tapped, from left to right; one key taps it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from kivy.core.window import Window

from companion.referee.events import LineEntered
from companion.rules.contract import CellId
from companion.rules.touch import Tap
from companion.screen.pages.focus import (
    ENTER,
    ESCAPE,
    LEFT,
    RIGHT,
    SPACE,
    TAB,
    FocusTarget,
    Item,
    in_order,
    places,
)
from companion.screen.saver import Saver
from companion.screen.widgets import BigButton

from .hands import button_of
from .scenes import shown

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House
    from .stage import Stage


def press(stage: Stage, key: int, *modifiers: str) -> None:
    Window.dispatch("on_key_down", key, 0, "", list(modifiers))
    stage.frames()


def framed(stage: Stage) -> FocusTarget:
    place = stage.app.focus.at
    assert place is not None
    return place


def walk_to(stage: Stage, wanted: str | BigButton) -> None:
    """By Tab, to this button or one with this text, or to a cell."""
    for _ in range(len(places(stage.root)) + 1):
        press(stage, TAB)
        place = framed(stage)
        if wanted in (place.cell, place.widget, getattr(place.widget, "text", "")):
            return
    raise AssertionError(f"Tab never comes to {wanted}")


@pytest.mark.slow
@pytest.mark.parametrize("scene", ["home", "begin-marso", "settings", "table-arctica", "asked", "end"])
def test_the_frame_goes_from_left_to_right_and_down_over_everything(scene: str) -> None:
    with shown(scene, "en", (800, 480)) as stage:
        every = [button for button in stage.buttons() if not button.disabled]
        seen: list[FocusTarget] = []
        for _ in places(stage.root):
            press(stage, TAB)
            seen.append(framed(stage))
        assert {place.widget for place in seen if isinstance(place.widget, BigButton)} == set(every)
        assert len(seen) == len(set(seen)), "each once a round"
        assert seen == places(stage.root)


def item(left: float, top: float, width: float, height: float) -> Item:
    return Item((left, -top - height, width, height), ())


def test_rows_go_before_columns_and_a_board_before_what_stands_beside_it() -> None:
    head, board = item(0, 0, 800, 60), item(0, 70, 400, 400)
    left, right, below = item(410, 70, 190, 60), item(610, 72, 190, 60), item(410, 140, 390, 60)
    foot = item(0, 480, 800, 60)
    order = [head, board, left, right, below, foot]
    assert in_order(order[::-1]) == order


@pytest.mark.slow
def test_a_game_is_begun_and_a_move_made_by_keys_alone(house: House, open_stage: OpenStage) -> None:
    stage = open_stage()
    walk_to(stage, "Marso, catch!")
    press(stage, ENTER)
    assert stage.app.page_name == "begin"
    walk_to(stage, "Begin the game")
    press(stage, ENTER)
    stage.until(lambda: stage.says("Enter by touch what it shows."), "the card that lies on the table")
    walk_to(stage, button_of(stage, Tap(what="card b1")))
    press(stage, ENTER)
    stage.until(lambda: stage.says("Lay a card"), "somebody's turn")
    walk_to(stage, button_of(stage, Tap(what="card jet")))
    press(stage, ENTER)
    stage.until(lambda: len(house.sent) == 2 and stage.board().lit(), "the card is laid")
    goal = stage.board().lit()[0]
    walk_to(stage, goal)
    assert framed(stage) == FocusTarget(stage.board(), CellId(goal))
    press(stage, ENTER)
    assert [type(event) for event in house.sent] == [LineEntered] * 3
    assert [entry.text for entry in house.session_now.match.entries[-2:]] == ["play jet", f"fly {goal}"]


def test_a_game_pad_does_the_same(house: House, open_stage: OpenStage) -> None:
    stage = open_stage()
    assert house.choices == []
    at = [place.widget for place in places(stage.root)].index(stage.button("Українська"))
    for _ in range(at + 1):
        Window.dispatch("on_joy_hat", 0, 0, (1, 0))
        Window.dispatch("on_joy_hat", 0, 0, (0, 0))  # let go
    stage.frames()
    assert framed(stage) == places(stage.root)[at]
    Window.dispatch("on_joy_button_down", 0, 1)
    assert house.languages == [], "only the first button taps"
    Window.dispatch("on_joy_button_down", 0, 0)
    assert house.languages == ["uk"]
    stage.until(
        lambda: framed(stage) == places(stage.root)[at],
        "the frame stays where it was on the page built anew",
    )


def test_back_and_round(house: House, open_stage: OpenStage) -> None:
    stage = open_stage()
    assert house.choices == []
    press(stage, RIGHT)
    press(stage, LEFT)
    assert framed(stage) == places(stage.root)[-1]
    press(stage, TAB, "shift")
    assert framed(stage) == places(stage.root)[-2]


def test_a_touch_takes_the_frame_away_and_a_dark_screen_is_only_woken(
    house: House, open_stage: OpenStage
) -> None:
    stage = open_stage()
    assert house.choices == []
    press(stage, TAB)
    stage.tap("About")
    assert stage.app.focus.at is None
    now = [0.0]
    stage.app.saver.close()
    stage.app.saver = Saver(lambda: 5, stage.app._darken, lambda: now[0])
    now[0] = 301.0
    stage.app.saver._look(0)
    press(stage, ENTER)
    assert not stage.app.saver.dark
    assert stage.app.focus.at is None, "the key that wakes it does nothing else"


def test_escape_goes_back_and_never_leaves_a_table(house: House, open_stage: OpenStage) -> None:
    stage = open_stage()
    press(stage, ESCAPE)
    assert stage.app.page_name == "home"
    stage.tap("Marso, catch!")
    stage.tap("Rules")
    for page in ("begin", "home"):
        press(stage, ESCAPE)
        assert stage.app.page_name == page
    house.begin(2)
    house.play("* open b1")
    stage.app.go("table")
    stage.frames()
    stage.tap("History")
    press(stage, ESCAPE)
    assert not stage.has_button("Close")
    stage.tap_widget(button_of(stage, Tap(what="card rl")))
    press(stage, ESCAPE)
    assert not stage.has_button("Back"), "the card is let go of"
    press(stage, ESCAPE)
    assert stage.app.page_name == "table"
    assert house.sent == []


def test_a_real_keyboard_types_names_in_any_language(house: House, open_stage: OpenStage) -> None:
    stage = open_stage()
    stage.app.go("players", "all")
    stage.tap("New name")
    for letter in "оля  л":
        if letter == " ":
            press(stage, SPACE)
        Window.dispatch("on_textinput", letter)
    stage.frames()
    press(stage, 8)
    assert stage.says("Оля")
    assert stage.app.focus.at is None, "a space that is typed taps nothing"
    stage.tap("Save")
    assert [one.name.strip() for one in house.keeper.people] == ["Оля"]
    Window.dispatch("on_textinput", "x")  # nobody listens any more
    assert [one.name.strip() for one in house.keeper.people] == ["Оля"]
