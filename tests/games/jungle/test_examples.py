"""The worked examples of the game, and that they leave no clause out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.jungle import game
from companion.rules.contract import ClauseKind, Over, Seat
from companion.rules.examples import begin_example, read_example, run_example, run_step

FILES = sorted((Path(__file__).parents[3] / "companion" / "games" / "jungle" / "examples").glob("*.toml"))

NEVER_BROKEN = {f"jungle/{short}" for short in ("turn.5", "turn.6", "out.5", "hands.3", "situ.3")}
"""Conduct that no position can show broken; an order told by turn.1; a choice that the phase offers."""

REPORTED = """
duel.1 duel.2 duel.4 duel.5 duel.6 duel.7 duel.9 grab.1 grab.2 grab.3 grab.4 fall.1 fall.2 fall.3 tie.4
take.1 take.3 take.4 out.1 in.1 in.2 in.3 in.4 col.1 col.2 col.3 col.4 col.5
situ.1 situ.4 situ.5 situ.6 situ.8 last.1 last.2 last.3 last.4 last.5 last.7 end.1 end.3 end.4
trio.3 hands.4 hands.6 hands.7 hands.8 hands.9 hands.10
"""
"""What is told as such. Matches are told with the grab, not with the card (seeing them is the game), so what
makes or hides a match only shows in positions, and so does what does not happen."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_example(path: Path) -> None:
    assert [str(failure) for failure in run_example(path)] == []


def shown(path: Path) -> Iterator[tuple[str, str]]:
    """(clause, how) that the steps of an example show: ``kept`` stands for "something was accepted"."""
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
    reported = {f"jungle/{short}" for short in REPORTED.split()}
    missing = []
    for clause in game.clauses:
        if clause.id.startswith("jungle/verdict."):
            continue  # tests/games/jungle/referee
        wanted = {"listed"}
        if clause.kind in (ClauseKind.MOVE, ClauseKind.TURN):
            wanted |= {"kept", "broken"} - ({"broken"} if clause.id in NEVER_BROKEN else set())
        elif clause.id in reported:
            wanted |= {"reported"}
        missing += [(clause.id, how) for how in sorted(wanted) if (clause.id, how) not in listed]
    assert missing == []


def test_nothing_else_is_told() -> None:
    told = {clause for path in FILES for clause, how in shown(path) if how == "reported"}
    assert told == {f"jungle/{short}" for short in REPORTED.split()}
