"""Whole games of random legal moves, several at a time, seen through noise and hands."""

from __future__ import annotations

import pytest

from companion.referee.verdicts import Played, Same, Unclear, Waiting
from companion.rules.registry import find_game
from tests.referee_judge.people import Party

DECK = frozenset({"beast-card"})


@pytest.mark.parametrize(
    ("seats", "seed", "electronic", "young"),
    [
        (2, 1, False, False),
        (3, 2, True, False),
        (4, 3, True, False),
        (2, 4, True, True),
        (4, 5, False, False),
    ],
)
def test_a_game_is_followed_without_a_word(seats: int, seed: int, electronic: bool, young: bool) -> None:
    party = Party(
        find_game("marso"),
        seats,
        seed,
        electronic=DECK if electronic else frozenset(),
        options={"young": young},
    )
    party.play(60)
    assert party.agrees()
    # the last moves may look alike still (a skate), or leave no trace (a beast that cannot get away)
    assert len(party.truth.line) - len(party.seen.line) <= 3
    assert {type(verdict) for verdict in party.said} <= {Same, Waiting, Played, Unclear}
    # two beasts that push each other there and back in one go cannot be seen, so it is asked
    assert party.answered <= 1
    assert bool(party.answered) == any(isinstance(verdict, Unclear) for verdict in party.said)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(40))
def test_many_games_are_followed_to_their_end(seed: int) -> None:
    party = Party(
        find_game("marso"), 2 + seed % 3, seed, electronic=DECK if seed % 2 else frozenset(), noise=1.5
    )
    party.play(500)
    assert party.agrees()
    assert len(party.truth.line) - len(party.seen.line) <= 3
    assert {type(verdict) for verdict in party.said} <= {Same, Waiting, Played, Unclear}
    # two beasts that push each other there and back in one go cannot be seen, so it is asked
    assert party.answered <= 1
    assert bool(party.answered) == any(isinstance(verdict, Unclear) for verdict in party.said)
