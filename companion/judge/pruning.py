"""Which histories of a belief are carried on, and what is lost with the others. Pure functions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from companion.judge.doubt import Doubt, Doubts
from companion.judge.history import BARE, History, common
from companion.judge.revision import as_one
from companion.judge.tuning import whole

WAYS = whole("belief.ways")
"""So many ways to the same position are carried on. What only one of them holds is not certain."""


def pruned_mass(ranked: Sequence[History], kept: int) -> Doubts:
    """The doubts that are left when only the first ``kept`` of these histories are carried on."""
    if kept == len(ranked):
        return ()
    best = ranked[0]
    shares = [one.mass * math.exp(one.weight - best.weight) for one in ranked]
    total, masses = sum(shares), dict[int, float]()
    for one, share in zip(ranked[kept:], shares[kept:], strict=True):
        since = common(best.entries, one.entries)
        masses[since] = masses.get(since, 0.0) + share / total
    return tuple(Doubt(mass, since, since + 1) for since, mass in sorted(masses.items()))


def one_of_each(histories: Iterable[History]) -> list[History]:
    """The histories, likeliest first. Of those that reach the same position by several ways, only the
    likeliest few are kept."""
    ways: dict[Any, list[History]] = {}
    for history in sorted(histories, key=lambda one: -one.weight):
        known = ways.setdefault(history.key, [])
        if len(known) < WAYS and all(history.states != one.states for one in known):
            known.append(history)
    return sorted((one for known in ways.values() for one in known), key=lambda one: -one.weight)


def paired(histories: Sequence[History]) -> list[History]:
    """Histories that were taken apart at a slot and still look the same are joined again."""
    groups: dict[Any, list[History]] = {}
    for history in histories:
        shape = tuple((entry.kind, entry.seat, entry.verb) for entry in history.entries)
        cells = tuple(sorted(cell for cell, look in history.table.items() if look != BARE))
        groups.setdefault(
            (shape, cells, tuple(history.mismatches), history.unknowns, history.tried), []
        ).append(history)
    result: list[History] = []
    for group in groups.values():
        group.sort(key=lambda one: -one.weight)
        first, count = as_one(group)
        result += [first, *group[count:]]
    return result
