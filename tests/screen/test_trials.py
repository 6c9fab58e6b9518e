"""The page *Test*: every device with its picture, what was measured, and what its owner says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.screen.keeping import DeviceTrial
from companion.screen.pages.trials import MARKS, PARTS, TouchGround

from .stage import faults_of_layout

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House


def test_a_device_is_tried_and_its_owner_says_that_it_works(house: House, open_stage: OpenStage) -> None:
    stage = open_stage()
    stage.app.go("trials")
    stage.frames()
    assert stage.says("not tried")
    stage.tap_widget(next(button for button in stage.buttons() if button.text == "Test"))
    house.trials.now = DeviceTrial("lamps", ask="All lamps shine red. Touch Done to go on.")
    house.changed()
    stage.until(lambda: stage.says("All lamps shine red"), "what is asked")
    assert faults_of_layout(stage) == []
    stage.tap("Done")
    assert house.trials.answered == 1
    house.trials.now = DeviceTrial("lamps", ("Lamp 2 is dark.",), over=True)
    house.changed()
    stage.until(lambda: stage.says("Lamp 2 is dark."), "what was measured")
    assert faults_of_layout(stage) == []
    stage.tap("It does not")
    assert (house.trials.found, house.trials.said) == ({"lamps": False}, {"lamps": ("Lamp 2 is dark.",)})
    assert stage.says("does not work")


@pytest.mark.parametrize("beside", [0, 23])
def test_how_far_fingers_are_felt_from_where_they_are(
    beside: int, house: House, open_stage: OpenStage
) -> None:
    stage = open_stage()
    stage.app.go("trials")
    stage.frames()
    tests = [button for button in stage.buttons() if button.text == "Test"]
    stage.tap_widget(tests[list(PARTS).index("touch")])
    stage.frames()
    assert faults_of_layout(stage) == []
    for number in range(len(MARKS)):
        ground = next(widget for widget in stage.root.walk() if isinstance(widget, TouchGround))
        x, y = ground.to_window(*ground.aim())
        stage.touch(x + (beside if number == 2 else 0), y)
    stage.frames()
    assert stage.says(f"Fingers are felt up to {beside} pixels beside the marks")
    stage.tap("It works")
    assert house.trials.found == {"touch": True}
