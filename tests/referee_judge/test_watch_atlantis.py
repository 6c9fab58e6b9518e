"""*Atlantis*, shown as labels for pictures: tiles whose backs come onto one pile, small figures."""

from __future__ import annotations

import pytest

from companion.judge.verdicts import Refused, Same, Unclear, Waiting
from companion.rules.contract import CellId, Look
from companion.rules.match import Entry, EntryKind
from companion.rules.registry import find_game
from tests.referee_judge.island import DENSE, TAKEN, at_sea, begin_with, heard, party, phantom, visit
from tests.referee_judge.people import Party
from tests.referee_judge.table import UNKNOWN


def test_a_back_that_is_laid_on_the_pile_tells_the_tile() -> None:
    """Nothing is near for the whirlpool to take: only its back tells it from a tile that is kept."""
    table = party()
    visit(table, {"out": Look("", ("back whirlpool",))})
    assert heard(table) == ["tile d5 whirlpool"]


def test_a_back_that_is_laid_after_its_tile_was_entered_changes_nothing() -> None:
    """Before and after it the table is as it should be."""
    table = party()
    table.seen = table.seen.add(Entry(EntryKind.CHANCE, text="tile d5 whirlpool"))
    assert table.look(30)[-1] == Same()
    table.table.lay({CellId("out"): Look("", ("back whirlpool",))})
    table.hand(["out"])
    assert {type(verdict) for verdict in table.look(90)} <= {Waiting, Same}
    assert table.said[-1] == Same()
    assert heard(table) == ["tile d5 whirlpool"]


def test_an_island_that_many_hands_lay_in_one_go_is_taken_in() -> None:
    """More tiles than anybody's acts are looked at, in any order."""
    table = Party(find_game("atlantis"), 2, 1)
    for _ in range(16):
        outcome = table.random.choice(table.game.outcomes(table.truth.state))[0]
        table.open(table.game.format_outcome(outcome))
    table.hand()
    table.look()
    assert set(heard(table)) == {played.entry.text for played in table.truth.line}
    assert table.seen.state == table.truth.state


def test_of_many_tiles_the_one_that_may_be_another_is_asked_about() -> None:
    """Sand that is only 2 nats likelier than wood; the five beside it are sure."""
    table = Party(find_game("atlantis"), 2, 1, noise=0.0)
    for cell in ("d4", "d5", "d6", "d7", "e4", "e5"):
        table.open(f"lay {cell} beach")
    table.table.similar_bases = {(CellId("e4"), "forest"): table.table.right - 2.0}
    table.hand()
    asked = table.look(90)[-1]
    assert heard(table) == []
    assert isinstance(asked, Unclear)
    offered = [{entry.text for entry in candidate} for candidate in asked.candidates]
    sure = {f"lay {cell} beach" for cell in ("d4", "d5", "d6", "d7", "e5")}
    assert offered[:2] == [sure | {"lay e4 beach"}, sure | {"lay e4 forest"}]


def test_a_figure_that_appears_is_told_by_the_same_visit() -> None:
    table = party()
    visit(table, {"out": Look("", ("back boat",)), "d5": Look("", ("boat",))})
    assert heard(table) == ["tile d5 boat"]


@pytest.mark.parametrize("top", ["shark", "whale"])
def test_a_tile_that_is_kept_is_told_by_what_follows(top: str) -> None:
    """Red rolls and moves nothing; the next player moves. With another tile its back would lie on the pile,
    or, if there was such a back on top, its figure on the table. After each creature the same follows."""
    table = party(f"back {top}")
    visit(table, {"e5": Look("mountain"), "e6": Look("mountain", ("explorer blue",))})
    first, roll, *acts, last = heard(table)
    assert first == "tile d5 ?"
    assert roll.startswith("die ")
    assert (acts, last) == (["end"], "move blue tile e5 tile e6")


def test_where_a_small_figure_went_is_told_by_all_that_speaks_for_it() -> None:
    """Blue goes from e6 to e7, where somebody stands. No cell but e6 contradicts that nothing, or something
    else, was done; but that he went to e5 is 2.2 + 2.2 nats less likely, that he stayed 3.0 + 2.2."""
    game = find_game("atlantis")
    begun = "phase act\nturn blue\nmoves 3\nplayed no\ntile d5 forest"
    text = TAKEN.replace("phase back\nturn red\ntaken d5 forest", begun)
    text = text.replace("e5 mountain blue 1\ntile e6 mountain", "e5 mountain\ntile e6 mountain blue 1")
    watched = Party(game, 2, 1, start=game.parse_position(text), noise=0.0)
    right, blue, red = watched.table.right, "explorer blue", "explorer red"
    watched.table.similar = {
        (CellId("e6"), (blue,)): right - 3.0,
        (CellId("e5"), (blue,)): right - 2.2,
        (CellId("e7"), (red,)): right - 2.2,
    }
    visit(watched, {"e6": Look("mountain"), "e7": Look("mountain", (red, blue))})
    assert heard(watched) == ["move blue tile e6 tile e7"]


def test_a_move_and_a_mistake_beside_it_are_told_apart_however_much_else_could_be_done() -> None:
    """dry.5: red walks from f9 to f8, as he may, and takes somebody of blue from e4 to e5 as well,
    while arms are over the whole table."""
    game = find_game("atlantis")
    watched = Party(game, 2, 1, start=game.parse_position(DENSE))
    watched.table.lay({CellId("f9"): Look("forest"), CellId("f8"): Look("mountain", ("explorer red",))})
    watched.table.lay({CellId("e4"): Look("mountain"), CellId("e5"): Look("beach", ("explorer blue",))})
    watched.hand(watched.table.zones)
    told = watched.look(30)[-1]
    assert heard(watched) == ["move red tile f9 tile f8"]
    assert isinstance(told, Refused)
    assert "atlantis/dry.5" in {breach.clause for breach in told.breaches}
    assert set(told.cells) == {"e4", "e5"}


def test_a_way_through_a_cell_that_is_seen_more_clearly_than_where_it_began_is_found() -> None:
    """Red walks from f9 to e7, by e8 or f8, and takes d7; who stood on d7 stands in the water still. That
    nobody is on the way is seen more clearly (12 nats) than that somebody went from f9 (4.3) to e7 (4.0)."""
    game = find_game("atlantis")
    watched = Party(game, 2, 1, start=game.parse_position(DENSE), noise=0.0)
    right, red = watched.table.right, "explorer red"
    watched.table.similar = {
        (CellId("f9"), (red,)): right - 4.3,
        (CellId("e7"), ()): right - 4.0,
        (CellId("d7"), (f"{red} lying",)): right - 1.1,
    }
    watched.table.lay({CellId("f9"): Look("forest"), CellId("e7"): Look("forest", (red,))})
    watched.table.lay({CellId("d7"): Look("", (red,))})
    watched.hand(watched.table.zones)
    watched.look(30)
    assert heard(watched) in (
        [f"move red tile f9 tile {way}", f"move red tile {way} tile e7", "take d7"] for way in ("e8", "f8")
    )


@pytest.mark.parametrize("comes", [True, False])
def test_a_boat_that_the_wind_may_have_moved_is_not_rowed_before_its_tile_had_time_to_come(
    comes: bool,
) -> None:
    """A hand pushes a boat from d9 to c9; two seconds later it lays down the wind's tile, or it does not."""
    watched = at_sea()
    watched.hand(["d9", "c9"])
    watched.table.lay({CellId("d9"): Look(), CellId("c9"): Look("", ("boat",))})
    watched.look(30)
    assert heard(watched) == []
    if comes:
        visit(watched, {"out": Look("", ("back wind",))})
    else:
        watched.look(40)
    assert heard(watched) == ["play wind beach d9 c9" if comes else "sail d9 c9"]


def test_what_people_have_entered_is_not_asked_about_again_though_it_is_misread() -> None:
    """A boat rows to a serpent, and only the boat is seen. Red enters it; another boat goes on as ever."""
    watched = at_sea()
    watched.table.similar = {(CellId("k10"), ("boat",)): watched.table.right + 6.0}
    visit(watched, {"j10": Look(), "k10": Look("", ("boat", "serpent"))})
    assert isinstance(watched.look(90)[-1], Unclear)
    watched.seen = watched.seen.add(Entry(EntryKind.MOVE, seat="red", text="sail j10 k10"))
    assert watched.look(30)[-1] == Same()
    visit(watched, {"d9": Look(), "c9": Look("", ("boat",))})
    watched.look(40)
    assert heard(watched) == ["sail j10 k10", "sail d9 c9"]


def test_a_part_of_what_was_done_is_not_all_of_it_because_the_rest_cannot_be_seen_for_a_moment() -> None:
    """Red rows from d9 to c9 and takes d7; before that is sure, both boats' places cannot be read."""
    watched = at_sea()
    lying = Look("", ("explorer red lying",))
    watched.hand(["d9", "c9", "d7"])
    watched.table.lay({CellId("d9"): Look(), CellId("c9"): Look("", ("boat",)), CellId("d7"): lying})
    watched.look(3)
    watched.show([watched.table.see(covered=["d9", "c9"]) for _ in range(12)])
    assert heard(watched) == []
    watched.look(60)
    assert heard(watched) == ["sail d9 c9", "take d7"]


def test_what_people_have_entered_stays_so_though_it_is_misread_now_so_now_so() -> None:
    """No hand is near, and where both are there seems to be a boat alone, and then a serpent."""
    watched = at_sea()
    right = watched.table.right
    watched.table.similar = {(CellId("k10"), ("boat",)): right + 6.0}
    visit(watched, {"j10": Look(), "k10": Look("", ("boat", "serpent"))})
    watched.seen = watched.seen.add(Entry(EntryKind.MOVE, seat="red", text="sail j10 k10"))
    watched.look(30)
    watched.table.similar = {(CellId("k10"), ("serpent",)): right + 6.0}
    assert {type(verdict) for verdict in watched.look(90)[30:]} == {Same}


def misread() -> Party:
    """A boat has rowed from d9 to c9, is misread there, and was entered by touch."""
    watched = at_sea()
    watched.table.similar = {(CellId("c9"), ("boat", "explorer blue")): watched.table.right + 6.0}
    visit(watched, {"d9": Look(), "c9": Look("", ("boat",))})
    watched.look(90)
    watched.seen = watched.seen.add(Entry(EntryKind.MOVE, seat="red", text="sail d9 c9"))
    return watched


def test_where_people_have_said_what_lies_nothing_is_taken_to_have_happened_unseen() -> None:
    """A boat is rowed to c9, misread there and entered by touch. A boat that somebody then puts on c10 is not
    that one: c9 looks as before."""
    watched = misread()
    assert watched.look(30)[-1] == Same()
    watched.hand(["c9"])
    visit(watched, {"c10": Look("", ("boat",))})
    assert isinstance(watched.look(90)[-1], Unclear)
    assert heard(watched) == ["sail d9 c9"]


def test_what_people_say_is_not_there_stops_nothing() -> None:
    """It is asked about; people say that all lies as shown, and a boat goes on as ever."""
    watched = phantom("c8")
    watched.hand(["c8"])
    assert isinstance(watched.look(90)[-1], Unclear)
    watched.watcher.vouch()
    assert watched.look(90)[-1] == Same()
    visit(watched, {"d9": Look(), "c9": Look("", ("boat",))})
    watched.look(40)
    assert heard(watched) == ["sail d9 c9"]


def test_where_people_said_that_nobody_is_nobody_comes_unseen() -> None:
    """A boat leaves d9, and comes where the camera sees what it saw before: it may have gone anywhere."""
    watched = phantom("c9")
    watched.hand(["c9"])
    watched.look(90)
    watched.watcher.vouch()
    watched.look(30)
    watched.hand(["c9"])
    visit(watched, {"d9": Look()})
    assert isinstance(watched.look(90)[-1], Unclear)
    assert heard(watched) == []


def test_where_a_misread_boat_has_come_it_is_not_still_expected() -> None:
    """A boat rows to c9, is misread there and entered by touch. When it has gone on to c10, c9 is as bare as
    before it came: that is a second journey, and not the first one undone."""
    watched = misread()
    watched.look(30)
    watched.table.similar = {}
    visit(watched, {"c9": Look(), "c10": Look("", ("boat",))})
    watched.look(60)
    assert heard(watched) == ["sail d9 c9", "sail c9 c10"]


def test_a_boat_that_was_misread_and_has_gone_unseen_is_missed() -> None:
    """As above; but nobody can tell where it went, and what is lawfully done elsewhere is not all."""
    watched = misread()
    watched.look(30)
    watched.table.similar = {}
    visit(watched, {"c9": Look(), "d7": Look("", ("explorer red lying",))})
    assert isinstance(watched.look(90)[-1], Unclear)
    assert heard(watched) == ["sail d9 c9"]


@pytest.mark.parametrize("reached", [False, True])
def test_the_wind_moves_no_boat_while_no_hand_is_where_its_tile_would_lie(reached: bool) -> None:
    """A wind lies there already: another one would not be seen, but the hand that lays it down would."""
    watched = at_sea()
    begin_with(watched, "out", ("back wind",))
    watched.hand(["d9", "c9", *(["out"] if reached else [])])
    watched.table.lay({CellId("d9"): Look(), CellId("c9"): Look("", ("boat",))})
    watched.look(90)
    assert heard(watched) == ([] if reached else ["sail d9 c9"])


def test_a_part_of_what_was_done_is_not_all_of_it_because_the_arm_still_hides_the_rest() -> None:
    """Red rows from d9 to c9 and takes d7; the arm leaves the boats' places half a second later."""
    watched = at_sea()
    watched.hand(["d9", "c9", "d7"])
    lying = Look("", ("explorer red lying",))
    watched.table.lay({CellId("d9"): Look(), CellId("c9"): Look("", ("boat",)), CellId("d7"): lying})
    watched.show([watched.table.see(covered=["d9", "c9"]) for _ in range(8)])
    assert heard(watched) == []
    watched.look(60)
    assert heard(watched) == ["sail d9 c9", "take d7"]


def test_nothing_is_certain_where_another_explanation_explains_more() -> None:
    """Red rows from d9 to c9, where something unknown lies, and takes d7; a boat seems to lie on a4. That
    somebody brought it there from d9, and red took the tile before, is one way to see it: a tile ends his
    movements, so he did not row then."""
    watched = at_sea()
    watched.hand(["d9", "c9"])
    watched.table.lay({CellId("d9"): Look()})
    watched.table.put("c9", UNKNOWN)
    watched.look(90)
    visit(watched, {"d7": Look("", ("explorer red lying",)), "a4": Look("", ("boat",))})
    watched.look(90)
    assert heard(watched) == []
