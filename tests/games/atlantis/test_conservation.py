"""Nothing appears or disappears unless a rule says so, entry by entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from companion.games.atlantis import game
from companion.games.atlantis.state import State
from companion.rules.match import parse_match

from .hooks import conserved

FILES = sorted((Path(__file__).parents[2] / "golden" / "atlantis").glob("*.match"))

LOSE_EXPLORERS = {
    "wet.8",
    "boat.7",
    "serpent.2",
    "serpent.3",
    "shark.3",
    "whale.3",
    "green.2",
    "green.6",
    "end.2",
}
LOSE_BOATS = {"boat.6", "boat.8", "serpent.2", "whale.3", "green.6"}
LOSE_CREATURES = {"defend.5", "green.6"}


def explorers(state: State) -> int:
    return sum(state.reserve) + sum(map(sum, (*state.outside(), *state.safe)))


def boats(state: State) -> int:
    return len(state.boats) + sum(state.to_launch)


def creatures(state: State) -> Counter[int]:
    return Counter({kind: len(cells) for kind, cells in enumerate(state.creatures)})


def clauses(effects: Iterable[object]) -> set[str]:
    return {str(getattr(effect, "clause", "")).removeprefix("atlantis/") for effect in effects}


def lost_by_name(effects: Iterable[object]) -> int:
    """Explorers whom the effects of losing name; whirlpool and the end of the game name only cells."""
    number = 0
    for effect in effects:
        if clauses([effect]) & {"wet.8", "serpent.2", "serpent.3", "shark.3", "green.2"}:
            words = dict(getattr(effect, "facts", ())).get("explorers", "").replace(",", "").split()
            number += sum(map(int, words[1::2]))
    return number


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_change_has_its_clause(path: Path) -> None:
    match = parse_match(path.read_text(encoding="utf-8"), game)
    before = match.start
    assert isinstance(before, State)
    whole = conserved(before)
    for played in match.line:
        state = played.state
        assert isinstance(state, State)
        told = clauses(played.effects)
        assert conserved(state) == whole
        fewer = explorers(before) - explorers(state)
        assert fewer >= 0
        assert fewer == 0 or told & LOSE_EXPLORERS
        if not told & {"green.6", "end.2", "boat.7", "whale.3"}:
            assert fewer == lost_by_name(played.effects)
        appeared = "green.4" in told
        assert boats(state) <= boats(before) + appeared
        assert boats(state) == boats(before) + appeared or told & LOSE_BOATS
        came = Counter({1: "green.2" in told, 2: "green.3" in told})
        gone = creatures(before) + came - creatures(state)
        assert not creatures(state) - creatures(before) - came
        assert not gone or told & LOSE_CREATURES
        before = state


def test_everybody_is_there_at_the_start() -> None:
    for seats, colours in ((2, 1), (3, 1), (4, 1), (2, 2)):
        state = game.initial(game.setup(seats, {"colours": colours}))
        assert explorers(state) == 10 * seats * colours
        assert boats(state) == 2 * seats
        assert creatures(state) == Counter({0: 5})
        assert sum(state.supply) == 12 - 2 * seats + 6 + 5
