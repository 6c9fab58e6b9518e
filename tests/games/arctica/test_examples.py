"""The worked examples of the game, and that they leave no clause out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.arctica import game
from companion.rules.contract import ClauseKind, Over, Seat
from companion.rules.examples import begin_example, read_example, run_example, run_step

FILES = sorted((Path(__file__).parents[3] / "companion" / "games" / "arctica" / "examples").glob("*.toml"))

NEVER_BROKEN = "arctica/turn.12"
"""It excuses from turn.2 and forbids nothing."""

REPORTED = """
expert.7 expert.12 turn.7 turn.8 turn.10 card.4 drift.7 push.4 carry.3 melt.3 melt.4
capture.1 capture.2 capture.3 capture.4 capture.5 return.4 return.7
defence.1 defence.4 defence.5 defence.7 defence.10
score.1 score.2 score.3 score.4 end.1 end.2 end.4 end.5 end.6
"""
"""What is told as such, mostly because hands have to do it; other EFFECT clauses show in positions only."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_example(path: Path) -> None:
    assert [str(failure) for failure in run_example(path)] == []


def shown(path: Path) -> Iterator[tuple[str, str]]:
    """(clause, how) that the steps of an example show: ``kept`` stands for "some move was accepted"."""
    data = read_example(path)
    match = begin_example(data)
    for step in data["step"]:
        trial, _ = run_step(match, step)
        match = trial.match
        yield from ((clause, "broken") for clause in step.get("breaks", []) if clause in trial.cited)
        yield from ((effect.clause, "reported") for effect in trial.effects)
        yield from reported_by_position(match)
        if "move" in step and "breaks" not in step:
            yield from ((clause, "kept") for clause in data["clauses"])


def reported_by_position(match: Any) -> Iterator[tuple[str, str]]:
    for seat in range(len(match.setup.seats)):
        yield from ((line.clause, "reported") for line in game.score(match.state, Seat(seat)))
    pending = game.pending(match.state)
    if isinstance(pending, Over):
        yield pending.clause, "reported"


def test_every_clause_has_its_example() -> None:
    listed: set[tuple[str, str]] = set()
    for path in FILES:
        claimed = set(read_example(path)["clauses"])
        listed |= {(clause, how) for clause, how in shown(path) if clause in claimed}
        listed |= {(clause, "listed") for clause in claimed}
    reported = {f"arctica/{short}" for short in REPORTED.split()}
    missing = []
    for clause in game.clauses:
        wanted = {"listed"}
        if clause.kind in (ClauseKind.MOVE, ClauseKind.TURN):
            wanted |= {"kept", "broken"} - ({"broken"} if clause.id == NEVER_BROKEN else set())
        elif clause.id in reported:
            wanted |= {"reported"}
        missing += [(clause.id, how) for how in sorted(wanted) if (clause.id, how) not in listed]
    assert missing == []


def test_nothing_else_is_told() -> None:
    told = {clause for path in FILES for clause, how in shown(path) if how == "reported"}
    assert told == {f"arctica/{short}" for short in REPORTED.split()}
