"""Every touch comes twice, as where two input paths of Kivy read one panel: the game changes once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from kivy.config import Config
from kivy.tests.common import UnitTestTouch

from companion.referee.events import UndoAsked

if TYPE_CHECKING:
    from .house import House
    from .stage import Stage

ORDERS = ["ad bd au bu", "ad au bd bu", "ad bd bu au"]  # codespell:ignore bu
"""Fingers a and b go down and up."""


def touch_twice(stage: Stage, x: float, y: float, order: str) -> None:
    fingers = {"a": UnitTestTouch(x, y), "b": UnitTestTouch(x, y)}
    for step in order.split():
        finger = fingers[step[0]]
        if step[1] == "d":
            finger.touch_down()
        else:
            finger.touch_up()
        stage.frames(1)
    stage.frames()


@pytest.mark.parametrize("order", ORDERS)
def test_one_entry_is_taken_back(house: House, open_stage: Callable[..., Stage], order: str) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    stage = open_stage()
    stage.tap("Take back")
    button = stage.button("Yes, take it back")
    x, y = button.to_window(*button.center)
    touch_twice(stage, x, y, order)
    assert house.sent == [UndoAsked(1)]


def test_a_second_finger_may_follow_the_first(house: House, open_stage: Callable[..., Stage]) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    stage = open_stage()
    for _ in range(2):
        stage.tap("Take back")
        stage.tap("Yes, take it back")
    assert len(house.sent) == 2


def test_the_same_event_is_sent_once_for_what_is_shown(
    house: House, open_stage: Callable[..., Stage], monkeypatch: pytest.MonkeyPatch
) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    stage = open_stage()
    stage.tap("Take back")
    act = stage.button("Yes, take it back").act
    monkeypatch.setattr(house, "send", house.sent.append)  # a session that has not yet answered
    act()
    act()
    assert house.sent == [UndoAsked(1)]


def test_only_the_window_itself_reads_the_panel() -> None:
    assert dict(Config.items("input")) == {"mouse": "mouse,disable_multitouch"}
