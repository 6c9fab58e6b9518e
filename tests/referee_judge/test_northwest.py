"""*Northwest Passage* at a table of labels: tiles with tokens, piles that look as before, the sun disc."""

from __future__ import annotations

from typing import Any

import pytest

from companion.judge.verdicts import Played, Refused, Same, Unclear, Verdict, Waiting
from companion.rules.contract import CellId, Look, Seat
from companion.rules.northwest import game
from tests.referee_judge.people import Party

BASE = """
seats red blue
round 3
display xxx/... 1
display x../.x.:franklin 1
tile k3 l3 .../..x
crew red 1 3 3 0
ship red k3
sled red l3
crew blue 5 2 0 0
ship blue l3
stock red x../..x:strait 1
"""
SUN_DUE = """
seats red blue
round 3
phase sun
passed blue red
tile k3 ../..
tile l3 ../.x
crew red 0 7 0 0
ship red k3
crew blue 0 7 0 0
ship blue l3
"""


PASSING = """
seats red blue
round 3
tile k3 l3 .../..x
tile k4 ../..
crew red 3 0 4 0
ship red k3
sled red l3
crew blue 5 2 0 0
ship blue l3
"""


def party_at(text: str, electronic: frozenset[str] = frozenset()) -> Party:
    start = game.parse_position(text)
    assert game.faults(start) == ()
    return Party(game, 2, 1, start=start, electronic=electronic)


def played(verdicts: list[Verdict]) -> list[str]:
    """The moves that were committed."""
    return [entry.text for verdict in verdicts if isinstance(verdict, Played) for entry in verdict.entries]


def visit(party: Party, frames: int = 10, also: tuple[str, ...] = ()) -> list[Verdict]:
    """A hand covers what was changed, and what else it passes; then some quiet frames."""
    return party.hand(also) + party.look(frames)


def either_way(state: Any) -> tuple[str, str]:
    """Two ways to lay a tile that differ only in the square of its symbol."""
    legal = [game.format_move(move) for move in game.legal_moves(state, Seat(0))]
    laid = sorted(text for text in legal if text.startswith("place sled") and "strait" in text)
    one = next(text for text in laid if sum(text[:-2] == other[:-2] for other in laid) == 2)
    return one, next(other for other in laid if other[:-2] == one[:-2] and other != one)


def test_the_token_tells_how_a_tile_lies() -> None:
    """place.10, place.11: the token is laid on the symbol, which itself is too small to be read. While the
    tile lies without it nothing is told; then the move is the one with the symbol there, in either case."""
    texts = either_way(game.parse_position(BASE))
    for text in texts:
        party = party_at(BASE)
        party.move(text, "red")
        assert played(visit(party)) == []
        party.table.clear_up(party.truth.line[-1].effects, party.looks())
        assert played(visit(party)) == [text]
        assert party.agrees()


def test_a_tile_and_its_token_laid_in_one_visit() -> None:
    for text in either_way(game.parse_position(BASE)):
        party = party_at(BASE)
        party.move(text, "red")
        party.table.clear_up(party.truth.line[-1].effects, party.looks())
        assert played(visit(party)) == [text]


def test_who_passes_has_not_taken_a_tile_off_a_pile_that_nobody_touched() -> None:
    """crew.5, pass.2, pass.5: the last ready crewman goes to rest either way, and a pile looks as before."""
    party = party_at(BASE.replace("crew red 1 3 3 0", "crew red 1 6 0 0").replace("sled red l3\n", ""))
    party.move("pass", "red")
    assert played(visit(party)) == ["pass"]
    assert party.agrees()


def test_who_moves_and_passes_in_one_go_is_understood() -> None:
    """Passing changes six places, the ship's move two: it is not forgotten for what passing explains."""
    party = party_at(PASSING)
    party.move("move ship k4", "red")
    party.move("pass", "red")
    assert played(visit(party)) == ["move ship k4", "pass"]
    assert party.agrees()


def test_a_hand_at_a_pile_may_have_taken_a_tile() -> None:
    """Then it is asked, never guessed, and what is offered is to pass or to take from that pile."""
    party = party_at(BASE.replace("crew red 1 3 3 0", "crew red 1 6 0 0").replace("sled red l3\n", ""))
    piles = [kind for kind, _ in party.truth.state.edition.small]
    party.move("pass", "red")
    asked = visit(party, 80, also=("small2",))[-1]
    assert isinstance(asked, Unclear)
    offered = {"; ".join(entry.text for entry in each) for each in asked.candidates}
    assert offered == {"pass", f"take ship {piles[1]}"}
    assert party.seen.line == ()


def test_a_tile_on_a_bare_square_is_no_pose_of_nothing() -> None:
    """Nobody has paid for it and it does not fit: it is asked about, and it is not left out of account as a
    figure would be that only seems to lie."""
    party = party_at(BASE)
    party.table.lay({CellId("j3"): Look("tile xx/xx")})
    assert visit(party, 80)[-1] == Unclear((), (CellId("j3"),))


@pytest.mark.parametrize(
    ("position", "goal", "clauses"),
    [
        (BASE, 4, ["sun.4"]),
        (BASE, 2, ["sun.3", "sun.4"]),
        (SUN_DUE, 5, ["sun.2"]),
        (SUN_DUE, 2, ["sun.3"]),
        (SUN_DUE, 1, ["sun.2", "sun.3"]),
    ],
    ids=["too early", "back, too early", "too far", "the wrong way", "the wrong way and too far"],
)
def test_the_sun_disc_moved_wrongly(position: str, goal: int, clauses: list[str]) -> None:
    """sun.2 to sun.4, with the disc on place 3; put back, play goes on."""
    party = party_at(position)
    before = dict(party.table.shown)
    party.table.put("sun3", ())
    party.table.put(f"sun{goal}", ("disc",))
    told = visit(party, 20)[-1]
    assert isinstance(told, Refused)
    assert [breach.clause for breach in told.breaches] == [f"northwest/{clause}" for clause in clauses]
    party.table.shown.update(before)
    party.table.touched.update({"sun3", f"sun{goal}"})
    assert isinstance(visit(party)[-1], Same)
    assert party.seen.line == ()


@pytest.mark.parametrize(
    ("position", "odd", "goal", "clauses"),
    [
        (BASE, ("j2", "tile xx/xx"), 5, ["sun.2", "sun.4"]),
        (SUN_DUE, ("second1", ""), 5, ["sun.2"]),
        (SUN_DUE, ("second1", ""), 2, ["sun.3"]),
    ],
    ids=["too far, too early", "too far", "the wrong way"],
)
def test_the_sun_disc_moved_wrongly_while_something_else_is_open(
    position: str, odd: tuple[str, str], goal: int, clauses: list[str]
) -> None:
    """A tile that nobody laid, or a marker that is gone, keeps nobody from seeing that no disc goes there,
    whatever has happened; afterwards it is asked about as before."""
    party = party_at(position)
    cell, base = CellId(odd[0]), odd[1]
    party.table.lay({cell: Look(base)})
    open_question = visit(party, 80)[-1]
    assert open_question == Unclear((), (cell,))
    party.table.put("sun3", ())
    party.table.put(f"sun{goal}", ("disc",))
    told = visit(party, 20)[-1]
    assert isinstance(told, Refused)
    assert [breach.clause for breach in told.breaches] == [f"northwest/{clause}" for clause in clauses]
    assert set(told.cells) == {"sun3", f"sun{goal}"}
    party.table.put("sun3", ("disc",))
    party.table.put(f"sun{goal}", ())
    assert visit(party, 80)[-1] == open_question
    assert party.seen.line == ()


def test_the_sun_disc_moved_wrongly_while_an_entry_by_touch_explains_a_part() -> None:
    """A hand is there; by touch people say that red refreshed; still nobody knows about the tile, and the
    hand moves the disc."""
    party = party_at(BASE)
    party.table.lay({CellId("j2"): Look("tile xx/xx")})
    assert isinstance(visit(party, 80)[-1], Unclear)
    party.hand()
    party.move("refresh sled", "red")
    party.seen = party.truth
    party.table.put("sun3", ())
    party.table.put("sun5", ("disc",))
    told = visit(party, 20)[-1]
    assert isinstance(told, Refused)
    assert set(told.cells) == {"sun3", "sun5"}


def test_a_disc_moved_too_far_is_no_round_in_which_all_passed() -> None:
    """turn.4, sun.2: the last one passes, and with the same hand the disc goes on by two. The disc by one,
    two players passing again and the disc once more would look the same."""
    text = SUN_DUE.replace("phase sun\n", "").replace("passed blue red", "passed blue")
    party = party_at(text.replace("crew red 0 7 0 0", "crew red 1 6 0 0"))
    party.move("pass", "red")
    party.table.put("sun3", ())
    party.table.put("sun5", ("disc",))
    assert not played(visit(party, 80, also=("sun4", "first1", "first2", "second2")))


def test_nobody_is_accused_of_what_may_be_right_after_all() -> None:
    """The disc moves on when all have passed; whether red passed, or took a tile from a pile, is open."""
    text = SUN_DUE.replace("phase sun\n", "").replace("passed blue red", "passed blue")
    party = party_at(text.replace("crew red 0 7 0 0", "crew red 1 6 0 0"))
    party.move("pass", "red")
    assert isinstance(visit(party, 80, also=("small2",))[-1], Unclear)
    party.move("sun 4", "red")
    assert not any(isinstance(verdict, Refused) for verdict in visit(party, 80))


def test_a_player_is_not_accused_while_something_is_open() -> None:
    """Blue's ship moved out of turn: red's turn may have ended with what is not understood."""
    party = party_at(BASE)
    party.table.lay({CellId("j2"): Look("tile xx/xx")})
    assert isinstance(visit(party, 80)[-1], Unclear)
    party.table.lay(
        {CellId("l3"): Look("tile .../..x", ("sled red",)), CellId("l4"): Look("", ("ship blue",))}
    )
    assert not any(isinstance(verdict, Refused) for verdict in visit(party, 80))


def test_the_sun_disc_forgotten() -> None:
    """sun.1: nothing is done before it has moved."""
    party = party_at(SUN_DUE)
    party.table.lay({CellId("l3"): Look("tile ../.x", ("ship blue",)), CellId("k3"): Look("tile ../..")})
    party.table.lay({CellId("j3"): Look("", ("ship red",))})
    told = visit(party, 20)[-1]
    assert isinstance(told, Refused)
    assert [breach.clause for breach in told.breaches] == ["northwest/sun.1"]


def test_the_sun_disc_moved_rightly() -> None:
    party = party_at(SUN_DUE)
    party.move("sun 4", "red")
    assert played(visit(party)) == ["sun 4"]


def test_what_an_electronic_bag_names_is_laid_by_hand() -> None:
    """The four tiles on display were drawn by the machine; they lie on the table all the same, and may be
    taken from there."""
    party = Party(game, 2, 1, electronic=frozenset({"bag"}))
    assert len(party.seen.line) == 4
    party.table.lay_all(game.looks(party.truth.state))
    party.hand()
    assert isinstance(party.look()[-1], Same)
    moves = map(game.format_move, game.legal_moves(party.truth.state, Seat(0)))
    taken = next(text for text in moves if text.startswith("take ship") and ":" in text)
    party.move(taken)
    assert played(visit(party)) == [taken]


def test_a_display_half_cleared_is_not_yet_a_tile_taken() -> None:
    """fresh.1: two crewmen go to rest and the display is cleared, tile by tile. After the first one it looks
    as if red had taken a small tile, ended the turn and taken that one: nothing is guessed."""
    text = BASE.replace("round 3", "round 3\npassed blue").replace("sled red l3\n", "")
    party = party_at(text.replace("crew red 1 3 3 0", "crew red 2 5 0 0"))
    second = party.table.shown[CellId("large2")]
    party.move("refresh ship", "red")
    party.table.shown[CellId("large2")] = second
    assert played(visit(party, 80, also=("small2",))) == []
    party.table.put("large2", ())
    assert played(visit(party)) == ["refresh ship"]


def after_an_action(electronic: frozenset[str] = frozenset()) -> Party:
    """Red has laid a tile, blue has passed, four tiles are on display. Two crewmen are paid for a tile taken
    now, as a second action, and for clearing the display after the end of the turn."""
    text = BASE.replace("round 3", "round 3\npassed blue").replace("sled red l3\n", "")
    text = text.replace("crew red 1 3 3 0", "crew red 4 3 0 0").replace("x../..x:strait", "x../..x")
    text = text.replace("display xxx/... 1", "display xxx/... 1\ndisplay xx./... 1\ndisplay x.x/... 1")
    party = party_at(text, electronic)
    party.move("place ship k1 l1 ..x/x..")
    assert played(visit(party)) == ["place ship k1 l1 ..x/x.."]
    return party


def test_the_first_tile_that_is_cleared_away_is_not_taken_as_a_second_action() -> None:
    party = after_an_action()
    display = [CellId(f"large{number}") for number in range(2, 5)]
    still = {cell: party.table.shown[cell] for cell in display}
    party.move("end")
    party.move("refresh ship", "red")
    party.table.shown.update(still)
    assert played(visit(party, 80)) == []
    assert played(visit(party, also=("large2", "large3"))) == []  # a hand that changes nothing
    for cell in display[:-1]:
        party.table.put(cell, ())
        assert {type(verdict) for verdict in visit(party, 20)} == {Waiting}
    party.table.put(display[-1], ())
    assert played(visit(party)) == ["end", "refresh ship"]


def test_no_electronic_bag_draws_for_a_tile_that_may_only_be_the_first_cleared_away() -> None:
    """Nothing that hands lay out tells what it was, for the bag waits: so the table is asked."""
    party = after_an_action(frozenset({"bag"}))
    party.move("take ship xx./...")
    verdicts = visit(party, 80)
    assert played(verdicts) == []
    asked = [verdict for verdict in verdicts if isinstance(verdict, Unclear)]
    texts = {entries[-1].text for entries in asked[0].candidates}
    assert {"take ship xx./...", "refresh ship"} <= texts


def test_a_tile_taken_as_a_second_action_is_told_by_the_one_that_replaces_it() -> None:
    party = after_an_action()
    taken = "take ship xx./..."
    party.move(taken)
    assert played(visit(party, 80)) == []
    party.open("tile .../...")
    assert played(visit(party)) == [taken, "tile .../..."]


def test_the_tile_that_was_drawn_last_is_picked_not_put_back() -> None:
    """fresh.3: red must take one now; nobody puts back what was drawn."""
    party = after_an_action()
    party.move("end")
    party.move("refresh ship", "red")
    visit(party)
    for kind in ("xx./x..", "x../...", ".../...", "x../x.."):
        party.open(f"tile {kind}")
        visit(party)
    party.move("pick x../x..")
    assert played(visit(party)) == ["pick x../x.."]
