"""What may be done from a place is what ``legal_moves`` and ``why_illegal`` say, for every game."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from companion.rules.contract import CellId, Decide, Seat, Setup
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.may import May, Permission, Scope
from companion.rules.registry import AnyGame, find_game
from companion.rules.text import verb_of

from .walks import GAMES, positions

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)

Step = tuple[str, str]
Likely = tuple[str, int]


@cache
def may_at(game: AnyGame, setup: Setup) -> May:
    return May(game, setup, frozenset(zone.cell for zone in game.zones(setup)))


def may_of(game: AnyGame, state: Any) -> May:
    return may_at(game, game.setup_of(state))


def steps(may: May, state: Any, seat: Seat, text: str) -> list[Step]:
    return list(pairwise(may.way(state, seat, text)))


def attempted(may: May, state: Any, seats: tuple[Seat, ...], chosen: set[Step]) -> dict[Step, set[Likely]]:
    """For each chosen step and attempt that makes it: its first word, and how many clauses it breaks."""
    found: dict[Step, set[Likely]] = defaultdict(set)
    for seat in seats:
        for move in may.game.attempts(state, seat):
            text = may.game.format_move(move)
            cells = {tap.cell for tap in may.taps(state, seat, text)}
            if cells.isdisjoint(goal for _, goal in chosen):
                continue
            for step in chosen.intersection(steps(may, state, seat, text)):
                found[step].add((verb_of(text), len(may.game.why_illegal(state, seat, move))))
    return found


def check_goals(may: May, state: Any, seats: tuple[Seat, ...]) -> dict[Step, str]:
    """Every legal move leads to a goal, and every goal is that of a legal move; gives the legal steps."""
    legal: dict[Step, str] = {}
    where: dict[str, list[str]] = defaultdict(list)
    for lies, look in may.game.looks(state).items():
        for piece in look.pieces:
            where[piece].append(lies)
    verbs: dict[str, set[str]] = defaultdict(set)
    for seat in seats:
        for move in may.game.legal_moves(state, seat):
            assert may.game.why_illegal(state, seat, move) == ()
            text = may.game.format_move(move)
            way = may.way(state, seat, text)
            legal |= dict.fromkeys(pairwise(way), text)
            pieces = {tap.what for tap in may.taps(state, seat, text) if not tap.cell}
            meant = [where[piece][0] for piece in pieces if len(where.get(piece, ())) == 1]
            for cell in (*way, *meant):
                verbs[cell].add(verb_of(text))
    goals: dict[str, set[str]] = defaultdict(set)
    for start, goal in legal:
        goals[start].add(goal)
    places = may.places(state)
    assert {cell: set(place.kinds) for cell, place in places.items()} == verbs
    assert {cell: set(place.goals) for cell, place in places.items() if place.goals} == goals
    return legal


def check_asking(may: May, state: Any, seats: tuple[Seat, ...], chosen: set[Step], legal: set[Step]) -> None:
    """A step is allowed exactly where some attempt breaks nothing; otherwise the clauses of the attempt that
    breaks the fewest are told, of the kinds that may be done at the place if there is one."""
    places = may.places(state)
    broken = attempted(may, state, seats, chosen)
    for step in chosen:
        asked = may.ask(state, *step)
        assert (asked is None) == (step not in broken)
        assert (step in legal) == (asked is not None and not asked.breaches)
        if asked is not None:
            seat = Seat(may.setup.seats.index(asked.seat))
            assert asked.breaches == may.game.why_illegal(state, seat, may.game.parse_move(asked.text))
            kinds = places[step[0]].kinds if step[0] in places else ()
            alike = [number for verb, number in broken[step] if verb in kinds]
            assert len(asked.breaches) == min(alike or [number for _, number in broken[step]])


def compared(game: AnyGame, *, walks: int, longest: int, every: int, most: int) -> int:
    """The goals of every position, and of each ``every``-th some steps, allowed and not."""
    chooser, count = Random(5), 0
    for number, state in enumerate(positions(game, walks=walks, longest=longest)):
        if number >= most:
            break
        count += 1
        may, pending = may_of(game, state), game.pending(state)
        seats = pending.seats if isinstance(pending, Decide) else ()
        legal = set(check_goals(may, state, seats))
        if seats and number % every == 0:
            starts = sorted({begin for begin, _ in legal} or may.cells)
            any_steps = {(chooser.choice(starts), chooser.choice(sorted(may.cells))) for _ in range(2)}
            some = set(chooser.sample(sorted(legal), min(1, len(legal))))
            check_asking(may, state, seats, any_steps | some, legal)
    return count


@every_game
def test_what_may_be_done_is_what_the_rules_say(game: AnyGame) -> None:
    assert compared(game, walks=2, longest=60, every=40, most=80) == 80


@pytest.mark.soak
@every_game
def test_what_may_be_done_is_what_the_rules_say_at_length(game: AnyGame) -> None:
    assert compared(game, walks=2000, longest=2000, every=100, most=100_000) == 100_000


def test_a_hunter_leaves_its_own_cell_although_only_the_goal_is_told() -> None:
    """The hunter of south stands on d3. Steps come after a card is laid (marso/phase)."""
    match = Match.begin(find_game("marso"), find_game("marso").setup(("south", "north"), {}))
    match = match.add(Entry(EntryKind.CHANCE, text="open b1"))
    may = may_of(match.game, match.state)
    asked = may.ask(match.state, "d3", "d2")
    assert asked is not None
    assert asked.text == "step d2"
    assert asked.breaches
    assert "d3" not in may.places(match.state)
    after = match.add(Entry(EntryKind.MOVE, seat="south", text="play ur r")).state
    assert may.places(after)["d3"] == Scope(("step",), (CellId("e3"),))
    assert may.ask(after, "d3", "e3") == Permission("south", "step e3", ())
