"""Names of players, by touch: written, chosen with a tap, shown at the table, changed, left out, deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.owner.players import Player
from companion.rules.registry import find_game
from companion.screen.keeping import KeptMatch
from companion.screen.pages.keyboard import Keyboard
from companion.screen.pages.seat_button import SeatButton

from .hands import enter
from .stage import faults_of_layout
from .test_end import play_to_the_end

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House
    from .stage import Stage

ANNA = Player("a", "Anna", "red")
IVAN = Player("i", "Ivan", "blue")
MARYNA = Player("m", "Maryna", "green")


def players(open_stage: OpenStage) -> Stage:
    """The page on which names are given to the seats of a game for two."""
    stage = open_stage()
    stage.tap(find_game("marso").title)
    stage.tap("left out")
    assert stage.app.page_name == "players"
    return stage


def write(stage: Stage, name: str) -> None:
    for letter in name:
        stage.tap("space" if letter == " " else letter)


def test_a_finger_between_two_keys_types_one_of_them(open_stage: OpenStage) -> None:
    stage = players(open_stage)
    stage.tap("New name")
    left, right = stage.button("g"), stage.button("h")
    for between in (left.right - 1, left.right + 1, right.x - 1, right.x + 1):
        stage.touch(*left.to_window(between, left.center_y))
    lower = stage.button("v")
    stage.touch(*lower.to_window(lower.center_x, lower.top + 1))
    keys = next(widget for widget in stage.widgets() if isinstance(widget, Keyboard))
    assert len(keys.text) == 5


def test_a_first_name_is_written_and_sits_down(house: House, open_stage: OpenStage) -> None:
    stage = players(open_stage)
    stage.tap("New name")
    write(stage, "anna maria")
    assert stage.says("Anna Maria")
    assert faults_of_layout(stage) == []
    stage.tap("Save")
    assert [player.name for player in house.keeper.people] == ["Anna Maria"]
    assert list(house.choices) == []
    assert stage.has_button("(North)"), "the next seat is asked about"
    stage.tap("Back")
    assert stage.has_button("Anna Maria")


def test_who_sat_down_is_proposed_for_the_next_game(house: House, open_stage: OpenStage) -> None:
    house.keeper.people = (ANNA, IVAN, MARYNA)
    house.shelf = {name: find_game(name) for name in ("marso", "arctica")}
    stage = players(open_stage)
    stage.tap("Anna")
    stage.tap("Ivan")
    stage.tap("Back")
    stage.tap("Back")
    stage.tap(find_game("arctica").title)
    assert stage.has_button("Anna, Ivan")
    assert stage.app.desk.wishes.seats == find_game("arctica").seatings[0]


def test_one_tap_a_person_and_then_they_are_named_everywhere(house: House, open_stage: OpenStage) -> None:
    house.keeper.people = (ANNA, IVAN)
    stage = players(open_stage)
    stage.tap("Ivan")
    stage.tap("Anna")
    assert faults_of_layout(stage) == []
    stage.tap("Back")
    assert stage.has_button("Ivan, Anna")
    stage.tap("Begin the game")
    assert dict(house.choices[0].players) == {"south": "i", "north": "a"}
    stage.until(lambda: stage.says("Enter by touch what it shows."), "the card that lies on the table")
    assert enter(stage, "open b1") > 0
    stage.until(lambda: stage.says("Ivan"), "whose turn it is")
    seats = [button for button in stage.buttons() if isinstance(button, SeatButton)]
    assert [button.lines for button in seats] == [("Ivan",), ("Anna",)]
    house.play("south play still")
    stage.until(lambda: stage.says("Ivan: "), "who has played")
    assert not stage.says("South")
    stage.tap("History")
    assert stage.says("2. Ivan: ")
    assert faults_of_layout(stage) == []


def test_the_end_names_people(house: House, open_stage: OpenStage) -> None:
    play_to_the_end(house, 2, 8)
    seats = house.session_now.view.setup.seats
    house.seated_now = dict(zip(seats, ("Ivan", "Anna"), strict=True))
    stage = open_stage()
    stage.app.go("end")
    stage.frames()
    assert stage.says("Shared victory: Ivan, Anna"), stage.words()
    assert faults_of_layout(stage) == []


def test_a_seat_is_tapped_first_and_nobody_sits_twice(house: House, open_stage: OpenStage) -> None:
    house.keeper.people = (ANNA, IVAN)
    stage = players(open_stage)
    stage.tap("(North)")
    stage.tap("Anna")
    assert stage.app.desk.wishes.players == {"north": "a"}
    stage.tap_widget([button for button in stage.buttons() if button.text == "Anna"][-1])
    assert stage.app.desk.wishes.players == {"south": "a"}, "she has moved"
    stage.tap("Ivan")
    assert stage.app.desk.wishes.players == {"south": "a", "north": "i"}
    north = next(button for button in stage.buttons() if button.text == "Ivan")
    stage.tap_widget(north)
    assert stage.app.desk.wishes.players == {"south": "a"}, "tapped again: nobody in particular"


def test_names_are_left_out_with_one_tap(house: House, open_stage: OpenStage) -> None:
    house.keeper.people = (ANNA,)
    stage = players(open_stage)
    stage.tap("Anna")
    stage.tap("No names")
    assert stage.app.page_name == "begin"
    stage.tap("Begin the game")
    assert dict(house.choices[0].players) == {}


def test_a_name_is_changed_and_deleted_after_a_question(house: House, open_stage: OpenStage) -> None:
    house.keeper.people = (ANNA, IVAN)
    stage = open_stage()
    stage.tap("Settings")
    stage.tap("Change")
    stage.tap("Anna")
    for _ in range(2):
        stage.tap("delete")
    write(stage, "a")
    stage.tap("Save")
    assert [player.name for player in house.keeper.people] == ["Ana", "Ivan"]
    stage.tap("Ivan")
    stage.tap("Delete this name")
    assert house.keeper.deleted == []
    stage.tap("Yes, delete it")
    assert [player.name for player in house.keeper.people] == ["Ana"]
    assert house.keeper.people[0].id == "a"


def test_a_name_that_cannot_be_kept_is_told(house: House, open_stage: OpenStage) -> None:
    from companion.locale import Message

    stage = players(open_stage)
    stage.tap("New name")
    house.keeper.refusal = Message("This name is empty or taken: choose another one.")
    stage.tap("Save")
    assert stage.says("This name is empty or taken")
    assert faults_of_layout(stage) == []
    house.keeper.refusal = None
    stage.tap("Cancel")
    assert house.keeper.people == ()


def test_colours_are_chosen(house: House, open_stage: OpenStage) -> None:
    stage = players(open_stage)
    stage.tap("New name")
    write(stage, "ivan")
    colours = [button for button in stage.buttons() if not button.text]
    assert [button.chosen for button in colours] == [True, *[False] * 7]
    stage.tap_widget(colours[3])
    stage.tap("Save")
    assert house.keeper.people == (Player("p1", "Ivan", "yellow"),)


def test_a_match_of_the_list_names_its_people_and_is_played_again_with_them(
    house: House, open_stage: OpenStage
) -> None:
    house.keeper.people = (ANNA, IVAN)
    house.keeper.over = (
        KeptMatch("7", "marso", ("south", "north"), 5, "2026-11-21 19:30", (("south", "Ivan"),)),
    )
    house.keeper.played_by["7"] = {}
    house.keeper.seats["7"] = {"south": "i"}
    stage = open_stage()
    stage.app.go("matches", "finished")
    stage.frames()
    assert stage.says("Ivan, north: 5 entries")
    stage.tap("Play it again")
    assert stage.has_button("Ivan")


def test_long_names_lose_their_end_on_a_seat(house: House, open_stage: OpenStage) -> None:
    house.begin(4)
    names = ("Oleksandra-Mar", "Maksymilian", "Wwwwwwwwwwwwww", "Yi")
    house.seated_now = dict(zip(house.session_now.view.setup.seats, names, strict=True))
    house.play("* open b1")
    stage = open_stage()
    assert faults_of_layout(stage) == []
    for button in stage.buttons():
        if isinstance(button, SeatButton):
            (place,) = button._places
            assert 0 < place.size[0] <= button.width
