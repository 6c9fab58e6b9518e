"""A duel on the screen: what people say, and what has been judged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from kivy.tests.common import UnitTestTouch

from companion.games.jungle.screen.seats import PlaceButton
from companion.locale import Texts
from companion.referee.events import MoveEntered, OutcomeEntered, TotemSaid
from companion.rules.contract import ClauseId
from companion.screen.panels.situation import LampRow
from companion.screen.widgets import BigButton
from hardware.records import Why
from tests.doubles.duel_table import CARD_US, DUEL, DuelTable, left_before, pads, sensors, tipped

from .duel_hands import picture as card
from .house import House
from .stage import faults_of_layout
from .test_layout import check

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .stage import Stage

from tests.screen.duel_house import leave, seated

CLEAR = sensors(pads(s1=420, s2=570, s3=None, s4=None))
BEFORE = DUEL.replace("phase claim", "phase flip").replace("turn s3", "turn s2").replace("star-blue", "")
"""s2 is to open."""
CLOSE = sensors(pads(s1=420, s2=430, s3=None, s4=None))


@pytest.fixture
def house() -> House:
    """The controller, for this game."""
    return House("jungle")


def place(stage: Stage, name: str, index: int = 0) -> PlaceButton:
    """The button of a place (of several the one so far from the top)."""
    return [b for b in stage.buttons() if isinstance(b, PlaceButton) and b.place == name][index]


def together(stage: Stage, *buttons: BigButton) -> None:
    """Fingers on all of these before any is lifted."""
    fingers = [UnitTestTouch(*button.to_window(*button.center)) for button in buttons]
    for finger in fingers:
        finger.touch_down()
    stage.frames(2)
    for finger in fingers:
        finger.touch_up()
        stage.frames(2)
    stage.frames()


# -- said by people -----------------------------------------------------------------------------------


def test_without_sensors_a_tap_says_who_took_it(house: House, open_stage: OpenStage) -> None:
    table = seated(house, 4, DUEL)
    stage = open_stage()
    stage.tap("Totem!")
    assert stage.says("Nothing is measured.")
    stage.tap_widget(place(stage, "s1"))
    stage.tap("Was first")
    assert house.sent == [OutcomeEntered("grab s1")]
    assert "closed s2 23" in table.position
    assert stage.says("Said by you, not measured.")
    text = Texts("en", "jungle").clause(ClauseId("jungle/duel.5"))
    assert stage.says(text)
    stage.tap("Go on")
    assert card(stage, "star").name == "star"


def test_the_lamp_of_the_totem_shines_on_the_board_alone(house: House, open_stage: OpenStage) -> None:
    seated(house, 4, DUEL)
    assert house.session_now.view.lamps
    assert not any(isinstance(widget, LampRow) for widget in open_stage().widgets())


def test_two_players_tap_at_once_and_both_count(house: House, open_stage: OpenStage) -> None:
    seated(house, 4, DUEL)
    stage = open_stage()
    stage.tap("Totem!")
    together(stage, place(stage, "s1"), place(stage, "s2"))
    assert place(stage, "s1").chosen
    assert place(stage, "s2").chosen
    stage.tap("Too close to call")
    assert house.sent == [OutcomeEntered("tie s1 s2")]
    assert stage.says("More fingers on the totem")
    stage.tap_widget(place(stage, "s2"))
    assert house.sent[-1] == OutcomeEntered("holder s2")


@pytest.mark.parametrize(
    ("who", "act", "outcome"),
    [
        (("s3",), "Too early", "early s3"),
        ((), "It fell", "fall"),
        (("s2",), "It fell", "fall s2"),
        ((), "Nobody noticed", "lapse"),
    ],
)
def test_what_else_can_happen_to_a_totem(
    who: tuple[str, ...], act: str, outcome: str, house: House, open_stage: OpenStage
) -> None:
    seated(house, 4, DUEL)
    stage = open_stage()
    stage.tap("Totem!")
    for name in who:
        stage.tap_widget(place(stage, name))
    stage.tap(act)
    assert house.sent == [OutcomeEntered(outcome)]


def test_fifteen_seats_play_without_sensors(house: House, open_stage: OpenStage) -> None:
    table = seated(house, 15, "phase claim\nturn s3\nopen s14 star-red\nopen s15 star-blue\npot\n")
    stage = open_stage()
    assert faults_of_layout(stage) == []
    stage.tap("Totem!")
    assert faults_of_layout(stage) == []
    stage.tap_widget(place(stage, "s15"))
    stage.tap("Was first")
    assert "turn s14" in table.position


# -- judged -------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_a_verdict_is_told_with_its_bound_and_its_evidence(
    language: str, house: House, open_stage: OpenStage
) -> None:
    table = seated(house, 4, DUEL)
    stage = open_stage(language)
    table.moves(CLEAR)
    stage.frames()
    texts = Texts(language, "jungle")
    case = table.case
    for message in (case.headline, *case.bound):
        assert stage.says(texts.message(message))
    assert stage.says(texts.message(case.evidence[0])[2:])
    assert stage.says("150")
    assert stage.says("116")
    assert stage.says(texts.clause(ClauseId("jungle/verdict.31")))


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_a_void_grab_says_what_happened_to_the_base(
    language: str, house: House, open_stage: OpenStage
) -> None:
    table = seated(house, 4, DUEL)
    stage, said = open_stage(language), set()
    for why in Why:
        reveal = CLEAR["reveal"]
        table.moves({"tier": "T1", "health": {"reset": True}, "reveal": reveal}, cause=why.value)
        stage.frames()
        sentence = Texts(language, "jungle").message(table.case.headline)
        assert stage.says(sentence)
        assert faults_of_layout(stage) == []
        said.add(sentence)
        table.says("again")
    assert len(said) == len(Why)


def test_a_rival_contests_and_both_answer_at_once(house: House, open_stage: OpenStage) -> None:
    table = seated(house, 4, DUEL)
    stage = open_stage()
    table.moves(CLEAR)
    stage.frames()
    stage.tap("Contest")
    assert house.sent == [TotemSaid(1, "s2", "appeal")]
    assert table.game_lines == ["* grab s1", "undo 1"]
    assert stage.says("There is an appeal: who took the totem?")
    # the upper row is what s1 says, the lower one what s2 says; both fingers are down together
    together(stage, place(stage, "s2", 0), place(stage, "s2", 1))
    assert set(house.sent[1:]) == {TotemSaid(1, "s1", "names s2"), TotemSaid(1, "s2", "names s2")}
    assert table.game_lines == ["* grab s1", "undo 1", "* grab s2"]
    assert stage.says("Took the totem first: player 2")


def test_of_three_rivals_two_answer_at_once(house: House, open_stage: OpenStage) -> None:
    """More answers than have room can be scrolled, by the bar: so every finger counts there too."""
    table = seated(house, 4, DUEL.replace("open s3\n", "open s3 star-green\n"))
    stage = open_stage()
    table.moves(sensors())
    stage.frames()
    together(stage, place(stage, "s3", 0), place(stage, "s3", 1))
    assert dict(table.case.answers) == {"s1": "s3", "s2": "s3"}
    assert table.game_lines == []  # the third one has not said it yet
    stage.tap_widget(place(stage, "s3", 2))
    assert table.game_lines == ["* grab s3"]


def test_a_rival_agrees(house: House, open_stage: OpenStage) -> None:
    table = seated(house, 4, DUEL)
    stage = open_stage()
    table.moves(CLEAR)
    stage.frames()
    stage.tap("Agreed")
    assert table.case.verdict.startswith("decided s1")
    stage.tap("Go on")
    assert card(stage, "star").name == "star"


def test_too_close_offers_the_printed_advice_and_then_a_new_grab(house: House, open_stage: OpenStage) -> None:
    table = seated(house, 4, DUEL)
    stage = open_stage()
    table.moves(CLOSE)
    stage.frames()
    assert stage.says("Too close to call: player 1; player 2")
    ways = [button.text for button in stage.buttons()]
    assert ways.index("Player 1 has more fingers on the totem") < ways.index("Grab again, on a count")
    stage.tap("Grab again, on a count")
    assert house.sent == [TotemSaid(1, "", "again")]
    assert table.game_lines == []
    assert stage.has_button("Totem!")


def test_a_verdict_can_be_overruled_by_hand(house: House, open_stage: OpenStage) -> None:
    table = seated(house, 4, DUEL)
    stage = open_stage()
    table.moves(sensors(pads(s1=420, s2=570, s3=None, s4=None), health={"reset": True}), cause="restarted")
    stage.frames()
    assert stage.says("Void: the totem's base restarted.")
    stage.tap("Say it by hand")
    stage.tap_widget(place(stage, "s2"))
    stage.tap("Was first")
    assert table.game_lines == ["* grab s2"]
    assert not table.has_case


def test_a_movement_before_its_card_was_told(house: House, open_stage: OpenStage) -> None:
    table = seated(house, 4, BEFORE)
    stage = open_stage()
    table.moves(CLEAR)
    stage.frames()
    stage.tap("Enter card")
    stage.tap_widget(card(stage, "star"))
    stage.tap_widget(card(stage, "star-green"))
    assert table.game_lines == ["* flip s2 star-green", "* grab s1"]
    assert stage.says("Took the totem first, open to appeal: player 1")


def test_the_winner_deals_out_a_part(house: House, open_stage: OpenStage) -> None:
    seated(
        house,
        4,
        "phase give s1\nturn s2\nlosers s2 s3\npiles s1 pot\n"
        "open s1 star-red star-big-red\nopen s2\nopen s3\nopen s4\npot star-green\n",
    )
    stage = open_stage()
    stage.tap("−")
    stage.tap_widget(place(stage, "s3"))
    stage.tap("Cards under the totem: 1")
    stage.tap_widget(place(stage, "s2"))
    assert house.sent == [MoveEntered("s1", "give s1 s3 1"), MoveEntered("s1", "give pot s2")]


def test_a_winner_chooses_between_duel_and_inward_arrows(house: House, open_stage: OpenStage) -> None:
    seated(
        house,
        4,
        "phase choose s1\nturn s3\ninward s3\nopen s1 star-red\nopen s2 star-blue\nopen s3 inward\npot\n",
    )
    stage = open_stage()
    stage.tap("Duel won")
    assert house.sent == [MoveEntered("s1", "duel")]


def test_simulated_players_are_named_as_such(house: House, open_stage: OpenStage) -> None:
    table = seated(house, 4)
    stage = open_stage()
    assert not stage.says("Simulated players")
    table.has_base(simulated=True)
    stage.frames()
    assert stage.says("Simulated players and sensors: nothing here is real")


# -- every situation fits -----------------------------------------------------------------------------

SITUATIONS: dict[str, tuple[int, str, Callable[[DuelTable], object]]] = {
    "cards": (4, "", lambda table: table.wait(0)),
    "clear": (4, DUEL, lambda table: (table.has_base(True), table.moves(CLEAR))),
    "appeal": (4, DUEL, lambda table: (table.moves(CLEAR), table.says("appeal", "s2"))),
    "close": (4, DUEL, lambda table: table.moves(CLOSE)),
    "false": (
        4,
        DUEL,
        lambda table: table.moves(sensors({"s1": left_before(40), "s2": left_before(45), **pads(s3=None)})),
    ),
    "knocked": (4, DUEL, lambda table: table.moves(sensors(base=tipped()))),
    "shape": (
        4,
        DUEL,
        lambda table: table.moves(
            sensors(pads(s1=420), base={"lift": [CARD_US, 1], "spread_us": 90000, "tilt": 0.2})
        ),
    ),
    "held": (4, DUEL.replace("claim", "flip"), lambda table: table.moves(CLEAR)),
    "ten": (
        10,
        "phase claim\nturn s3\ninward s2\nopen s1 star-red\nopen s2 inward\npot\n",
        lambda table: table.moves(sensors()),
    ),
    "grabbed": (4, DUEL, lambda table: table.told("grab s1")),
    "tied": (4, DUEL, lambda table: table.told("tie s1 s2")),
}


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_every_situation_fits_the_smallest_window(
    language: str, house: House, open_stage: OpenStage, tmp_path: Path
) -> None:
    for name, (seats, lines, happens) in SITUATIONS.items():
        table = seated(house, seats, lines)
        happens(table)
        stage = open_stage(language)
        assert faults_of_layout(stage) == [], name
        if name == "clear":
            check(stage, tmp_path / f"{name}.png")
        leave(house, stage)


def test_a_larger_window_is_filled(house: House, open_stage: OpenStage, tmp_path: Path) -> None:
    seated(house, 4, DUEL).moves(CLEAR)
    check(open_stage("ru", (1280, 720)), tmp_path / "large.png")
