"""Every page in every language and size: no text is cut off, too small or covered, every button large enough.

``make test`` looks at every page where space is scarcest, ``make soak`` at all languages and sizes.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest
from kivy.core.window import Window

from companion.locale import LANGUAGES
from companion.rules.contract import Look, ZoneKind
from companion.rules.registry import find_game
from companion.screen import pictures, theme
from companion.screen.panels.menu import MenuPanel
from companion.screen.widgets import BigButton, Text

from .scenes import GAMES, SCENES, shown
from .stage import LEAST_LARGE, LEAST_LETTERS, faults_of_layout
from .test_sheets import asked_about

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House
    from .stage import Stage

SETTINGS = [("ru", (800, 480))]
"""The smallest window, in the language with the longest texts; large print is looked at in the next longest.
``make soak`` sees every other setting and a window that stands upright: half of the time of all tests of the
screen went there, and faults show first where space is scarcest."""
ALL_SIZES = ((800, 480), (1024, 600), (1280, 800), (1920, 1080), (480, 800))
"""The last one is the smallest panel, turned by a quarter."""
OTHERS = [setting for setting in product(LANGUAGES, ALL_SIZES) if setting not in SETTINGS]

everywhere = pytest.mark.parametrize(("language", "size"), SETTINGS, ids=str)
every_page = pytest.mark.parametrize("scene", SCENES)


def look(scene: str, language: str, size: tuple[int, int], large_print: bool = False) -> None:
    with shown(scene, language, size, large_print) as stage:
        assert list(Window.size) == list(size)
        assert faults_of_layout(stage) == []


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


@pytest.mark.slow
@every_page
@everywhere
def test_every_page(scene: str, language: str, size: tuple[int, int]) -> None:
    look(scene, language, size)


@pytest.mark.slow
@every_page
def test_every_page_in_large_print(scene: str) -> None:
    look(scene, "uk", (800, 480), large_print=True)


@pytest.mark.soak
@every_page
def test_every_page_upright(scene: str) -> None:
    look(scene, "uk", (480, 800))


@pytest.mark.soak
@every_page
@pytest.mark.parametrize(("language", "size"), OTHERS, ids=str)
def test_every_page_in_every_other_setting(scene: str, language: str, size: tuple[int, int]) -> None:
    look(scene, language, size)


@pytest.mark.soak
@every_page
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ALL_SIZES, ids=str)
def test_every_page_in_large_print_everywhere(scene: str, language: str, size: tuple[int, int]) -> None:
    look(scene, language, size, large_print=True)


@pytest.mark.parametrize(("language", "size"), [("uk", (800, 480)), ("ru", (1920, 1080))], ids=str)
def test_the_picture_fills_the_window(
    language: str, size: tuple[int, int], house: House, open_stage: OpenStage, tmp_path: Path
) -> None:
    house.begin(2)
    check(open_stage(language, size), tmp_path / "table.png")


@everywhere
def test_question_about_a_face(
    language: str, size: tuple[int, int], house: House, open_stage: OpenStage
) -> None:
    assert faults_of_layout(asked_about(house, open_stage, 16, language, size)) == []


def test_answers_are_as_large_as_the_window_asks_for() -> None:
    """Whatever size the window had when the program began."""
    heights = []
    for size in ((1920, 1080), (800, 480)):
        with shown("asked", "en", size) as stage:
            answers = [button for button in stage.buttons() if "step" in button.text]
            assert answers
            heights += [{round(button.height / theme.px(1)) for button in answers}]
    assert heights[0] == heights[1]


def test_a_resized_window_is_filled_anew(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    stage = open_stage("en", (800, 480))
    stage.tap("More")
    Window.size = (1280, 720)
    stage.until(lambda: stage.root.size == [1280, 720], "the page fills the window")
    assert faults_of_layout(stage) == []
    assert [widget for widget in stage.widgets() if isinstance(widget, MenuPanel)], "the panel stays"


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


def test_the_check_itself_finds_colours_that_are_too_much_alike(house: House, open_stage: OpenStage) -> None:
    stage = open_stage()
    assert house.choices == []
    stage.root.add_widget(Text("pale", color=theme.FAINT, ground=theme.BUTTON_DOWN))
    stage.frames()
    assert any("'pale' has a contrast of" in fault for fault in faults_of_layout(stage))


@pytest.mark.slow
@pytest.mark.parametrize("large_print", [False, True])
@pytest.mark.parametrize("game", [game for game in GAMES if game != "jungle"])
def test_the_rim_alone_bears_coordinates_as_large_as_other_letters(
    game: str, large_print: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first cell of each row, of squares the lowest of each column too, unless a piece lies there."""
    written: dict[str, int] = {}
    caption = pictures.caption

    def noted(text: str, *how: Any, **more: Any) -> Any:
        texture = caption(text, *how, **more)
        written[text] = texture.height if texture is not None else 0
        return texture

    monkeypatch.setattr(pictures, "caption", noted)
    with shown(f"table-{game}", "uk", (800, 480), large_print) as stage:
        board, term = stage.board(), stage.app.desk.texts.term
        zones = find_game(game).zones(stage.controller.view().setup)
        seen = [zone for zone in zones if zone.kind is not ZoneKind.SLOT and board.has([zone.cell])]
        free = {zone.cell for zone in seen if not board.looks.get(zone.cell, Look()).pieces}
    squares = [zone for zone in seen if zone.kind is ZoneKind.SQUARE]
    rim = {min((one for one in seen if one.y == zone.y), key=lambda one: one.x).cell for zone in seen}
    rim |= {min((one for one in squares if one.x == zone.x), key=lambda one: one.y).cell for zone in squares}
    named = {name for name in map(term, rim & free) if name[-1].isdigit()}  # an island's word needs more room
    assert len(named) >= 5
    assert {name for zone in seen if (name := term(zone.cell))[-1].isdigit()} & written.keys() == named
    least = LEAST_LARGE if large_print else LEAST_LETTERS
    assert not [name for name in named if written[name] <= least]  # a line is higher
