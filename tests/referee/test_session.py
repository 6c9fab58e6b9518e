"""The session through its events and views: what is stored, said and asked. The judge is scripted here; it
has tests of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from companion.judge.verdicts import (
    Candidate,
    Face,
    FirstSeen,
    Played,
    Reason,
    Refused,
    Same,
    TakenBack,
    Unclear,
    Unknown,
    Verdict,
    Waiting,
)
from companion.locale import Texts
from companion.referee.asking import AS_SHOWN, NONE_OF_THESE
from companion.referee.events import (
    Answered,
    AnywayAsked,
    AsShown,
    MoveEntered,
    OutcomeEntered,
    Seen,
    SheetShown,
    UndoAsked,
)
from companion.referee.ledger import RETRY_SECONDS
from companion.referee.ports import JournalError, OutcomeSource
from companion.referee.refusal import read_refusal
from companion.referee.session import HIDDEN_AFTER, Session
from companion.referee.view import DeckView, RulingKind, TableView
from companion.rules.contract import Breach, CellId, Chance, ClauseId, Decide, Look
from companion.rules.match import Entry, EntryKind, Match, parse_entry
from companion.rules.registry import find_game
from tests.referee.island import TAKEN
from vision.objects import Cutting
from vision.seeing import Glance, View
from vision.types import CameraState, Spot

MARSO, ATLANTIS = find_game("marso"), find_game("atlantis")
SEATS = ("south", "north")


class Pages:
    """A journal in memory that can be full, and notes when something was published too early."""

    def __init__(self, full: bool = False) -> None:
        self.stored: list[str] = []
        self.writes: list[tuple[str, ...]] = []
        self.full = full
        self.closed = False

    def append(self, *lines: str) -> int:
        if self.full:
            raise JournalError("The disk is full; free some space.")
        self.stored += lines
        self.writes.append(lines)
        return len(self.stored)

    def lines(self) -> Sequence[str]:
        return tuple(self.stored)

    @property
    def entries(self) -> list[str]:
        """What is stored, but for comments."""
        return [line for line in self.stored if not line.startswith("#")]

    def close(self) -> None:
        self.closed = True


class Script:
    """A judge that says what the test tells it to."""

    def __init__(self) -> None:
        self.next: Verdict = Same()
        self.vouched = 0
        self.done_at: dict[str, float] = {}
        self.portrayed: list[tuple[View, Mapping[CellId, Look]]] = []
        self.remembered: list[str] = []
        self.said: list[tuple[CellId, Look | None]] = []

    def remember(self, portraits: Mapping[str, Cutting]) -> None:
        self.remembered += portraits

    def named(self, cell: CellId, look: Look | None) -> None:
        self.said.append((cell, look))

    def see(self, _match: Match[Any, Any, Any], _glance: Glance) -> Verdict:
        return self.next

    def portray(self, view: View, looks: Mapping[CellId, Look]) -> None:
        self.portrayed.append((view, looks))

    def owed(self) -> tuple[CellId, ...]:
        return ()

    def shown(self, match: Any, known: int) -> Mapping[int, tuple[float, float]]:
        del match, known
        return {}

    def coming(self, match: Any) -> Mapping[int, tuple[float, float]]:
        del match
        return {}

    def doubtful(self) -> tuple[CellId, ...]:
        return ()

    def done(self, seat: str, at: float) -> None:
        self.done_at[seat] = at

    def hears(self) -> bool:
        return False

    def vouch(self) -> None:
        self.vouched += 1

    def place(self, spots: Sequence[Spot]) -> None:
        self.placed = tuple(spots)


class Deck:
    """An electronic beast deck that opens b1, b2, ... ."""

    source = "beast-card"

    def draw(self, outcomes: Sequence[str], drawn: Sequence[str]) -> str:
        wanted = f"open b{len(drawn) + 1}"
        assert wanted in outcomes
        return wanted

    def view(self, drawn: int, over: bool) -> DeckView:
        return DeckView(self.source, "c0ffee", "5eed" if over else "", drawn)


class CreatureDie:
    """An electronic creature die that always shows the same."""

    source = "die"

    def draw(self, outcomes: Sequence[str], _drawn: Sequence[str]) -> str:
        assert "die whale" in outcomes
        return "die whale"

    def view(self, drawn: int, over: bool) -> DeckView:
        return DeckView(self.source, "c0ffee", "5eed" if over else "", drawn)


class Table:
    """A session with everything round it in the test's hands."""

    def __init__(
        self,
        match: Match[Any, Any, Any] | None = None,
        sources: Sequence[OutcomeSource] = (),
        full: bool = False,
    ) -> None:
        self.pages = Pages(full)
        self.before = len(match.entries) if match else 0
        self.judge = Script()
        self.time = 100.0
        self.published: list[TableView] = []
        self.session = Session(
            "kitchen",
            "1",
            match or Match.begin(MARSO, MARSO.setup(SEATS, {})),
            self.pages,
            self.judge,
            sources,
            lambda: self.time,
        )
        self.session.subscribe(self._publish)

    def _publish(self, view: TableView) -> None:
        assert view.entries <= len(self.pages.stored) + self.before, "published before it was durable"
        self.published.append(view)

    @property
    def view(self) -> TableView:
        return self.session.view

    def see(self, verdict: Verdict) -> TableView:
        self.judge.next = verdict
        self.session.handle(Seen(Glance(1, self.time, CameraState.READY)))
        return self.view

    def enter(self, seat: str, text: str) -> TableView:
        self.session.handle(MoveEntered(seat, text))
        return self.view


def move(seat: str, text: str) -> Entry:
    return Entry(EntryKind.MOVE, seat=seat, text=text)


OPEN = Entry(EntryKind.CHANCE, text="open b1")


@pytest.fixture
def opened() -> Table:
    """The first beast card is open; south is to lay a card."""
    table = Table()
    table.session.handle(OutcomeEntered("open b1"))
    return table


def test_what_is_seen_is_stored_with_its_time_and_then_published(opened: Table) -> None:
    opened.time += 2.5
    view = opened.see(Played((move("south", "play ur r"), move("south", "step e3"))))
    assert [parse_entry(line).text for line in opened.pages.stored] == ["open b1", "play ur r", "step e3"]
    assert parse_entry(opened.pages.stored[2]).at == pytest.approx(2.5)
    assert view.ruling is not None
    assert (view.ruling.kind, view.ruling.seat, view.ruling.move) == (
        RulingKind.PLAYED,
        "south",
        "play ur r; step e3",
    )
    assert "hunter south e3" in view.position.splitlines()
    assert isinstance(view.pending, Decide)
    assert view.setup.seats[view.pending.seats[0]] == "north"


def test_a_chain_with_an_illegal_end_stores_nothing(opened: Table) -> None:
    before = list(opened.pages.stored)
    with pytest.raises(ValueError, match=r"step d2"):
        opened.see(Played((move("south", "play ur r"), move("south", "step d2"))))
    assert opened.pages.stored == before


def test_the_same_view_is_not_published_twice(opened: Table) -> None:
    opened.see(Same())
    count = len(opened.published)
    opened.see(Same())
    assert len(opened.published) == count


def test_a_refusal_stands_once_until_it_is_put_back(opened: Table) -> None:
    refused = Refused(
        (move("south", "play ur r"), move("south", "step d2")),
        (Breach(ClauseId("marso/walk.1")),),
        (CellId("d2"), CellId("e3")),
    )
    first = opened.see(refused).ruling
    again = opened.see(refused).ruling
    assert first == again
    assert first is not None
    assert first.kind is RulingKind.REFUSED
    assert [breach.clause for breach in first.breaches] == ["marso/walk.1"]
    assert opened.pages.entries == ["@0 * open b1"]
    assert [read_refusal(line, first.number) for line in opened.pages.stored[1:]] == [first]
    restored = opened.see(Same()).ruling
    assert restored is not None
    assert restored.kind is RulingKind.RESTORED


def test_played_anyway_stores_the_legal_part_and_the_agreement(opened: Table) -> None:
    attempt = (move("south", "play ur r"), move("south", "step d2"))
    view = opened.see(Refused(attempt, (Breach(ClauseId("marso/walk.1")),), (CellId("d2"),)))
    assert view.ruling is not None
    opened.session.handle(AnywayAsked(view.ruling.number + 1))
    assert len(opened.pages.entries) == 1, "another ruling than the one on the screen"
    opened.session.handle(AnywayAsked(view.ruling.number))
    kinds = [parse_entry(line).kind for line in opened.pages.entries]
    assert kinds == [EntryKind.CHANCE, EntryKind.MOVE, EntryKind.ANYWAY]
    assert "hunter south d2" in opened.view.position.splitlines()


def test_what_is_seen_is_shown_until_it_is_final_and_stores_nothing(opened: Table) -> None:
    """Seen and final are two things: a hand may hide what was seen, a lamp takes it back."""
    still = parse_entry("south play still")
    opened.see(Waiting(Reason.AMBIGUOUS, best=Candidate((still,), 0.8)))
    assert opened.view.seen is not None
    assert opened.view.seen.facts == (("move", "south: play still"),)
    opened.see(Waiting(Reason.HAND))
    assert opened.view.seen is not None
    assert len(opened.pages.entries) == 1
    opened.see(Waiting(Reason.LIGHT))
    assert opened.view.seen is None
    opened.see(Waiting(Reason.AMBIGUOUS, best=Candidate((still,), 0.4)))
    assert opened.view.seen is None, "less likely than not"
    opened.see(Waiting(Reason.AMBIGUOUS, best=Candidate((still,), 0.8)))
    assert opened.enter("south", "play still").seen is None, "it is final now"


def test_an_illegal_move_by_touch_cites_every_clause_and_stores_nothing(opened: Table) -> None:
    view = opened.enter("north", "play still")
    assert view.ruling is not None
    assert view.ruling.kind is RulingKind.REFUSED
    assert "marso/turn.2" in [breach.clause for breach in view.ruling.breaches]
    assert len(opened.pages.entries) == 1


def test_a_refusal_is_told_also_when_the_disk_is_full(opened: Table) -> None:
    opened.pages.full = True
    view = opened.enter("north", "play still")
    assert view.ruling is not None
    assert view.ruling.kind is RulingKind.REFUSED
    assert view.trouble is not None
    assert "disk is full" in view.trouble.key


def test_words_that_are_no_move_are_told_and_store_nothing(opened: Table) -> None:
    view = opened.enter("south", "dance d4")
    assert view.trouble is not None
    assert ("text", "dance d4") in view.trouble.facts
    assert len(opened.pages.stored) == 1
    assert opened.enter("south", "play still").trouble is None


def test_undo_goes_back_entry_by_entry_and_stops_at_the_beginning(opened: Table) -> None:
    start = opened.view.position
    opened.enter("south", "play ur r")
    opened.session.handle(UndoAsked(1))
    assert opened.view.position == start
    assert [line.undone for line in opened.view.history] == [False, True, False]
    opened.session.handle(UndoAsked(5))
    assert opened.view.trouble is not None
    assert opened.view.position == start


def test_a_take_back_by_hand_is_an_undo(opened: Table) -> None:
    opened.enter("south", "play ur r")
    opened.enter("south", "step e3")
    view = opened.see(TakenBack(1))
    assert parse_entry(opened.pages.stored[-1]) == parse_entry("@0 undo 1")
    assert view.ruling is not None
    assert (view.ruling.kind, view.ruling.move) == (RulingKind.UNDONE, "step e3")


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
    Face(Look(pieces=(f"card b{n}",)), (Entry(EntryKind.CHANCE, text=f"open b{n}"),)) for n in range(1, 17)
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
    one, other = ((before, move("south", step), after) for step in ("step e3", "step d4"))
    question = opened.see(Unclear((one, other), ())).question
    assert question is not None
    texts = Texts("en", "marso")
    assert [texts.message(choice.label) for choice in question.choices[:-2]] == [
        f"south: {texts.term('step e3')}",
        f"south: {texts.term('step d4')}",
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
    assert opened.judge.vouched == 1
    assert opened.view.question is None
    opened.see(Refused((move("north", "step c2"),), (Breach(ClauseId("marso/turn.2")),), (CellId("c2"),)))
    opened.session.handle(AsShown())
    assert opened.judge.vouched == 2
    assert opened.view.ruling is None
    opened.see(Same())
    assert opened.view.ruling is None
    opened.session.handle(AsShown())
    assert opened.judge.vouched == 3
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


def test_a_refusal_stands_while_it_is_put_back(opened: Table) -> None:
    """The arm that comes hides something, and the table is not understood for a moment. Something else that
    is not understood is asked about."""
    cells = (CellId("c2"), CellId("d3"))
    refused = opened.see(Refused((move("north", "step c2"),), (Breach(ClauseId("marso/turn.2")),), cells))
    coming = opened.see(Unclear((), cells))
    assert (coming.ruling, coming.question) == (refused.ruling, None)
    assert refused.ruling is not None
    other = opened.see(Unclear((), (*cells, CellId("e5"))))
    assert other.question is not None


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


def test_something_unknown_is_told_and_nothing_is_stored(opened: Table) -> None:
    view = opened.see(Unknown((CellId("c3"),)))
    assert view.ruling is not None
    assert (view.ruling.kind, view.ruling.cells) == (RulingKind.UNKNOWN, ("c3",))
    assert len(opened.pages.stored) == 1


def test_a_full_disk_is_said_at_once_and_nothing_is_lost(opened: Table) -> None:
    position = opened.view.position
    played = Played((move("south", "play still"),))
    opened.pages.full = True
    view = opened.see(played)
    assert view.trouble is not None
    assert "disk" in view.trouble.key
    assert view.position == position
    opened.pages.full = False
    assert opened.see(played).position == position, "not tried again at the camera's frame rate"
    assert opened.see(played).trouble is not None
    opened.time += RETRY_SECONDS
    assert opened.see(played).trouble is None
    assert opened.view.position != position


ROUND = ["play still", "play still", "run red b7", "run blue f7", "run yellow g7", "run green a2"]
"""The first round with card b1: red, blue, yellow and green run, and the next card is due."""


def test_an_act_and_the_card_that_follows_it_are_one_write() -> None:
    table = Table(sources=[Deck()])
    for seat, text in zip(SEATS * 3, ROUND, strict=True):
        table.enter(seat, text)
    assert table.pages.writes[-1] == ("@0 north run green a2", "@0 * open b2")
    assert len(table.pages.writes) == 1 + len(ROUND)
    clauses = [str(effect.clause) for effect in table.view.to_do]
    assert clauses.index("marso/turn.7") < clauses.index("marso/turn.8"), "told as the rules tell them"


def test_a_full_disk_keeps_an_act_and_its_card_together() -> None:
    table = Table(sources=[Deck()])
    for seat, text in zip(SEATS * 3, ROUND[:-1], strict=False):
        table.enter(seat, text)
    position = table.view.position
    table.pages.full = True
    assert table.enter("north", ROUND[-1]).position == position
    table.pages.full = False
    table.time += RETRY_SECONDS
    assert "open b2" in table.enter("north", ROUND[-1]).position.splitlines()


def test_a_card_that_the_disk_refused_at_the_start_is_opened_later() -> None:
    table = Table(sources=[Deck()], full=True)
    assert table.view.trouble is not None
    assert table.view.pending == Chance("beast-card")
    table.pages.full = False
    table.see(Same())
    assert not table.pages.stored, "not tried again at once"
    table.time += RETRY_SECONDS
    assert "open b1" in table.see(Same()).position.splitlines()
    assert table.view.trouble is None


def test_an_electronic_deck_opens_by_itself_and_is_undone_to_the_same_card() -> None:
    table = Table(sources=[Deck()])
    assert table.pages.stored == ["@0 * open b1"]
    assert table.view.decks == (DeckView("beast-card", "c0ffee", "", 1),)
    assert [lamp.colour for lamp in table.view.lamps] == ["red", "blue", "yellow", "green"]  # card b1
    for seat, text in zip(SEATS * 3, ROUND, strict=True):
        table.enter(seat, text)
    assert "open b2" in table.view.position.splitlines()
    table.session.handle(UndoAsked(1))
    assert "open b1" in table.view.position.splitlines()
    assert "beast green a1" in table.view.position.splitlines()
    table.enter("north", "run green a2")
    assert "open b2" in table.view.position.splitlines()


def test_a_drawn_card_alone_cannot_be_undone() -> None:
    table = Table(sources=[Deck()])
    table.session.handle(UndoAsked(1))
    assert table.view.trouble is not None
    assert table.pages.stored == ["@0 * open b1"]


def test_a_physical_deck_is_entered_by_touch() -> None:
    table = Table()
    assert table.view.pending == Chance("beast-card")
    assert {entry.text for entry in table.view.touch} == {f"open b{n}" for n in range(1, 17)}


def test_every_move_offered_by_touch_is_accepted(opened: Table) -> None:
    for offered in opened.view.touch:
        opened.enter(offered.seat, offered.text)
        assert parse_entry(opened.pages.stored[-1]).text == offered.text
        opened.session.handle(UndoAsked(1))


def test_it_resumes_where_it_was_and_the_clock_goes_on(opened: Table) -> None:
    opened.time += 30
    opened.enter("south", "play ur r")
    match = Match.begin(MARSO, MARSO.setup(SEATS, {}))
    for line in opened.pages.stored:
        match = match.add(parse_entry(line))
    resumed = Table(match)
    assert resumed.view.position == opened.view.position
    resumed.time += 1
    resumed.enter("south", "step e3")
    assert parse_entry(resumed.pages.stored[0]).at == pytest.approx(31)
