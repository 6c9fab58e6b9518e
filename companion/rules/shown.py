"""A clause shown on a position: the worked examples that come with a game, in its folder ``examples``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from companion.rules.contract import Breach, CellId, ClauseId, Effect, IllegalMoveError, RulesError
from companion.rules.examples import begin_example, read_example
from companion.rules.match import AnyMatch, Entry, EntryKind
from companion.rules.registry import package_of

FOLDER = "examples"


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One step of an example. ``before``: the match until then; ``entry``: what is done; ``breaches``: why it
    is refused, () when it is accepted; ``effects``: what followed; ``after``: the match then."""

    before: AnyMatch
    entry: Entry
    breaches: tuple[Breach, ...]
    effects: tuple[Effect, ...]
    after: AnyMatch

    @property
    def clauses(self) -> frozenset[ClauseId]:
        """Those that are told in it."""
        broken = frozenset(breach.clause for breach in self.breaches)
        return broken | {effect.clause for effect in self.effects}

    @property
    def cells(self) -> frozenset[CellId]:
        """Those that are spoken of."""
        broken = frozenset(cell for breach in self.breaches for cell in breach.cells)
        return broken | {cell for effect in self.effects for cell in effect.cells}


def steps_of(data: Mapping[str, Any]) -> Iterator[ShownStep]:
    """The moves and outcomes of an example, as they come. Raises RulesError for one that does not hold."""
    match = begin_example(data)
    for step in data["step"]:
        if "move" in step:
            entry = Entry(EntryKind.MOVE, seat=step["seat"], text=step["move"])
        elif "outcome" in step:
            entry = Entry(EntryKind.CHANCE, text=step["outcome"])
        else:
            continue
        try:
            after = match.add(entry)
        except IllegalMoveError as error:
            yield ShownStep(match, entry, error.breaches, (), match)
            continue
        yield ShownStep(match, entry, (), after.line[-1].effects, after)
        match = after


def example_of(clause: ClauseId) -> ShownStep | None:
    """The step that shows a clause best: one that it refuses, else one from which it follows, else the last
    of an example about it. None for a game without examples."""
    best: tuple[int, ShownStep] | None = None
    for path in _about(clause.partition("/")[0]).get(clause, ()):
        try:
            for shown in steps_of(read_example(path)):
                worth = 2 * any(breach.clause == clause for breach in shown.breaches) + (
                    clause in shown.clauses
                )
                if best is None or worth >= best[0]:
                    best = (worth, shown)
                if worth == 3:
                    return shown
        except RulesError:  # an owner's edition may have taken the ground from under it
            continue
    return best[1] if best is not None else None


@lru_cache(maxsize=16)
def _about(game: str) -> Mapping[str, tuple[Path, ...]]:
    """The examples about each clause."""
    folder = Path(str(files(package_of(game)))) / FOLDER
    found: dict[str, tuple[Path, ...]] = {}
    for path in sorted(folder.glob("*.toml")):
        data = read_example(path)
        if "step" in data:
            for clause in data.get("clauses", ()):
                found[clause] = (*found.get(clause, ()), path)
    return found
