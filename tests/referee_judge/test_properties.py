"""What must hold whatever is on the table."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.judge.verdicts import Played, Reason, Refused, TakenBack, Unclear, Verdict, Waiting
from companion.referee.ground import Ground, begin
from companion.referee.judge import judge
from companion.referee.reading import Reading, Window, read_cell
from companion.rules.contract import CellId, Chance, Decide, Look, Seat
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.registry import AnyGame, find_game
from tests.referee_judge.table import UNKNOWN, LabelTable
from vision.types import CameraState, CellEvidence, Evidence

FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
AnyMatch = Match[Any, Any, Any]


@functools.cache
def marso() -> AnyGame:
    return find_game("marso")


@st.composite
def positions(draw: st.DrawFn, most: int = 40) -> AnyMatch:
    """A match after some random legal entries."""
    game = marso()
    match = Match.begin(game, game.setup(draw(st.integers(2, 4)), {}))
    for _ in range(draw(st.integers(0, most))):
        choices = successors(match)
        if not choices:
            break
        match = match.add(draw(st.sampled_from(choices)))
    return match


def successors(match: AnyMatch) -> list[Entry]:
    """Every legal entry."""
    game, pending = match.game, match.game.pending(match.state)
    if isinstance(pending, Chance):
        outcomes = game.outcomes(match.state)
        return [Entry(EntryKind.CHANCE, text=game.format_outcome(outcome)) for outcome, _ in outcomes]
    if not isinstance(pending, Decide):
        return []
    return [
        Entry(EntryKind.MOVE, seat=match.setup.seats[seat], text=game.format_move(move))
        for seat in pending.seats
        for move in game.legal_moves(match.state, seat)
    ]


def carried_out(match: AnyMatch, entry: Entry, seed: int) -> LabelTable:
    """The table when hands have carried out an entry and all that followed."""
    game = match.game
    table = LabelTable(game, match.setup, seed)
    table.lay_all(game.looks(match.state))
    if entry.kind is EntryKind.MOVE:
        seat = pending_seat(match, entry)
        table.lay(game.handled(match.state, seat, game.parse_move(entry.text)))
    after = match.add(entry)
    table.lay_all(game.looks(after.state))
    return table


def pending_seat(match: AnyMatch, entry: Entry) -> Seat:
    pending = match.game.pending(match.state)
    assert isinstance(pending, Decide)
    return next(seat for seat in pending.seats if match.setup.seats[seat] == entry.seat)


def read(frames: list[Evidence]) -> Reading:
    """What the last of these frames and its predecessors say."""
    window = Window()
    readings = [window.take(frame) for frame in frames]
    assert readings[-1] is not None
    return readings[-1]


def ground_of(match: AnyMatch) -> Ground:
    return replace(begin(match, frozenset()), owed={})


def verdict_of(match: AnyMatch, frames: list[Evidence]) -> Verdict:
    return judge(match, read(frames), ground_of(match))


@FEW
@given(positions(), st.integers(0, 10**6), st.data())
def test_a_clean_successor_is_played_or_asked_never_another(
    match: AnyMatch,
    seed: int,
    data: st.DataObject,
) -> None:
    choices = successors(match)
    if not choices:
        return
    entry = data.draw(st.sampled_from(choices))
    wanted = match.add(entry).state
    verdict = verdict_of(match, carried_out(match, entry, seed).frames(8))
    assert not isinstance(verdict, Refused | TakenBack)
    if isinstance(verdict, Played):
        played = match
        for each in verdict.entries:
            played = played.add(each)
        assert played.state == wanted


@FEW
@given(positions(), st.integers(0, 10**6), st.data())
def test_the_order_of_frames_in_a_window_does_not_matter(
    match: AnyMatch,
    seed: int,
    data: st.DataObject,
) -> None:
    choices = successors(match)
    if not choices:
        return
    frames = carried_out(match, data.draw(st.sampled_from(choices)), seed).frames(8)
    shuffled = [
        replace(frame, time=number / 15.0, frame=number)
        for number, frame in enumerate(data.draw(st.permutations(frames)))
    ]
    straight = [replace(frame, time=number / 15.0, frame=number) for number, frame in enumerate(frames)]
    assert verdict_of(match, straight) == verdict_of(match, shuffled)


@FEW
@given(positions(), st.integers(0, 10**6), st.data())
def test_an_unknown_more_never_makes_an_accusation(
    match: AnyMatch,
    seed: int,
    data: st.DataObject,
) -> None:
    """Pieces put anywhere; if that alone is no reason to accuse anybody, a cup beside it is none either."""
    game = match.game
    table = LabelTable(game, match.setup, seed)
    table.lay_all(game.looks(match.state))
    board = sorted(cell for cell, zone in table.zones.items() if "turquoise" in zone.bases)
    full = [cell for cell in board if table.shown[cell][1]]
    for _ in range(data.draw(st.integers(1, 2))):
        source, target = data.draw(st.sampled_from(full)), data.draw(st.sampled_from(board))
        stack = table.shown[source][1]
        table.put(source, ())
        if not table.shown[target][1]:
            table.put(target, stack)
    plain = verdict_of(match, table.frames(8))
    table.put(data.draw(st.sampled_from(board)), UNKNOWN)
    with_cup = verdict_of(match, table.frames(8))
    assert not isinstance(with_cup, Refused) or isinstance(plain, Refused)


@FEW
@given(positions(), st.integers(0, 10**6), st.integers(1, 3))
def test_too_few_frames_commit_nothing(
    match: AnyMatch,
    seed: int,
    frames: int,
) -> None:
    choices = successors(match)
    if choices:
        table = carried_out(match, choices[seed % len(choices)], seed)
        assert not isinstance(verdict_of(match, table.frames(frames)), Played | Refused | TakenBack)


def test_a_stack_that_is_not_listed_is_no_better_than_the_worst_that_is() -> None:
    cell = read_cell(CellEvidence("c4", True, {"": 5.0, "floe": -6.0}, {("bear",): 6.0, (): -3.0}))
    assert cell.best == ("", ("bear",))
    assert cell.doubt(Look("", ())) == 9.0
    assert cell.doubt(Look("", ("seal", "seal lying"))) == 9.0
    weak = read_cell(CellEvidence("c4", True, {"": 0.0}, {(): 3.0, ("bear",): 1.0}))
    assert weak.doubt(Look("", ("seal",))) == 3.0  # nor better than unknown


def test_frames_that_list_other_stacks_are_averaged() -> None:
    """(6 - 2) / 2 for the bear, (-5 + 8) / 2 for the seal that one frame lists, against its -5 at worst."""
    window = Window()
    lists: list[dict[tuple[str, ...], float]] = [
        {("bear",): 6.0, (): -5.0},
        {("bear",): -2.0, ("seal",): 8.0},
    ]
    for number, stacks in enumerate(lists):
        cell = CellEvidence("c4", True, {"": 0.0}, stacks)
        reading = window.take(Evidence(number, number / 15, CameraState.READY, {"c4": cell}, 0.3))
    assert reading is not None
    assert reading.cells["c4"].best == ("", ("bear",))
    assert reading.cells["c4"].doubt(Look("", ("seal",))) == 2.0 - 1.5


@pytest.mark.parametrize("seconds", [1, 10])
def test_who_cannot_look_at_every_move_guesses_none(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """Out of budget: the judge waits, and asks later; with the usual one it is sure."""
    match = Match.begin(marso(), marso().setup(2, {}))
    match = match.add(Entry(EntryKind.CHANCE, text="open b1"))
    entry = Entry(EntryKind.MOVE, seat="south", text="play ur r")
    frames = carried_out(match, entry, 1).frames(15 * seconds)
    assert verdict_of(match, frames) == Played((entry,))
    monkeypatch.setattr("companion.referee.search.BUDGET", 10)
    late = Unclear((), (CellId("laid:south"),))
    assert verdict_of(match, frames) == (late if seconds > 4 else Waiting(Reason.SETTLING))


@pytest.mark.parametrize("name", ["marso", "arctica"])
@pytest.mark.parametrize("seed", range(3))
def test_an_act_that_names_cells_changes_one_of_them_if_any(name: str, seed: int) -> None:
    """Of this the search for illegal attempts makes use."""
    game = find_game(name)
    match = Match.begin(game, game.setup(2 + seed, {}))
    for number in range(5 * seed):
        match = match.add(successors(match)[number % len(successors(match))])
    cells = {zone.cell for zone in game.zones(match.setup)}
    for seat in map(Seat, range(2 + seed)):
        for move in game.attempts(match.state, seat):
            named = cells.intersection(word.rstrip("^") for word in game.format_move(move).split())
            handled = game.handled(match.state, seat, move)
            assert not (named and handled) or named & handled.keys(), game.format_move(move)
