"""How much processor time threads wanted: a starved machine told apart from a program that stands still."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

STARVED = 0.9
"""Share of the time for which one thread ran or waited for a processor: it had more to do than it could."""


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


def busiest(before: Mapping[str, float], after: Mapping[str, float], seconds: float) -> float:
    """The largest share of ``seconds`` that one thread wanted between two calls of :func:`demand`."""
    return max((after[task] - before.get(task, 0.0) for task in after), default=0.0) / seconds
