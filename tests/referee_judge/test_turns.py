"""Turns of *Arctica* at a table of labels: one ends with a card drawn from the stack, which leaves no trace.

Bear plays red2 and drifts the floes d3 and c8 (as the standard layout allows); what comes then is the test's.
"""

from __future__ import annotations

import pytest

from companion.judge.verdicts import Played, Reason, Refused, Unclear, Waiting
from companion.rules.contract import Seat
from companion.rules.match import Entry, EntryKind
from companion.rules.registry import find_game
from tests.referee_judge.people import Party


def visit(party: Party, *acts: tuple[str, str]) -> None:
    """One hand does these acts (seat, move) and goes; the table is looked at."""
    for seat, text in acts:
        party.move(text, seat)
    party.hand()
    party.look()


@pytest.fixture
def party() -> Party:
    """Bear's first floe has drifted."""
    party = Party(find_game("arctica"), 2, 5)
    visit(party, ("bear", "play red2"), ("bear", "drift red d3"))
    assert told(party) == ["bear play red2", "bear drift red d3"]
    return party


def told(party: Party) -> list[str]:
    """What the referee has taken in."""
    return [f"{played.entry.seat} {played.entry.text}" for played in party.seen.line]


def test_a_card_that_was_drawn_is_told_with_the_next_act(party: Party) -> None:
    visit(party, ("bear", "drift red c8"))
    visit(party, ("bear", "end"))
    assert told(party)[-1] == "bear drift red c8"
    visit(party, ("orca", "play yellow1"))
    assert told(party)[-2:] == ["bear end", "orca play yellow1"]


def test_a_card_may_be_dropped_or_played_until_the_ice_drifts(party: Party) -> None:
    """The card was drawn by the hand that moved the ice: it may not have been drawn at all."""
    visit(party, ("bear", "drift red c8"), ("bear", "end"))
    visit(party, ("orca", "play yellow1"))
    assert told(party)[-1] == "bear drift red c8"
    assert party.look(90)[-1] == Waiting(Reason.AMBIGUOUS), "the next act will tell, so nobody is asked"
    visit(party, ("orca", "drift yellow e3"))
    assert told(party)[-3:] == ["bear end", "orca play yellow1", "orca drift yellow e3"]


def test_cards_dropped_one_by_one_are_told_though_the_second_hides_the_first(party: Party) -> None:
    """The first may have been played by the next, but then no card could lie on it before the ice drifts."""
    visit(party, ("bear", "drift red c8"))
    visit(party, ("bear", "drop yellow1"))
    assert told(party)[-1] == "bear drift red c8"
    visit(party, ("bear", "drop green3"))
    assert told(party)[-2:] == ["bear drop yellow1", "bear drop green3"]


def test_what_came_first_is_not_told_last(party: Party) -> None:
    """Cards dropped, then some drawn, then a hunter moved: the next has not played the last of those."""
    visit(party, ("bear", "drift red c8"))
    visit(party, ("bear", "drop yellow1"))
    visit(party, ("bear", "drop green3"))
    visit(party, ("bear", "end"))
    visit(party, ("orca", "move orca e1 e2"))
    assert told(party)[-3:] == ["bear drop green3", "bear end", "orca move orca e1 e2"]


def test_a_neutral_hunter_is_moved_by_whoever_has_not_drawn(party: Party) -> None:
    visit(party, ("bear", "drift red c8"))
    visit(party, ("bear", "move seal a9 b7"))
    assert told(party)[-1] == "bear move seal a9 b7"


def test_a_neutral_hunter_is_moved_by_the_next_when_a_card_was_drawn(party: Party) -> None:
    visit(party, ("bear", "drift red c8"))
    visit(party, ("bear", "end"))
    visit(party, ("orca", "move seal a9 b7"))
    assert told(party)[-2:] == ["bear end", "orca move seal a9 b7"]


def test_who_moved_a_neutral_hunter_is_asked_when_a_card_may_have_been_drawn(party: Party) -> None:
    visit(party, ("bear", "drift red c8"), ("bear", "end"))
    visit(party, ("orca", "move seal a9 b7"))
    assert told(party)[-1] == "bear drift red c8"
    asked = party.look(60)[-1]
    assert isinstance(asked, Unclear)
    texts = [[f"{entry.seat} {entry.text}" for entry in entries] for entries in asked.candidates]
    assert texts == [["bear move seal a9 b7"], ["bear end", "orca move seal a9 b7"]]


def test_a_turn_that_no_hand_has_ended_is_asked_about(party: Party) -> None:
    """The orca swims while the bear's player has drawn no card: perhaps forgotten, perhaps too early."""
    visit(party, ("bear", "drift red c8"))
    move = party.game.parse_move("move orca e1 e2")
    party.table.lay(party.game.handled(party.truth.state, Seat(1), move))
    party.hand()
    assert not any(isinstance(verdict, Played | Refused) for verdict in party.look(70))
    asked = party.said[-1]
    assert isinstance(asked, Unclear)
    assert [entry.text for entry in asked.candidates[0]] == ["end", "move orca e1 e2"]


def test_ice_that_moves_without_a_card_is_told_though_no_figure_moves() -> None:
    party = Party(find_game("arctica"), 2, 5)
    drift = party.game.parse_move("drift blue c8")
    party.table.lay(party.game.handled(party.truth.state, Seat(0), drift))
    party.hand()
    refused = party.look(20)[-1]
    assert isinstance(refused, Refused)
    assert "arctica/card.3" in [breach.clause for breach in refused.breaches]


def stray(party: Party, seat: int, text: str) -> None:
    """A hand does what this seat could do if it were its turn."""
    party.table.lay(party.game.handled(party.truth.state, Seat(seat), party.game.parse_move(text)))


def test_two_hunters_moved_in_one_go_are_asked_about(party: Party) -> None:
    """The bear's player moves the bear, and the orca too; the arm lay over the stack of cards. The turn may
    have ended between them, but then nobody looked for a whole turn."""
    visit(party, ("bear", "drift red c8"))
    party.move("move bear e9^ e8", "bear")
    stray(party, 1, "move orca e1 e2")
    party.hand(["deck"])
    assert not any(isinstance(verdict, Played) for verdict in party.look(70))
    assert isinstance(party.said[-1], Unclear)


def test_a_turn_that_left_no_trace_is_told_when_all_that_a_hand_covered_is_seen(party: Party) -> None:
    """The same, and the cells of the bear are seen half a second later than those of the orca."""
    visit(party, ("bear", "drift red c8"))
    party.move("move bear e9^ e8", "bear")
    stray(party, 1, "move orca e1 e2")
    party.hand(["deck"])
    party.show(party.table.see(covered=["e9", "e8"]) for _ in range(7))
    party.look()
    assert told(party)[-1] == "bear drift red c8"


def test_a_hand_that_did_something_was_not_there_for_nothing(party: Party) -> None:
    """The first picture after it still shows the fish where it was. The arm lay over the stack of cards; had
    that been all, a card would have been drawn and the seal be moved by the next."""
    visit(party, ("bear", "drift red c8"))
    before = party.truth
    party.move("move seal a9 b7", "bear")
    party.hand(["deck"])
    after, party.truth = party.truth, before
    party.table.lay_all(party.looks())
    party.look(1)
    party.truth = after
    party.table.lay_all(party.looks())
    party.look(70)
    assert told(party)[-1] in ("bear drift red c8", "bear move seal a9 b7")


def test_what_may_have_happened_is_not_forgotten_while_a_pile_is_covered(party: Party) -> None:
    """Two cards dropped, and the arm still lies over them when the rest of the table can be seen again."""
    visit(party, ("bear", "drift red c8"))
    visit(party, ("bear", "drop yellow1"))
    party.move("drop green3", "bear")
    party.hand()
    party.show(party.table.see(covered=["discard"]) for _ in range(3))
    party.look()
    assert told(party)[-2:] == ["bear drop yellow1", "bear drop green3"]


def enter(party: Party, text: str, seat: str) -> None:
    """Somebody enters an act by touch."""
    party.seen = party.seen.add(Entry(EntryKind.MOVE, seat=seat, text=text))


def test_what_people_enter_was_the_first_part_of_what_was_seen(party: Party) -> None:
    """A floe is taken off and the seal moved in one go, perhaps by two players. Who enters the floe says
    nothing of the seal; when the card is drawn and the next player acts, it is clear."""
    visit(party, ("bear", "drift red c8"))
    visit(party, ("bear", "end"))
    visit(party, ("orca", "play melt"))
    moves = map(party.game.format_move, party.game.legal_moves(party.truth.state, Seat(1)))
    melt = next(text for text in moves if text.startswith("melt"))
    party.move(melt, "orca")
    party.move("move seal a9 b7", "orca")
    party.hand(["deck"])
    party.look()
    assert told(party)[-1] == "orca play melt"
    enter(party, melt, "orca")
    visit(party, ("orca", "end"))
    assert told(party)[-1] == f"orca {melt}"
    visit(party, ("bear", "move bear e9^ e8"))
    assert told(party)[-3:] == ["orca move seal a9 b7", "orca end", "bear move bear e9^ e8"]


def test_a_visit_before_an_entry_says_nothing_of_what_comes_after(party: Party) -> None:
    """Bear's player has drawn a card, and it is entered by touch what orca's player did but for the last
    move: that the stack was visited does not tell that another turn has ended."""
    visit(party, ("bear", "drift red c8"))
    visit(party, ("bear", "end"))
    party.move("play yellow1", "orca")
    party.move("drift yellow e3", "orca")
    party.move("move seal a9 b7", "orca")
    party.hand()
    party.look(3)
    for seat, text in (("bear", "end"), ("orca", "play yellow1"), ("orca", "drift yellow e3")):
        enter(party, text, seat)
    party.look(70)
    assert told(party)[-1] in ("orca drift yellow e3", "orca move seal a9 b7")


def test_who_acts_when_a_card_was_perhaps_drawn_in_passing_is_asked_about(party: Party) -> None:
    """The hand that moved the last floe lay over the stack. The orca swims: its turn, or too early? With its
    next act it is clear."""
    visit(party, ("bear", "drift red c8"), ("bear", "end"))
    visit(party, ("orca", "move orca e1 e2"))
    assert told(party)[-1] == "bear drift red c8"
    assert not any(isinstance(verdict, Played) for verdict in party.look(70))
    assert isinstance(party.said[-1], Unclear)
    visit(party, ("orca", "play yellow1"), ("orca", "drift yellow e3"))
    assert told(party)[-4:] == [
        "bear end",
        "orca move orca e1 e2",
        "orca play yellow1",
        "orca drift yellow e3",
    ]


def test_nobody_is_accused_of_what_unseen_acts_would_allow(party: Party) -> None:
    """A red floe drifts that the bear may not move any more. If the orca's player has drawn no card from the
    stack and laid the other red2 upon the first, it is allowed; no hand was seen there, but who knows."""
    visit(party, ("bear", "drift red c8"))
    after = party.truth
    for seat, text in (("bear", "end"), ("orca", "play red2")):
        after = after.add(Entry(EntryKind.MOVE, seat=seat, text=text))
    drift = next(
        move
        for move in party.game.legal_moves(after.state, Seat(1))
        if party.game.format_move(move).startswith("drift red")
    )
    party.table.lay(party.game.handled(after.state, Seat(1), drift))
    party.hand()
    assert not any(isinstance(verdict, Played | Refused) for verdict in party.look(70))
    assert isinstance(party.said[-1], Unclear)
