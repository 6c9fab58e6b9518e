"""*Atlantis*, shown as labels: what explains the table, and may still not be what was done."""

from __future__ import annotations

import pytest

from companion.judge.verdicts import Refused, Unclear
from companion.rules.contract import CellId, Chance, Look
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.registry import find_game
from tests.referee_judge.island import DENSE, at_sea, begin_with, heard, party, phantom, visit
from tests.referee_judge.people import Party
from tests.referee_judge.table import UNKNOWN

BOAT = Look("", ("boat",))


@pytest.mark.parametrize("told", [True, False])
def test_what_was_seen_before_anything_moved_did_not_come_from_there(told: bool) -> None:
    """A swimmer is seen on c7 where nobody is, whether people have said so or not. Then red's explorer of d7
    is gone: he did not go to c7, though it looks as if he had."""
    watched = phantom("c7")
    watched.hand(["c7"])
    watched.look(90 if told else 30)
    if told:
        watched.watcher.vouch()
        watched.look(30)
    watched.hand(["c7"])
    visit(watched, {"d7": Look("beach")})
    assert isinstance(watched.look(90)[-1], Unclear)
    assert heard(watched) == []


def test_a_boat_that_was_seen_on_its_way_has_come_in_two_acts() -> None:
    """It rows from d9 to c9, where it is read badly, and on to d8, which is beside d9 as well."""
    watched = at_sea()
    watched.table.similar = {(CellId("c9"), ("boat", "explorer blue")): watched.table.right + 3.0}
    visit(watched, {"d9": Look(), "c9": BOAT})
    assert heard(watched) == []
    watched.table.similar = {}
    visit(watched, {"c9": Look(), "d8": BOAT})
    watched.hand()
    assert isinstance(watched.look(90)[-1], Unclear)
    assert heard(watched) == []


@pytest.mark.parametrize("reached", [True, False])
def test_who_may_have_climbed_into_a_boat_where_nothing_can_be_read_is_asked_about(reached: bool) -> None:
    """A red swimmer and a boat are on f2, where something unknown lies. Red takes d7, after which nobody
    moves; a hand was on f2 as well, or it was not."""
    game = find_game("atlantis")
    start = game.parse_position(DENSE.replace("sea f3 red 1", "sea f2 red 1"))
    watched = Party(game, 2, 1, start=start, noise=0.0)
    begin_with(watched, "f2", UNKNOWN)
    watched.look(60)
    if reached:
        watched.hand(["f2"])
    watched.hand(["d7", *(["f2"] if reached else [])])
    watched.table.lay({CellId("d7"): Look("", ("explorer red lying",))})
    watched.look(90)
    assert heard(watched) == ([] if reached else ["take d7"])


def test_what_two_hands_did_in_one_go_is_asked_about_though_another_hand_comes() -> None:
    """Red takes d7, keeps the tile, rolls and moves nothing; blue walks from f6 to f5, all unwatched."""
    watched = at_sea()
    watched.hand(["d7", "f6", "f5"])
    watched.table.lay({CellId("d7"): Look("", ("explorer red lying",))})
    watched.table.lay({CellId("f6"): Look("beach"), CellId("f5"): Look("beach", ("explorer blue",))})
    watched.look(20)
    watched.hand(["b5"])
    watched.look(40)
    assert heard(watched) == []
    assert isinstance(watched.look(60)[-1], Unclear)


@pytest.mark.parametrize("beside", [True, False])
def test_where_a_boat_is_seen_beside_something_unknown_that_came_with_it_is_asked(beside: bool) -> None:
    """It is gone from d9, and seen on c9; what has come to c10, or far away, nobody can tell."""
    watched = at_sea()
    other = "c10" if beside else "a4"
    watched.hand(["d9", "c9", other])
    watched.table.lay({CellId("d9"): Look(), CellId("c9"): BOAT})
    watched.table.put(other, UNKNOWN)
    watched.look(90)
    assert heard(watched) == ([] if beside else ["sail d9 c9"])


@pytest.mark.parametrize("reached", [True, False])
def test_a_back_may_be_laid_on_one_of_its_sort_where_a_hand_was(reached: bool) -> None:
    """Red's tile shows a whirlpool that takes nothing, or is kept; blue goes from e5 to e6. On top of the
    pile lies a whirlpool before and after it."""
    watched = party("back whirlpool")
    watched.hand(["out"] if reached else [])
    visit(watched, {"e5": Look("mountain"), "e6": Look("mountain", ("explorer blue",))})
    assert heard(watched)[:1] == ([] if reached else ["tile d5 ?"])


def test_explorers_placed_in_turn_are_taken_in_when_the_next_ones_come() -> None:
    """Three are placed before anybody looks, and a fourth a little later: nothing between them is unseen."""
    game = find_game("atlantis")
    laid = Match.begin(game, game.setup(2, {}))
    while isinstance(game.pending(laid.state), Chance):
        outcome, _ = game.outcomes(laid.state)[0]
        laid = laid.add(Entry(EntryKind.CHANCE, text=game.format_outcome(outcome)))
    watched = Party(game, 2, 1, start=laid.state, noise=0.0)
    for text in ("place red d4", "place blue h7", "place red f9"):
        watched.move(text)
    watched.hand()
    watched.look(20)
    watched.move("place blue j5")
    watched.hand()
    watched.look(60)
    assert set(heard(watched)) == {"place red d4", "place blue h7", "place red f9", "place blue j5"}


def test_what_would_have_ended_the_turn_was_not_done_before() -> None:
    """Red takes d7, a beach. On the beach f10 lies something unknown, and a hand was there; but nobody takes
    two tiles."""
    game = find_game("atlantis")
    watched = Party(game, 2, 1, start=game.parse_position(DENSE), noise=0.0)
    begin_with(watched, "f10", UNKNOWN)
    watched.look(60)
    watched.hand(["f10"])
    watched.hand(["d7", "f10"])
    watched.table.lay({CellId("d7"): Look("", ("explorer red lying",))})
    watched.look(90)
    assert heard(watched) == ["take d7"]


def test_what_may_be_gone_already_does_not_count_as_still_there() -> None:
    """Red's boat has gone from d9 to c9; that it lies on d9 still is nearly as likely. Another hand comes at
    once, for nothing."""
    watched = at_sea()
    watched.hand(["d9", "c9"])
    watched.table.similar = {(CellId("d9"), ("boat",)): watched.table.right - 0.7}
    watched.table.lay({CellId("d9"): Look(), CellId("c9"): BOAT})
    watched.look(3)
    watched.hand()
    watched.look(90)
    assert heard(watched) == ["sail d9 c9"]


@pytest.mark.parametrize("seen", [True, False])
def test_nobody_is_accused_of_going_where_it_may_look_as_before(seen: bool) -> None:
    """In red's turn a blue explorer is gone from f10. On the far a4 a blue swimmer is clearly seen, or it is
    as likely that one is there as that none is."""
    watched = at_sea()
    swims = Look("", ("explorer blue lying",))
    watched.table.similar = {} if seen else {(CellId("a4"), swims.pieces): watched.table.right}
    watched.hand(["f10", "a4"])
    watched.table.lay({CellId("f10"): Look("beach")} | ({CellId("a4"): swims} if seen else {}))
    assert isinstance(watched.look(90)[-1], Refused if seen else Unclear)


def test_nobody_is_accused_of_joining_a_crowd_in_which_nobody_can_be_told() -> None:
    """In red's turn a blue explorer is gone from f10. On the far i8 one more would not be seen."""
    game = find_game("atlantis")
    crowd = DENSE.replace("tile i8 forest red 2", "tile i8 forest red 3 blue 3")
    for tile, there in (("d7 beach", "red 1"), ("j4 forest", "blue 2"), ("i5 beach", "blue 1")):
        crowd = crowd.replace(f"tile {tile} {there}", f"tile {tile}")
    start = game.parse_position(crowd)
    watched = Party(game, 2, 1, start=start, noise=0.0)
    watched.hand(["f10", "i8"])
    watched.table.lay({CellId("f10"): Look("beach")})
    assert isinstance(watched.look(90)[-1], Unclear)


@pytest.mark.parametrize("reached", [True, False])
def test_nobody_is_accused_while_something_lawful_may_have_been_done_in_the_dark(reached: bool) -> None:
    """A red swimmer and a boat are on f2, where something unknown lies. A blue explorer goes from e4 to e5,
    which red may not move; a hand was on f2 as well, or it was not."""
    game = find_game("atlantis")
    start = game.parse_position(DENSE.replace("sea f3 red 1", "sea f2 red 1"))
    watched = Party(game, 2, 1, start=start, noise=0.0)
    begin_with(watched, "f2", UNKNOWN)
    watched.look(60)
    watched.hand(["e4", "e5", *(["f2"] if reached else [])])
    watched.table.lay({CellId("e4"): Look("mountain"), CellId("e5"): Look("beach", ("explorer blue",))})
    assert isinstance(watched.look(90)[-1], Unclear if reached else Refused)
