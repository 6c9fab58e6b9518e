"""The page of a table: its panels, what it says about itself, and how it is left."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from companion.judge.verdicts import Same
from companion.locale import Message, Texts
from companion.referee.events import MoveEntered, UndoAsked
from companion.referee.sentences import capital
from companion.referee.view import PATIENCE
from companion.rules.contract import CellId
from companion.screen import theme
from companion.screen.panels.situation import LampRow
from companion.screen.qr import QrCode
from vision.types import CameraState

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House

from tests.screen.marso_table import clause
from tests.screen.stage import ground_behind


def word(text: str) -> str:
    """A word of the game as an English button says it."""
    return capital(Texts("en", "marso").term(text))


def test_the_whole_table_is_shown_and_hidden(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    stage = open_stage()
    stage.tap("Whole table")
    assert stage.board().whole
    stage.tap("Board only")
    assert not stage.board().whole


def test_the_history_is_turned_like_pages(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play still", "north play still", "south run red b7")
    house.play(
        "south run blue f7", "south run yellow g7", "south run green a2", "* open b2", "north play still"
    )
    house.send(UndoAsked(1))
    stage = open_stage()
    stage.tap("History")
    assert stage.says(f"9. North: {Texts('en', 'marso').term('play still')}")
    assert stage.says("(taken back)")
    assert not stage.says(f"1. {word('open b1')}")
    stage.tap("Older")
    assert stage.says(f"1. {word('open b1')}")
    assert stage.button("Older").disabled
    stage.tap("Newer")
    assert stage.says("10. Taken back")


def test_points_are_told_with_their_clauses(house: House, open_stage: OpenStage) -> None:
    house.begin(2, {"young": True})
    # south flies beside red, north stands still, and so on: a beast is stepped on and trapped
    house.play("* open b1", "south play jet", "south fly b7", "north play still")
    while house.session_now.view.seats[0].points == 0:
        touch = house.session_now.view.touch
        trapping = [t for t in touch if t.seat in ("", "south")] or list(touch)
        stepping = [t for t in trapping if t.text.startswith(("step", "play skate", "play ur"))] or trapping
        house.play(f"{stepping[0].seat or '*'} {stepping[0].text}")
        assert len(house.session_now.view.history) < 400
    stage = open_stage()
    stage.tap("1")  # the field with south's point
    assert stage.says(clause(house, "en", "marso/score.2"))


def test_about_lists_the_edition_s_defaults_and_the_sealed_deck(house: House, open_stage: OpenStage) -> None:
    house.begin(2, electronic=True)
    stage = open_stage()
    stage.tap("More")
    stage.tap("About this table")
    view = house.session_now.view
    sealed = view.decks[0].commitment
    assert stage.says(" ".join(sealed[i : i + 8] for i in range(0, 64, 8)))
    assert stage.says("The seed is shown when the game is over.")
    assert stage.says(f"{len(view.defaults)} values of this edition are assumed")


def test_the_electronic_card_is_shown_as_its_lamps(house: House, open_stage: OpenStage) -> None:
    house.begin(2, electronic=True)
    stage = open_stage()
    rows = [widget for widget in stage.widgets() if isinstance(widget, LampRow)]
    assert len(rows) == 1


def test_a_simulated_table_always_says_so(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    stage = open_stage()
    assert not stage.says("Simulated table")
    house.has_camera("http://127.0.0.1:8081/stream", simulated=True)
    stage.frames()
    assert stage.says("Demonstration, no real camera")
    for panel in ("More", "Close", "History"):
        stage.tap(panel)
        assert stage.says("Demonstration, no real camera")


@pytest.mark.parametrize("key", PATIENCE)
def test_what_only_asks_for_patience_is_told_without_news_and_is_no_alarm(
    key: str, house: House, open_stage: OpenStage
) -> None:
    house.begin(2)
    stage = open_stage("uk")
    said = Texts("uk").say(key)
    house.trouble = (Message(key),)
    stage.until(lambda: stage.says(said), "it is told although the referee has no news")
    strip = next(widget for widget in stage.widgets() if getattr(widget, "text", "") == said)
    assert ground_behind(strip) == theme.NEUTRAL
    house.trouble = ()
    stage.until(lambda: not stage.says(said), "it goes when it is over")


def test_troubles_of_disk_and_broadcast_are_told(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    stage = open_stage("uk")
    house.send(MoveEntered("south", "gibberish"))
    house.trouble = (
        Message(
            "The broker {host} refuses the login; check user and password of [broadcast].", (("host", "h"),)
        ),
    )
    house.changed()
    stage.frames()
    assert stage.says("«gibberish» ввести не можна")
    assert stage.says("Брокер h відмовляє у вході; перевірте user і пароль у [broadcast].")


def test_what_the_camera_cannot_do_is_told_in_words(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.has_camera()
    stage = open_stage()
    house.sees(Same(), CameraState.HAND)
    stage.frames()
    assert stage.says("A hand is over the table; I wait until it has left.")


def test_the_language_can_be_changed_at_the_table(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1")
    stage = open_stage()
    stage.tap("More")
    stage.tap("Settings")
    stage.tap("Українська")
    stage.tap("Назад")
    assert stage.has_button(Texts("uk").say("History"))
    assert stage.says("Південь")
    assert house.languages == ["uk"]


def test_leaving_the_table_leads_home(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    stage = open_stage()
    stage.tap("More")
    stage.tap("Leave the table")
    assert house.session is None
    assert stage.app.page_name == "home"


def test_news_from_another_thread_are_shown(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    stage = open_stage()
    thread = threading.Thread(target=house.play, args=("* open b1", "south play ur r"))
    thread.start()
    thread.join()
    stage.until(
        lambda: stage.says(f"South: {Texts('en', 'marso').term('play ur r')}"), "the move of the other thread"
    )


def test_a_finger_that_leaves_the_button_does_nothing(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1")
    stage = open_stage()
    button = stage.button("More")
    stage.drag(button.to_window(*button.center), (200, 240))
    assert stage.has_button("More")


def test_nothing_hidden_is_on_the_screen(house: House, open_stage: OpenStage) -> None:
    """The view is public; the screen adds nothing: a secret card in the position does not show."""
    house.begin(2)
    stage = open_stage()
    stage.tap("Whole table")
    looks = stage.board().looks
    assert looks[CellId("secret:south")].pieces == ("back",)
    assert all("card s" not in piece for look in looks.values() for piece in look.pieces)


def test_only_what_changed_is_drawn_again(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    stage = open_stage()
    board = stage.board()
    before = {cell: list(group.children) for cell, group in board._groups.items()}
    house.play("south step e3")
    stage.frames()
    stage.until(lambda: not board.flights.flying, "it arrives")
    drawn = [cell for cell, group in board._groups.items() if list(group.children) != before[cell]]
    assert sorted(drawn) == ["d3", "e3"]


def test_a_qr_code_leads_to_the_spectators_page(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    stage = open_stage("uk")
    stage.tap("Ще")
    assert not stage.says("Дивитися на телефоні"), "no page, no button"
    house.page_now = "http://club.lan:9001/?table=kitchen"
    stage.tap("Закрити")
    stage.tap("Ще")
    stage.tap("Дивитися на телефоні")
    assert stage.says("http://club.lan:9001/?table=kitchen&lang=uk")
    codes = [widget for widget in stage.widgets() if isinstance(widget, QrCode)]
    assert [code.address for code in codes] == ["http://club.lan:9001/?table=kitchen&lang=uk"]
    picture = np.kron(np.pad(np.array(codes[0].matrix) == 0, 4, constant_values=True), np.ones((8, 8)))
    read, *_ = cv2.QRCodeDetector().detectAndDecode((picture * 255).astype(np.uint8))
    assert read == codes[0].address, "a camera reads it"
