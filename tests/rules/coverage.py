"""What the worked examples of a game show: which clauses are kept, broken and told."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from companion.rules.contract import ClauseKind, Over, Seat
from companion.rules.examples import begin_example, read_example, run_step
from companion.rules.registry import AnyGame


def shown(path: Path) -> Iterator[tuple[str, str]]:
    """(clause, how) that the steps of an example show: ``broken``, ``told`` (as an effect, points or the end)
    or ``kept``, which stands for "some move or outcome was accepted"."""
    data = read_example(path)
    match = begin_example(data)
    for step in data["step"]:
        trial, _ = run_step(match, step)
        match = trial.match
        yield from ((clause, "broken") for clause in step.get("breaks", []) if clause in trial.cited)
        yield from ((effect.clause, "told") for effect in trial.effects)
        yield from _told_by_position(match)
        if ("move" in step or "outcome" in step) and "breaks" not in step:
            yield from ((clause, "kept") for clause in data["clauses"])


def _told_by_position(match: Any) -> Iterator[tuple[str, str]]:
    for seat in range(len(match.setup.seats)):
        yield from ((line.clause, "told") for line in match.game.score(match.state, Seat(seat)))
    pending = match.game.pending(match.state)
    if isinstance(pending, Over):
        yield pending.clause, "told"


def missing(
    game: AnyGame, files: Collection[Path], told: Collection[str], never_broken: Collection[str]
) -> list[tuple[str, str]]:
    """(clause, how) that no example shows although its kind, or ``told``, asks for it."""
    listed: set[tuple[str, str]] = set()
    for path in files:
        claimed = set(read_example(path)["clauses"])
        listed |= {(clause, how) for clause, how in shown(path) if clause in claimed}
        listed |= {(clause, "listed") for clause in claimed}
    lacking: list[tuple[str, str]] = []
    for clause in game.clauses:
        wanted = {"listed"}
        if clause.kind in (ClauseKind.MOVE, ClauseKind.TURN):
            wanted |= {"kept"} | ({"broken"} if clause.id not in never_broken else set())
        elif clause.id in told:
            wanted |= {"told"}
        lacking += [(clause.id, how) for how in sorted(wanted) if (clause.id, how) not in listed]
    return lacking
