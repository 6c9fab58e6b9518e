"""Which true acts a referee told, and how: one by one, in parts, several at once, not at all.

The categories are those by which recognised activities are scored (Ward, Lukowicz and Gellersen 2011:
correct, fragmented, merged, deleted, inserted), for acts that have a text and an order instead of a
length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.evaluation.mistakes import AHEAD


@dataclass(frozen=True, slots=True)
class Act:
    """What was done, or told, at once: ``at`` a time (s), as one or several entries (seat and text each)."""

    at: float
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActFigures:
    """How the true acts were told. ``matched``: each by a ruling of its own; ``split``: by several rulings;
    ``merged``: by one ruling with others; ``missed``: not, or not wholly; ``spurious``: rulings that tell
    what was not done; ``good``: so many acts went by before the first that was missed or the first spurious
    ruling; ``diverged``: when that was (s), None if never."""

    acts: int = 0
    matched: int = 0
    split: int = 0
    merged: int = 0
    missed: int = 0
    spurious: int = 0
    good: int = 0
    diverged: float | None = None


def compare(true: Sequence[Act], told: Sequence[Act]) -> ActFigures:
    """Both in the order of time. An entry may be told ``AHEAD`` seconds before its act is over, or at any
    time later."""
    pairs = _pairs(true, told)
    whole = [n for n, act in enumerate(true) if _count(pairs, 0, n) == len(act.entries)]
    missed = [n for n in range(len(true)) if n not in whole]
    spurious = [n for n, ruling in enumerate(told) if _count(pairs, 1, n) < len(ruling.entries)]
    rulings = {n: {ruling for act, ruling in pairs if act == n} for n in whole}
    split = sum(len(of) > 1 for of in rulings.values())
    alone = [n for n, of in rulings.items() if len(of) == 1 and {a for a, r in pairs if r in of} == {n}]
    ends = [(true[n].at, n) for n in missed[:1]]
    ends += [(told[n].at, sum(act.at <= told[n].at for act in true)) for n in spurious[:1]]
    return ActFigures(
        acts=len(true),
        matched=len(alone),
        split=split,
        merged=len(whole) - split - len(alone),
        missed=len(missed),
        spurious=len(spurious),
        good=min((good for _, good in ends), default=len(true)),
        diverged=min((at for at, _ in ends), default=None),
    )


def _count(pairs: Sequence[tuple[int, int]], side: int, number: int) -> int:
    return sum(pair[side] == number for pair in pairs)


def _pairs(true: Sequence[Act], told: Sequence[Act]) -> list[tuple[int, int]]:
    """The longest common sequence of entries, as pairs of an act and a ruling."""
    mine = [(n, text, act.at) for n, act in enumerate(true) for text in act.entries]
    theirs = [(n, text, act.at) for n, act in enumerate(told) for text in act.entries]
    longest = [[0] * (len(theirs) + 1) for _ in range(len(mine) + 1)]

    def same(i: int, j: int) -> bool:
        return mine[i][1] == theirs[j][1] and theirs[j][2] >= mine[i][2] - AHEAD

    for i in reversed(range(len(mine))):
        for j in reversed(range(len(theirs))):
            best = max(longest[i + 1][j], longest[i][j + 1])
            longest[i][j] = max(best, 1 + longest[i + 1][j + 1]) if same(i, j) else best
    pairs, i, j = [], 0, 0
    while i < len(mine) and j < len(theirs):
        if same(i, j) and longest[i][j] == 1 + longest[i + 1][j + 1]:
            pairs.append((mine[i][0], theirs[j][0]))
            i, j = i + 1, j + 1
        elif longest[i + 1][j] >= longest[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs
