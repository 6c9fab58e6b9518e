"""Legal moves against all that can be written, figures that are not there included."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.games.arctica import game
from companion.games.arctica.moves import Move
from companion.games.arctica.state import State
from companion.games.arctica.words import IGLOO, KINDS
from companion.rules.contract import Seat

from .play import SETUPS, moments

ABSENT = {"arctica/move.1", "arctica/attack.1"}


def every_pair(state: State) -> Iterator[Move]:
    """All moves, displacements and attacks of the board: five kinds, every spot to every spot."""
    spots = range(2 * len(state.ice))
    for start in spots:
        for end in spots:
            for kind in range(len(KINDS)):
                yield Move("move", kind, start, end)
                yield Move("displace", kind, start, end)
                for prey in (*range(len(KINDS)), IGLOO):
                    yield Move("attack", kind, start, end, prey=prey)


def check(state: State, seat: Seat, move: Move, legal: set[Move]) -> None:
    breaches = game.why_illegal(state, seat, move)
    assert (move in legal) == (not breaches), (game.format_move(move), game.format_position(state))


@pytest.mark.parametrize("which", range(len(SETUPS)))
def test_random_pairs_of_spots(which: int) -> None:
    chooser = Random(which)
    for number, (state, seat, _) in enumerate(moments(which, which + 40)):
        if number % 12 == 0:
            legal = set(game.legal_moves(state, seat))
            spots = 2 * len(state.ice)
            for _ in range(400):
                kind, start, end = chooser.randrange(5), chooser.randrange(spots), chooser.randrange(spots)
                check(state, seat, Move(chooser.choice(("move", "displace")), kind, start, end), legal)
                prey = chooser.choice((*range(5), IGLOO))
                check(state, seat, Move("attack", kind, start, end, prey=prey), legal)


@pytest.mark.parametrize("which", range(len(SETUPS)))
def test_attempts_of_trouble_seeking_play(which: int) -> None:
    """The shared tests walk at random and seldom come to a hunt or a flight; these games do."""
    seen: set[str] = set()
    for number, (state, seat, _) in enumerate(moments(which, which + 80)):
        if state.phase.name not in seen or number % 40 == 0:
            seen.add(state.phase.name)
            legal = set(game.legal_moves(state, seat))
            attempts = set(game.attempts(state, seat))
            assert legal <= attempts
            for move in attempts:
                check(state, seat, move, legal)


@pytest.mark.soak
@pytest.mark.parametrize("which", range(len(SETUPS)))
def test_every_pair_of_spots(which: int) -> None:
    for number, (state, seat, _) in enumerate(moments(which, which)):
        if number % 25 == 3:
            legal = set(game.legal_moves(state, seat))
            for move in every_pair(state):
                check(state, seat, move, legal)


def test_who_is_not_there_is_told_alone() -> None:
    state = game.initial(game.setup(2, {}))
    for text in ("move bear e5 e6", "attack bear e5 cod e6", "attack bear e9^ cod e5"):
        cited = {breach.clause for breach in game.why_illegal(state, Seat(0), game.parse_move(text))}
        assert len(cited) == 1
        assert cited <= ABSENT
