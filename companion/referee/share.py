"""A share of trials with its interval."""

from __future__ import annotations

import math
from dataclasses import dataclass

Z = 1.959964
"""Two-sided 95 % quantile of the normal distribution."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many ``hits`` of so many ``trials``."""

    hits: int = 0
    trials: int = 0

    def __add__(self, other: Share) -> Share:
        return Share(self.hits + other.hits, self.trials + other.trials)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval (1927) at 95 %; (0, 1) without trials."""
        n = self.trials
        if not n:
            return (0.0, 1.0)
        p, z2 = self.hits / n, Z * Z
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        half = Z / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
        return (max(0.0, middle - half), min(1.0, middle + half))

    @property
    def short(self) -> str:
        """The share without its interval."""
        return f"{self.hits}/{self.trials}" if self.trials else "-"

    def __str__(self) -> str:
        low, high = (100 * bound for bound in self.interval)
        rate = f"{100 * self.hits / self.trials:.2f} %" if self.trials else "-"
        return f"{rate} ({self.hits}/{self.trials}; 95 %: {low:.2f}-{high:.2f})"
