"""Moves that are entered by touch on the page of a table, and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.locale import Texts
from companion.referee.events import AsShown, LineEntered, MoveEntered, UndoAsked
from companion.rules.contract import CellId
from companion.rules.touch import Tap

from .hands import button_of, playing_on

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House

from tests.screen.marso_table import clause


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
    stage.tap_cell("c3")
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
    assert "e6" in stage.board().marked["may"]
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
    assert "e6" in stage.board().marked["may"]
    assert stage.board().looks[CellId("d3")].pieces == ("hunter south",)


def test_what_is_not_allowed_may_be_played_anyway(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play ur r")
    stage = open_stage()
    stage.tap_cell("d2")
    stage.tap("We agree: play it anyway")
    assert stage.says("Played by agreement")
    assert stage.board().looks[CellId("d2")].pieces == ("hunter south",)


def test_the_way_of_a_card_is_the_cell_to_which_it_leads(house: House, open_stage: OpenStage) -> None:
    """The arrows of a card count as its player sees them: North's right is the left of the board."""
    house.begin(2)
    house.play("* open b1", "south play still")
    stage = open_stage()
    stage.tap_widget(button_of(stage, Tap(what="card rl")))
    assert sorted(stage.board().lit()) == ["c5", "e5"]
    stage.tap_cell("c5")
    assert entered(house)[0] == ("north", "play rl r")


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
    assert stage.board().lit() == [chain[0].taps[0].cell], "whose is the mark? It is the next step"
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
    assert "b7" in stage.board().marked["may"]
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
