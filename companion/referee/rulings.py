"""The latest ruling of a match. It is told once while the table stays as it is."""

from __future__ import annotations

from collections.abc import Iterator

from companion.referee.view import Ruling, RulingKind
from companion.rules.contract import Breach, CellId

STANDING = (RulingKind.REFUSED, RulingKind.UNKNOWN, RulingKind.UNCLEAR)
"""Rulings that stand until the table changes; repeating them would be noise."""


class Rulings:
    """``latest``: the newest ruling, or None. ``numbers``: counts questions and rulings together."""

    def __init__(self, numbers: Iterator[int]) -> None:
        self.latest: Ruling | None = None
        self._numbers = numbers

    @property
    def standing(self) -> Ruling | None:
        """The latest ruling if it stands until the table changes."""
        return self.latest if self.latest is not None and self.latest.kind in STANDING else None

    def announce(
        self,
        kind: RulingKind,
        at: float,
        seat: str,
        move: str,
        breaches: tuple[Breach, ...],
        cells: tuple[CellId, ...],
    ) -> Ruling | None:
        """Make this the latest ruling, ``at`` seconds after the match began. Returns it; None if it stands
        already."""
        last = self.standing
        if last is not None and (last.kind, last.move, last.cells) == (kind, move, cells):
            return None
        self.latest = Ruling(next(self._numbers), kind, round(at, 3), seat, move, breaches, cells)
        return self.latest

    def withdraw(self) -> None:
        """Drop the ruling that stands, because it was wrong."""
        if self.standing is not None:
            self.latest = None
