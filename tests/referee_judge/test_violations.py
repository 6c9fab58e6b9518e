"""Illegal acts from a generator that knows the board's geometry and no rule."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.judge.verdicts import Played, Refused, Same, Unclear, Unknown, Waiting
from companion.referee.watcher import Watcher
from companion.rules.contract import CellId
from companion.rules.registry import find_game
from tests.referee_judge.people import Party
from tests.referee_judge.table import UNKNOWN

DECK = frozenset({"beast-card"})
COLUMNS = "abcdefg"
CELLS = [f"{column}{row}" for column in COLUMNS for row in range(1, 8) if (column, row) != ("d", 4)]


def distance(one: str, other: str) -> int:
    """Steps between two cells on a board whose edges are joined."""
    across = abs(COLUMNS.index(one[0]) - COLUMNS.index(other[0]))
    along = abs(int(one[1]) - int(other[1]))
    return min(across, 7 - across) + min(along, 7 - along)


def where(party: Party, piece: str) -> str:
    """The cell on which a figure stands alone, read from the table, not from the position."""
    return next(cell for cell, (_, stack) in party.table.shown.items() if stack == (piece,))


def bare(party: Party, away_from: str, at_least: int) -> str:
    """A cell of the board without anything, so far away that no walk of a card leads there."""
    taken = {cell for cell, shown in party.table.shown.items() if shown != ("", ())}
    cells = [c for c in CELLS if c not in taken and distance(c, away_from) >= at_least]
    return party.random.choice(cells)


def carry(party: Party, piece: str, target: str) -> tuple[str, str]:
    """A hand carries one figure; both cells."""
    source = where(party, piece)
    party.table.put(source, ())
    party.table.put(target, (piece,))
    return source, target


def begun(seed: int, entries: str, seats: int = 2) -> Party:
    """A party that has played so far: the lines of a match, their outcomes drawn from a physical deck."""
    party = Party(find_game("marso"), seats, seed)
    for line in entries.splitlines():
        actor, _, text = line.strip().partition(" ")
        if actor == "*":
            party.open(text)
        else:
            party.move(text, actor)
        party.hand()
        party.look()
        party.clear_up()
    assert party.agrees()
    return party


CARD = "* open b1"
WALK = f"{CARD}\nsouth play ur r"
NEXT = f"{WALK}\nsouth step e3"
BEASTS = f"{NEXT}\nnorth play still"


def refusals(party: Party) -> list[Refused]:
    """A hand leaves; what is said then, which must not be anything that the rules took in."""
    known = party.seen
    party.hand()
    verdicts = party.look(20)
    assert party.seen.line[: len(known.line)] == known.line
    return [verdict for verdict in verdicts if isinstance(verdict, Refused)]


def check(found: list[Refused], cells: set[str], clause: str) -> None:
    assert found
    assert {frozenset(refused.cells) for refused in found} == {frozenset(map(CellId, cells))}
    assert all(clause in {breach.clause for breach in refused.breaches} for refused in found)


@pytest.mark.parametrize("seed", range(6))
def test_a_hunter_on_a_wrong_cell(seed: int) -> None:
    party = begun(seed, WALK)
    source, target = carry(party, "hunter south", bare(party, where(party, "hunter south"), 2))
    found = refusals(party)
    # the arrow leads to e3, and the cell is not even a neighbour
    check(found, {source, target}, "marso/walk.1")
    assert found[0].attempts[-1].text == f"step {target}"
    assert "marso/walk.2" in {breach.clause for breach in found[0].breaches}


@pytest.mark.parametrize("seed", range(6))
def test_the_wrong_player(seed: int) -> None:
    party = begun(seed, NEXT)
    # it is north's turn; south's hunter goes on by one cell
    here = where(party, "hunter south")
    beside = [
        cell
        for cell in CELLS
        if cell != "d3" and distance(cell, here) == 1 and party.table.shown[CellId(cell)] == ("", ())
    ]
    source, target = carry(party, "hunter south", random.Random(seed).choice(beside))
    found = refusals(party)
    check(found, {source, target}, "marso/turn.2")
    assert {refused.attempts[-1].seat for refused in found} == {"south"}


@pytest.mark.parametrize("colour", ["blue", "yellow", "green"])
def test_the_wrong_beast(colour: str) -> None:
    party = begun(1, BEASTS)
    # red goes first on this card
    source, target = carry(party, f"beast {colour}", bare(party, where(party, f"beast {colour}"), 1))
    check(refusals(party), {source, target}, "marso/turn.4")


@pytest.mark.parametrize("seed", range(4))
def test_a_beast_on_a_wrong_cell(seed: int) -> None:
    party = begun(seed, BEASTS)
    # red goes right, from a7 to b7
    source, target = carry(party, "beast red", bare(party, "a7", 2))
    check(refusals(party), {source, target}, "marso/beasts.1")


@pytest.mark.parametrize("seed", range(4))
def test_two_pieces_in_one_go(seed: int) -> None:
    """The legal one is taken in, the other one refused."""
    party = begun(seed, WALK)
    party.move("step e3")
    source, target = carry(party, "beast blue", bare(party, "g7", 1))
    found = refusals(party)
    check(found, {source, target}, "marso/turn.3")
    assert party.agrees()
    assert party.seen.line[-1].entry.text == "step e3"


def test_a_beast_moves_before_the_last_hunter_has_had_its_turn() -> None:
    party = begun(3, NEXT)
    source, target = carry(party, "beast red", "b7")
    # that the last player laid a card which nobody ever saw must not be the explanation
    check(refusals(party), {source, target}, "marso/turn.3")


@pytest.mark.parametrize("arm_over_the_others", [False, True])
def test_skipped_lines_are_not_explained_by_moves_that_nobody_made(arm_over_the_others: bool) -> None:
    """Card b5 from the set-up: yellow would push green from a1 to b1 and green push it back to g1, so that
    nothing of both lines is left to be seen; then red goes. Only red was moved."""
    game = find_game("marso")
    party = Party(game, 2, 5)
    text = game.format_position(party.truth.state).replace("phase open", "phase beasts 1\nopen b5")
    start = game.parse_position(text.replace("beast blue g7", "beast blue e6"))
    party.truth = party.seen = party.truth.begin(game, party.truth.setup, start)
    party.watcher = Watcher(game)
    party.table.lay_all(game.looks(start))
    party.hand()
    party.look()
    carry(party, "beast red", "g7")
    party.hand(["g1", "a1", "b1"] if arm_over_the_others else [])
    verdicts = party.look(90)
    assert not [verdict for verdict in verdicts if isinstance(verdict, Played)]
    if arm_over_the_others:  # it can have been so
        assert isinstance(verdicts[-1], Unclear)
        texts = [entry.text for entry in verdicts[-1].candidates[0]]
        assert texts == ["run yellow a1", "run green a1", "run red g7"]
    else:
        assert isinstance(verdicts[-1], Refused)
        assert "marso/turn.4" in {breach.clause for breach in verdicts[-1].breaches}


def test_putting_it_back_settles_it() -> None:
    party = begun(4, WALK)
    source, target = carry(party, "hunter south", "a1" if where(party, "beast green") != "a1" else "b2")
    assert refusals(party)
    carry(party, "hunter south", source)
    party.hand()
    assert isinstance(party.look()[-1], Same)
    party.move("step e3")
    party.hand()
    party.look()
    assert party.agrees()
    assert len(party.seen.line) == len(party.truth.line)
    assert target != source


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_said_before_eight_frames(seed: int) -> None:
    party = begun(seed, WALK)
    carry(party, "hunter south", bare(party, where(party, "hunter south"), 2))
    party.hand()
    assert {type(verdict) for verdict in party.look(7)} == {Waiting}


@pytest.mark.parametrize("late", range(1, 8))
def test_no_steps_are_taken_in_that_only_what_is_seen_late_tells_from_none(late: int) -> None:
    """From d3 the card leads to d2, d1 and c1. The hunter goes elsewhere, and an arm is over d3 for some
    frames more: the two legal steps, and then a wrong one from d1, which is in the dark, would explain the
    other cells."""
    party = begun(1, f"{CARD}\nsouth play flash1 ddl")
    party.table.similar[CellId("d1"), ("hunter south",)] = 2.0
    source, target = carry(party, "hunter south", bare(party, "d1", 4))
    known = party.seen
    party.hand(["d2", "d1", "c1"])
    party.show([party.table.see(covered=[source]) for _ in range(late)])
    found = [verdict for verdict in party.look(20) if isinstance(verdict, Refused)]
    assert party.seen.line == known.line
    check(found, {source, target}, "marso/walk.1")
    assert {refused.attempts[0].text for refused in found} == {f"step {target}"}


@pytest.mark.parametrize("seed", range(8))
def test_something_unknown_beside_it_never_makes_an_accusation(seed: int) -> None:
    """A cup somewhere, and whatever was accused or asked before: no new accusation."""
    party = begun(seed, WALK)
    piece = party.random.choice(["hunter south", "hunter north", "beast red", "beast green"])
    source = where(party, piece)
    party.table.put(source, ())  # lifted and held, or put where the cup is
    party.table.put(bare(party, source, 1), UNKNOWN)
    party.hand()
    verdicts = party.look(90)
    assert not [verdict for verdict in verdicts if isinstance(verdict, Refused | Played)]
    assert isinstance(verdicts[-1], Unknown | Unclear)


@pytest.mark.parametrize("seed", range(4))
def test_a_figure_that_is_taken_away_is_asked_about_not_accused(seed: int) -> None:
    party = begun(seed, WALK)
    party.table.put(where(party, "hunter north"), ())
    party.hand()
    verdicts = party.look(90)
    assert {type(verdict) for verdict in verdicts} == {Waiting, Unclear}


def test_a_picture_that_fits_badly_accuses_nobody() -> None:
    party = begun(1, WALK)
    carry(party, "hunter south", bare(party, where(party, "hunter south"), 2))
    party.hand()
    bad = [replace(frame, registration=5.0) for frame in party.table.frames(20)]
    assert {type(verdict) for verdict in party.show(bad)} == {Waiting}


def test_what_can_be_attempted_depends_on_where_the_figures_stand_now() -> None:
    """Arctica: at the start nothing swims at e7; a cod that came there goes on to h2, five cells away."""
    party = Party(find_game("arctica"), 2, 3)
    party.move("move cod e6 e7")
    party.hand()
    party.look()
    assert [played.entry.text for played in party.seen.line] == ["move cod e6 e7"]
    party.table.put("e7", ())
    party.table.put("h2", ("cod lying",))
    found = refusals(party)
    check(found, {"e7", "h2"}, "arctica/move.3")
    assert {refused.attempts[-1].text for refused in found} == {"move cod e7 h2"}
    assert "arctica/move.12" in {breach.clause for breach in found[0].breaches}


def test_nobody_is_accused_of_what_is_hardly_likelier_than_nothing() -> None:
    """A shadow looks a little more like the hunter (3.5 nats) than like the bare cell it falls on, and from
    where the hunter stands it is hard to see whether it does (1 nat)."""
    party = begun(1, WALK)
    party.table.noise = [0.0] * len(party.table.noise)
    source = where(party, "hunter south")
    shaded = bare(party, source, 2)
    party.table.similar[CellId(shaded), ("hunter south",)] = party.table.right + 3.5
    party.table.similar[CellId(source), ()] = party.table.right - 1.0
    party.table.last.clear()
    party.hand((source, shaded))
    verdicts = party.look(90)
    assert {type(verdict) for verdict in verdicts} == {Waiting, Unclear}
