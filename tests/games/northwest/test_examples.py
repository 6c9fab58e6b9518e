"""The worked examples of the game, and that they leave no clause out."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.northwest import game
from companion.rules.examples import run_example
from tests.rules.coverage import missing, shown

FILES = sorted((Path(__file__).parents[3] / "companion" / "games" / "northwest" / "examples").glob("*.toml"))


def ids(short: str) -> set[str]:
    return {f"northwest/{word}" for word in short.split()}


NEVER_BROKEN = ids("round.1 round.2 round.3 turn.5 turn.6 pass.1")
"""They only order or permit."""

TOLD = ids(
    "round.4 round.5 round.6 sun.5 sun.6 ice.1 ice.5 ice.6 ice.7 ice.8 ice.9 take.3 take.4 fresh.2 fresh.4"
    " place.10 map.1 map.2 map.3 map.6 trans.8 explore.3 discover.3 zone.2 zone.3 pass.3 pass.5"
    " passage.1 home.1 home.5 home.6 end.1 end.2 major.1 sets.1 loss.1 loss.2 win.1 win.2 win.3"
)
"""What is told as such, mostly because hands have to do it; the other EFFECT and SCORE clauses show in
positions and points only."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_example(path: Path) -> None:
    assert [str(failure) for failure in run_example(path)] == []


def test_every_clause_has_its_example() -> None:
    assert missing(game, FILES, TOLD, NEVER_BROKEN) == []


def test_nothing_else_is_told() -> None:
    assert {clause for path in FILES for clause, how in shown(path) if how == "told"} == TOLD
