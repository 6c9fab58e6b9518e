"""Explains a view for every history of a belief. What explains it after one history is tried after others,
too. Values only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.judge.explaining import Explainer
from companion.judge.explanation import Explanation
from companion.judge.history import BARE, History, UnknownIdentity
from companion.judge.positions import Shown
from companion.judge.revision import siblings
from companion.judge.tuning import number, whole
from companion.rules.match import AnyMatch, EntryKind

SEARCHES = whole("belief.searches")
"""For histories that look the same, one view is searched at most so often: anew only where no explanation of
another of them is lawful."""
SUSPECTS = whole("belief.suspects")
"""Acts that were taken back, and unlawful acts, are looked for after so many of the likeliest histories;
unlawful ones also after so many explanations that leave something open."""
NEAR = number("belief.near")
"""What explains a view after one history is tried after all that are at most so many nats less likely than
the best one."""


def explanations(
    explainer: Explainer, match: AnyMatch, shown: Shown, histories: Sequence[History]
) -> list[Explanation]:
    """All explanations of one view that were found, for each of these histories (likeliest first)."""
    clusters, likely = _clusters(histories), frozenset(map(id, near_best(histories)))
    each = [_Cluster(explainer, match, shown).explained(alike) for alike in clusters]
    every = [one for found in each for one in found]
    more: list[Explanation] = []
    for alike, mine in zip(clusters, each, strict=True):
        simple = [one for one in alike if id(one) in likely and not one.unknowns]
        more += _tried_too(explainer, simple, mine, every)
    return [*every, *more]


def near_best(histories: Sequence[History]) -> list[History]:
    """Those of the histories (likeliest first) that are nearly as likely as the first."""
    return [one for one in histories if one.weight > histories[0].weight - NEAR]


def _clusters(histories: Sequence[History]) -> list[list[History]]:
    """The histories in groups after which the same lies on the table. Those of one group differ in things
    that nobody has seen."""
    clusters: dict[Any, list[History]] = {}
    for history in histories:
        table = frozenset(one for one in history.table.items() if one[1] != BARE)
        clusters.setdefault((table, tuple(history.mismatches), history.position.due), []).append(history)
    return list(clusters.values())


class _Cluster:
    """Explains a view for histories that look the same. What explains it completely after one history is
    tried after the others first; only those after which it is not lawful are searched anew."""

    def __init__(self, explainer: Explainer, match: AnyMatch, shown: Shown) -> None:
        self._explainer, self._match, self._shown = explainer, match, shown
        self._recipes: dict[Any, Explanation] = {}
        self._searched = 0
        self._waiting: list[tuple[History, bool]] = []
        """Histories, and whether each is one of those for which another one stood."""

    def explained(self, alike: Sequence[History]) -> list[Explanation]:
        found: list[Explanation] = []
        self._waiting = [(history, False) for history in alike]
        while self._waiting:
            history, taken_apart = self._waiting.pop(0)
            again = self._again(history)
            idle = self._explainer.faint and all(not done.acts for done in again)
            if (not again or idle) and self._searched < SEARCHES:
                again = self._search(history, taken_apart)
            found += again or [self._explainer.nothing(history)]
        return found

    def _again(self, history: History) -> list[Explanation]:
        """The known explanations that are lawful after this history, too."""
        every = (self._explainer.again(history, like) for like in self._recipes.values())
        return [done for done in every if done is not None]

    def _search(self, history: History, taken_apart: bool) -> list[Explanation]:
        self._searched += 1
        found = self._explainer.explain(history)
        if history.unknowns and not found[0].whole:  # one of its siblings may explain it
            unknown = history.unknowns[-1]
            parts = [(one, True) for one in siblings(history, unknown, self._match, self._shown)]
            self._waiting = [*self._waiting, *parts] if taken_apart else [*parts, *self._waiting]
            found = [replace(one, history=_without(one.history, unknown)) for one in found]
        whole = [done for done in found if done.whole]
        self._recipes |= {(done.acts, done.deferred): done for done in whole[: SEARCHES - len(self._recipes)]}
        return found


def _tried_too(
    explainer: Explainer, alike: Sequence[History], mine: Sequence[Explanation], every: Sequence[Explanation]
) -> Iterator[Explanation]:
    """What explains the view better after other histories than anything of ``mine`` after these, tried after
    these. A search tries every outcome of chance but not every move, and none of these becomes less likely
    only because of that."""
    enough = max(map(_gain, mine))
    tried = {(one.acts, one.deferred) for one in mine}
    better: dict[Any, Explanation] = {}
    for one in sorted(every, key=_gain, reverse=True):
        moved = any(act.kind is EntryKind.MOVE for act in one.acts)
        if moved and _gain(one) > enough and (one.acts, one.deferred) not in tried:
            better.setdefault((one.acts, one.deferred), one)
    for like in [*better.values()][:SUSPECTS]:
        again = (explainer.again(history, like) for history in alike)
        yield from (one for one in again if one is not None)


def _gain(explanation: Explanation) -> float:
    """The nats by which a view speaks for an explanation."""
    return explanation.history.weight - explanation.before


def _without(history: History, slot: UnknownIdentity) -> History:
    return replace(history, unknowns=tuple(one for one in history.unknowns if one != slot))
