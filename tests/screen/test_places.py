"""The owner's places, by touch: boxes over the camera picture to drag, to resize and to cross out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from companion.locale import Message
from companion.referee.places import NOWHERE, Places, placed, rectangle_of
from companion.referee.spots import places_of
from companion.screen.pages.places_picture import PlacesPicture
from vision.mat import spot_outline
from vision.types import Preview

from .stage import faults_of_layout

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House
    from .stage import Stage

WIDTH, HEIGHT = 640, 360
DECK, OPEN = "deck:hunter", "open:beast"


def seen(house: House) -> Preview:
    """The table from a camera that hangs askew, with the places where they are kept now."""
    game, view = house.games()["marso"], house.session_now.view
    table = np.array([[-3, 9], [13, 9], [13, -3], [-3, -3]], np.float32)
    picture = np.array([[90, 20], [520, 8], [600, 350], [60, 340]], np.float32)
    matrix = cv2.getPerspectiveTransform(table, picture)
    outlines = {}
    image = np.full((HEIGHT, WIDTH, 3), (60, 90, 120), np.uint8)
    for spot in places_of(placed(game.zones(view.setup), house.places())):
        points = cv2.perspectiveTransform(np.array([spot_outline(spot)], np.float64), matrix)[0]
        outlines[spot.cell] = tuple((float(x), float(y)) for x, y in points)
        cv2.fillConvexPoly(image, np.asarray(points, np.int32), (210, 220, 200))
    _, jpeg = cv2.imencode(".jpg", image)
    return Preview(jpeg.tobytes(), WIDTH, HEIGHT, outlines)


def places_page(
    house: House, open_stage: OpenStage, language: str = "en", size: tuple[int, int] = (800, 480)
) -> Stage:
    house.begin(2)
    house.has_camera()
    house.picture = seen(house)
    stage = open_stage(language, size)
    stage.app.go("places")
    stage.frames()
    return stage


def picture(stage: Stage) -> PlacesPicture:
    return next(widget for widget in stage.widgets() if isinstance(widget, PlacesPicture))


def own(house: House, cell: str) -> tuple[float, float, float, float]:
    game, view = house.games()["marso"], house.session_now.view
    return next(rectangle_of(zone) for zone in game.zones(view.setup) if zone.cell == cell)


def drag(stage: Stage, cell: str, to: tuple[float, float]) -> None:
    """Drag a box by its middle to a place on the map."""
    shown = picture(stage)
    stage.drag(shown.at(shown.boxes[cell][:2]), shown.at(to))  # type: ignore[index]  # plain text in tests


def test_it_is_reached_from_the_camera_page(house: House, open_stage: OpenStage) -> None:
    stage = places_page(house, open_stage)
    stage.app.go("camera")
    stage.frames()
    stage.tap("Piles and hands")
    assert stage.app.page_name == "places"
    assert house.preview_on
    stage.tap("Cancel")
    assert stage.app.page_name == "camera"


def test_every_place_beside_the_board_has_a_box_where_the_camera_looks(
    house: House, open_stage: OpenStage
) -> None:
    stage = places_page(house, open_stage)
    shown = picture(stage)
    assert DECK in shown.boxes
    assert "a1" not in shown.boxes
    outline = house.picture.outlines[DECK]  # type: ignore[union-attr]
    middle = shown.in_window(*np.mean(outline, axis=0))
    assert shown.at(shown.boxes[DECK][:2]) == pytest.approx(middle, abs=1.5)  # type: ignore[index]


def test_a_box_is_dragged_and_remembered(house: House, open_stage: OpenStage) -> None:
    stage = places_page(house, open_stage)
    drag(stage, DECK, (7.0, -2.0))
    assert stage.says("deck of hunter cards")
    assert house.places_now == NOWHERE, "nothing counts before it is saved"
    stage.tap("Save")
    assert stage.app.page_name == "camera"
    assert list(house.places_now.of) == [DECK]
    assert house.places_now.of[DECK] == pytest.approx((7.0, -2.0, 0.9, 1.3), abs=0.06)


def test_the_ring_resizes_a_box_and_its_other_corner_stays(house: House, open_stage: OpenStage) -> None:
    stage = places_page(house, open_stage)
    shown = picture(stage)
    stage.touch(*shown.at(shown.boxes[DECK][:2]))  # type: ignore[index]
    found = shown.ring()
    assert found is not None
    (x, y), (right, up) = found
    before = shown.boxes[DECK]  # type: ignore[index]
    stage.drag((x, y), (x + right * 40, y + up * 40))
    after = shown.boxes[DECK]  # type: ignore[index]
    assert after[2] > before[2] + 0.5
    assert after[3] > before[3] + 0.5
    for axis in (0, 1):
        sign = (right, up)[axis]
        stays = [box[axis] - sign * box[axis + 2] / 2 for box in (before, after)]
        assert stays[0] == pytest.approx(stays[1], abs=0.01)


def test_a_box_cannot_be_made_too_small_or_leave_the_picture(house: House, open_stage: OpenStage) -> None:
    stage = places_page(house, open_stage)
    shown = picture(stage)
    stage.touch(*shown.at(shown.boxes[DECK][:2]))  # type: ignore[index]
    found = shown.ring()
    assert found is not None
    (x, y), (right, up) = found
    stage.drag((x, y), (x - right * 300, y - up * 150))
    box = shown.boxes[DECK]  # type: ignore[index]
    assert min(box[2:]) >= 0.3
    stage.drag(shown.at(box[:2]), (shown.right - 1, shown.y + 1))
    middle = shown.at(shown.boxes[DECK][:2])  # type: ignore[index]
    low, high = shown.in_window(0, HEIGHT), shown.in_window(WIDTH, 0)
    assert low[0] <= middle[0] <= high[0]
    assert low[1] <= middle[1] <= high[1]


def test_what_is_not_kept_is_crossed_out_and_comes_back(house: House, open_stage: OpenStage) -> None:
    stage = places_page(house, open_stage)
    stage.touch(*picture(stage).at(own(house, OPEN)[:2]))
    stage.tap("We do not keep this")
    assert stage.says("You do not keep this. The camera does not look for it.")
    stage.tap("Save")
    assert house.places_now == Places({OPEN: None})
    house.picture = seen(house)
    stage.app.go("places")
    stage.frames()
    assert picture(stage).gone == {OPEN}
    stage.touch(*picture(stage).at(own(house, OPEN)[:2]))
    stage.tap("We keep this")
    stage.tap("Save")
    assert house.places_now == NOWHERE


def test_boxes_begin_where_the_owner_keeps_them_and_can_be_reset(house: House, open_stage: OpenStage) -> None:
    house.places_now = Places({DECK: (6.0, -2.0, 2.0, 1.0), "laid:east": (0.0, -3.0, 1.0, 1.0)})
    stage = places_page(house, open_stage)
    assert picture(stage).boxes[DECK] == (6.0, -2.0, 2.0, 1.0)  # type: ignore[index]
    stage.tap("The game's own places")
    stage.tap("Save")
    assert house.places_now == Places({"laid:east": (0.0, -3.0, 1.0, 1.0)}), "nobody sits there today"


def test_a_beginning_that_was_written_by_hand_is_overridden_and_kept(
    house: House, open_stage: OpenStage
) -> None:
    house.places_now = Places({"discard": (11.0, -1.0, 3.0, 1.3)})
    stage = places_page(house, open_stage)
    stage.tap("The game's own places")
    stage.tap("Save")
    assert house.places_now.of["discard"] == (11.0, -1.0, 3.0, 1.3)
    assert house.places_now.of["discard:beast"] == own(house, "discard:beast")


def test_a_small_box_is_chosen_by_name_as_well(house: House, open_stage: OpenStage) -> None:
    stage = places_page(house, open_stage)
    names = list(picture(stage).boxes)
    stage.tap("Next")
    assert picture(stage).chosen == names[0]
    stage.tap("Previous")
    assert picture(stage).chosen == names[-1]


def test_nothing_can_be_dragged_before_the_board_is_found(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.has_camera()
    found = seen(house)
    house.picture = Preview(found.jpeg, WIDTH, HEIGHT, {})
    stage = open_stage()
    stage.app.go("places")
    stage.frames()
    assert stage.says("First the camera must find the board.")
    stage.touch(*picture(stage).center)
    assert picture(stage).chosen is None
    house.picture = found
    house.changed()
    stage.frames()
    assert not stage.says("First the camera must find the board.")


def test_what_cannot_be_saved_is_said_and_nothing_is_lost(house: House, open_stage: OpenStage) -> None:
    stage = places_page(house, open_stage)
    drag(stage, DECK, (7.0, -2.0))
    house.refusal = Message("Keep one place at least: otherwise there is nothing for the camera to watch.")
    stage.tap("Save")
    assert stage.app.page_name == "places"
    assert stage.says("Keep one place at least")
    assert picture(stage).boxes[DECK][:2] == pytest.approx((7.0, -2.0), abs=0.06)  # type: ignore[index]


@pytest.mark.parametrize("size", [(800, 480), (1024, 600)])
@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_everything_fits(language: str, size: tuple[int, int], house: House, open_stage: OpenStage) -> None:
    stage = places_page(house, open_stage, language, size)
    stage.touch(*picture(stage).at(own(house, OPEN)[:2]))
    assert faults_of_layout(stage) == []
