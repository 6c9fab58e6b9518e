"""How far stated certainty can be trusted: of what was stated at 99 %, how much was true.

A statement is a probability, and whether what was stated was true. Statements are put into bins by their
probability (reliability diagram: Murphy and Winkler 1977). The Brier score (Brier 1950) is their mean squared
error: 0 for a judge that is sure and right, 0.25 for one that always says 0.5."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.referee.share import Share

Statement = tuple[float, bool]
"""A stated probability, and whether what was stated was true."""

BOUNDS = (0.0, 0.5, 0.8, 0.95, 0.99, 0.999, 1.0)
"""Bounds of the bins. Each bin holds its lower bound; the last one holds 1, too."""
BINS = tuple(
    "below 0.5" if low == 0.0 else f"above {low}" if high == 1.0 else f"{low}-{high}"
    for low, high in itertools.pairwise(BOUNDS)
)


@dataclass(frozen=True, slots=True)
class Bin:
    """The statements between two bounds. ``stated``: their mean, 0 if there are none; ``right``: how many
    were true."""

    name: str
    stated: float
    right: Share

    def __str__(self) -> str:
        return f"stated {self.stated:.4f}, right {self.right}" if self.right.trials else "-"

    @property
    def short(self) -> str:
        """How many were true, of how many, and the mean of what was stated."""
        return f"{self.right.short} ({self.stated:.3f})" if self.right.trials else "-"


def bins_of(statements: Sequence[Statement]) -> Iterator[Bin]:
    """The statements in bins; empty bins are given, too."""
    for name, low, high in zip(BINS, BOUNDS, BOUNDS[1:], strict=False):
        inside = [one for one in statements if low <= one[0] < high or one[0] == high == 1.0]
        mean = sum(stated for stated, _ in inside) / len(inside) if inside else 0.0
        yield Bin(name, mean, Share(sum(right for _, right in inside), len(inside)))


def brier(statements: Sequence[Statement]) -> float | None:
    """The Brier score; None without statements."""
    if not statements:
        return None
    return sum((stated - right) ** 2 for stated, right in statements) / len(statements)


def lines_of(name: str, statements: Sequence[Statement]) -> Iterator[str]:
    """The bins for people: a line for each, and one for the Brier score."""
    for one in bins_of(statements):
        yield f"{f'{name} {one.name}':34} {one}"
    score = brier(statements)
    told = "-" if score is None else f"{score:.4f}"
    yield f"{f'{name} Brier score':34} {told} (n = {len(statements)})"


def json_of(statements: Sequence[Statement]) -> dict[str, Any]:
    """The same for programs; null where there are no statements."""
    return {
        "n": len(statements),
        "brier": brier(statements),
        "bins": [
            {
                "bin": one.name,
                "n": one.right.trials,
                "stated": one.stated if one.right.trials else None,
                "hits": one.right.hits,
                "interval": list(one.right.interval),
            }
            for one in bins_of(statements)
        ],
    }
