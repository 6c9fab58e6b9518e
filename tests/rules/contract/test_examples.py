"""The worked examples of every game: that they hold, and that they leave no clause out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from companion.rules.contract import ClauseKind, Over, Seat
from companion.rules.examples import begin_example, read_example, run_example, run_step
from companion.rules.match import AnyMatch
from companion.rules.registry import find_game, package_of
from tests.ours import OURS

from .hooks import Examples, hooks_of

every_game = pytest.mark.parametrize("game_id", OURS)


@cache
def examples(game_id: str) -> list[Path]:
    return sorted((Path(str(files(package_of(game_id)))) / "examples").glob("*.toml"))


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


def _told_by_position(match: AnyMatch) -> Iterator[tuple[str, str]]:
    for seat in range(len(match.setup.seats)):
        yield from ((line.clause, "told") for line in match.game.score(match.state, Seat(seat)))
    pending = match.game.pending(match.state)
    if isinstance(pending, Over):
        yield pending.clause, "told"


def wanted(kind: ClauseKind, short: str, known: Examples) -> set[str]:
    """How examples have to show a clause of that kind."""
    if kind in (ClauseKind.MOVE, ClauseKind.TURN):
        return {"listed", "kept"} | ({"broken"} if short not in known.never_broken.split() else set())
    return {"listed"} | ({"told"} if short in known.told.split() else set())


@pytest.mark.parametrize(
    "path",
    [path for game_id in OURS for path in examples(game_id)],
    ids=lambda path: f"{path.parts[-3]}-{path.stem}",
)
def test_an_example_holds(path: Path) -> None:
    assert [str(failure) for failure in run_example(path)] == []


@every_game
def test_every_clause_has_its_example_and_nothing_else_is_told(game_id: str) -> None:
    known, listed, told = hooks_of(game_id).examples, set(), set()
    for path in examples(game_id):
        claimed, seen = set(read_example(path)["clauses"]), set(shown(path))
        listed |= {(clause, how) for clause, how in seen if clause in claimed}
        listed |= {(clause, "listed") for clause in claimed}
        told |= {clause for clause, how in seen if how == "told"}
    assert told == {f"{game_id}/{short}" for short in known.told.split()}
    for clause in find_game(game_id).clauses:
        short = clause.id.partition("/")[2]
        if not short.startswith(known.elsewhere):
            assert {
                how for how in wanted(clause.kind, short, known) if (clause.id, how) not in listed
            } == set(), short
