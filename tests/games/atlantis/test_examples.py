"""The worked examples of the game, and that they leave no clause out."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.atlantis import game
from companion.rules.examples import run_example
from tests.rules.coverage import missing, shown

FILES = sorted((Path(__file__).parents[3] / "companion" / "games" / "atlantis" / "examples").glob("*.toml"))


def ids(short: str) -> set[str]:
    return {f"atlantis/{word}" for word in short.split()}


NEVER_BROKEN = ids("secret.2 play.5 step.2 boat.2 die.1 die.2 defend.6 two.3")
"""They allow something, or say what is outside the position; what contradicts die.1 breaks turn.2."""

TOLD = ids(
    "play.4 wet.8 boat.6 boat.7 boat.8 take.5 green.1 green.2 green.3 green.4 green.6 red.1 die.4"
    " serpent.2 serpent.3 shark.3 whale.3 defend.5 end.1 end.2 end.3 end.4 end.5"
    " score.1 score.3 score.4 score.5"
)
"""What is told as such, mostly because hands have to do it; other EFFECT clauses show in positions only."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_example(path: Path) -> None:
    assert [str(failure) for failure in run_example(path)] == []


def test_every_clause_has_its_example() -> None:
    assert missing(game, FILES, TOLD, NEVER_BROKEN) == []


def test_nothing_else_is_told() -> None:
    assert {clause for path in FILES for clause, how in shown(path) if how == "told"} == TOLD
