"""Every page in every language and size: no text is cut off, too small or covered, every button large enough.

Pictures of all of them are left in the test's temporary folder (``pytest --basetemp=DIR`` chooses it).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from kivy.core.window import Window

from companion.judge.verdicts import Same, Unclear
from companion.locale import Texts
from companion.referee.view import Message
from companion.rules.contract import CellId
from companion.screen.camera import CameraPage
from companion.screen.panels.menu import MenuPanel
from companion.screen.sheets import SheetsPage
from companion.screen.table import PANELS, TablePage
from companion.screen.widgets import BigButton

from .house import preview
from .stage import faults_of_layout
from .test_end import play_to_the_end
from .test_sheets import asked_about
from .test_table import move, refusal

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House
    from .stage import Stage

SETTINGS = [
    ("en", (800, 480)),
    ("uk", (800, 480)),
    ("ru", (800, 480)),
    ("uk", (1024, 600)),
    ("ru", (1280, 720)),
]
"""Every language where space is scarcest; elsewhere the longest words."""

everywhere = pytest.mark.parametrize(("language", "size"), SETTINGS, ids=str)


def check(stage: Stage, path: Path) -> None:
    stage.frames()
    assert faults_of_layout(stage) == []
    picture = cv2.imread(str(stage.screenshot(path)))
    assert picture is not None
    height, width = picture.shape[:2]
    assert [width, height] == list(Window.size)
    ground = np.array([31, 24, 18])  # the colour behind everything, blue first
    corners = picture[[2, 2, -3, -3], [2, -3, 2, -3]]
    assert (np.abs(corners - ground).max(axis=1) < 3).sum() >= 2, "the picture does not fill the window"
    assert picture.std() > 10, "the picture is empty"


@everywhere
def test_home(
    language: str, size: tuple[int, int], house: House, open_stage: OpenStage, tmp_path: Path
) -> None:
    stage = open_stage(language, size)
    check(stage, tmp_path / "home.png")
    stage.tap(Texts(language, "marso").say("Marso, catch!"))
    check(stage, tmp_path / "home-chosen.png")
    assert house.choices == []


@everywhere
def test_table(
    language: str, size: tuple[int, int], house: House, open_stage: OpenStage, tmp_path: Path
) -> None:
    house.begin(4, electronic=True)
    house.has_camera("http://127.0.0.1:8081/stream", simulated=True)
    stage = open_stage(language, size)
    page = stage.app.page
    assert isinstance(page, TablePage)
    for panel in PANELS:
        if panel != "question":
            page.show_panel(panel)
            check(stage, tmp_path / f"{panel}.png")
    page.close_panel()
    page.board.show_whole(True)
    check(stage, tmp_path / "whole.png")
    page.board.show_whole(False)
    house.play("south play still", "west play skate rr")
    house.sees(refusal(house, "west", "step a1", "a1", "c4"))
    check(stage, tmp_path / "refused.png")
    house.sees(Same())
    cells = (CellId("c3"), CellId("c5"))
    house.sees(Unclear(((move("west", "step c3"),), (move("west", "step c5"),)), cells))
    check(stage, tmp_path / "question.png")
    house.trouble = (
        Message(
            "The broker {host} refuses the login; check user and password of [broadcast].", (("host", "h"),)
        ),
    )
    house.changed()
    check(stage, tmp_path / "trouble.png")


@everywhere
def test_camera(
    language: str, size: tuple[int, int], house: House, open_stage: OpenStage, tmp_path: Path
) -> None:
    house.begin(4)
    house.has_camera("http://127.0.0.1:8081/stream", simulated=True)
    house.picture = preview()
    stage = open_stage(language, size)
    stage.app.go("camera")
    page = stage.app.page
    assert isinstance(page, CameraPage)
    for mode in ("look", "corners"):
        page.switch(mode)
        check(stage, tmp_path / f"{mode}.png")


@everywhere
def test_contact_sheets(
    language: str, size: tuple[int, int], house: House, open_stage: OpenStage, tmp_path: Path
) -> None:
    house.begin(4)
    house.has_camera()
    house.picture = preview()
    stage = open_stage(language, size)
    stage.app.go("sheets")
    stage.frames()
    page, say = stage.app.page, Texts(language).say
    assert isinstance(page, SheetsPage)
    for step in range(len(page.sheets) + 1):
        check(stage, tmp_path / f"{step}.png")
        stage.tap(say("Take the picture"))
    assert page.step == len(page.sheets) + 1
    check(stage, tmp_path / "set-up.png")


@everywhere
def test_question_about_a_face(
    language: str, size: tuple[int, int], house: House, open_stage: OpenStage, tmp_path: Path
) -> None:
    check(asked_about(house, open_stage, 16, language, size), tmp_path / "faces.png")


@everywhere
def test_end(
    language: str, size: tuple[int, int], house: House, open_stage: OpenStage, tmp_path: Path
) -> None:
    play_to_the_end(house, 2, 8)
    check(open_stage(language, size), tmp_path / "end.png")


def test_a_resized_window_is_filled_anew(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    stage = open_stage("en", (800, 480))
    stage.tap("More")
    Window.size = (1280, 720)
    stage.until(lambda: stage.root.size == [1280, 720], "the page fills the window")
    assert faults_of_layout(stage) == []
    assert not [widget for widget in stage.widgets() if isinstance(widget, MenuPanel)]


def test_the_check_itself_finds_faults(house: House, open_stage: OpenStage) -> None:
    """A check that cannot fail proves nothing."""
    stage = open_stage()
    assert house.choices == []
    wide = BigButton("wide", lambda: None, size_hint=(None, None), width=1500, height=60)
    stage.root.add_widget(wide)
    stage.frames()
    assert any("'wide' leaves the window" in fault for fault in faults_of_layout(stage))
    wide.size = (30, 30)
    stage.frames()
    assert any("'wide' is too small to touch" in fault for fault in faults_of_layout(stage))
    wide.text = "far too many words for such a small button, so that nobody could read them"
    stage.frames()
    assert any("needs" in fault or "shrunk" in fault for fault in faults_of_layout(stage))
