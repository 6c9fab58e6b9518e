"""The end: winners, points by clause, seed, the file; after a whole game that was entered as events."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.locale import Message, Texts
from companion.referee.events import UndoAsked
from companion.referee.sentences import amount
from companion.rules.contract import Over
from companion.screen.qr import QrCode

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House


def play_to_the_end(house: House, seats: int, seed: int) -> Over:
    """A random legal game by the rules for younger players, whose games are short."""
    chance = random.Random(seed)
    house.begin(seats, {"young": True}, electronic=True)
    while not isinstance(house.session_now.view.pending, Over):
        touch = house.session_now.view.touch
        choice = chance.choice([move for move in touch if not move.text.startswith("discard")] or list(touch))
        house.play(f"{choice.seat or '*'} {choice.text}")
    return house.session_now.view.pending


def test_the_end_shows_winners_and_points_by_clause(house: House, open_stage: OpenStage) -> None:
    over = play_to_the_end(house, 3, 10)
    stage = open_stage()
    assert stage.app.page_name == "end"
    texts, view = Texts("en", "marso"), house.session_now.view
    title = "Winner" if len(over.placing[0]) == 1 else "Shared victory"
    assert stage.says(title)
    for seat in view.seats:
        for clause in {line.clause for line in seat.lines}:
            points = " + ".join(amount(line.points) for line in seat.lines if line.clause == clause)
            assert stage.says(f"{points}: {texts.clause(clause)}")


def test_the_match_is_saved_copied_and_checked_without_a_shell(house: House, open_stage: OpenStage) -> None:
    play_to_the_end(house, 2, 8)
    house.keeper.plugged = ("STICK",)
    stage = open_stage()
    stage.tap("Save the match file")
    assert stage.says("Saved as /home/pi/17.match")
    stage.tap("Copy to STICK")
    assert house.keeper.exported == [("17", "STICK")]
    assert stage.says("Saved as /media/STICK/17.match\nSaved as /media/STICK/17.png")
    stage.tap("Check every draw")
    assert stage.says("Checked: every draw is as it was sealed")
    assert not stage.says("companion ")


def test_a_picture_of_the_end_shows_all_of_it(house: House, open_stage: OpenStage) -> None:
    """Also what does not fit the page: the points of the last, and the clause at the bottom."""
    heights = []
    for seats in (2, 4):
        play_to_the_end(house, seats, 8)
        stage = open_stage()
        stage.tap("Keep a picture")
        assert stage.says("Saved as /home/pi/17.png")
        stage.close()
        picture = cv2.imdecode(np.frombuffer(house.keeper.pictures["17"], np.uint8), cv2.IMREAD_GRAYSCALE)
        assert picture is not None
        heights.append(picture.shape[0])
        rows = picture.max(axis=1) > 150  # letters
        assert rows[-40:-8].any(), "the clause"
        assert not rows[-8:].any(), "the edge below it"
        assert rows.sum() > 500, "board and points"
    assert heights[1] - heights[0] > 2 * 40, "two more players, each at least as high as a badge"


def test_a_file_that_cannot_be_written_is_told(house: House, open_stage: OpenStage) -> None:
    play_to_the_end(house, 2, 8)
    stage = open_stage()
    house.refusal = Message(
        "The match file cannot be written to {path}: {reason}.", (("path", "/media/a"), ("reason", "full"))
    )
    stage.tap("Save the match file")
    assert stage.says("The match file cannot be written to /media/a: full.")


def test_from_the_end_to_the_table_back_and_home(house: House, open_stage: OpenStage) -> None:
    play_to_the_end(house, 2, 8)
    stage = open_stage()
    stage.tap("To the table")
    assert stage.app.page_name == "table"
    assert stage.says("The game is over.")
    stage.tap("More")
    stage.tap("Final result")
    assert stage.app.page_name == "end"
    stage.tap("New game")
    assert stage.app.page_name == "home"


def test_the_same_players_play_again(house: House, open_stage: OpenStage) -> None:
    play_to_the_end(house, 2, 8)
    stage = open_stage()
    stage.tap("Again, the same players")
    assert house.session is None
    stage.tap("Begin the game")
    before, again = house.choices
    assert again.seats == before.seats[1:] + before.seats[:1], "now the other one begins"


def test_an_end_that_is_taken_back_leads_to_the_table(house: House, open_stage: OpenStage) -> None:
    play_to_the_end(house, 2, 8)
    stage = open_stage()
    house.send(UndoAsked(1))
    stage.frames()
    assert stage.app.page_name == "table"


def test_a_qr_code_leads_to_the_replay(house: House, open_stage: OpenStage) -> None:
    play_to_the_end(house, 2, 8)
    house.replay_now = "http://club.lan:9001/replays/kitchen-marso-1.html"
    stage = open_stage("uk")
    assert stage.says("Партія на сторінці для вашого телефона:")
    codes = [widget for widget in stage.widgets() if isinstance(widget, QrCode)]
    assert [code.address for code in codes] == [f"{house.replay_now}?lang=uk"]


def test_without_a_replay_there_is_no_code(house: House, open_stage: OpenStage) -> None:
    play_to_the_end(house, 2, 8)
    stage = open_stage()
    assert not [widget for widget in stage.widgets() if isinstance(widget, QrCode)]
