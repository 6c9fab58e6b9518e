"""Answers that come late: the question has changed, or play has gone past it. Each is taken for what it says,
or people are told that it does not count."""

from __future__ import annotations

import random

import pytest

from companion.judge.verdicts import Face, FirstSeen, Played, Unclear
from companion.referee.asking import AS_SHOWN, NONE_OF_THESE
from companion.referee.events import Answered, FromAfar, MoveEntered, OutcomeEntered, UndoAsked
from companion.referee.view import Question
from companion.rules.contract import CellId, Look, Seat
from companion.rules.match import Entry, EntryKind, parse_entry, parse_match
from companion.rules.pieces import stack_of
from tests.doubles.table import move
from tests.referee.session_table import MARSO, Table

PLACE = (CellId("laid:south"),)
LEFT, RIGHT, UP = (move("south", f"play {card}") for card in ("ur l", "ur r", "still"))
AFTER = move("south", "step e3")


def asked(table: Table, *candidates: tuple[Entry, ...]) -> Question:
    question = table.see(Unclear(candidates, PLACE)).question
    assert question is not None
    return question


def key_of(table: Table, *entries: Entry) -> str:
    """The key of the answer that enters these."""
    return next(key for key, answer in table.session.answers.items() if answer == entries)


def stored(table: Table) -> list[str]:
    return [parse_entry(line).text for line in table.pages.stored if not line.startswith("#")]


def test_an_answer_counts_when_its_beginning_was_played_meanwhile(opened: Table) -> None:
    one, other = (RIGHT, AFTER), (RIGHT, move("south", "step d2"))
    number, key = asked(opened, one, other).number, key_of(opened, *one)
    opened.see(Played((RIGHT,)))
    opened.session.handle(Answered(number, key))
    assert stored(opened)[-2:] == ["play ur r", "step e3"]
    assert opened.view.trouble is None


def test_an_answer_that_was_played_meanwhile_enters_nothing_twice(opened: Table) -> None:
    number, key = asked(opened, (RIGHT,), (LEFT,)).number, key_of(opened, RIGHT)
    opened.see(Played((RIGHT, AFTER)))
    before = stored(opened)
    opened.session.handle(Answered(number, key))
    assert stored(opened) == before
    assert opened.view.trouble is None


def test_an_answer_that_something_else_has_overtaken_is_said_not_to_count(opened: Table) -> None:
    number, key = asked(opened, (RIGHT,), (LEFT,)).number, key_of(opened, LEFT)
    opened.see(Played((RIGHT,)))
    before = stored(opened)
    opened.session.handle(Answered(number, key))
    assert stored(opened) == before
    assert opened.view.trouble is not None
    assert opened.view.trouble.key == "Play has gone past this question, so the answer does not count."


def test_what_was_undone_meanwhile_is_not_entered_by_a_late_answer(opened: Table) -> None:
    number, key = asked(opened, (RIGHT,), (LEFT,)).number, key_of(opened, RIGHT)
    opened.see(Played((RIGHT,)))
    opened.session.handle(UndoAsked())
    before = stored(opened)
    opened.session.handle(Answered(number, key))
    assert stored(opened) == before
    assert opened.view.trouble is not None


def test_answers_keep_their_places_while_a_question_stands(opened: Table) -> None:
    first = asked(opened, (RIGHT,), (LEFT,))
    assert asked(opened, (LEFT,), (RIGHT,)) == first, "only their order has changed"
    second = asked(opened, (UP,), (LEFT,), (RIGHT,))
    assert second.number != first.number
    assert second.choices[:2] == first.choices[:2]
    assert opened.session.answers["2"] == (UP,)


def test_a_question_that_asks_the_same_enters_what_is_known_by_now(opened: Table) -> None:
    first = asked(opened, (RIGHT,), (LEFT,))
    step = move("south", "step e3")
    assert asked(opened, (RIGHT, step), (LEFT, step)) == first, "people read the same answers"
    opened.session.handle(Answered(first.number, "0"))
    assert stored(opened)[-2:] == ["play ur r", "step e3"]


def test_the_same_answer_twice_counts_once_and_is_no_trouble(opened: Table) -> None:
    number, key = asked(opened, (RIGHT,), (LEFT,)).number, key_of(opened, RIGHT)
    for _ in range(2):
        opened.session.handle(Answered(number, key))
    assert stored(opened).count("play ur r") == 1
    assert opened.view.trouble is None


def test_two_people_who_answer_otherwise_are_told(opened: Table) -> None:
    number = asked(opened, (RIGHT,), (LEFT,)).number
    right, left = key_of(opened, RIGHT), key_of(opened, LEFT)
    opened.session.handle(Answered(number, right))
    opened.session.handle(Answered(number, left))
    assert stored(opened)[-1] == "play ur r"
    assert opened.view.trouble is not None


@pytest.mark.parametrize("same", [True, False])
@pytest.mark.parametrize("first", ["screen", "afar"])
def test_an_answer_at_the_table_and_one_from_afar_in_the_same_second(
    opened: Table, first: str, same: bool
) -> None:
    """The first counts; another one is told that it does not."""
    number, seen = asked(opened, (RIGHT,), (UP,)).number, opened.view.entries
    right, up = key_of(opened, RIGHT), key_of(opened, UP)
    at_table = Answered(number, right)
    afar = FromAfar(Answered(number, right if same else up), "phone", seen)
    for event in (at_table, afar) if first == "screen" else (afar, at_table):
        opened.session.handle(event)
    played = [text for text in stored(opened) if text.startswith("play")]
    assert played == [(RIGHT if same or first == "screen" else UP).text]
    assert (opened.view.trouble is None) is same


class KilledError(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("on_disk", [True, False])
def test_killed_while_an_answer_is_taken_it_counts_once_or_is_said_not_to(
    opened: Table, on_disk: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = asked(opened, (RIGHT,), (LEFT,)).number
    answer, append = Answered(number, key_of(opened, RIGHT)), opened.pages.append

    def dying(*lines: str) -> int:
        if on_disk:
            append(*lines)
        raise KilledError

    monkeypatch.setattr(opened.pages, "append", dying)
    with pytest.raises(KilledError):
        opened.session.handle(answer)
    again = Table(parse_match(opened.file()))
    assert [entry.text for entry in again.match.entries].count("play ur r") == on_disk
    again.session.handle(answer)  # a finger on what the screen still shows
    assert again.pages.entries == []
    assert again.view.trouble is not None


def test_none_of_these_stays_said_in_another_order(opened: Table) -> None:
    question = asked(opened, (RIGHT,), (LEFT,))
    opened.session.handle(Answered(question.number, NONE_OF_THESE))
    assert opened.see(Unclear(((LEFT,), (RIGHT,)), PLACE)).question is None


def test_a_face_that_is_told_after_another_question_does_not_count(opened: Table) -> None:
    """The place may look otherwise by now."""
    faces = tuple(
        Face(Look(pieces=stack_of(f"card b{n}")), (Entry(EntryKind.CHANCE, text=f"open b{n}"),))
        for n in (1, 2)
    )
    about = opened.see(FirstSeen(CellId("open:beast"), faces)).question
    assert about is not None
    asked(opened, (RIGHT,), (LEFT,))
    opened.session.handle(Answered(about.number, "0"))
    assert opened.judge.said == []
    assert opened.view.trouble is not None


def test_of_a_hundred_late_answers_none_is_lost_in_silence() -> None:
    """A referee that is far behind: questions come and go, and people answer any that they have read."""
    chance = random.Random(7)
    for _ in range(100):
        table = Table()
        table.session.handle(OutcomeEntered("open b1"))
        match = table.session.match
        lawful = MARSO.legal_moves(match.state, Seat(0))[:3]
        moves = [(move("south", MARSO.format_move(each)),) for each in lawful]
        read: dict[int, dict[str, tuple[Entry, ...]]] = {}
        for _ in range(chance.randrange(1, 4)):
            one, other = chance.sample(moves, 2)
            number = asked(table, one, other).number
            read[number] = dict(table.session.answers)
        if chance.random() < 0.5:
            table.session.handle(MoveEntered("south", chance.choice(moves)[0].text))
        number, choices = chance.choice(list(read.items()))
        choice = chance.choice([key for key in choices if key not in (NONE_OF_THESE, AS_SHOWN)])
        table.session.handle(Answered(number, choice))
        taken = stored(table)[-1] == choices[choice][0].text
        assert taken is (table.view.trouble is None)
