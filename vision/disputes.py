"""One figure that two cells may see as theirs: it stands where both together are explained best.

Of a figure that stands behind another one, at the far rim of its cell, most is seen beyond that rim. There
the next cell may take it for one of its own, which lies there, while too little of it is left for its own
cell to be sure. Pure functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from vision.figures import LYING, Outline
from vision.guesses import LIMIT, SURE, Guess, Stack, clip
from vision.standing import Scores
from vision.windows import Window, overlap

_OPEN = LIMIT / 2
"""Nats between the looks with and without a figure below which its cell alone does not settle it."""
_SAME = 0.25
"""Part of the smaller of two outlines of one colour in which they overlap if they are one figure ..."""
_ELSE = 0.15
"""... and in which they do at most if they are two."""
_REACHES = 0.1
"""Part of a figure that is seen in the next cell, at least, if that may take it for its own."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A figure, ``name`` at ``outline``, that the cell leaves open. ``has``: the likeliest look with it,
    ``lacks``: without it; ``lead``: nats by which the cell alone speaks for it."""

    has: Stack
    lacks: Stack
    name: str
    outline: Outline
    lead: float

    def shown(self, guess: Guess) -> float:
        """In which part a figure of that colour among the guess's, whatever its pose, is this one."""
        colour = self.name.removesuffix(LYING)
        pairs = zip(guess.names, guess.figures, strict=True)
        alike = [outline for name, outline in pairs if name.removesuffix(LYING) == colour]
        return max((_shared(outline, self.outline) for outline in alike), default=0.0)

    def reaches(self, other: Window) -> bool:
        """Whether a good part of the figure is seen in another cell, whose window that is."""
        rows, columns, mask = overlap(other, self.outline)
        return float((other.own[rows, columns] * mask).sum()) > _REACHES * float(self.outline.mask.sum())

    def is_taken(self, other: Scores) -> bool:
        """Whether another cell's likeliest look has the figure as well, and explains what is seen."""
        top = max(other.stacks, key=other.stacks.__getitem__)
        return other.stacks[top] > 0 and _has(other, top, self)

    def together(self, free: Scores, hidden: Scores) -> float:
        """Nats by which both cells speak for the figure in the first. ``free``: of the other cell without
        it; ``hidden``: where it hides what it would, and is not to be seen once more."""
        values = [
            value
            for stack, value in hidden.stacks.items()
            if stack not in hidden.guesses or self.shown(hidden.guesses[stack]) <= _ELSE
        ]
        return self.lead + max(values, default=-LIMIT) - max(free.stacks.values())


def disputes(scores: Scores) -> Iterator[Dispute]:
    """The figures of a cell's likely looks of which it is open whether they stand there, likeliest first."""
    worth = {stack: value for stack, value in scores.stacks.items() if stack in scores.guesses}
    found: list[Dispute] = []
    for has in sorted(worth, key=lambda stack: -worth[stack]):
        guess = scores.guesses[has]
        for name, outline in zip(guess.names, guess.figures, strict=True):
            dispute = Dispute(has, (), name, outline, 0.0)
            if any(_shared(outline, other.outline) > _SAME for other in found):
                continue
            without = [stack for stack in worth if dispute.shown(scores.guesses[stack]) <= _ELSE]
            lacks = max(without, key=worth.__getitem__, default=None)
            if lacks is not None and abs(worth[has] - worth[lacks]) < _OPEN:
                found.append(replace(dispute, lacks=lacks, lead=worth[has] - worth[lacks]))
                yield found[-1]


def in_own_cell(scores: Scores, dispute: Dispute, lead: float) -> Scores:
    """The scores of the figure's cell if ``lead`` nats speak for it, in whatever look it is."""
    shift = lead - dispute.lead
    stacks = {
        stack: value + (shift if _has(scores, stack, dispute) else 0.0)
        for stack, value in scores.stacks.items()
    }
    figures = scores.guesses[dispute.has].figures if lead >= SURE else scores.figures
    return replace(scores, stacks=_levelled(stacks), figures=figures)


def next_door(scores: Scores, dispute: Dispute, lead: float) -> Scores:
    """The scores of the cell that takes the figure for its own if at least ``lead`` nats speak against it."""
    has = {stack: value for stack, value in scores.stacks.items() if _has(scores, stack, dispute)}
    lacks = {stack: value for stack, value in scores.stacks.items() if stack not in has}
    if not lacks:  # too far behind to be listed
        return scores
    shift = max(0.0, max(has.values()) + lead - max(lacks.values()))
    raised = {stack: value + shift for stack, value in lacks.items()}
    return replace(scores, stacks=_levelled({**has, **raised}), figures=())


def _levelled(stacks: Mapping[Stack, float]) -> dict[Stack, float]:
    """Clipped, with the differences kept."""
    over = max(0.0, max(stacks.values()) - LIMIT)
    return {stack: clip(value - over) for stack, value in stacks.items()}


def _has(scores: Scores, stack: Stack, dispute: Dispute) -> bool:
    return stack in scores.guesses and dispute.shown(scores.guesses[stack]) >= _SAME


def _shared(one: Outline, other: Outline) -> float:
    """Part of the smaller outline in which the two overlap."""
    left, top = max(one.x, other.x), max(one.y, other.y)
    right = min(one.x + one.mask.shape[1], other.x + other.mask.shape[1])
    bottom = min(one.y + one.mask.shape[0], other.y + other.mask.shape[0])
    if right <= left or bottom <= top:
        return 0.0
    both = (
        one.mask[top - one.y : bottom - one.y, left - one.x : right - one.x]
        * other.mask[top - other.y : bottom - other.y, left - other.x : right - other.x]
    )
    return float(both.sum()) / max(1.0, min(float(one.mask.sum()), float(other.mask.sum())))
