"""The worked examples of the game, and that they leave no clause out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.rules.contract import ClauseKind, Over, Seat
from companion.rules.examples import begin_example, read_example, run_example, run_step
from companion.rules.northwest import game

FILES = sorted((Path(__file__).parent / "examples").glob("*.toml"))

PERMIT = ("round.1", "round.2", "round.3", "turn.5", "turn.6", "pass.1")
NEVER_BROKEN = {f"northwest/{short}" for short in PERMIT}
"""They only order or permit."""

TOLD = """
round.4 round.5 round.6 sun.5 sun.6 ice.1 ice.5 ice.6 ice.7 ice.8 ice.9 take.3 take.4 fresh.2 fresh.4
place.10 map.1 map.2 map.3 map.6 trans.8 explore.3 discover.3 zone.2 zone.3 pass.3 pass.5
passage.1 home.1 home.5 home.6 end.1 end.2 major.1 sets.1 loss.1 loss.2 win.1 win.2 win.3
"""
REPORTED = {f"northwest/{short}" for short in TOLD.split()}
"""What is told as such, mostly because hands have to do it; the other EFFECT and SCORE clauses show in
positions and points only."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_example(path: Path) -> None:
    assert [str(failure) for failure in run_example(path)] == []


def shown(path: Path) -> Iterator[tuple[str, str]]:
    """(clause, how) that the steps of an example show: ``kept`` stands for "some entry was accepted"."""
    data = read_example(path)
    match = begin_example(data)
    for step in data["step"]:
        trial, _ = run_step(match, step)
        match = trial.match
        yield from ((clause, "broken") for clause in step.get("breaks", []) if clause in trial.cited)
        yield from ((effect.clause, "reported") for effect in trial.effects)
        yield from reported_by_position(match)
        if ("move" in step or "outcome" in step) and "breaks" not in step:
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
    missing = []
    for clause in game.clauses:
        wanted = {"listed"}
        if clause.kind in (ClauseKind.MOVE, ClauseKind.TURN):
            wanted |= {"kept", "broken"} - ({"broken"} if clause.id in NEVER_BROKEN else set())
        elif clause.id in REPORTED:
            wanted |= {"reported"}
        missing += [(clause.id, how) for how in sorted(wanted) if (clause.id, how) not in listed]
    assert missing == []


def test_nothing_else_is_told() -> None:
    told = {clause for path in FILES for clause, how in shown(path) if how == "reported"}
    assert told == REPORTED
