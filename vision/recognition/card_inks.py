"""The inks of many cards together: which of them is which colour of a box.

Another print has other inks. One card alone cannot tell its colour then: lime is nearer to some yellow than
to some green. All inks of a box together can, because each of them is another colour: the inks that were
seen are divided into as many groups as the box has colours, and every pairing of groups with colours has a
likelihood. Colours are a* and b* of CIE 1976 L*a*b*, of ink on white paper. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.recognition.card_finding import Floats
from vision.tuning import number, whole

SAME_NAME: Final = number("card_inks.same_name")
"""Standard deviation of a* and of b* from one ink to another one that people call by the same colour."""
CLEAR: Final = number("card_inks.clear")
"""Groups whose middles are nearer than so many times their own spread are no groups."""
LEAST: Final = number("card_inks.least")
"""Least spread of a group, in units of a* and b*."""
FAR: Final = number("card_inks.far")
"""An ink that is so many spreads from its group belongs to none."""
MOST: Final = whole("card_inks.most")
"""Of a box of more colours the pairings are not counted."""


def chroma(colours: Sequence[Floats]) -> NDArray[np.float64]:
    """(n, 2): a* and b* of colours that are logarithms of ink against paper, BGR."""
    shares = np.clip(np.exp(np.asarray(colours, np.float32)), 0, 1).reshape(1, -1, 3)
    return np.asarray(cv2.cvtColor(shares, cv2.COLOR_BGR2LAB)[0, :, 1:], np.float64)


def paired(learned: Sequence[Floats], seen: Sequence[Floats]) -> NDArray[np.float64] | None:
    """(seen, learned): the probability that each ink is each colour; what is left to 1 is that of none. None
    if fewer inks were seen than colours were learned, or if they are not clearly so many.

    ``learned``, ``seen``: logarithms of ink against paper, BGR."""
    count = len(learned)
    if not 2 <= count <= MOST or len(seen) < 2 * count:
        return None
    inks, colours = chroma(seen), chroma(learned)
    found = groups(inks, count)
    if found is None:
        return None
    middles = np.stack([inks[group].mean(axis=0) for group in found])
    spread = max(LEAST, *(_spread(inks[group]) for group in found))
    far = ((inks[:, None] - middles[None]) ** 2).sum(axis=2) / (2 * spread**2)
    belongs = np.exp(-far)
    belongs /= belongs.sum(axis=1, keepdims=True) + math.exp(-(FAR**2) / 2)
    return np.asarray(belongs @ _pairings(middles, colours))


def _pairings(middles: NDArray[np.float64], colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """(groups, colours): the probability that a group is a colour, each colour being one group."""
    apart = ((middles[:, None] - colours[None]) ** 2).sum(axis=2) / (2 * SAME_NAME**2)
    rows, ways = np.arange(len(middles)), np.array(list(permutations(range(len(colours)))))
    logs = -apart[rows, ways].sum(axis=1)
    shares = np.zeros_like(apart)
    for way, share in zip(ways, np.exp(logs - logs.max()), strict=True):
        shares[rows, way] += share
    return np.asarray(shares / shares[0].sum())


def groups(inks: NDArray[np.float64], count: int) -> list[list[int]] | None:
    """So many groups of two inks or more, the clearest division that joining by average distance gives; None
    if none is clear. An ink that no other is like is in no group."""
    parts = [[number] for number in range(len(inks))]
    apart = np.linalg.norm(inks[:, None] - inks[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    best, found = CLEAR, None
    while len(parts) > count:
        one, other = sorted(np.unravel_index(int(apart.argmin()), apart.shape))
        sizes = len(parts[one]), len(parts[other])
        mean = (sizes[0] * apart[one] + sizes[1] * apart[other]) / sum(sizes)
        mean[one] = np.inf
        apart[one], apart[:, one] = mean, mean
        apart = np.delete(np.delete(apart, other, axis=0), other, axis=1)
        parts[one] = parts[one] + parts.pop(other)
        large = [part for part in parts if len(part) >= 2]
        if len(large) == count and len(parts) - count <= len(inks) / 10:
            clear = _clearness([inks[part] for part in large])
            best, found = (clear, large) if clear >= best else (best, found)
    return found


def _clearness(parts: Sequence[NDArray[np.float64]]) -> float:
    """The least distance between two middles, in spreads of the widest group."""
    middles = np.stack([part.mean(axis=0) for part in parts])
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return float(apart.min()) / max(LEAST, *map(_spread, parts))


def _spread(part: NDArray[np.float64]) -> float:
    """Root mean square of a* and b* about the middle, per axis."""
    return math.sqrt(float(((part - part.mean(axis=0)) ** 2).sum(axis=1).mean()) / 2)
