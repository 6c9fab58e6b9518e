"""From raw outputs to log-odds: a scale and an offset that make the outputs fit how often they are right
(Platt, 1999), on made-up tables."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.training.store import Sample

_ROUNDS = 30
_FIRM = 1e-3

Values = NDArray[np.float64]
Truths = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class FittedLine:
    """Log-odds = scale * value + offset."""

    scale: float
    offset: float


def fitted_line(values: Values, truths: Truths) -> FittedLine:
    """Logistic regression of one value by Newton's method. Raises ValueError if all truths are alike."""
    if truths.all() or not truths.any():
        raise ValueError("nothing to fit: all answers are alike")
    x = np.stack([values, np.ones_like(values)], 1)
    share = truths.mean()
    weights, loss = np.array([0.0, np.log(share / (1 - share))]), np.inf
    for _ in range(_ROUNDS):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        bend = (x * (p * (1 - p))[:, None]).T @ x + _FIRM * np.eye(2)
        step = np.linalg.solve(bend, x.T @ (p - truths))
        while (found := _loss(x @ (weights - step), truths)) > loss:  # Newton may step too far
            step = step / 2
        if loss - found < _FIRM:
            break
        weights, loss = weights - step, found
    return FittedLine(float(weights[0]), float(weights[1]))


def _loss(odds: Values, truths: Truths) -> float:
    """The cross entropy of log-odds, summed."""
    return float(np.logaddexp(0, np.where(truths, -odds, odds)).sum())


def pixel_lines(
    samples: list[Sample], raw: list[NDArray[np.float32]], random: np.random.Generator
) -> list[FittedLine]:
    """A line for each map, from some pixels of each sample."""
    lines = []
    for number in range(samples[0].maps):
        values, truths = [], []
        for sample, maps in zip(samples, raw, strict=True):
            target = sample.targets()[number].ravel()
            sure = np.flatnonzero((target < 32) | (target > 224))
            some = random.choice(sure, min(len(sure), 800), replace=False)
            values.append(maps[number].ravel()[some])
            truths.append(target[some] > 128)
        lines.append(fitted_line(np.concatenate(values).astype(np.float64), np.concatenate(truths)))
    return lines
