"""The table, by touch: moves, cells, questions, undo, agreement, history, points, languages, troubles."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from companion.judge.verdicts import Played, Refused, Same, Unclear, Unknown
from companion.locale import Texts
from companion.locale.sentences import RULING_TITLES, capital, effect_line
from companion.referee.events import Answered, AnywayAsked, AsShown, LineEntered, MoveEntered, UndoAsked
from companion.referee.view import Message, RulingKind
from companion.rules.contract import CellId, ClauseId, Effect, Seat
from companion.rules.match import Entry, EntryKind
from companion.rules.registry import find_game
from companion.rules.touch import Tap
from companion.screen.lamps import LampRow
from companion.screen.qr import QrCode
from vision.types import CameraState

from .hands import button_of, playing_on

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House
    from .stage import Stage

GAME = find_game("marso")


def word(text: str) -> str:
    """A word of the game as an English button says it."""
    return capital(Texts("en", "marso").term(text))


def move(seat: str, text: str) -> Entry:
    return Entry(EntryKind.MOVE, seat=seat, text=text)


def refusal(house: House, seat: str, text: str, *cells: str) -> Refused:
    """What the judge says when this illegal move is seen."""
    match = house.session_now.match
    index = Seat(match.setup.seats.index(seat))
    breaches = GAME.why_illegal(match.state, index, GAME.parse_move(text))
    assert breaches
    return Refused((move(seat, text),), breaches, tuple(CellId(cell) for cell in cells))


def clause(house: House, language: str, name: str) -> str:
    assert house.session is not None
    return Texts(language, "marso").clause(ClauseId(name))


def entered(house: House) -> list[tuple[str, str]]:
    """Seat ("" for chance) and text of all that was entered by touch."""
    lines = [event.entries for event in house.sent if isinstance(event, LineEntered)]
    return [(getattr(entry, "seat", ""), entry.text) for line in lines for entry in line]


def test_a_move_is_entered_by_its_pictures(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1")
    stage = open_stage()
    stage.tap_widget(button_of(stage, Tap(what="card rl")))
    assert house.sent == []
    stage.tap_widget(button_of(stage, Tap(what="l")))
    assert entered(house) == [("south", "play rl l")]
    assert stage.says(f"South: {Texts('en', 'marso').term('play rl l')}")


def test_a_touch_can_be_taken_back_before_the_move_is_entered(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1")
    stage = open_stage()
    stage.tap_widget(button_of(stage, Tap(what="card rl")))
    stage.tap("Back")
    button_of(stage, Tap(what="card ud"))  # it is there again
    assert not stage.has_button("Back")
    assert house.sent == []


def test_a_cell_is_tapped_on_the_board(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play jet")
    stage = open_stage()
    assert "e6" in stage.board().marked["hint"]
    stage.tap_cell("e6")
    assert entered(house) == [("south", "fly e6")]
    assert stage.board().looks[CellId("e6")].pieces == ("hunter south",)


def test_what_the_last_move_changed_is_marked(house: House, open_stage: OpenStage) -> None:
    """Also after it was only looked at again; what a page shows first has changed nothing."""
    house.begin(2)
    house.play("* open b1", "south play jet")
    stage = open_stage()
    assert stage.board().marked["last"] == ()
    stage.tap_cell("e6")
    for _ in range(2):
        changed = [cell for cell in stage.board().marked["last"] if stage.board().has([cell])]
        assert changed == ["d3", "e6"]
        house.send(AsShown())
        stage.frames()
    house.send(UndoAsked())
    stage.frames()
    assert {"d3", "e6"} <= set(stage.board().marked["last"])


def test_a_piece_is_drawn_to_its_cell(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play jet")
    stage = open_stage()
    stage.drag(stage.middle("d3"), stage.middle("e6"))
    assert entered(house) == [("south", "fly e6")]


def test_what_is_not_allowed_is_said_at_once(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play jet")
    stage = open_stage()
    stage.tap_cell("d5")  # another hunter stands there
    assert stage.says("Not allowed")
    assert stage.says(clause(house, "en", "marso/jet.1"))
    assert "d5" in stage.board().marked["restore"]
    stage.tap("Cancel")
    assert not stage.says("Not allowed")
    assert "e6" in stage.board().marked["hint"]
    assert stage.board().looks[CellId("d3")].pieces == ("hunter south",)


def test_what_is_not_allowed_may_be_played_anyway(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    stage = open_stage()
    stage.tap_cell("d2")
    stage.tap("We agree: play it anyway")
    assert stage.says("Played by agreement")
    assert stage.board().looks[CellId("d2")].pieces == ("hunter south",)


def test_a_card_of_a_physical_deck_is_one_tap(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    stage = open_stage()
    stage.tap_widget(button_of(stage, Tap(what="card b7")))
    assert entered(house) == [("", "open b7")]


def test_moves_that_must_follow_are_one_tap(house: House, open_stage: OpenStage) -> None:
    """The path of a card leads over several cells: a tap on the second one says both steps."""
    house.begin(2)
    house.play("* open b1")
    texts = [move.text for move in house.session_now.view.touch]
    house.play(next(f"south {text}" for text in texts if "flash" in text))
    stage = open_stage()
    chain = playing_on(stage).chain
    assert chain[0].taps != chain[1].taps
    stage.tap_cell(chain[1].taps[0].cell)
    assert entered(house)[:2] == [("south", option.text) for option in chain[:2]]


def test_whose_goal_is_lit_may_be_touched_first(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play jet")
    stage = open_stage()
    stage.tap_cell("d3")
    assert not stage.says("Not allowed")
    stage.tap_cell("e6")
    assert entered(house) == [("south", "fly e6")]


def test_a_touch_on_an_older_position_enters_nothing(house: House, open_stage: OpenStage) -> None:
    """Two people touch at once: what the second one saw is gone."""
    house.begin(2)
    house.play("* open b1", "south play jet")
    open_stage()
    before = len(house.session_now.match.entries)
    for cell in ("e6", "e7"):
        house.session_now.handle(LineEntered((MoveEntered("south", f"fly {cell}"),), before))
    assert [entry.text for entry in house.session_now.match.entries[before:]] == ["fly e6"]


def test_the_only_move_has_a_button_and_its_cell_is_shown(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play still", "north play still")
    stage = open_stage()
    assert "b7" in stage.board().marked["hint"]
    stage.tap_cell("b7")
    assert entered(house) == [("south", "run red b7")]


def test_undo_says_what_and_asks_once(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r", "south step e3")
    stage = open_stage()
    stage.tap("Take back")
    assert stage.says(f"South: {Texts('en', 'marso').term('step e3')}")
    assert house.sent == []
    stage.tap("Yes, take it back")
    assert house.sent == [UndoAsked(1)]
    assert stage.says("Taken back")
    assert stage.board().looks[CellId("d3")].pieces == ("hunter south",)


def test_nothing_can_be_taken_back_at_the_beginning(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    assert open_stage().button("Take back").disabled


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_a_refusal_cites_the_clause_in_the_chosen_language_and_lights_the_cells(
    language: str, house: House, open_stage: OpenStage
) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    house.has_camera()
    stage = open_stage(language)
    house.sees(refusal(house, "south", "step d2", "d3", "d2"))
    stage.frames()
    assert stage.says(clause(house, language, "marso/walk.1"))
    assert not stage.says(clause(house, language, "marso/walk.3"))
    assert stage.board().marked["restore"] == ("d3", "d2")


def test_a_refusal_that_is_put_right_is_thanked_for(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    house.has_camera()
    stage = open_stage()
    house.sees(refusal(house, "south", "step d2", "d3", "d2"))
    house.sees(Same())
    stage.frames()
    assert stage.says("Put right, thank you")
    assert stage.board().marked["restore"] == ()


def refused(house: House, open_stage: OpenStage) -> Stage:
    """A table at which south's step to d2 has just been refused."""
    house.begin(2)
    house.play("* open b1", "south play ur r")
    house.has_camera()
    stage = open_stage()
    house.sees(refusal(house, "south", "step d2", "d3", "d2"))
    stage.frames()
    return stage


def test_the_table_agrees_to_play_it_anyway(house: House, open_stage: OpenStage) -> None:
    stage = refused(house, open_stage)
    number = house.session_now.view.ruling
    assert number is not None
    stage.tap("We agree: play it anyway")
    assert house.sent == [AnywayAsked(number.number)]
    assert stage.says("Played by agreement")
    assert stage.board().looks[CellId("d2")].pieces == ("hunter south",)


def test_a_refusal_may_be_mistaken(house: House, open_stage: OpenStage) -> None:
    stage = refused(house, open_stage)
    stage.tap("Nobody did that")
    house.sees(Same())
    stage.frames()
    assert house.sent == [AsShown()]
    assert not stage.says("Not allowed")
    assert stage.board().marked["restore"] == ()


def test_people_may_say_at_any_time_that_all_lies_as_shown(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.has_camera()
    stage = open_stage()
    stage.tap("More")
    stage.tap("Everything lies as shown")
    assert house.sent == [AsShown()]
    assert stage.has_button("More")


def test_a_refusal_is_seen_whatever_was_looked_at(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    house.has_camera()
    stage = open_stage()
    stage.tap("History")
    house.sees(refusal(house, "south", "step d2", "d3", "d2"))
    stage.frames()
    assert stage.says("Not allowed")


def test_a_question_is_answered(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r", "south step e3", "north play skate ll")
    house.has_camera()
    stage = open_stage()
    stage.tap("More")
    house.sees(
        Unclear(((move("north", "step e5"),), (move("north", "step c5"),)), (CellId("e5"), CellId("c5")))
    )
    stage.frames()
    assert stage.says("I am not sure. What was played?")
    assert set(stage.board().marked["hint"]) == {"e5", "c5"}
    question = house.session_now.view.question
    assert question is not None
    stage.tap(f"North: {Texts('en', 'marso').term('step e5')}")
    assert house.sent == [Answered(question.number, "0")]
    assert not stage.says("I am not sure. What was played?")
    assert stage.says(f"North: {Texts('en', 'marso').term('step e5')}")


def test_a_question_can_be_answered_with_none_of_these(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    house.has_camera()
    stage = open_stage()
    house.sees(Unclear(((move("south", "step e3"),),), (CellId("e3"),)))
    stage.frames()
    assert stage.has_button("Nothing was done: everything lies as shown")
    stage.tap("Something else")
    assert isinstance(house.sent[0], Answered)
    assert "e3" in stage.board().marked["hint"]


def test_something_unknown_is_shown_where_it_lies(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.has_camera()
    stage = open_stage()
    house.sees(Unknown((CellId("f6"),)))
    stage.frames()
    assert stage.says("I see something I do not know")
    assert stage.board().marked["restore"] == ("f6",)


def test_a_slot_beside_the_board_is_shown_when_something_is_wrong_there(
    house: House, open_stage: OpenStage
) -> None:
    house.begin(2)
    house.has_camera()
    stage = open_stage()
    assert not stage.board().whole
    house.sees(Unknown((CellId("laid:south"),)))
    stage.frames()
    assert stage.board().whole


def test_what_hands_must_do_is_told_until_it_is_done(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play still")
    house.has_camera()
    house.judge.owes = (CellId("laid:south"), CellId("laid:north"))
    house.sees(Played((move("north", "play still"),)))
    house.sees(Same())
    stage = open_stage()
    view = house.session_now.view
    assert view.to_do
    assert stage.says("Now do this with your hands:")
    tasks = [effect for effect in view.to_do if "laid:south" in effect.cells]
    assert stage.says(clause(house, "en", tasks[0].clause))
    assert "laid:south" in stage.board().marked["to_do"]
    house.judge.owes = ()
    house.sees(Same())
    stage.frames()
    assert not stage.says("Now do this with your hands:")


def test_what_only_explains_is_not_called_a_task(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play still")
    stage = open_stage()
    assert [effect.clause for effect in house.session_now.view.to_do] == ["marso/still.1"]
    assert stage.says(clause(house, "en", "marso/still.1"))
    assert not stage.says("Now do this with your hands:")


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
    assert stage.says("Simulated table: no real camera is watching")
    for panel in ("More", "Close", "History"):
        stage.tap(panel)
        assert stage.says("Simulated table: no real camera is watching")


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
    assert stage.says("Не можу прийняти «gibberish»")
    assert stage.says("Брокер h не приймає вхід; перевірте user і пароль у [broadcast].")


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


def test_effects_name_their_cells(house: House, open_stage: OpenStage) -> None:
    texts = Texts("en", "marso")
    effect = Effect(ClauseId("marso/card.8"), (CellId("d4"), CellId("e5")))
    assert effect_line(texts, effect).endswith("(d4, e5)")
    assert house.session is None
    assert open_stage().app.page_name == "home"


def test_every_kind_of_ruling_has_a_title_and_a_colour() -> None:
    assert set(RULING_TITLES) == set(RulingKind)


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
