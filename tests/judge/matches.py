"""Matches for the judge, played at random by the rules, and a judge that watches one."""

from __future__ import annotations

import random
from typing import Any

from companion.judge.judge import Judge
from companion.rules.contract import Decide, Seat
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.registry import find_game
from tests.judge.views import cells_of, first

GAMES = ("arctica", "atlantis", "marso", "northwest")
"""The games that a camera can follow by what changes on the board."""


def begun(name: str, seats: int = 2) -> Match[Any, Any, Any]:
    game = find_game(name)
    return Match.begin(game, game.setup(seats, {}))


def watching(match: Match[Any, Any, Any], electronic: frozenset[str] = frozenset()) -> Judge:
    judge = Judge(match, electronic)
    judge.see(match, first(cells_of(match.game, match.setup)))
    return judge


def due(match: Match[Any, Any, Any]) -> Seat:
    """Who acts."""
    pending = match.game.pending(match.state)
    assert isinstance(pending, Decide)
    return pending.seats[0]


def somewhere(name: str, seed: int, acts: int) -> Match[Any, Any, Any]:
    """A match after some random lawful acts, where somebody has to decide."""
    rng = random.Random(seed)
    match = begun(name)
    played = 0
    while not isinstance(pending := match.game.pending(match.state), Decide) or played < acts:
        played += isinstance(pending, Decide)
        if isinstance(pending, Decide):
            seat = pending.seats[0]
            move = rng.choice(match.game.legal_moves(match.state, seat))
            text = match.game.format_move(move)
            match = match.add(Entry(EntryKind.MOVE, seat=match.setup.seats[seat], text=text))
        else:
            outcome = rng.choice(match.game.outcomes(match.state))[0]
            match = match.add(Entry(EntryKind.CHANCE, text=match.game.format_outcome(outcome)))
    return match
