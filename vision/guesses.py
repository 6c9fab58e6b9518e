"""The stacks of one cell against each other: whose figures stand out, which pose fits, what is sure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.figures import LYING, Outline

LIMIT = 12.0
"""Nats beyond which nothing is said for or against a stack."""
_POSE = 60.0
"""Nats a square pitch by which one pose's outline fits worse than another's; and how much of what else tells
the poses apart counts, for most of the pixels are the same."""
_POSE_ELSE = 0.5
SURE = 6.0
"""Nats by which a stack must be likelier than all with fewer figures to keep other cells from explaining the
same pixels: what reaches over the rim of a cell often belongs to its neighbour."""

Stack = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Guess:
    """A stack's score by its own cell; the same with everything that speaks for it (to compare stacks as
    high); what it gains beyond the cell; its figures in the order in which they were put down, and their
    outlines: none where nothing was put down."""

    score: float
    praise: float = 0.0
    gain: float = 0.0
    names: Stack = ()
    figures: tuple[Outline, ...] = ()


def told_apart(
    guesses: Mapping[Stack, Guess], misfits: Callable[[Sequence[Guess]], Sequence[float]]
) -> dict[Stack, float]:
    """Scores of all stacks. Several figures may explain the same pixels well enough; then the one under whose
    colours they are likelier stands out from the others of its height by just that."""
    scores = _beside_each_other(guesses, misfits)
    for height in {len(stack) for stack in guesses if stack}:
        rivals = [stack for stack in guesses if len(stack) == height and scores[stack] > 0]
        if len(rivals) < 2:
            continue
        best = max(rivals, key=lambda stack: guesses[stack].praise)
        for stack in rivals:
            if _colours(stack) == _colours(best):
                continue  # the same figures in other poses: their outlines must decide
            behind = guesses[best].praise - guesses[stack].praise
            scores[stack] = min(scores[stack], scores[best] - behind)
    over = max(0.0, max(scores.values()) - LIMIT)  # the differences are to stay
    return {stack: clip(score - over) for stack, score in scores.items()}


def claimed(guesses: Mapping[Stack, Guess], scores: Mapping[Stack, float]) -> tuple[Outline, ...]:
    """Where the figures stand that are surely in the cell: those of the largest likely stack that is surely
    likelier than every one with fewer figures."""
    top = max(scores, key=scores.__getitem__)
    while top:
        below = max((stack for stack in scores if len(stack) < len(top)), key=scores.__getitem__)
        if scores[top] > max(0.0, scores[below] + SURE):
            return guesses[top].figures
        top = below
    return ()


def _beside_each_other(
    guesses: Mapping[Stack, Guess], misfits: Callable[[Sequence[Guess]], Sequence[float]]
) -> dict[Stack, float]:
    """Scores with what they leave out. All poses of the same figures gain as much beyond the cell as the
    likeliest, for what is there is far from saying how a figure stands here; and lose by how much worse than
    the best of them their outlines fit, rims and all."""
    scores = {stack: guess.score for stack, guess in guesses.items()}
    groups: dict[Stack, list[Stack]] = {}
    for stack, guess in guesses.items():
        if guess.figures and guess.score > -LIMIT:
            groups.setdefault(_colours(stack), []).append(stack)
    for alike in groups.values():
        top = guesses[max(alike, key=lambda stack: scores[stack])]
        fits = misfits([guesses[stack] for stack in alike]) if len(alike) > 1 else [0.0]
        for stack, fit in zip(alike, fits, strict=True):
            behind = _POSE_ELSE * (top.score - scores[stack]) + _POSE * (fit - min(fits))
            scores[stack] = top.score + top.gain - behind
    return scores


def _colours(stack: Stack) -> Stack:
    return tuple(name.removesuffix(LYING) for name in stack)


def clip(value: float) -> float:
    return float(np.clip(value, -LIMIT, LIMIT))
