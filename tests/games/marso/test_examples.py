"""The worked examples of the game, and that they leave no clause out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.marso import game
from companion.rules.contract import ClauseKind, Over, Seat
from companion.rules.examples import begin_example, read_example, run_example, run_step

FILES = sorted((Path(__file__).parents[3] / "companion" / "games" / "marso" / "examples").glob("*.toml"))

REPORTED = {
    *(
        "marso/" + clause
        for clause in ("turn.7", "turn.8", "card.7", "card.8", "walk.5", "portal.4", "portal.6")
    ),
    *(
        "marso/" + clause
        for clause in ("still.1", "dart.4", "beasts.11", "beasts.13", "deck.2", "young.1", "match.2")
    ),
    *("marso/" + clause for clause in ("score.1", "score.2", "score.3", "score.4")),
    *("marso/" + clause for clause in ("end.1", "end.5", "end.6", "match.1")),
}
"""What follows by itself and is told as such; the other EFFECT and END clauses only show in positions."""


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
            wanted |= {"kept", "broken"}
        elif clause.id in REPORTED:
            wanted |= {"reported"}
        missing += [(clause.id, how) for how in sorted(wanted) if (clause.id, how) not in listed]
    assert missing == []
