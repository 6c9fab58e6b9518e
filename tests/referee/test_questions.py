"""Questions of the session: what is asked, what an answer does, and when a question falls."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from companion.judge.verdicts import Face, FirstSeen, Played, Reason, Refused, Same, Unclear, Waiting
from companion.locale import Texts
from companion.referee.asking import AS_SHOWN, NONE_OF_THESE
from companion.referee.events import Answered, AsShown, SheetShown
from companion.referee.session import HIDDEN_AFTER
from companion.referee.view import DeckView
from companion.rules.contract import Breach, CellId, ClauseId, Look
from companion.rules.match import Entry, EntryKind, Match, parse_entry
from companion.rules.pieces import stack_of
from tests.doubles.table import move
from tests.referee.island import TAKEN
from tests.referee.session_table import ATLANTIS, Table
from vision.objects import Cutting


class CreatureDie:
    """An electronic creature die that always shows the same."""

    source = "die"

    def draw(self, outcomes: Sequence[str], _drawn: Sequence[str]) -> str:
        assert "die whale" in outcomes
        return "die whale"

    def view(self, drawn: int, over: bool) -> DeckView:
        return DeckView(self.source, "c0ffee", "5eed" if over else "", drawn)


def test_a_question_is_asked_once_and_an_answer_is_played(opened: Table) -> None:
    right, left = (move("south", "play skate rr"),), (move("south", "play skate ll"),)
    question = opened.see(Unclear((right, left), (CellId("laid:south"),))).question
    assert opened.see(Unclear((right, left), (CellId("laid:south"),))).question == question
    assert question is not None
    assert [choice.key for choice in question.choices] == ["0", "1", NONE_OF_THESE, AS_SHOWN]
    opened.session.handle(Answered(question.number, "1"))
    assert parse_entry(opened.pages.stored[-1]).text == "play skate ll"
    assert opened.view.question is None


FACES = tuple(
    Face(Look(pieces=stack_of(f"card b{n}")), (Entry(EntryKind.CHANCE, text=f"open b{n}"),))
    for n in range(1, 17)
)
BEAST = CellId("open:beast")


def test_a_face_is_asked_about_once_and_the_answer_names_it() -> None:
    """Nothing is entered by the answer: the judge, who knows the face now, says what follows."""
    table = Table()
    question = table.see(FirstSeen(BEAST, FACES)).question
    assert question is not None
    assert question.cells == (BEAST,)
    assert [choice.look for choice in question.choices] == [*(face.look for face in FACES), None]
    texts = Texts("en", "marso")
    assert texts.message(question.choices[2].label) == texts.term("card b3")
    assert table.see(FirstSeen(BEAST, FACES[2:])).question == question, "the same card, only fewer faces left"
    assert table.see(Waiting(Reason.HAND)).question == question
    table.session.handle(Answered(question.number, "2"))
    assert table.judge.said == [(BEAST, FACES[2].look)]
    assert table.view.question is None
    assert table.pages.stored == []


def test_an_act_that_was_done_or_not_is_all_that_is_asked_about(opened: Table) -> None:
    """The later acts are the same, so one candidate tells one more of them."""
    hidden, *later = (move("south", text) for text in ("play ur r", "step e3", "step d2", "step e2"))
    question = opened.see(Unclear(((hidden, *later[:2]), tuple(later)), ())).question
    assert question is not None
    texts = Texts("en", "marso")
    assert [texts.message(choice.label) for choice in question.choices[:2]] == [
        f"south: {texts.term('play ur r')}",
        f"Only this: south: {texts.term('step e3')}",
    ]


def test_answers_show_what_lies_in_the_cell_that_tells_them_apart() -> None:
    table = Table()
    faces = [(face, face.entries) for face in FACES[:2]]
    question = table.see(
        Unclear(tuple(entries for _, entries in faces), (CellId("laid:south"), BEAST))
    ).question
    assert question is not None
    assert question.cells[0] == BEAST
    assert [choice.look for choice in question.choices] == [FACES[0].look, FACES[1].look, None, None]


def test_answers_about_where_somebody_went_show_no_empty_cells(opened: Table) -> None:
    opened.enter("south", "play ur r")
    steps = [(move("south", f"step {cell}"),) for cell in ("e3", "d2")]
    question = opened.see(Unclear(tuple(steps), (CellId("e3"), CellId("d2")))).question
    assert question is not None
    assert [choice.look for choice in question.choices] == [None] * 4


def test_a_face_that_is_none_of_those_is_left_alone() -> None:
    table = Table()
    question = table.see(FirstSeen(BEAST, FACES)).question
    assert question is not None
    table.session.handle(Answered(question.number, NONE_OF_THESE))
    assert table.judge.said == [(BEAST, None)]


def test_play_may_go_on_and_answer_the_question_about_a_face() -> None:
    table = Table()
    assert table.see(FirstSeen(BEAST, FACES)).question is not None
    assert table.see(Played(FACES[4].entries)).question is None


def test_a_contact_sheet_goes_to_the_judge() -> None:
    table = Table()
    square = np.zeros((60, 60, 3), np.uint8)
    table.session.handle(SheetShown({"card b1": Cutting(square, square[:, :, 0], np.zeros(1, np.float32))}))
    assert table.judge.remembered == ["card b1"]


def test_an_answer_says_who_did_what_and_what_was_taken_back(opened: Table) -> None:
    opened.enter("south", "play ur r")
    opened.enter("south", "step e3")
    back = (Entry(EntryKind.UNDO, count=1),)
    hands = (move("north", "play dart"), move("north", "sleep red"), move("south", "run green c2"))
    question = opened.see(Unclear((hands, back, (*back, move("south", "step d2"))), ())).question
    assert question is not None
    texts = Texts("en", "marso")
    assert [texts.message(choice.label) for choice in question.choices[:-2]] == [
        f"north: {texts.term('play dart')}; {texts.term('sleep red')}; south: {texts.term('run green c2')}",
        f"taken back: south: {texts.term('step e3')}",
        f"taken back: south: {texts.term('step e3')}; played: south: {texts.term('step d2')}",
    ]


def test_answers_say_only_what_tells_them_apart_and_all_of_it_is_played(opened: Table) -> None:
    before, after = move("south", "play ur r"), move("north", "play dart")
    one, other = ((before, move("south", step), after) for step in ("step e3", "step d2"))
    question = opened.see(Unclear((one, other), ())).question
    assert question is not None
    texts = Texts("en", "marso")
    assert [texts.message(choice.label) for choice in question.choices[:-2]] == [
        f"south: {texts.term('step e3')}",
        f"south: {texts.term('step d2')}",
    ]
    opened.session.handle(Answered(question.number, "0"))
    stored = [parse_entry(line).text for line in opened.pages.stored]
    assert stored[-3:] == ["play ur r", "step e3", "play dart"]


def test_of_answers_one_of_which_is_the_beginning_of_the_other_nothing_is_missing(opened: Table) -> None:
    one, two = move("south", "play ur r"), move("south", "step e3")
    question = opened.see(Unclear(((one,), (one, two)), ())).question
    assert question is not None
    texts = Texts("en", "marso")
    play, step = texts.term("play ur r"), texts.term("step e3")
    assert [texts.message(choice.label) for choice in question.choices[:-2]] == [
        f"south: {play}",
        f"south: {play}; {step}",
    ]


def test_where_nothing_can_be_offered_people_are_told_what_to_do(opened: Table) -> None:
    """Put it back, or enter it; the question goes when they have read it."""
    question = opened.see(Unclear((), (CellId("c2"),))).question
    assert question is not None
    assert question.cells == (CellId("c2"),)
    for language, (prompt, *answers) in {
        "en": (
            "Put it back, or enter it by touch.",
            "All right",
            "Nothing was done: everything lies as shown",
        ),
        "uk": (
            "Поверніть, як було, або введіть дотиком.",
            "Гаразд",
            "Нічого не зроблено: усе лежить, як показано",
        ),
        "ru": (
            "Верните, как было, или введите касанием.",
            "Хорошо",
            "Ничего не сделано: всё лежит, как показано",
        ),
    }.items():
        texts = Texts(language, "marso")
        assert texts.message(question.text).endswith(prompt)
        assert [texts.message(choice.label) for choice in question.choices] == answers
    opened.session.handle(Answered(question.number, NONE_OF_THESE))
    assert opened.see(Unclear((), (CellId("c2"),))).question is None


def test_what_was_put_back_is_not_asked_about_any_more(opened: Table) -> None:
    unclear = Unclear((), (CellId("c2"),))
    question = opened.see(unclear).question
    assert question is not None
    assert opened.see(Same()).question is None
    question = opened.see(unclear).question
    assert question is not None
    opened.session.handle(Answered(question.number, NONE_OF_THESE))
    opened.see(Same())
    assert opened.see(unclear).question is not None


def test_people_may_say_that_everything_lies_as_shown(opened: Table) -> None:
    """As the answer to a question, or to a refusal, or when nobody has asked."""
    question = opened.see(Unclear((), (CellId("c2"),))).question
    assert question is not None
    opened.session.handle(Answered(question.number, AS_SHOWN))
    assert opened.judge.confirmed == 1
    assert opened.view.question is None
    opened.see(Refused((move("north", "step c2"),), (Breach(ClauseId("marso/turn.2")),), (CellId("c2"),)))
    opened.session.handle(AsShown())
    assert opened.judge.confirmed == 2
    assert opened.view.ruling is None
    opened.see(Same())
    assert opened.view.ruling is None
    opened.session.handle(AsShown())
    assert opened.judge.confirmed == 3
    assert len(opened.pages.entries) == 1


@pytest.fixture
def taken() -> Table:
    """Red has taken a tile; once it has been played or kept, the electronic die is rolled."""
    state = ATLANTIS.parse_position(TAKEN)
    match = Match.begin(ATLANTIS, ATLANTIS.setup_of(state), state)
    table = Table(match, [CreatureDie()])
    assert table.see(Same()).question is None, "hands have their time to lay down what the tile brings"
    table.time += HIDDEN_AFTER
    return table


def test_a_tile_that_is_kept_takes_one_answer_and_then_the_machine_rolls(taken: Table) -> None:
    """Of what a tile may bring only keeping it leaves nothing to be seen: what is played lies on the pile."""
    question = taken.see(Same()).question
    assert question is not None
    assert taken.view.ruling is None, "nothing is wrong"
    assert [choice.key for choice in question.choices] == ["0", NONE_OF_THESE]
    for language, prompt in (
        ("en", "No camera can see this. What has happened?"),
        ("uk", "Жодна камера цього не бачить. Що сталося?"),
        ("ru", "Ни одна камера этого не видит. Что произошло?"),
    ):
        assert Texts(language, "atlantis").message(question.text) == prompt
    assert taken.see(Same()).question == question, "asked once"
    taken.session.handle(Answered(question.number, "0"))
    assert taken.pages.writes == [("@2 * tile d5 ?", "@2 * die whale")]
    assert taken.see(Same()).question is None


def test_what_nobody_can_see_is_not_asked_again_after_something_else(taken: Table) -> None:
    question = taken.see(Same()).question
    assert question is not None
    taken.session.handle(Answered(question.number, NONE_OF_THESE))
    assert taken.see(Same()).question is None
    assert not taken.pages.stored


def test_a_hand_that_lays_down_what_a_tile_brings_answers_the_question(taken: Table) -> None:
    question = taken.see(Same()).question
    assert question is not None
    assert taken.see(Waiting(Reason.HAND)).question == question
    assert taken.see(Played((Entry(EntryKind.CHANCE, text="tile d5 shark"),))).question is None
    assert taken.pages.writes == [("@2 * tile d5 shark", "@2 * die whale")]


def test_without_an_electronic_die_nobody_is_asked_what_cannot_be_seen() -> None:
    state = ATLANTIS.parse_position(TAKEN)
    table = Table(Match.begin(ATLANTIS, ATLANTIS.setup_of(state), state))
    table.time += HIDDEN_AFTER
    assert table.see(Same()).question is None


def test_something_else_silences_the_question_until_the_table_changes(opened: Table) -> None:
    candidates = ((move("south", "play skate rr"),),)
    unclear = Unclear(candidates, (CellId("laid:south"),))
    question = opened.see(unclear).question
    assert question is not None
    opened.session.handle(Answered(question.number, NONE_OF_THESE))
    assert opened.see(unclear).question is None
    opened.see(Same())
    assert opened.see(unclear).question is not None
    assert len(opened.pages.stored) == 1


def test_an_answer_to_an_old_question_changes_nothing(opened: Table) -> None:
    question = opened.see(Unclear(((move("south", "play still"),),), ())).question
    assert question is not None
    opened.enter("south", "play ur r")
    stored = list(opened.pages.stored)
    opened.session.handle(Answered(question.number, "0"))
    assert opened.pages.stored == stored
