"""Whole games of random legal moves, several at a time, seen through noise and hands."""

from __future__ import annotations

import pytest

from companion.judge.verdicts import Played, Same, Unclear, Waiting
from companion.rules.registry import find_game
from tests.referee_judge.people import Party

DECK = frozenset({"beast-card"})


@pytest.mark.parametrize(
    ("seats", "seed", "electronic", "young"),
    [
        (2, 1, False, False),
        pytest.param(3, 2, True, False, marks=pytest.mark.soak),
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


@pytest.mark.parametrize("seed", [0, 1, pytest.param(2, marks=pytest.mark.soak)])
def test_a_game_with_thousands_of_stacks_a_cell_is_followed(seed: int) -> None:
    """Arctica: the camera lists the likeliest stacks of a cell only, of 2160."""
    party = Party(find_game("arctica"), 2 + seed, seed)
    party.play(20)
    assert party.stands()
    # the last entries may leave no trace (the end of a turn)
    assert len(party.truth.line) - len(party.seen.line) <= 2
    assert {type(verdict) for verdict in party.said} <= {Same, Waiting, Played}


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
