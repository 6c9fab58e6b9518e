"""The camera page, by touch: live picture and four corners."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.judge.verdicts import Same
from companion.screen.pages.live import LivePicture
from vision.types import CameraState

from .house import preview

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House
    from .stage import Stage


def camera_page(house: House, open_stage: OpenStage, language: str = "en") -> Stage:
    """The camera page with a picture of 640 x 360."""
    house.begin(2)
    house.has_camera()
    house.picture = preview()
    stage = open_stage(language)
    stage.app.go("camera")
    stage.frames()
    return stage


def live(stage: Stage) -> LivePicture:
    return next(widget for widget in stage.widgets() if isinstance(widget, LivePicture))


CORNERS = ((160.0, 40.0), (480.0, 40.0), (480.0, 320.0), (160.0, 320.0))


def test_pictures_are_asked_for_only_while_they_are_shown(house: House, open_stage: OpenStage) -> None:
    stage = camera_page(house, open_stage)
    assert house.preview_on
    stage.tap("To the table")
    assert stage.app.page_name == "table"
    assert not house.preview_on


def test_four_taps_set_the_corners_in_pixels_of_the_picture(house: House, open_stage: OpenStage) -> None:
    stage = camera_page(house, open_stage)
    stage.tap("Set the corners by hand")
    assert stage.button("Use these corners").disabled
    for number, corner in enumerate(CORNERS, start=1):
        stage.touch(*live(stage).in_window(*corner))
        stage.frames()
        assert stage.says(f"{number} of 4 corners")
    stage.tap("Use these corners")
    assert house.corners == tuple(pytest.approx(corner, abs=0.6) for corner in CORNERS)


def test_a_corner_is_dragged(house: House, open_stage: OpenStage) -> None:
    stage = camera_page(house, open_stage)
    stage.tap("Set the corners by hand")
    for corner in CORNERS:
        stage.touch(*live(stage).in_window(*corner))
        stage.frames()
    picture = live(stage)
    stage.drag(picture.in_window(165, 45), picture.in_window(200, 60))
    stage.tap("Use these corners")
    assert house.corners == tuple(pytest.approx(corner, abs=0.6) for corner in ((200.0, 60.0), *CORNERS[1:]))


def test_a_corner_cannot_leave_the_picture(house: House, open_stage: OpenStage) -> None:
    stage = camera_page(house, open_stage)
    stage.tap("Set the corners by hand")
    picture = live(stage)
    stage.drag(picture.in_window(100, 100), (picture.x + 1, picture.in_window(0, 0)[1] + 20))
    assert picture.corners[0] == pytest.approx((0.0, 0.0), abs=1.5)


def test_the_corners_can_be_begun_again_and_given_up(house: House, open_stage: OpenStage) -> None:
    stage = camera_page(house, open_stage)
    stage.tap("Set the corners by hand")
    stage.touch(*live(stage).in_window(*CORNERS[0]))
    stage.frames()
    stage.tap("Begin again")
    assert live(stage).corners == ()
    stage.tap("Cancel")
    assert house.corners == ()
    assert stage.has_button("Show cards and tiles")


def test_a_touch_on_the_picture_means_nothing_while_looking(house: House, open_stage: OpenStage) -> None:
    stage = camera_page(house, open_stage)
    stage.touch(*live(stage).in_window(*CORNERS[0]))
    assert live(stage).corners == ()


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (CameraState.LOST, "I cannot find the board in the picture."),
        (CameraState.LIGHT, "The light has changed; I wait until it is steady."),
        (CameraState.READY, "The camera sees the table."),
    ],
)
def test_the_state_of_the_camera_is_a_sentence(
    state: CameraState, sentence: str, house: House, open_stage: OpenStage
) -> None:
    stage = camera_page(house, open_stage)
    house.sees(Same(), state)
    stage.frames()
    assert stage.says(sentence)


def test_a_sentence_of_the_camera_itself_is_translated(house: House, open_stage: OpenStage) -> None:
    stage = camera_page(house, open_stage, "uk")
    house.sees(
        Same(),
        CameraState.TROUBLE,
        "The camera's picture is black: take the cap off the lens or switch on a light.",
    )
    stage.frames()
    assert stage.says("Зображення чорне: зніміть кришку з об’єктива або ввімкніть світло.")
