"""Explanations of one view on the way and when they are found, and how they are ranked. Values only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.judge.history import BARE, History, Odd, Table
from companion.judge.positions import Following, Looks
from companion.judge.slots import TIED, as_one
from companion.rules.contract import CellId
from companion.rules.match import Entry

T = TypeVar("T")

STEPS = 60
"""Acts that are carried out in thought at each depth of a search ..."""
WIDTH = 24
"""... and explanations of one history that are carried on after it ..."""
TIES = 200
"""... and as many more as are equally good: a card whose face nobody knows has a hundred."""


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A history on its way through one view. ``begin``: what lay there before; ``quiet``: acts without a
    trace since the last that left one; ``acts``: those that left one; ``spent``: priors so far; ``idle``: as
    long as nothing has happened, what that costs; ``spread``: how much of ``spent`` acts without a trace cost
    only because there are others like them, and draws because the machine has yet to draw or others are
    likelier; ``seen``: per cell what the view says for the change so far."""

    history: History
    begin: Table
    quiet: int
    spent: float
    seen: Mapping[CellId, float]
    acts: int = 0
    idle: float = 0.0
    spread: float = 0.0

    @property
    def score(self) -> float:
        return self.spent + self.idle + sum(self.seen.values())

    @property
    def unshown(self) -> frozenset[CellId]:
        """Cells that should look different by now and do not: a piece may only have stepped through."""
        return frozenset(cell for cell, nats in self.seen.items() if nats < 0)

    @property
    def against(self) -> float:
        """Nats that these cells say against the node, 0 or more."""
        return -sum(nats for nats in self.seen.values() if nats < 0)


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """A ``node`` that may grow: ``final``, its score if nothing more is found for it; ``peak``, the best
    score before it; ``through``: it grows only by acts that change what does not show."""

    peak: float
    final: float
    node: Node
    through: bool = False

    @property
    def down(self) -> float:
        """Nats by which the last act made it worse than it was, for all that can be told."""
        return self.peak - self.final - self.node.spread


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """A ``history`` after a view; ``node``: the same before its unexplained cells are taken in; ``before``:
    the weight that it had; the ``acts`` that were added; ``whole``: they leave nothing unexplained;
    ``detour``: what it costs that fewer would have done; ``late``: where hands have yet to come."""

    history: History
    node: Node
    before: float
    acts: tuple[Entry, ...]
    whole: bool
    detour: float = 0.0
    late: frozenset[CellId] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class NextAct:
    """An act or outcome that may come next on a ``way``, not carried out yet. ``value``: roughly the score
    after it; ``handled``: what hands change, None of an outcome, of which only its position tells; ``late``:
    cells to which hands have yet to come; ``less``: nats for the odds of an outcome."""

    value: float
    way: Way
    follows: Following
    handled: Looks | None
    late: frozenset[CellId] = frozenset()
    less: float = 0.0


def what_lies(node: Node) -> Any:
    """What a node leaves on the table, as a key; and where it laid one card on another of the same face."""
    table = node.history.table
    same = frozenset(cell for cell in node.seen if table.get(cell, BARE) == node.begin.get(cell, BARE))
    lies = frozenset(one for one in table.items() if one[1] != BARE)
    odd = frozenset(one for one in node.history.odd.items() if one[1] is not Odd.OWED)
    return lies, same, odd


def fewest_acts(nodes: Sequence[Node]) -> dict[Any, int]:
    """For everything that nodes leave on the table: how few acts with a trace it takes."""
    fewest: dict[Any, int] = {}
    for node in nodes:
        key = what_lies(node)
        fewest[key] = min(node.acts, fewest.get(key, node.acts))
    return fewest


def promising(steps: Iterable[NextAct]) -> list[NextAct]:
    """The steps of most value; equally good ones are all kept."""
    return _first(sorted(((step.value, step) for step in steps), key=_value, reverse=True), STEPS)


def likeliest(ways: Iterable[Way], value: Callable[[Way], float]) -> list[Way]:
    """The ways of most ``value``, one of those that come to the same position and table; equally good ones
    are all kept."""
    best: dict[Any, tuple[float, Way]] = {}
    for way in ways:
        key, worth = way.node.history.key, value(way)
        if key not in best or worth > best[key][0]:
            best[key] = (worth, way)
    return _first(sorted(best.values(), key=_value, reverse=True), WIDTH)


def _first(ranked: Sequence[tuple[float, T]], most: int) -> list[T]:
    """The first so many, and those that are as good as the last of them."""
    least = ranked[most - 1][0] - TIED if len(ranked) >= most else float("-inf")
    return [one for value, one in ranked[: most + TIES] if value >= least]


def _value(ranked: tuple[float, Any]) -> float:
    return ranked[0]


def grouped(before: History, found: list[Explanation]) -> list[Explanation]:
    """Explanations, best first; those that differ in nothing but one entry whose face nobody knows become
    one."""
    ranked = sorted(found, key=lambda one: -one.history.weight)
    groups: dict[Any, list[Explanation]] = {}
    for one in ranked:
        history = one.history
        cells = frozenset(c for c, look in history.table.items() if before.table.get(c, BARE) != look)
        verbs = tuple((act.kind, act.seat, act.verb) for act in one.acts)
        groups.setdefault((cells, verbs, frozenset(history.odd), history.tried), []).append(one)
    result: list[Explanation] = []
    for group in groups.values():
        first, count = as_one([one.history for one in group])
        result += [replace(group[0], history=first), *group[count:]]
    return sorted(result, key=lambda one: -one.history.weight)
