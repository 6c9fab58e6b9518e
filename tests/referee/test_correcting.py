"""Earlier entries are put right: by what people type, against what the rulebook says of the first round."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.judge.verdicts import Same, TakenBack
from companion.locale import Texts
from companion.referee.events import Answered, Corrected, FromAfar, UndoAsked
from companion.referee.tasks import Task
from companion.referee.view import LineKind, RulingKind, TableView
from companion.rules.contract import CellId, Over
from companion.rules.match import EntryKind, parse_match
from companion.rules.pieces import PosedPiece
from companion.terminal.terminal import Terminal, read_event
from tests.referee.session_table import MARSO, ROUND, SEATS, Deck, Table

GOLDEN = Path(__file__).parents[1] / "golden" / "marso" / "two.match"


def say(table: Table, line: str) -> TableView:
    """Type a line at the table."""
    event = read_event(line, table.view)
    assert event is not None, line
    return table.send(event)


def entries(table: Table) -> list[str]:
    """The lines of the journal without times and comments."""
    return [line.partition(" ")[2] for line in table.pages.stored if line.startswith("@")]


def texts_of(table: Table) -> list[str]:
    return [played.entry.text for played in table.session.match.line]


def answer(view: TableView, label: str) -> Answered:
    """The answer with these words to the question that stands."""
    question = view.question
    assert question is not None
    return Answered(question.number, next(one.key for one in question.choices if one.label.key == label))


@pytest.fixture
def played() -> Table:
    """South has played a card and stepped, then north (entries 2 to 5, after the beast card)."""
    table = Table()
    say(table, "* open b1")
    for line in ("south play ur r", "south step e3", "north play still"):
        say(table, line)
    return table


def test_an_entry_is_put_right_and_the_later_ones_stand(played: Table) -> None:
    view = say(played, "correct 2 south play ud d")
    assert view.question is not None, "the card leads down, not to the right"
    view = say(played, "correct 3 south step d2")
    assert entries(played)[-1] == "correct 2 south play ud d; correct 3 south step d2"
    assert texts_of(played) == ["open b1", "play ud d", "step d2", "play still"]
    assert view.ruling is not None
    assert view.ruling.kind is RulingKind.CORRECTED
    assert [(line.number, line.instead) for line in view.history if line.instead] == [
        (2, ("south", "play ud d")),
        (3, ("south", "step d2")),
    ]
    assert "hunter south d2" in view.position.splitlines()


def test_without_a_camera_arrows_tell_what_hands_must_change(played: Table) -> None:
    say(played, "correct 2 south play ud d")
    view = say(played, "correct 3 south step d2")
    assert view.tasks == (Task(PosedPiece("hunter south"), CellId("e3"), CellId("d2")),)
    assert say(played, "south run red b7").tasks == ()


def test_a_camera_that_sees_nothing_left_to_do_asks_for_no_repair(played: Table) -> None:
    played.see(Same())
    say(played, "correct 2 south play ud d")
    view = say(played, "correct 3 south step d2")
    assert view.tasks == ()
    played.judge.owed = (CellId("d2"),)
    assert played.see(Same()).tasks == (Task(PosedPiece("hunter south"), CellId("e3"), CellId("d2")),)


def test_a_contradiction_tells_its_clause_and_stores_nothing(played: Table) -> None:
    before = list(played.pages.stored)
    told: list[str] = []
    played.session.subscribe(Terminal(Texts("en", "marso"), told.append))
    view = say(played, "correct 2 south play ud d")
    assert played.pages.stored == before
    assert view.question is not None
    assert (view.question.entry, view.question.edits) == ("3", "correct 2 south play ud d")
    assert [breach.clause for breach in view.question.breaches] == ["marso/walk.1"]
    said = "\n".join(told)
    assert "entry 2 is now: South: " in said
    assert "entry 3 cannot have been: south: " in said
    assert "correct 3 ..." in said


def test_it_was_played_anyway(played: Table) -> None:
    view = played.send(answer(say(played, "correct 2 south play ud d"), "It was played anyway"))
    assert view.question is None
    assert entries(played)[-1] == "correct 2 south play ud d; correct 3 anyway south step e3"
    assert texts_of(played) == ["open b1", "play ud d", "step e3", "play still"]


def test_it_never_happened(played: Table) -> None:
    view = played.send(answer(say(played, "correct 2 south play still"), "It never happened"))
    assert entries(played)[-1] == "correct 2 south play still; delete 3"
    assert texts_of(played) == ["open b1", "play still", "play still"]
    assert [line.undone for line in view.history] == [False, False, True, False, False]


def test_back_to_there(played: Table) -> None:
    label = "Back to there: all from it on is taken back"
    view = played.send(answer(say(played, "correct 2 south play still"), label))
    assert entries(played)[-1] == "correct 2 south play still; delete 3; delete 4"
    assert texts_of(played) == ["open b1", "play still"]
    assert view.question is None


def test_nothing_is_corrected_if_people_say_so(played: Table) -> None:
    before = list(played.pages.stored)
    view = played.send(answer(say(played, "correct 2 south play still"), "Correct nothing"))
    assert (view.question, played.pages.stored) == (None, before)


def test_the_question_stays_while_the_camera_sees_the_position(played: Table) -> None:
    view = say(played, "correct 2 south play still")
    assert played.see(Same()).question == view.question


def test_a_forgotten_entry_is_put_in() -> None:
    table = Table()
    for line in ("* open b1", "south play still", "south run red b7"):
        view = say(table, line)
    assert view.ruling is not None
    assert view.ruling.kind is RulingKind.REFUSED, "north has not laid a card"
    say(table, "anyway")
    view = say(table, "insert 3 north play still")
    assert texts_of(table) == ["open b1", "play still", "play still", "run red b7"]
    assert [played.entry.kind for played in table.session.match.line][-1] is EntryKind.MOVE, (
        "it is lawful now"
    )
    say(table, "correct 4.1 north play ur r")
    assert table.view.question is not None
    assert table.view.question.entry == "3", "north has to step before the beasts"


def test_take_back_takes_back_the_correction_and_then_the_last_act(played: Table) -> None:
    say(played, "correct 2 south play ud d")
    say(played, "correct 3 south step d2")
    view = say(played, "undo")
    assert entries(played)[-1] == "undo correction"
    assert texts_of(played) == ["open b1", "play ur r", "step e3", "play still"]
    assert [line.undone for line in view.history if line.kind is LineKind.CORRECTION] == [True]
    say(played, "undo")
    assert entries(played)[-1] == "undo 1"
    assert texts_of(played) == ["open b1", "play ur r", "step e3"]


def test_a_take_back_by_hand_leaves_the_correction(played: Table) -> None:
    say(played, "correct 2 south play ud d")
    say(played, "correct 3 south step d2")
    played.see(TakenBack(1))
    assert entries(played)[-1] == "undo 1"
    assert texts_of(played) == ["open b1", "play ud d", "step d2"]


def test_who_corrected_is_in_the_journal(played: Table) -> None:
    say(played, "delete 4")
    notes = [line for line in played.pages.stored if line.startswith("# corrected ")]
    assert [json.loads(note.removeprefix("# corrected ")) for note in notes] == [{"by": "typed"}]


def test_the_file_of_a_corrected_match_is_read_again(played: Table) -> None:
    say(played, "correct 2 south play ud d")
    say(played, "correct 3 south step d2")
    say(played, "delete 4")
    match: Any = parse_match(played.file(), MARSO)
    assert match.state == played.session.match.state
    table = Table(match)
    assert [line.instead for line in table.view.history] == [line.instead for line in played.view.history]


def test_the_second_who_corrects_is_told_that_the_game_has_changed(played: Table) -> None:
    seen = played.view.entries
    played.send(Corrected("delete 4", seen, "screen"))
    before = list(played.pages.stored)
    view = played.send(Corrected("delete 4", seen, "screen"))
    assert played.pages.stored == before
    assert view.trouble is not None
    assert "has changed meanwhile" in view.trouble.key


def test_of_a_touch_and_a_guest_of_the_page_only_the_first_counts(played: Table) -> None:
    """Both saw the same game: what the page asks for was meant for another one, and the other way round."""
    seen = played.view.entries
    played.send(Corrected("correct 4 north play ur r", seen, "screen"))
    before = list(played.pages.stored)
    played.send(FromAfar(UndoAsked(1), "phone", seen))
    assert played.pages.stored == before
    played.send(FromAfar(UndoAsked(1), "phone", seen + 1))
    before = list(played.pages.stored)
    view = played.send(Corrected("correct 4 north play ud d", seen + 1, "screen"))
    assert played.pages.stored == before
    assert view.trouble is not None
    assert "has changed meanwhile" in view.trouble.key


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("correct 99 south step d4", "does not stand"),
        ("delete 1.1", "does not stand"),
        ("delete 0", "does not stand"),
        ("correct 2 south dance", "Nothing was put right"),
        ("correct 2 west play still", "cannot be played even by agreement"),
        ("correct 2", "Nothing was put right"),
        ("delete 2 south play still", "Nothing was put right"),
        ("insert two south play still", "Nothing was put right"),
        ("correct 2 undo 1", "Nothing was put right"),
        ("correct 2 @5 south play still", "Nothing was put right"),
    ],
)
def test_what_makes_no_sense_is_told_in_one_sentence(played: Table, line: str, told: str) -> None:
    before = list(played.pages.stored)
    view = say(played, line)
    assert played.pages.stored == before
    assert view.trouble is not None
    assert told in view.trouble.key


def drawn() -> Table:
    """The first round with a sealed deck: the machine has drawn b1 and b2."""
    table = Table(sources=[Deck()])
    for seat, text in zip(SEATS * 3, ROUND, strict=True):
        table.enter(seat, text)
    return table


def test_what_a_machine_drew_cannot_have_been_otherwise() -> None:
    table = drawn()
    before = list(table.pages.stored)
    view = say(table, "correct 1 * open b5")
    assert (table.pages.stored, view.question) == (before, None)
    assert view.trouble is not None
    assert "as it was sealed" in view.trouble.key
    assert view.trouble.facts == (("what", "open b1"),)


def test_a_card_that_was_misread_was_seen_by_nobody(played: Table) -> None:
    view = say(played, "correct 1 * open b2")
    assert texts_of(played)[0] == "open b2"
    assert view.trouble is None


def test_a_card_that_was_seen_and_never_drawn_is_named() -> None:
    table = drawn()
    view = say(table, "delete 7")
    assert view.question is not None
    assert view.question.entry == "8"
    view = table.send(answer(view, "It never happened"))
    assert view.trouble is not None
    assert view.trouble.key.startswith("People have seen this")
    assert view.trouble.facts == (("what", "open b2"),)
    table.enter("north", "run green a2")
    assert texts_of(table)[-1] == "open b2", "the sealed deck brings the same card again"


def test_take_back_takes_back_what_the_machine_drew_for_the_correction() -> None:
    table = drawn()
    say(table, "undo")
    say(table, "north run green a2")
    before, position = texts_of(table), table.view.position
    view = say(table, f"delete {table.session.match.line[-1].number}")
    assert (texts_of(table), view.position) == (before, position), "the deck brings the same card again"
    say(table, "undo")
    assert (texts_of(table), table.view.position) == (before, position)
    assert entries(table)[-2:] == ["undo 1", "undo correction"]


def test_a_finished_game_may_go_on_after_a_correction() -> None:
    match: Any = parse_match(GOLDEN.read_text())
    table = Table(match)
    assert isinstance(table.view.pending, Over)
    points = [seat.points for seat in table.view.seats]
    view = say(table, f"delete {match.line[-1].number}")
    assert not isinstance(view.pending, Over)
    assert view.trouble is not None
    assert "the game is not over" in view.trouble.key
    view = say(table, "undo")
    assert isinstance(view.pending, Over)
    assert [seat.points for seat in view.seats] == points
