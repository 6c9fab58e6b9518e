"""Who acts, by the edge of the picture over which arms come."""

from __future__ import annotations

import random
from dataclasses import replace
from math import exp, log
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.judge.judge import Judge
from companion.judge.sides import EDGES, Sides
from companion.rules.match import Entry, EntryKind, Match
from tests.judge.matches import begun, due, watching
from tests.judge.views import CLEARLY, glance, of_act, view
from vision.seeing import Glance, View
from vision.types import CameraState

SEATS = ("bear", "orca")
SIDE = {"bear": "bottom", "orca": "left"}
ACTS = 9
"""After so many both seats have shown where they sit."""
visits = st.lists(st.tuples(st.sampled_from(SEATS), st.sampled_from(EDGES)), max_size=30)


def learned(acts: list[tuple[str, str]]) -> Sides:
    sides = Sides(SEATS)
    for seat, edge in acts:
        sides = sides.learned(seat, {edge: 0.4})
    return sides


@given(visits, st.sampled_from(EDGES))
def test_it_is_a_ratio_to_what_any_seat_would_show(acts: list[tuple[str, str]], edge: str) -> None:
    """The mean of p(edge | seat) over all seats is p(edge): the ratios to it have the mean 1."""
    sides = learned(acts)
    assert sum(exp(sides.nats(seat, {edge: 1.0})) for seat in SEATS) / len(SEATS) == pytest.approx(1.0)


@given(visits, st.sampled_from(SEATS), st.sampled_from(EDGES))
def test_an_arm_alone_is_never_proof(acts: list[tuple[str, str]], seat: str, edge: str) -> None:
    """One visit in twenty comes from anywhere, a quarter of these over each edge; p(edge) is at most 1."""
    assert learned(acts).nats(seat, {edge: 1.0}) >= log(0.05 / 4)


def test_nothing_is_known_before_anybody_has_acted() -> None:
    sides = Sides(SEATS)
    assert all(sides.nats(seat, {edge: 1.0}) == pytest.approx(0.0) for seat in SEATS for edge in EDGES)


def test_no_arm_seen_says_nothing() -> None:
    assert learned([("bear", "bottom")] * 5).nats("orca", {}) == 0.0


def test_each_seat_has_its_side_and_two_who_act_at_once_may_both_have() -> None:
    sides = learned([("bear", "bottom"), ("orca", "left")] * 5)
    assert sides.nats("bear", {"bottom": 1.0}) > 0.5 > -1.5 > sides.nats("bear", {"left": 1.0})
    both = {"bottom": 0.5, "left": 0.5}
    assert sides.nats("bear", both) == pytest.approx(sides.nats("orca", both)) == pytest.approx(0.0, abs=0.1)


def from_sides(seen: View, *seats: str) -> View:
    return replace(seen, edges={SIDE[seat]: 1.0 / len(seats) for seat in seats})


def told(judge: Judge, match: Match[Any, Any, Any], text: str, time: float) -> Match[Any, Any, Any]:
    """The match after an act of who is due, which a camera saw; told by touch as well."""
    game, seat = match.game, due(match)
    seen = of_act(game, match.state, seat, game.parse_move(text), time)
    if seen is not None:
        judge.see(match, glance(from_sides(seen, match.setup.seats[seat])))
    after = match.add(Entry(EntryKind.MOVE, seat=match.setup.seats[seat], text=text))
    judge.see(after, Glance(0, time + 0.1, CameraState.READY))
    return after


def by_either(match: Match[Any, Any, Any]) -> str | None:
    """A step of a cod that is lawful now, and for the other seat after ``end``; None if there is none."""
    game, seat = match.game, due(match)
    lawful = [game.format_move(move) for move in game.legal_moves(match.state, seat)]
    if "end" not in lawful:
        return None
    ended = match.add(Entry(EntryKind.MOVE, seat=match.setup.seats[seat], text="end"))
    then = [game.format_move(move) for move in game.legal_moves(ended.state, due(ended))]
    return next((text for text in lawful if text.startswith("move cod ") and text in then), None)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [5, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (2, 4))])
def test_arms_tell_who_moved_before_or_after_the_end_of_a_turn(seed: int) -> None:
    """A cod has moved, and somebody was at the deck, where the turn ends. Both seats may move cods
    (arctica/move.1): with the arms of both it is likelier that the second one did than with those of one."""
    match, rng = begun("arctica"), random.Random(seed)
    judges = {False: watching(match), True: watching(match)}
    while (text := by_either(match)) is None or len(match.line) < ACTS:
        move = match.game.format_move(rng.choice(match.game.legal_moves(match.state, due(match))))
        *_, after = [told(judge, match, move, 2.0 * len(match.line) + 1.0) for judge in judges.values()]
        for judge in judges.values():
            judge.see(after, Glance(0, 2.0 * len(after.line), CameraState.READY))
        match = after
    game, seat = match.game, due(match)
    moved = game.handled(match.state, seat, game.parse_move(text))
    drawn = game.handled(match.state, seat, game.parse_move("end"))
    seen = view(500.0, dict.fromkeys(moved, CLEARLY), visited=drawn)
    owner = match.setup.seats[seat]
    other = next(name for name in SEATS if name != owner)
    for both, judge in judges.items():
        judge.see(match, glance(from_sides(seen, owner, other) if both else from_sides(seen, owner)))
    second = Entry(EntryKind.MOVE, seat=other, text=text)
    one, two = [judge.belief.share(lambda h: float(second in h.entries)) for judge in judges.values()]
    assert two > 1.5 * one
