"""A judge that says what the test tells it to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.judge.measured import Measured
from companion.judge.verdicts import Same, Verdict
from companion.rules.contract import CellId, Look
from companion.rules.match import AnyMatch
from vision.objects import Cutting
from vision.seeing import Glance, View
from vision.types import Spot


class ScriptedJudge:
    """``verdict``, ``owes`` and ``doubts`` are what it says; the other attributes are what it was told."""

    def __init__(self) -> None:
        self.verdict: Verdict = Same()
        self.owed: tuple[CellId, ...] = ()
        self.doubts: tuple[CellId, ...] = ()
        self.confirmed = 0
        self.measured: Measured | None = None
        self.done_at: dict[str, float] = {}
        self.portrayed: list[tuple[View, Mapping[CellId, Look]]] = []
        self.remembered: list[str] = []
        self.said: list[tuple[CellId, Look | None]] = []

    def see(self, match: AnyMatch, _glance: Glance) -> Verdict:
        assert len(match.line) <= len(match.entries)
        return self.verdict

    def portray(self, view: View, looks: Mapping[CellId, Look]) -> None:
        self.portrayed.append((view, looks))

    def remember(self, portraits: Mapping[str, Cutting]) -> None:
        self.remembered += portraits

    def named(self, cell: CellId, look: Look | None) -> None:
        self.said.append((cell, look))

    def shown(self, _match: Any, _known: int) -> Mapping[int, tuple[float, float]]:
        return {}

    def coming(self, _match: Any) -> Mapping[int, tuple[float, float]]:
        return {}

    def place(self, _spots: Sequence[Spot]) -> None:
        """It looks at no pictures."""

    def confirm(self) -> None:
        """Nothing is doubted any more."""
        self.confirmed += 1
        self.doubts = ()

    def corrected(self, match: AnyMatch) -> None:
        """Its test says what is owed."""

    def done(self, seat: str, at: float) -> None:
        assert at >= 0
        self.done_at[seat] = at

    def measure(self, measured: Measured | None) -> None:
        self.measured = measured

    def hears(self) -> bool:
        return False

    def pending(self) -> tuple[CellId, ...]:
        return self.owed

    def doubtful(self) -> tuple[CellId, ...]:
        return self.doubts
