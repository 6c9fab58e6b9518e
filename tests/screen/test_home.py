"""Home, by touch: game, language, seats, options, camera, deck, broadcast; beginning and going on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.locale import Message, Texts
from companion.ports.choices import TableChoice
from companion.rules.registry import find_game, games
from companion.screen.keeping import KeptMatch
from tests.ours import OURS

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House


def test_a_game_is_begun_by_touch(house: House, open_stage: OpenStage) -> None:
    stage = open_stage()
    stage.tap("Marso, catch!")
    stage.tap("West")
    stage.tap("Begin the game")
    assert house.choices == [
        TableChoice(
            game="marso",
            seats=("south", "west", "north"),
            options={"target": 0, "young": False},
            camera="",
            electronic=frozenset(),
            broadcast=False,
        )
    ]
    assert stage.app.page_name == "table"


def test_every_setting_can_be_changed_by_touch(house: House, open_stage: OpenStage) -> None:
    house.broker_now = "127.0.0.1"
    stage = open_stage()
    stage.tap("Marso, catch!")
    stage.tap("South")  # two players are the least: nothing happens
    stage.tap("East")
    stage.tap("South")
    for _ in range(3):
        stage.tap("+")
    stage.tap("−")
    stage.tap("no")
    stage.tap("real ones on the table")
    stage.tap("No camera: everything by touch")
    stage.tap_widget([button for button in stage.buttons() if button.text == "off"][-1])  # the broadcast
    stage.tap("North")  # begins: the next one clockwise
    stage.tap("Begin the game")
    assert house.choices == [
        TableChoice(
            game="marso",
            seats=("north", "east"),
            options={"target": 2, "young": True},
            camera="usb:0",
            electronic=frozenset({"beast-card"}),
            broadcast=True,
        )
    ]


def test_who_begins_goes_round_the_chosen_seats(house: House, open_stage: OpenStage) -> None:
    stage = open_stage()
    stage.tap("Marso, catch!")
    begins = [button for button in stage.buttons() if button.text == "South"][-1]
    stage.tap_widget(begins)
    stage.tap("Begin the game")
    assert house.choices[0].seats == ("north", "south")


def test_without_a_broker_nothing_is_said_of_a_broadcast(open_stage: OpenStage) -> None:
    stage = open_stage()
    stage.tap("Marso, catch!")
    assert not stage.says("Broadcast")


def test_the_number_of_points_never_falls_below_zero(house: House, open_stage: OpenStage) -> None:
    stage = open_stage()
    stage.tap("Marso, catch!")
    stage.tap("−")
    stage.tap("Begin the game")
    assert house.choices[0].options["target"] == 0


@pytest.mark.parametrize(
    ("name", "begin", "game"),
    [("Українська", "Почати гру", "Марсо лови!"), ("Русский", "Начать игру", "Марсо лови!")],
)
def test_the_language_changes_at_once(
    name: str, begin: str, game: str, house: House, open_stage: OpenStage
) -> None:
    stage = open_stage({"Українська": "en", "Русский": "uk"}[name])
    stage.tap(name)
    stage.tap(game)
    assert stage.has_button(begin)
    assert house.languages == [{"Українська": "uk", "Русский": "ru"}[name]]


def test_the_first_page_offers_the_next_language_only(open_stage: OpenStage) -> None:
    stage, tour = open_stage("uk"), ["Українська", "Русский", "English"]
    for now, following, after in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        assert not stage.has_button(tour[now])
        assert not stage.has_button(tour[after])
        stage.tap(tour[following])


def test_with_a_camera_and_an_unknown_box_the_camera_page_comes_first(
    house: House, open_stage: OpenStage
) -> None:
    stage = open_stage()
    stage.tap("Marso, catch!")
    stage.tap("No camera: everything by touch")
    stage.tap("Begin the game")
    assert house.choices[0].camera == "usb:0"
    assert stage.app.page_name == "camera"


def test_a_table_that_cannot_be_opened_says_why_and_stays(house: House, open_stage: OpenStage) -> None:
    house.refusal = Message("This table cannot be opened: {reason}.", (("reason", "no disk"),))
    stage = open_stage("uk")
    stage.tap("Марсо лови!")
    stage.tap("Почати гру")
    assert stage.says("Цей стіл не вдається відкрити: no disk.")
    assert stage.app.page_name == "begin"


def test_an_unfinished_match_is_taken_up(house: House, open_stage: OpenStage) -> None:
    house.waiting = (KeptMatch("16", "marso", ("south", "east"), 40, "21.11. 19:30"),)
    stage = open_stage()
    stage.tap("Go on: Marso, catch!, № 16, 21.11. 19:30\nSouth, east: 40 entries")
    assert house.resumed == [("16", "", False)]
    assert stage.app.page_name == "table"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "2 more matches are of games that are not installed."),
        ("uk", "Ще 2 партії — ігор, яких тут не встановлено."),
        ("ru", "Ещё 2 партии — игр, которые здесь не установлены."),
    ],
)
def test_matches_of_games_that_are_gone_are_told(
    house: House, open_stage: OpenStage, language: str, said: str
) -> None:
    stage = open_stage(language)
    stage.app.go("matches")
    assert not stage.says(said)
    house.left_out = 2
    stage.app.go("matches")
    assert stage.says(said)


def test_the_edition_says_what_is_assumed(house: House, open_stage: OpenStage) -> None:
    stage = open_stage()
    stage.tap("Marso, catch!")
    house.begin()
    view = house.view()
    assert view is not None
    assert len(view.defaults) > 1
    assert stage.says(f"{len(view.defaults)} values of this edition are assumed")


@pytest.mark.parametrize("game", OURS)
def test_a_stranger_is_at_the_table_of_any_game_in_four_taps(
    game: str, house: House, open_stage: OpenStage
) -> None:
    """From a new installation: the language, no set-up now, the game, begin."""
    house.set_up.wanted_now = True
    house.shelf = dict(games())
    stage = open_stage("en")
    for text in (
        "Українська",
        "Налаштувати пізніше",
        Texts("uk", game).say(find_game(game).title),
        "Почати гру",
    ):
        stage.tap(text)
    assert stage.app.page_name == "table"
    assert house.session_now.view.touch or house.session_now.view.decks, "the first move can be made"


@pytest.mark.parametrize("house", ["arctica"], indirect=True)
def test_the_set_up_of_the_book_is_a_choice_where_the_book_prints_one(
    house: House, open_stage: OpenStage
) -> None:
    """It is chosen first, and one more tap lets the players lay ice and figures."""
    stage = open_stage()
    stage.tap("Arctica")
    assert stage.says("compare it with yours")
    stage.tap("Begin the game")
    assert house.choices[-1].options["setup"] == "standard"


@pytest.mark.parametrize("house", ["arctica"], indirect=True)
def test_players_may_lay_the_set_up_themselves(house: House, open_stage: OpenStage) -> None:
    stage = open_stage()
    stage.tap("Arctica")
    stage.tap("as in the book")
    assert stage.has_button("laid by the players")
    stage.tap("Begin the game")
    assert house.choices[-1].options["setup"] == "expert"
