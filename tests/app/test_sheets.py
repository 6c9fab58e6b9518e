"""Contact sheets through the whole app: a network camera, its process, the session, the box on the disk."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from random import Random

import cv2
import pytest

from companion.app.portraits import box_path
from companion.locale import Texts
from companion.owner.configuration import Config
from companion.ports.choices import Lessons
from companion.referee.sheets import face_of, sheets_of
from companion.simulator.profiles import PROFILES
from companion.simulator.render import Renderer
from companion.simulator.scene import Scene, scene_of
from companion.simulator.setting import Setting, setting_of
from tests.app.sitting import Sitting
from tests.vision.sources.servers import Connection, serving
from vision.recognition.box import load_portraits
from vision.types import Image

Sit = Callable[..., Sitting]
ARRIVED = 15
"""Pictures after which those of an earlier scene have passed."""
SHAKES = 3
"""Pictures of one scene: no two pictures of a real camera are the same."""


class Camera:
    """A network camera that shows what the test says."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self._now: list[bytes] = []
        self.sent = 0
        """Pictures of what is shown now that were sent."""

    def show(self, *scenes: Scene) -> None:
        pictures = [self._renderer.frame(scene) for scene in scenes for _ in range(SHAKES)]
        self._now = [jpeg(picture) for picture in pictures]
        self.sent = 0

    def script(self, connection: Connection) -> None:
        connection.head()
        for number in itertools.count():
            if connection.over.wait(0.1):
                return
            connection.part(self._now[number % len(self._now)])
            self.sent += 1


def jpeg(picture: Image) -> bytes:
    done, coded = cv2.imencode(".jpg", picture)
    assert done
    return coded.tobytes()


@pytest.fixture(scope="module")
def setting() -> Setting:
    return setting_of("marso", 2, {})


@pytest.fixture
def camera(setting: Setting) -> Iterator[tuple[Camera, str]]:
    made = Camera(setting.renderer(PROFILES["easy"], 5))
    made.show(set_up(setting))
    with serving(made.script) as server:
        yield made, server.url


def set_up(setting: Setting) -> Scene:
    game = setting.game
    return scene_of(game.looks(game.initial(setting.setup)), setting.placer(Random(3)))


def laid_out(setting: Setting, number: int, without: int = 0) -> Scene:
    """A contact sheet, but for its first so many faces."""
    sheet = sheets_of(setting.game, setting.setup)[number - 1]
    return setting.sheet(sheet[without:], Random(number))


def taken(sitting: Sitting, shown: Camera, number: int) -> Lessons:
    """Take a picture, once the camera has seen the table without hands."""
    sitting.wait(lambda: shown.sent > ARRIVED)
    for _ in range(60):
        sitting.app.take_sheet(number)
        sitting.wait(lambda: not sitting.app.lessons().busy)
        if number in sitting.app.lessons().taken or "{n}" in said_keys(sitting):
            break
        sitting.wait_a_moment()
    return sitting.app.lessons()


def said_keys(sitting: Sitting) -> str:
    return " ".join(message.key for message in sitting.app.lessons().messages)


def said(sitting: Sitting) -> list[str]:
    return [Texts("en", "marso").message(message) for message in sitting.app.lessons().messages]


@pytest.mark.outside
@pytest.mark.slow
def test_sheets_teach_the_box_and_the_game_goes_on(
    sit: Sit, camera: tuple[Camera, str], setting: Setting
) -> None:
    shown, url = camera
    sitting = sit(Config())
    sitting.open(camera=url)
    sitting.wait(lambda: sitting.view.camera.state == "ready")
    sitting.app.show_sheets()
    shown.show(Scene(()))
    assert taken(sitting, shown, 0).taken == {0}
    shown.show(laid_out(setting, 1, without=20))
    assert taken(sitting, shown, 1).taken == {0}, "a sheet with too few faces teaches nothing"
    assert said(sitting)[0].startswith("Only 4 of 24 places hold something of the right size")
    shown.show(laid_out(setting, 1, without=1))
    assert taken(sitting, shown, 1).taken == {0, 1}
    assert said(sitting) == ["Nothing that fits lies here: up/right card."]
    shown.show(laid_out(setting, 2))
    assert taken(sitting, shown, 2).taken == {0, 1, 2}
    assert sitting.view.ruling is None, "nothing on the sheets was taken for the game"
    shown.show(set_up(setting))
    sitting.wait(lambda: shown.sent > ARRIVED)
    for _ in range(60):
        sitting.app.end_sheets(ready=True)
        sitting.wait(lambda: not sitting.app.lessons().busy)
        if not sitting.app.lessons().on:
            break
        sitting.wait_a_moment()
    assert not sitting.app.lessons().on
    assert sitting.view.ruling is None
    sitting.app.leave_table()
    known = load_portraits(box_path(sitting.app.game("marso")))
    faces = {face_of(zone) for sheet in sheets_of(setting.game, setting.setup) for zone in sheet}
    assert faces - known.keys() == {"card ur"}
    assert {"hunter south", "hunter north"} <= known.keys(), "the set-up is learned, too"
