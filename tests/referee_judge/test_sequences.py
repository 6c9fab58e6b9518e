"""Random acts, legal and illegal, some in one go, shown by a noisy camera: what is *played* is true.

What is legal and what hands do comes from the rules; the truth never passes through the judge.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from companion.judge.verdicts import Played, Verdict
from companion.referee.ground import begin
from companion.referee.judge import judge
from companion.rules.contract import CellId, Certainty, Look, Seat
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.registry import find_game
from tests.referee_judge.people import SHOWN
from tests.referee_judge.table import LabelTable
from tests.referee_judge.test_properties import read, successors

AnyMatch = Match[Any, Any, Any]
Looks = Mapping[CellId, Look]
CHECKS = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
both_games = pytest.mark.parametrize("name", ["marso", "arctica"])
numbers = st.integers(0, 10**6)


def walk(match: AnyMatch, steps: int, data: st.DataObject) -> AnyMatch:
    """The match after so many random legal entries more, or as many as there are."""
    for _ in range(steps):
        choices = successors(match)
        if choices:
            match = match.add(choices[data.draw(numbers) % len(choices)])
    return match


def position(name: str, data: st.DataObject) -> AnyMatch:
    game = find_game(name)
    match = Match.begin(game, game.setup(data.draw(st.integers(2, 4)), {}))
    return walk(match, data.draw(st.integers(0, 30)), data)


def by_hand(match: AnyMatch, entry: Entry) -> Looks:
    if entry.kind is EntryKind.CHANCE:
        return {}
    seat = Seat(match.setup.seats.index(entry.seat))
    return match.game.handled(match.state, seat, match.game.parse_move(entry.text))


def show(match: AnyMatch, data: st.DataObject) -> LabelTable:
    table = LabelTable(
        match.game, match.setup, data.draw(numbers), noise=data.draw(st.sampled_from([0.0, 2.0]))
    )
    table.lay_all(match.game.looks(match.state))
    return table


def verdict_on(table: LabelTable, match: AnyMatch) -> Verdict:
    """``match``: as far as the referee knows it."""
    return judge(match, read(table.frames(8)), replace(begin(match, frozenset()), owed={}))


def shows(table: LabelTable, looks: Looks) -> bool:
    """Whether the table looks like this in every cell where that means anything."""
    return all(
        table.shown[cell] == (look.base, look.pieces)
        for cell, look in ((cell, looks.get(cell, Look())) for cell in table.zones)
        if look.certainty is Certainty.SEEN
    )


def together(match: AnyMatch, table: LabelTable, data: st.DataObject) -> list[AnyMatch]:
    """Carry out one to three legal acts in one go; the match after each. What another act would cover (a card
    on a pile, what follows by itself) is left for everybody to see."""
    after: list[AnyMatch] = []
    for _ in range(data.draw(st.integers(1, 3))):
        choices = successors(match)
        if not choices:
            break
        entry = choices[data.draw(numbers) % len(choices)]
        table.lay(by_hand(match, entry))
        match = match.add(entry)
        after.append(match)
        if match.line[-1].effects or entry.text.startswith(SHOWN[match.game.id]):
            break
    if after:
        table.clear_up([e for m in after for e in m.line[-1].effects], match.game.looks(match.state))
        if after[-1].line[-1].entry.kind is EntryKind.CHANCE:
            table.lay_all(match.game.looks(match.state))
    return after


@both_games
@CHECKS
@given(st.data())
def test_of_legal_acts_only_true_ones_are_played(name: str, data: st.DataObject) -> None:
    match = position(name, data)
    table = show(match, data)
    truth = together(match, table, data)
    verdict = verdict_on(table, match)
    if isinstance(verdict, Played):
        said = match
        for entry in verdict.entries:
            said = said.add(entry)
        # a shorter story that looks the same in every cell cannot be told from the truth; of two as long as
        # each other none may be played
        alike = len(verdict.entries) < len(truth) and shows(table, match.game.looks(said.state))
        assert alike or said.state in [each.state for each in truth]


@both_games
@CHECKS
@given(st.data())
def test_an_illegal_act_is_never_played(name: str, data: st.DataObject) -> None:
    match = position(name, data)
    game = match.game
    table = show(match, data)
    truth = together(match, table, data) if data.draw(st.booleans()) else []
    now = truth[-1] if truth else match
    seat = Seat(data.draw(st.integers(0, len(match.setup.seats) - 1)))
    attempts = tuple(game.attempts(now.state, seat))
    move = attempts[data.draw(numbers) % len(attempts)]
    handled = game.handled(now.state, seat, move)
    assume(handled and game.why_illegal(now.state, seat, move))
    table.lay(handled)
    verdict = verdict_on(table, match)
    if isinstance(verdict, Played):
        said = match
        for entry in verdict.entries:
            said = said.add(entry)
        # what somebody may do looks the same, or the legal part alone was taken in
        assert shows(table, game.looks(said.state)) or said.state in [each.state for each in truth]
