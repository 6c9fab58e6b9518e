"""What people who know what was done enter by touch."""

from __future__ import annotations

from companion.referee.events import OutcomeEntered
from companion.referee.helping import touches
from companion.rules.match import Entry, EntryKind, Match
from tests.referee.session_table import MARSO, ROUND, SEATS, Deck, Table


def true_round() -> Match[object, object, object]:
    """The first card, and what people did until the machine draws the second one."""
    truth = Match.begin(MARSO, MARSO.setup(SEATS, {})).add(Entry(EntryKind.CHANCE, text="open b1"))
    for seat, text in zip(SEATS * 3, ROUND, strict=True):
        truth = truth.add(Entry(EntryKind.MOVE, seat, text))
    return truth


def repair(table: Table, truth: Match[object, object, object], mine: int) -> None:
    for _, touch in touches(table.session, mine, truth.line[mine:]):
        table.session.handle(touch)


def test_what_only_the_machine_has_drawn_stands() -> None:
    """People have yet to look at the card: there is nothing of theirs to undo."""
    table = Table(sources=[Deck()])
    before = Match.begin(MARSO, MARSO.setup(SEATS, {}))
    assert not list(touches(table.session, 0, before.line))


def test_an_act_goes_back_with_the_card_that_was_drawn_after_it_and_no_further() -> None:
    table, truth = Table(sources=[Deck()]), true_round()
    for seat, text in zip(SEATS * 3, ROUND[:-1], strict=False):
        table.enter(seat, text)
    table.enter("south", ROUND[-1])  # it was north
    assert len(table.session.match.line) == len(truth.line) + 1, "the machine has drawn"
    repair(table, truth, len(truth.line) - 1)
    assert table.session.match.line[len(truth.line) - 1].state == truth.state
    assert "open b2" in table.view.position.splitlines(), "drawn again"
    assert table.session.match.line[len(truth.line) - 1].entry.seat == "north"
    undone = [entry.count for entry in table.session.match.entries if entry.kind is EntryKind.UNDO]
    assert undone == [2], "the act and the card"


def test_what_is_missing_is_entered() -> None:
    table, truth = Table(), true_round()
    table.session.handle(OutcomeEntered("open b1"))
    repair(table, truth, 1)
    assert table.session.match.state == truth.state
