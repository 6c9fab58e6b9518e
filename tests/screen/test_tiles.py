"""Tiles of the *Passage* that are turned before they lie; crews and tiles in hand; passing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from kivy.graphics import InstructionGroup, Rectangle

from companion.games.northwest import game
from companion.games.northwest.screen.forecast import ForecastStrip
from companion.games.northwest.screen.pieces import crews_of, draw_men
from companion.rules.contract import CellId
from companion.rules.match import Match
from companion.screen import theme
from companion.screen.playing import Playing
from companion.screen.widgets import SEEN

from .hands import playing_on
from .house import House
from .stage import Stage
from .test_sweep import playing_at

SEA = """
seats red blue
tile l2 ../..
ship red l2
crew red 4 3 0 0
stock red .../... 1
"""
"""A large tile of open sea in hand. Round l3, where no rule forbids it, it can lie on k3 and l3 or on l3 and
l4."""
WAYS = {("k3", "l3"), ("l3", "l4")}


def position(text: str = SEA) -> Playing:
    """What touches mean there."""
    state = game.parse_position(text)
    return playing_at(Match.begin(game, game.setup_of(state), state))


@pytest.fixture
def stage() -> Iterator[Stage]:
    """The table in that position."""
    house = House("northwest")
    house.begin_at(game.parse_position(SEA))
    stage = Stage(house, "en", (800, 480))
    yield stage
    stage.close()


def test_each_tap_turns_the_tile_and_none_lays_it() -> None:
    playing = position()
    shown = []
    for _ in range(3):
        assert playing.tap("l3") == ()
        assert not playing.unmeant
        shown.append(tuple(playing.ghost))
    assert set(shown[:2]) == WAYS
    assert shown[2] == shown[0]


def test_a_tile_is_laid_as_its_ghost_lies() -> None:
    playing = position()
    playing.tap("l3")
    playing.tap("l3")
    lies, way = tuple(playing.ghost), playing.way
    assert way is not None
    [laid] = playing.choose(way)
    assert laid.text.split()[2:4] == list(lies)


@pytest.mark.parametrize("way", sorted(WAYS))
def test_a_finger_over_its_squares_lays_a_tile(way: tuple[str, str]) -> None:
    [laid] = position().drag(*way)
    assert laid.text == f"place ship {way[0]} {way[1]} " + (".../..." if way[0] == "k3" else "../../..")


def test_another_place_is_begun_anew() -> None:
    playing = position()
    playing.tap("l3")
    playing.tap("k2")
    assert all("k2" in way.covers for way in playing.fan)
    assert CellId("k2") in playing.ghost
    playing.cancel()
    assert playing.ghost == {}


def test_the_ghost_is_drawn_until_the_tile_lies(stage: Stage) -> None:
    board = stage.board()
    stage.tap_cell("l3")
    ghost = playing_on(stage).ghost
    assert {cell: board._drawn[cell].base for cell in ghost} == dict.fromkeys(ghost, "tile ../..")
    assert not any(board.looks.get(cell) for cell in ghost)
    stage.tap("Lay it like this")
    assert {cell: board.looks[cell].base for cell in ghost} == dict.fromkeys(ghost, "tile ../..")
    assert playing_on(stage).ghost == {}


def test_tiles_in_hand_are_shown_until_they_are_laid(stage: Stage) -> None:
    assert stage.says("In hand:")
    stage.drag(stage.middle("k3"), stage.middle("l3"))
    stage.until(lambda: not stage.says("In hand:"), "the hand is empty")
    assert any(isinstance(widget, ForecastStrip) for widget in stage.widgets())


def test_each_crewman_is_a_pip() -> None:
    crews = crews_of(game.parse_position(SEA))
    assert crews == {"ship red": (4, 3), "sled red": (0, 0), "ship blue": (7, 0), "sled blue": (0, 0)}
    drawn = InstructionGroup()
    draw_men(drawn, crews["ship red"], theme.INK, (0, 0, 70, 10), columns=7)
    pips = [one for one in drawn.children if isinstance(one, Rectangle)]
    assert [one.texture for one in pips[:4]] == [pips[0].texture] * 4
    assert [one.texture for one in pips[4:]] == [pips[4].texture] * 3
    assert pips[4].texture is not pips[0].texture


def test_who_had_time_to_see_it_passes_by_one_tap(stage: Stage) -> None:
    stage.button("Pass").seen_at -= SEEN
    stage.tap("Pass")
    assert stage.controller.session_now.match.entries[-1].text == "pass"


def test_a_finger_that_comes_at_once_is_asked_first(stage: Stage) -> None:
    stage.tap("Pass")
    assert not stage.controller.session_now.match.entries
    stage.tap("Really? Pass")
    assert stage.controller.session_now.match.entries[-1].text == "pass"


def test_nothing_is_asked_where_nothing_is_lost() -> None:
    """Nobody is ready: by turn.4 a player without a ready crewman can only pass."""
    none = position(SEA.replace("crew red 4 3 0 0", "crew red 0 7 0 0"))
    assert [tap.rare for tap in none.touching.next if tap.what == "pass"] == [False]
    assert [tap.rare for tap in position().touching.next if tap.what == "pass"] == [True]
