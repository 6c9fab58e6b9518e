"""How much processor time threads wanted: a starved machine told apart from a program that stands still."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import median

STARVED = 0.9
"""Share of the time for which one thread ran or waited for a processor: it had more to do than it could."""
EVERY = 5.0
"""Seconds of one share."""


def demand(processes: Iterable[int]) -> Mapping[str, float]:
    """Seconds for which each thread of these processes has run or waited for a processor since its start; 0
    stands for no process."""
    wanted = {}
    for process in filter(None, processes):
        for task in Path(f"/proc/{process}/task").glob("*"):
            try:
                ran, waited, _ = (task / "schedstat").read_text(encoding="ascii").split()
            except OSError:  # it has just ended
                continue
            wanted[str(task)] = (int(ran) + int(waited)) / 1e9
    return wanted


class Demand:
    """What the busiest thread wanted, every few seconds; processes may come and go."""

    def __init__(self) -> None:
        self._shares: list[float] = []
        self._at, self._before = time.monotonic(), demand(())

    def clear(self) -> None:
        """Count from now on."""
        self._shares = []

    def note(self, processes: Iterable[int]) -> None:
        """Called again and again, with those that there are."""
        now = time.monotonic()
        if now - self._at < EVERY:
            return
        after = demand(processes)
        wanted = max((after[task] - self._before.get(task, 0.0) for task in after), default=0.0)
        self._shares.append(wanted / (now - self._at))
        self._at, self._before = now, after

    @property
    def usual(self) -> float:
        """The share that the busiest thread usually wanted."""
        return median(self._shares) if self._shares else 0.0
