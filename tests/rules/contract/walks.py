"""Random play through the contract only."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.rules.contract import Chance, Decide, Over, Seat
from companion.rules.match import AnyMatch, Entry, EntryKind, Match
from companion.rules.registry import AnyGame, games

from .hooks import hooks_of

GAMES = tuple(games().values())


def seats_of(game: AnyGame, state: Any) -> list[Seat]:
    return [Seat(i) for i in range(len(game.setup_of(state).seats))]


def begin(game: AnyGame, which: int) -> AnyMatch:
    """A match of one of the game's set-ups."""
    setups = hooks_of(game.id).setups
    seats, options = setups[which % len(setups)]
    return Match.begin(game, game.setup(seats, options))


def random_entry(match: AnyMatch, chooser: Random) -> Entry | None:
    """Something that may happen now; None when the game is over."""
    game, state = match.game, match.state
    match game.pending(state):
        case Over():
            return None
        case Chance():
            outcome, _ = chooser.choice(game.outcomes(state))
            return Entry(EntryKind.CHANCE, text=game.format_outcome(outcome))
        case Decide(seats):
            able = [seat for seat in seats if game.legal_moves(state, seat)]
            assert able, f"nobody can move:\n{game.format_position(state)}"
            seat = chooser.choice(able)
            move = chooser.choice(game.legal_moves(state, seat))
            return Entry(EntryKind.MOVE, seat=match.setup.seats[seat], text=game.format_move(move))


def walk(game: AnyGame, which: int, seed: int, longest: int) -> AnyMatch:
    """A random match of at most that many entries."""
    match, chooser = begin(game, which), Random(seed)
    while len(match.entries) < longest:
        entry = random_entry(match, chooser)
        if entry is None:
            break
        match = match.add(entry)
    return match


def positions(game: AnyGame, *, walks: int, longest: int) -> Iterator[Any]:
    """The positions of several random matches over all set-ups, in order."""
    for seed in range(walks):
        match = walk(game, seed, seed, longest)
        yield match.start
        yield from (played.state for played in match.line)
