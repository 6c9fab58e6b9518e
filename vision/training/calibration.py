"""From raw outputs to log-odds: a scale and an offset that make the outputs fit how often they are right
(Platt, 1999), on made-up tables."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.networks.changes import ChangeMaps, ChangeNetwork, cell_evidence
from vision.networks.hands import HandsNetwork
from vision.training.shapes import Mask, Points
from vision.training.store import Sample

_CHANGED, _SAME = 0.06, 0.004
"""A cell changed if more than the first part of its middle is covered by bases that changed. It is the same
if less than the second part of its window is. Cells between, into which a neighbour's thing reaches, are left
out."""
_HALF, _MIDDLE = 0.42, 0.28
"""Half the side of a cell's window and of its middle, in pitches."""
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


@dataclass(frozen=True, slots=True)
class Cells:
    """Cells of one made-up pair: the evidence for a change of each, and which of them changed."""

    values: Values
    truths: Truths


def cells_of(sample: Sample, maps: ChangeMaps) -> Cells:
    """The cells that lie wholly inside, as a watcher would read them."""
    target = sample.targets()[0]
    values, truths = [], []
    for middle in sample.middles:
        rows, columns = _around(middle, _HALF * sample.pitch)
        if min(rows.start, columns.start) < 0 or max(rows.stop, columns.stop) > 2 * len(target):
            continue
        changed = _covered(target, *_around(middle, _MIDDLE * sample.pitch)) > _CHANGED
        if not changed and _covered(target, rows, columns) > _SAME:
            continue
        mask = np.ones((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
        values.append(cell_evidence(maps, sample.pitch, False, mask, rows, columns))
        truths.append(changed)
    return Cells(np.array(values, np.float64), np.array(truths, bool))


def _around(middle: Points, half: float) -> tuple[slice, slice]:
    """Rows and columns of a square."""
    x, y = middle
    return slice(round(y - half), round(y + half)), slice(round(x - half), round(x + half))


def _covered(target: Mask, rows: slice, columns: slice) -> float:
    """The part of a window that the mask, of half its size, covers."""
    window = target[rows.start // 2 : rows.stop // 2, columns.start // 2 : columns.stop // 2]
    return float(np.mean(window)) / 255


def compared(network: ChangeNetwork, sample: Sample) -> ChangeMaps:
    """The maps of a made-up pair, by the program's own way."""
    return network.compare(*sample.pictures(), pitch=sample.pitch)


def joined(parts: list[Cells]) -> Cells:
    """All cells of several pairs."""
    return Cells(
        np.concatenate([part.values for part in parts]), np.concatenate([part.truths for part in parts])
    )


def seen(network: HandsNetwork, sample: Sample) -> NDArray[np.float32]:
    """Log-odds that a person is there, at the size of the masks."""
    return network.hands(*sample.pictures())[::2, ::2]
