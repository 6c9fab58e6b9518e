"""Explanations of one view, while they are searched for and when they are found, and their ranking. Values
only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.judge.history import BARE, Contents, History, Mismatch
from companion.judge.positions import Following, Looks
from companion.judge.revision import TIED, as_one
from companion.judge.tuning import whole
from companion.rules.contract import CellId
from companion.rules.match import Entry, EntryKind

T = TypeVar("T")

STEPS = whole("explanation.steps")
"""So many acts are carried out in thought at each depth of a search."""
WIDTH = whole("explanation.width")
"""So many explanations of one history are carried on from one depth to the next."""
STEP = whole("explanation.step")
"""So many moves in one view are told without a question even if not each of them can be seen."""
TIES = whole("explanation.ties")
"""At most so many more are kept if they are as good as the last: a card whose face nobody knows has a
hundred."""


@dataclass(frozen=True, slots=True)
class Trace:
    """The ``cells`` in which an act can be seen. ``others``: ln of how many acts of its kind were lawful."""

    cells: frozenset[CellId]
    others: float


def surplus(traces: Sequence[Trace], seen: Mapping[CellId, float], pending: Set[CellId]) -> float:
    """ln of how many ways there are to do the acts that explain nothing of their own: other acts have changed
    the same cells, or hands had to do something in them anyway (``pending``). Each way is as likely as the
    others, as for acts without a trace."""
    needed, nats = list(traces), 0.0
    for trace in sorted(traces, key=lambda one: -one.others):
        rest = [one for one in needed if one is not trace]
        elsewhere = {cell for one in rest for cell in one.cells if cell in seen}
        if trace.cells <= elsewhere | pending:
            needed, nats = rest, nats + trace.others
    return nats


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A history while a view is being explained. ``begin``: what lay there before the view; ``seen``: for
    each cell, what the view says for the change so far, in nats; ``acts``: how many acts left a trace;
    ``quiet``: how many acts without a trace came after the last of those; ``spent``: the priors so far;
    ``idle``: the cost of a hand that did nothing, as long as no act is found; ``branching_cost``: the part of
    ``spent`` that an act cost only because others are equally possible (acts without a trace, or draws), or
    because a machine has yet to draw; ``traces``: what the acts have left; ``pending``: where hands had yet
    to do what follows from earlier acts."""

    history: History
    begin: Contents
    quiet: int
    spent: float
    seen: Mapping[CellId, float]
    acts: int = 0
    idle: float = 0.0
    branching_cost: float = 0.0
    traces: tuple[Trace, ...] = ()
    pending: frozenset[CellId] = frozenset()

    @property
    def score(self) -> float:
        return self.spent + self.idle + sum(self.seen.values())

    @property
    def unshown(self) -> frozenset[CellId]:
        """Cells that should look different by now and do not. A piece may only have stepped through them."""
        return frozenset(cell for cell, nats in self.seen.items() if nats < 0)

    @property
    def against(self) -> float:
        """Nats by which these cells speak against the node, 0 or more."""
        return -sum(nats for nats in self.seen.values() if nats < 0)


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """A node that may grow. ``final``: its score if nothing more is found for it; ``peak``: the best score
    before it; ``through``: only acts that change the cells of :attr:`Node.unshown` may follow."""

    peak: float
    final: float
    node: Node
    through: bool = False

    @property
    def down(self) -> float:
        """Nats by which the last act made the score worse, the ``branching_cost`` aside."""
        return self.peak - self.final - self.node.branching_cost


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """A ``history`` after a view. ``node``: the same before its unexplained cells were taken in; ``before``:
    its weight before the view; ``acts``: the acts that were added; ``whole``: whether they leave nothing
    unexplained; ``detour``: what it costs that fewer acts would have done; ``late``: the cells to which hands
    have yet to come."""

    history: History
    node: Node
    before: float
    acts: tuple[Entry, ...]
    whole: bool
    detour: float = 0.0
    deferred: frozenset[CellId] = frozenset()

    @property
    def leaps(self) -> bool:
        """Whether more than two moves were added and some of them left no trace of their own."""
        moves = sum(act.kind is EntryKind.MOVE for act in self.acts)
        return moves > STEP and len(self.node.traces) < moves


@dataclass(frozen=True, slots=True, eq=False)
class NextAct:
    """An act or outcome that may come next on a ``way`` and is not carried out yet. ``value``: roughly the
    score after it; ``handled``: what hands change, None for an outcome (its position tells that); ``late``:
    cells to which hands have yet to come; ``less``: nats for the odds of an outcome against the likeliest;
    ``silent``: those of the likeliest, which count as well where no trace is left. ``shows``: whether it
    would leave a trace, or is an outcome."""

    value: float
    way: Way
    follows: Following
    handled: Looks | None
    deferred: frozenset[CellId] = frozenset()
    less: float = 0.0
    silent: float = 0.0
    shows: bool = True


def what_lies(node: Node) -> Any:
    """What a node leaves on the table, as a key. It includes the cells where a card came onto one of the same
    face."""
    table = node.history.table
    same = frozenset(cell for cell in node.seen if table.get(cell, BARE) == node.begin.get(cell, BARE))
    lies = frozenset(one for one in table.items() if one[1] != BARE)
    mismatches = frozenset(one for one in node.history.mismatches.items() if one[1] is not Mismatch.PENDING)
    return lies, same, mismatches


def fewest_acts(nodes: Sequence[Node]) -> dict[Any, int]:
    """For each key of :func:`what_lies`: the fewest acts with a trace that lead to it."""
    fewest: dict[Any, int] = {}
    for node in nodes:
        key = what_lies(node)
        fewest[key] = min(node.acts, fewest.get(key, node.acts))
    return fewest


def promising(steps: Iterable[NextAct]) -> list[NextAct]:
    """The steps with the highest value, and those that are as good as the last of them. Steps without a trace
    compete with each other only: the act that follows them may explain the view."""
    ranked = sorted(((step.value, step) for step in steps), key=_value, reverse=True)
    shown, silent = ([one for one in ranked if one[1].shows is shows] for shows in (True, False))
    return _first(shown, STEPS) + _first(silent, STEPS)


def likeliest(ways: Iterable[Way], value: Callable[[Way], float]) -> list[Way]:
    """The ways with the highest ``value``, and those that are as good as the last of them; only the best one
    for each :attr:`History.key`."""
    best: dict[Any, tuple[float, Way]] = {}
    for way in ways:
        key, worth = way.node.history.key, value(way)
        if key not in best or worth > best[key][0]:
            best[key] = (worth, way)
    return _first(sorted(best.values(), key=_value, reverse=True), WIDTH)


def _first(ranked: Sequence[tuple[float, T]], most: int) -> list[T]:
    """The first ``most``, and at most ``TIES`` more that are as good as the last of them."""
    least = ranked[most - 1][0] - TIED if len(ranked) >= most else float("-inf")
    return [one for value, one in ranked[: most + TIES] if value >= least]


def _value(ranked: tuple[float, Any]) -> float:
    return ranked[0]


def grouped(before: History, found: list[Explanation]) -> list[Explanation]:
    """Explanations, best first. Those that differ only in one entry whose face nobody knows are joined into
    one."""
    ranked = sorted(found, key=lambda one: -one.history.weight)
    groups: dict[Any, list[Explanation]] = {}
    for one in ranked:
        history = one.history
        cells = frozenset(c for c, look in history.table.items() if before.table.get(c, BARE) != look)
        verbs = tuple((act.kind, act.seat, act.verb) for act in one.acts)
        groups.setdefault((cells, verbs, frozenset(history.mismatches), history.tried), []).append(one)
    result: list[Explanation] = []
    for group in groups.values():
        first, count = as_one([one.history for one in group])
        result += [replace(group[0], history=first), *group[count:]]
    return sorted(result, key=lambda one: -one.history.weight)
