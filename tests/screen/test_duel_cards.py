"""Cards of *jungle* that are told by touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.games.jungle.screen.cards import PictureButton, SymbolButton
from companion.referee.events import OutcomeEntered
from companion.screen.widgets import Pages
from tests.doubles.duel_table import DUEL

from .duel_hands import picture as card
from .duel_hands import slide
from .house import House

if TYPE_CHECKING:
    from .conftest import OpenStage

from tests.screen.duel_house import leave, seated


@pytest.fixture
def house() -> House:
    """The controller, for this game."""
    return House("jungle")


# -- cards --------------------------------------------------------------------------------------------


def test_a_card_is_told_by_symbol_and_colour(house: House, open_stage: OpenStage) -> None:
    table = seated(house, 4)
    stage = open_stage()
    stage.tap_widget(card(stage, "star"))
    stage.tap_widget(card(stage, "star-blue"))
    assert house.sent == [OutcomeEntered("flip s1 star-blue")]
    assert "open s1 star-blue" in table.position
    assert stage.says("Player 2 opens")


def test_another_symbol_can_be_chosen_before_the_colour(house: House, open_stage: OpenStage) -> None:
    """A second tap brings back what the colours had covered."""
    seated(house, 4)
    stage = open_stage()
    before = [b.name for b in stage.buttons() if isinstance(b, PictureButton)]
    stage.tap_widget(card(stage, "star"))
    assert [b.name for b in stage.buttons() if isinstance(b, PictureButton)] != before
    stage.tap_widget(card(stage, "star"))
    assert [b.name for b in stage.buttons() if isinstance(b, PictureButton)] == before
    stage.tap_widget(card(stage, "star"))
    stage.tap_widget(card(stage, "inward"))
    assert house.sent == [OutcomeEntered("flip s1 inward")]


@pytest.mark.parametrize("symbol", ["circle-cross", "star", "grid"])
def test_one_touch_tells_a_card(symbol: str, house: House, open_stage: OpenStage) -> None:
    """Press the symbol, slide to the colour, lift."""
    seated(house, 4)
    stage = open_stage()
    symbols = dict.fromkeys(b.name for b in stage.buttons() if isinstance(b, SymbolButton))
    name = symbol if symbol in symbols else list(symbols)[-1]  # of the last row
    slide(stage, name, "yellow")
    assert house.sent == [OutcomeEntered(f"flip s1 {name}-yellow")]
    assert stage.touches == 1


def test_a_slide_that_ends_nowhere_tells_nothing(house: House, open_stage: OpenStage) -> None:
    seated(house, 4, "phase flip\nturn s3\nopen s1 star-red\n")
    stage = open_stage()
    slide(stage, "star", "red")  # lies open already
    start = card(stage, "octagons-circle")
    x, y = start.to_window(*start.center)
    stage.drag((x, y), (x - 400, y))
    assert house.sent == []


def test_every_picture_of_a_card_is_large_enough_for_a_finger(house: House, open_stage: OpenStage) -> None:
    """10 mm are 52 pixels on a panel of 7 inches."""
    seated(house, 4)
    stage = open_stage()
    stage.tap_widget(card(stage, "star"))
    buttons = [b for b in stage.buttons() if isinstance(b, PictureButton)]
    assert len(buttons) >= 15
    assert min(min(button.size) for button in buttons) >= 52


def test_a_card_that_lies_open_cannot_be_told_again(house: House, open_stage: OpenStage) -> None:
    seated(house, 4, "phase flip\nturn s3\nopen s1 star-red\n")
    stage = open_stage()
    stage.tap_widget(card(stage, "star"))
    assert card(stage, "star-red").disabled
    assert not card(stage, "star-blue").disabled


def test_cards_left_over_are_told_first(house: House, open_stage: OpenStage) -> None:
    seated(house, 3, trio=False)  # 80 cards, 26 each, two left over
    stage = open_stage()
    assert stage.says("Cards under the totem, still to tell: 2")
    stage.tap_widget(card(stage, "outward"))
    assert house.sent == [OutcomeEntered("pot outward")]
    assert stage.says("Cards under the totem, still to tell: 1")


def test_in_a_simultaneous_opening_anybody_may_be_told_next(house: House, open_stage: OpenStage) -> None:
    seated(house, 4, "phase burst\nturn s3\nshown s4\nopen s3 outward\nopen s4 star-red\npot\n")
    stage = open_stage()
    assert stage.says("Player 3 opens (tap another at the table)")
    stage.tap_cell("closed:s4")  # has opened already
    stage.tap_cell("closed:s2")
    assert stage.says("Player 2 opens (tap another at the table)")
    stage.tap_widget(card(stage, "coloured"))
    assert house.sent == [OutcomeEntered("flip s2 coloured")]


def test_nothing_on_the_screen_tells_a_match(house: House, open_stage: OpenStage) -> None:
    said = []
    for symbol in ("star", "star-spike"):
        lines = (
            DUEL.replace("phase claim", "phase flip").replace("turn s3", "turn s2").replace("star-blue", "")
        )
        table = seated(house, 4, lines)
        table.told(f"flip s2 {symbol}-green")
        stage = open_stage()
        said.append(
            [word.replace("Star-spike", "Star").replace("star-spike", "star") for word in stage.words()]
        )
        leave(house, stage)
    assert said[0] == said[1]


def test_a_card_over_a_match_says_that_nobody_noticed(house: House, open_stage: OpenStage) -> None:
    table = seated(house, 4, DUEL)
    stage = open_stage()
    stage.tap_widget(card(stage, "full-circle"))
    stage.tap_widget(card(stage, "full-circle-red"))
    assert table.game_lines == ["* lapse", "* flip s3 full-circle-red"]


def test_a_list_stops_at_its_end(house: House, open_stage: OpenStage) -> None:
    """What swings after a finger has left it is missed by the next one."""
    seated(house, 4)
    stage = open_stage()
    (pages,) = (widget for widget in stage.widgets() if isinstance(widget, Pages))
    seen: list[float] = []
    pages.bind(scroll_y=lambda _pages, value: seen.append(value))
    pages.bind(on_scroll_stop=lambda *_: seen.append(pages.scroll_y))
    x, y = pages.to_window(*pages.center)
    pages.slid = None  # else nothing moves under a finger on the symbols
    for far in (-150, 150):
        stage.drag((x, y), (x, y + far))
        stage.frames(5)
    assert seen
    assert all(0 <= value <= 1 for value in seen)
