"""The table with ice: the arc, the line, rows that change, and who is in danger, drawn and told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from kivy.core.window import Window
from numpy.typing import NDArray

from companion.games.northwest import game
from companion.games.northwest.screen import ice_pictures
from companion.games.northwest.screen.board import IceBoard, Sun
from companion.games.northwest.screen.forecast import GROUNDS, Danger, ForecastStrip, dangers, sentence
from companion.locale import Texts
from companion.referee.events import TimePassed
from companion.rules.contract import CellId
from companion.rules.match import parse_match
from companion.screen import theme
from companion.screen.theme import Colour
from companion.terminal.terminal import Terminal

from .house import House
from .scenes import GOLDEN, played
from .stage import Stage, faults_of_layout
from .test_layout import everywhere

if TYPE_CHECKING:
    from collections.abc import Callable

    Open = Callable[..., Stage]

THAW = """
seats red blue
round 7
tile f5 ../..
ship red f5
sled red f5
crew red 3 0 4 0
display xxx/... 1
"""
"""The example of the specification: six frozen rows, four in the next round."""

ALL_PASSED = THAW + "phase sun\npassed blue red\n"


SUN = theme.COLOURS["yellow"]
"""The sun disc, by the game's picture.toml; less its edge and its number it covers a third of its place."""


def icy_house(position: str) -> House:
    """A house whose match begins in a given position."""
    house = House("northwest")
    house.begin_at(game.parse_position(position))
    return house


@pytest.fixture
def open_at() -> Iterator[Open]:
    """Opens the screen on a position."""
    stages: list[Stage] = []

    def opening(position: str, language: str = "en", size: tuple[int, int] = (800, 480)) -> Stage:
        stages.append(Stage(icy_house(position), language, size))
        stages[-1].board().look_at("far")
        stages[-1].frames()
        return stages[-1]

    yield opening
    for stage in stages:
        stage.close()


def ice_board(stage: Stage) -> IceBoard:
    board = stage.board()
    assert isinstance(board, IceBoard)
    return board


def strip(stage: Stage) -> list[str]:
    """The texts below the board."""
    found = next(widget for widget in stage.widgets() if isinstance(widget, ForecastStrip))
    return [widget.text for widget in found.walk(restrict=True) if getattr(widget, "text", "")]


def picture(stage: Stage, path: Path) -> NDArray[np.uint8]:
    """The screen as it stands when every piece has arrived; blue first."""
    stage.until(lambda: not stage.board().flights.flying, "nothing moves")
    found = cv2.imread(str(stage.screenshot(path)))
    assert found is not None
    return np.asarray(found, np.uint8)


def pixels(stage: Stage, shot: NDArray[np.uint8], cell: str, below: float = 0.75) -> NDArray[np.uint8]:
    """A cell from so much of its height on, where it bears no name, without its edges; blue first."""
    left, bottom, width, height = (round(value) for value in stage.board().box(CellId(cell)))
    top = Window.height - bottom - height
    return shot[top + round(height * below) : top + height - 3, left + 4 : left + width - 4]


def is_colour(found: NDArray[np.uint8], colour: Colour) -> NDArray[np.bool_]:
    """Which pixels have a colour."""
    wanted = np.array([round(part * 255) for part in colour[2::-1]])
    return np.asarray((abs(found.astype(int) - wanted) <= 3).all(axis=-1))


def test_the_board_shows_ice_water_and_what_thaws(open_at: Open, tmp_path: Path) -> None:
    """Six frozen rows; rows 5 and 6 will thaw."""
    stage = open_at(THAW)
    assert ice_board(stage).sun == Sun(place=7, now=6, then=4, goal=8, due=False)
    shot = picture(stage, tmp_path / "thaw.png")
    for row in range(1, 11):
        bare = pixels(stage, shot, f"c{row}")
        colour = ice_pictures.FROZEN if row <= 6 else ice_pictures.OPEN
        part = is_colour(bare, colour).mean()
        assert (part == 1.0) == (row not in (5, 6)), row
        assert row not in (5, 6) or 0.1 < part < 0.8, row


def test_the_line_lies_below_the_frozen_rows_and_the_next_one_is_dashed(
    open_at: Open, tmp_path: Path
) -> None:
    stage = open_at(THAW)
    shot = picture(stage, tmp_path / "line.png")
    ends = [stage.board().box(CellId(cell)) for cell in ("a6", "l6")]
    for row, least, most in ((6, 0.99, 1.0), (4, 0.4, 0.6), (8, 0.0, 0.0)):
        bottom = Window.height - round(stage.board().box(CellId(f"a{row}"))[1])
        along = shot[bottom - 1 : bottom + 1, round(ends[0][0]) : round(ends[1][0] + ends[1][2])]
        blue = is_colour(along, ice_pictures.LINE).any(axis=0).mean()
        assert least <= blue <= most, row


def test_the_arc_lies_as_on_the_table_and_its_places_level_with_their_lines(open_at: Open) -> None:
    stage = open_at(THAW)
    board = ice_board(stage)
    assert board.has([CellId(f"sun{place}") for place in range(1, 11)])
    left_of_all = stage.board().box(CellId("nw9"))[0]
    right_of_all = sum(stage.board().box(CellId("gl1"))[::2])
    for place, line in enumerate((0, 2, 4, 6, 8), 2):
        x, y, width, height = board.box(CellId(f"sun{place}"))
        assert x + width <= left_of_all
        _, bottom, _, side = board.box(CellId("a1"))
        assert y + height / 2 == pytest.approx(bottom + side - line * side)
    for place in (7, 8, 9, 10):
        assert board.box(CellId(f"sun{place}"))[0] >= right_of_all
    assert board.box(CellId("sun1"))[1] >= board.box(CellId("a1"))[1] + board.box(CellId("a1"))[3]


def test_the_disc_is_due_and_moves(open_at: Open, tmp_path: Path) -> None:
    stage = open_at(ALL_PASSED)
    board = ice_board(stage)
    assert board.sun == Sun(place=7, now=6, then=4, goal=8, due=True)
    assert board.marked["may"] == ("sun8",)
    shot = picture(stage, tmp_path / "due.png")
    assert is_colour(pixels(stage, shot, "sun8", below=0.5), ice_pictures.GOAL).mean() > 0.4
    assert is_colour(pixels(stage, shot, "sun7", below=0.5), SUN).mean() > 0.33
    stage.tap("Sun disc to place 8")
    assert board.sun == Sun(place=8, now=4, then=2, goal=9, due=False)
    board.mark()  # without the tint of what changed
    shot = picture(stage, tmp_path / "moved.png")
    assert is_colour(pixels(stage, shot, "c6"), ice_pictures.OPEN).all()
    assert not is_colour(pixels(stage, shot, "c4"), ice_pictures.FROZEN).all()
    assert is_colour(pixels(stage, shot, "sun8", below=0.5), SUN).mean() > 0.33
    assert strip(stage)[0] == "Frozen rows now: 4; frozen rows next round: 2"


@pytest.mark.parametrize(
    ("language", "lost", "free", "stuck"),
    [
        ("en", "Red sled lost, crewmen: 4", "Red ship free again", "Blue ship still frozen in"),
        (
            "uk",
            "Червоні сани втрачено, моряків: 4",
            "Червоний корабель знову на вільній воді",
            "Синій корабель далі в кризі",
        ),
        (
            "ru",
            "Красные сани потеряны, моряков: 4",
            "Красный корабль снова на свободной воде",
            "Синий корабль по-прежнему во льду",
        ),
    ],
)
def test_dangers_are_told_worst_first(language: str, lost: str, free: str, stuck: str, open_at: Open) -> None:
    assert strip(open_at(THAW, language))[1:] == [lost, stuck, free]


def test_the_same_fate_of_several_is_told_once_beside_their_pictures() -> None:
    lines = (
        "now 2",
        "next 4",
        "row 3 freezes",
        "ship red freezes",
        "ship blue freezes",
        "sled blue shifts c4",
    )
    found = dangers(lines, ("red", "blue"))
    assert found == (
        Danger("ship", ("freezes",), ("red", "blue")),
        Danger("sled", ("shifts", "c4"), ("blue",)),
    )
    assert [sentence(Texts("en", "northwest"), danger) for danger in found] == [
        "Frozen in",
        "Blue sled then on c4",
    ]


def test_every_fate_of_the_specification_has_its_colour() -> None:
    assert set(GROUNDS) == {"lost", "freezes", "abroad", "shifts", "ashore", "stuck", "free"}


def test_the_last_round_and_the_end_have_no_next_line(open_at: Open) -> None:
    last = "seats red blue\nround 10\ntile l2 ../x.\nship red l2\nsled red l2\ncrew red 3 0 4 0\n"
    stage = open_at(last)
    assert ice_board(stage).sun == Sun(place=10, now=0, then=0, goal=0, due=False)
    assert strip(stage)[1:] == [
        "Red ship not in Greenland, points lost: 8",
        "Red sled not in Greenland, points lost: 8",
    ]


def test_the_demonstration_board_has_its_own_arc(open_at: Open) -> None:
    """Seven places; round 8 is again place 1 with no ice, place 2 with one row."""
    stage = open_at("seats red blue\nedition sketch\nround 8\nsun 1\n")
    assert ice_board(stage).sun == Sun(place=1, now=0, then=1, goal=2, due=False)


def crowded() -> str:
    """Four seats, all ships on one square, and a token under two more vehicles."""
    return """
seats red blue green yellow
round 3
tile j4 k4 xx./... inuit j4
token inuit j4
tile l3 ../.x
ship red j4
ship blue l3
sled blue l3
crew blue 3 0 4 0
sled green gl1
crew green 1 1 3 2
"""


@everywhere
def test_nothing_is_cut_off(language: str, size: tuple[int, int], open_at: Open, tmp_path: Path) -> None:
    stage = open_at(crowded(), language, size)
    assert faults_of_layout(stage) == []
    stage.screenshot(tmp_path / "board.png")
    ice_board(stage).look_at("")
    stage.app.refresh()
    stage.frames()
    assert faults_of_layout(stage) == []
    stage.tap(Texts(language).say("Whole board"))
    stage.tap(Texts(language).say("Whole table"))
    assert ice_board(stage).whole
    assert faults_of_layout(stage) == []
    stage.screenshot(tmp_path / "whole.png")


@pytest.mark.parametrize("edition", ["standard", "sketch"])
def test_the_round_is_said_where_nothing_lies(edition: str, open_at: Open) -> None:
    """Neither beside the arc nor, in the whole table, over the order of turns."""
    position = f"seats red blue green yellow\nedition {edition}\nround 3\n"
    cells = [zone.cell for zone in game.zones(game.setup_of(game.parse_position(position)))]
    stage = open_at(position, "uk")
    for tap in ("", "a1"):
        if tap:
            stage.tap_cell(tap)
        board = ice_board(stage)
        left, bottom, width, height = board.caption
        assert width > 0
        assert left + width <= board.right
        assert bottom + height <= board.top
        for cell in filter(lambda cell: board.has([cell]), cells):
            x, y, across, up = board.box(cell)
            apart = x + across <= left or left + width <= x or y + up <= bottom or bottom + height <= y
            assert apart, cell


def test_the_terminal_tells_the_forecast_once_and_then_what_is_new() -> None:
    house, lines = icy_house(THAW), list[str]()
    session = house.session_now
    session.subscribe(Terminal(Texts("en", "northwest"), lines.append))
    told = [line.strip(" ~") for line in lines if "~" in line]
    assert told == [
        *("frozen rows now: 6", "frozen rows next round: 4", "row 5 thaws", "row 6 thaws"),
        *("red ship free again", "blue ship still frozen in", "red sled lost, crewmen: 4"),
    ]
    lines.clear()
    house.play("red transfer ship 0 0")
    assert not [line for line in lines if "~" in line]
    house.play("red pass", "blue pass", "red sun 8")
    told = [line.strip(" ~") for line in lines if "~" in line]
    assert told == ["frozen rows now: 4", "frozen rows next round: 2", "row 3 thaws", "row 4 thaws"]


def test_a_forgotten_disc_is_told_every_ten_seconds_until_it_is_moved() -> None:
    house, lines = icy_house(ALL_PASSED), list[str]()
    session = house.session_now
    session.subscribe(Terminal(Texts("en", "northwest"), lines.append))

    def told(seconds: float) -> list[str]:
        lines.clear()
        house.time = seconds
        session.handle(TimePassed())
        return [line for line in lines if line.startswith("!!")]

    assert session.wakes_at() == 10.0
    assert told(9.9) == []
    [first] = told(10.0)
    assert first.startswith("!! Waiting for 10 s. When the action phase is over the sun disc must be moved")
    assert session.wakes_at() == 20.0
    assert told(19.9) == []
    assert len(told(20.0)) == 1
    house.play("red sun 8")
    assert session.wakes_at() is None
    assert told(60.0) == []


def test_nobody_is_reminded_while_somebody_has_a_move() -> None:
    house = icy_house(THAW)
    house.time = 100.0
    house.session_now.handle(TimePassed())
    assert house.session_now.view.reminder is None


@pytest.mark.parametrize(("language", "words"), [("uk", "Чекаємо вже 10 с"), ("ru", "Ждём уже 10 с")])
def test_the_screen_reminds_in_the_language_of_the_table(language: str, words: str, open_at: Open) -> None:
    stage = open_at(ALL_PASSED, language)
    stage.controller.time = 12.0
    stage.controller.session_now.handle(TimePassed())
    stage.controller.changed()
    stage.frames()
    assert stage.says(words)
    assert faults_of_layout(stage) == []


def test_a_game_without_a_forecast_has_none(house: House) -> None:
    house.begin(2)
    assert house.session_now.view.forecast == ()


def test_the_view_carries_the_forecast_of_the_rules() -> None:
    view = icy_house(THAW).session_now.view
    assert view.forecast == game.forecast(game.parse_position(THAW))
    assert "sled red lost 4" in view.forecast


@pytest.mark.parametrize("part", [0.1, 0.5])
def test_what_is_explored_has_cells_for_a_finger(part: float) -> None:
    stage = Stage(played("northwest", part), "en", (800, 480))
    try:
        board = ice_board(stage)
        sun = board.sun
        usual = board.box(CellId("k2"))[2]
        assert usual >= 45
        assert not board.has([CellId("a10")])
        assert sun is not None
        assert board.has([CellId(f"sun{sun.place}"), CellId(f"sun{sun.goal}")])
        left, _, length = board._level(board.sun.now if board.sun else 0)
        assert board.x <= left
        assert left + length <= board.right
        assert faults_of_layout(stage) == []
        stage.tap("Whole board")
        assert board.has([CellId("a10")])
        assert board.box(CellId("k2"))[2] < usual
        stage.tap("Whole table")
        assert board.whole
        stage.tap("Board only")
        assert board.box(CellId("k2"))[2] == usual
    finally:
        stage.close()


def test_the_view_follows_the_map() -> None:
    house = played("northwest", 0.1)
    stage = Stage(house, "en", (800, 480))
    try:
        board = ice_board(stage)
        before = set(board._visible())
        whole = parse_match((GOLDEN / "northwest" / "01_two.match").read_text(encoding="utf-8"))
        done = len(house.session_now.match.entries)
        for entry in whole.entries[done : done + 60]:
            house.play(f"{entry.seat or '*'} {entry.text}")
        stage.app.refresh()
        stage.frames()
        assert board.seen_as == ""
        assert {cell for cell in before if cell in board._rows} < set(board._visible())
    finally:
        stage.close()
