"""The session: what is seen, entered and drawn becomes entries, rulings and views, one after another."""

from __future__ import annotations

import pytest

from companion.judge.verdicts import (
    Candidate,
    Played,
    Reason,
    Refused,
    Same,
    TakenBack,
    Unclear,
    Unknown,
    Waiting,
)
from companion.referee.events import AnywayAsked, UndoAsked
from companion.referee.ledger import RETRY_SECONDS
from companion.referee.refusal import read_refusal
from companion.referee.sentences import last_standing
from companion.referee.view import DeckView, RulingKind
from companion.rules.contract import Breach, CellId, Chance, ClauseId, Decide
from companion.rules.match import EntryKind, Match, parse_entry
from tests.doubles.table import move
from tests.referee.session_table import MARSO, ROUND, SEATS, Deck, Table


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
    line = last_standing(table.view)
    assert line is not None
    assert (line.seat, line.text) == ("north", "run green a2"), "people are told of their own act"
    table.session.handle(UndoAsked(1))
    assert "open b1" in table.view.position.splitlines()
    assert "beast green a1" in table.view.position.splitlines()
    table.enter("north", "run green a2")
    assert "open b2" in table.view.position.splitlines()


def test_a_drawn_card_alone_cannot_be_undone() -> None:
    table = Table(sources=[Deck()])
    assert last_standing(table.view) is None
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
