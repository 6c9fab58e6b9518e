"""How long each seat has thought, from the times in the journal. So it is the same after a crash or on
another day."""

from __future__ import annotations

from collections.abc import Iterable

from companion.referee.view import HistoryLine


def spent(history: Iterable[HistoryLine]) -> dict[str, float]:
    """Seconds by seat. The time before a move counts for the seat that made it, even if the move was taken
    back. The time before a card, a throw or an undo counts for nobody."""
    seconds: dict[str, float] = {}
    before = 0.0
    for line in history:
        if line.seat:
            seconds[line.seat] = seconds.get(line.seat, 0.0) + max(0.0, line.at - before)
        before = max(before, line.at)
    return seconds
