"""What nobody may know: backs in hands stay sealed, and what is still possible is counted exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from companion.broadcast import payloads
from companion.games.atlantis import game
from companion.games.atlantis.state import State
from companion.games.atlantis.stock import stock
from companion.games.atlantis.words import BACK_WORDS, BACKS, GREEN, LAND, UNSEEN
from companion.locale import Texts
from companion.referee.view import TableView
from companion.rules.contract import Seat
from companion.rules.match import Match, parse_match
from tests.doubles.table import SessionTable

from .hooks import resealed

FILES = sorted((Path(__file__).parents[2] / "golden" / "atlantis").glob("*.match"))


def positions(files: list[Path]) -> list[State]:
    """Positions of recorded games in which tiles are in hands."""
    found: list[State] = []
    for path in files:
        match = parse_match(path.read_text(encoding="utf-8"), game)
        states = (played.state for played in match.line)
        found += [state for state in states if isinstance(state, State) and any(state.hands)]
    return found


def seats(state: State) -> Iterator[Seat]:
    return map(Seat, range(state.table.seats))


SEALS = 20
"""So often each chosen position is dealt other secrets."""


def check_pair(one: State, other: State) -> None:
    """What nobody may know is in no view but its owner's: not in the public one, nor in what is built from
    it (looks, what is pending, lamps are functions of the whole position and must not tell either)."""
    public = game.observe(one, None)
    assert public == game.observe(other, None)
    for seat in seats(one):
        own = (*other.hands[:seat], one.hands[seat], *other.hands[seat + 1 :])
        theirs = replace(other, hands=own)
        assert game.observe(one, seat) == game.observe(theirs, seat)
        assert game.observe(one, seat).hands[seat] == one.hands[seat]
        assert game.observe(game.observe(one, seat), None) == public


def check_pairs(states: list[State], number: int) -> int:
    """So many pairs that differ; a back that somebody told the program is in nobody else's view."""
    chooser, different = Random(7), 0
    while different < number:
        state = chooser.choice(states)
        one = resealed(state, chooser)
        shown = (game.looks(one), game.pending(one), game.lamps(one))
        for _ in range(SEALS):
            other = resealed(state, chooser)
            different += one != other
            check_pair(one, other)
            assert (game.looks(other), game.pending(other), game.lamps(other)) == shown
    return different


def broadcast(state: State) -> tuple[TableView, bytes]:
    """What a table at this position publishes and what it sends over the network."""
    match = Match.begin(game, game.setup_of(state), state)
    view = SessionTable(match).view
    texts = Texts("en", game.id)
    sent = [payloads.state("boot", view, texts), payloads.score("boot", view, texts)]
    return view, b"".join(map(payloads.encode, sent))


def test_what_is_published_and_broadcast_is_the_same_for_all_secrets() -> None:
    states, chooser = positions(FILES[2:4]), Random(8)
    for state in chooser.sample(states, 60):
        views = {broadcast(resealed(state, chooser)) for _ in range(4)}
        assert len(views) == 1


def test_positions_that_differ_in_secrets_look_the_same() -> None:
    states = positions(FILES[:2])
    assert check_pairs(states, 1000) >= 1000
    public = [game.observe(state, None) for state in states]
    assert all(game.looks(view) == game.looks(state) for view, state in zip(public, states, strict=True))


@pytest.mark.soak
def test_a_hundred_thousand_pairs_look_the_same() -> None:
    assert check_pairs(positions(FILES), 100_000) >= 100_000


def test_the_view_of_another_seat_is_written_with_a_question_mark() -> None:
    text = START.replace("hand red beach ? 1", "hand red beach ? 1\nhand red beach wind 1").replace(
        "out beach wind 2", "out beach wind 1"
    )
    state = game.parse_position(text)
    own = game.format_position(game.observe(state, Seat(0)))
    assert "hand red beach wind 1\nhand red beach ? 1\n" in own
    assert "hand red beach ? 2\n" in game.format_position(game.observe(state, Seat(1)))
    assert "hand red beach ? 2\n" in game.format_position(game.observe(state, None))


START = """game atlantis
seat red red
seat blue blue
phase back
turn red
taken f4 mountain
tile f5 mountain
tile f6 mountain
sea c4 red 1
serpent b1 1
hand red beach ? 1
hand blue mountain ? 1
out beach shark 3
out beach whale 3
out beach boat 1
out beach dolphin 2
out beach wind 2
out beach move-serpent 1
out beach move-shark 1
out beach move-whale 1
out beach stop-shark 1
out forest shark 2
out forest whale 2
out forest boat 3
out forest whirlpool 2
out forest dolphin 1
out forest move-serpent 1
out forest move-shark 1
out forest move-whale 1
out forest stop-shark 1
out forest stop-whale 2
out mountain shark 1
out mountain whirlpool 3
supply boat 4
supply shark 0
supply whale 0
"""


def test_the_odds_are_those_of_all_ways_to_deal() -> None:
    """One whirlpool, the volcano and two stop tiles are left: one in blue's hand (red for certain), three on
    the board; every way to deal them is as likely as any other."""
    state = game.parse_position(START)
    assert game.faults(state) == ()
    left = ["whirlpool", "volcano", "stop-shark", "stop-whale"]
    deals = [deal for deal in permutations(left) if deal[0].startswith("stop")]
    taken = Counter(deal[1] if not deal[1].startswith("stop") else "?" for deal in deals)
    expected = {f"tile f4 {back}": Fraction(number, len(deals)) for back, number in taken.items()}
    found = {game.format_outcome(outcome): weight for outcome, weight in game.outcomes(state)}
    assert found == expected
    assert found == {f"tile f4 {back}": Fraction(1, 3) for back in ("whirlpool", "volcano", "?")}


def test_counts_per_terrain() -> None:
    state = game.parse_position(START)
    beach, forest, mountain = (stock(state, terrain) for terrain in (1, 2, 3))
    assert {BACKS[back]: n for back, n in enumerate(beach.unaccounted) if n} == {"dolphin": 1}
    assert (beach.red, beach.unseen, beach.board) == (0, 1, 0)
    assert not any(forest.unaccounted)
    assert (mountain.red, mountain.unseen, mountain.board) == (1, 1, 3)
    may = {BACK_WORDS[back] for back in range(UNSEEN + 1) if mountain.may_be_taken(back)}
    assert may == {"whirlpool", "volcano", "stop-shark", "stop-whale", "?"}


def test_the_odds_add_up_in_every_recorded_position() -> None:
    for state in positions(FILES[3:5])[::7]:
        for terrain in range(1, len(LAND)):
            left = stock(state, terrain)
            if left.board:
                assert sum(weight for _, weight in left.odds()) == 1
                assert sum(left.unaccounted[back] for back in GREEN) + left.red == left.board
