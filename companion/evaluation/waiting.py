"""What the referee waits for while it rules nothing, as ``companion watch --why`` prints it."""

from __future__ import annotations

from typing import Any

from companion.evaluation.watching import WatchedFrame
from companion.judge.verdicts import Candidate, Reason, Refused, Same, Unclear, Unknown, Verdict, Waiting
from companion.referee.publish import joined
from companion.rules.contract import CellId
from companion.rules.match import Entry

ACT = "act"
"""Everything lies as it should, and somebody has to act."""
ANSWER = "answer"
"""People were asked or told something that still stands."""


class Seconds:
    """Takes steps one by one. For every second without a ruling it gives the last step."""

    def __init__(self) -> None:
        self._last: WatchedFrame | None = None
        self._ruled = False

    def next(self, step: WatchedFrame) -> WatchedFrame | None:
        """Take the next step. Returns the last step of the second before, if that second has ended without a
        ruling."""
        over = self._last is not None and int(step.glance.time) != int(self._last.glance.time)
        silent = self.end() if over else None
        self._ruled = step.ruling is not None or (self._ruled and not over)
        self._last = step
        return silent

    def end(self) -> WatchedFrame | None:
        """The last step of the second that has begun, if no ruling was made in it."""
        return None if self._ruled else self._last


def waited_for(step: WatchedFrame) -> dict[str, Any]:
    """The keys ``why``, ``cells``, ``edges``, ``best`` and ``rival`` of a line."""
    verdict = step.verdict
    if isinstance(verdict, Same) and step.glance.settling:
        verdict = Waiting(Reason.SETTLING, tuple(CellId(cell) for cell in sorted(step.glance.settling)))
    if isinstance(verdict, Waiting):
        return {
            "why": verdict.reason.value,
            "cells": list(verdict.cells),
            "edges": list(verdict.edges),
            "best": _candidate(verdict.best),
            "rival": _candidate(verdict.rival),
        }
    best = rival = None
    if isinstance(verdict, Unclear):
        best, rival = (*map(_offered, verdict.candidates[:2]), None, None)[:2]
    return {"why": _why(verdict), "cells": _cells(verdict), "edges": [], "best": best, "rival": rival}


def _why(verdict: Verdict) -> str:
    return ACT if isinstance(verdict, Same) else ANSWER


def _cells(verdict: Verdict) -> list[str]:
    return list(verdict.cells) if isinstance(verdict, Refused | Unclear | Unknown) else []


def _offered(entries: tuple[Entry, ...]) -> dict[str, Any] | None:
    """An answer of a question. Its probability is left out, as it no longer matters."""
    row = _candidate(Candidate(entries, 0.0))
    return {**row, "probability": None} if row else None


def _candidate(candidate: Candidate | None) -> dict[str, Any] | None:
    """The acts as one line, the seat of the last act, and how likely they are. An undo is written as in a
    match."""
    if candidate is None:
        return None
    last = candidate.entries[-1]
    move = joined(candidate.entries) or f"undo {last.count}"
    return {"seat": last.seat, "move": move, "probability": round(candidate.probability, 4)}
