"""What the judge held for likeliest when it gave a verdict, for people who ask why. It changes nothing.

Thread: the session's, as it reads the belief's positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from companion.judge.belief import Belief
from companion.judge.history import Contents, History, differing
from companion.judge.revision import played
from companion.judge.verdicts import Played, Verdict
from companion.rules.contract import CellId, ClauseId
from companion.rules.match import AnyMatch, Entry

TOLD = 2
"""So many are told."""


@dataclass(frozen=True, slots=True)
class HeldReading:
    """One way to read what was seen. ``entries``: what happened, the unlawful act last if there is one;
    ``breaks``: the clauses that it breaks; ``probability``: as the judge states it."""

    entries: tuple[Entry, ...]
    breaks: tuple[ClauseId, ...]
    probability: float


def likeliest(belief: Belief, verdict: Verdict) -> tuple[tuple[HeldReading, ...], tuple[CellId, ...]]:
    """The two likeliest readings at the moment of a verdict, and the cells that look different after them.
    Of histories that go on after what the verdict commits only that part counts."""
    count = len(verdict.entries) if isinstance(verdict, Played) else None
    groups: dict[tuple[Entry, ...], list[History]] = {}
    for history in belief.histories:
        groups.setdefault(_entries(history, count), []).append(history)
    shares = {entries: belief.share(partial(_tells, entries, count)) for entries in groups}
    top = sorted(shares, key=lambda entries: -shares[entries])[:TOLD]
    readings = tuple(HeldReading(one, _breaks(groups[one][0]), shares[one]) for one in top)
    return readings, _apart([groups[one][0].table for one in top])


def changed_by(match: AnyMatch, entries: tuple[Entry, ...]) -> frozenset[CellId]:
    """The cells that look different once these entries have happened; none if one is not lawful."""
    acts = played(match, entries) or ()
    return frozenset().union(*(differing(act.looks, act.after.looks) for act in acts))


def _entries(history: History, count: int | None) -> tuple[Entry, ...]:
    tried = tuple(attempt.entry for attempt in history.tried)
    return (*history.entries, *tried) if count is None or tried else history.entries[:count]


def _tells(entries: tuple[Entry, ...], count: int | None, history: History) -> float:
    return float(_entries(history, count) == entries)


def _breaks(history: History) -> tuple[ClauseId, ...]:
    clauses = (breach.clause for attempt in history.tried for breach in attempt.breaches)
    return tuple(dict.fromkeys(clauses))


def _apart(tables: Sequence[Contents]) -> tuple[CellId, ...]:
    return tuple(sorted(differing(*tables))) if len(tables) == TOLD else ()
