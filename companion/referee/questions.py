"""The question that stands. It is asked once, kept as long as it stays the same, and not asked again after it
was dismissed."""

from __future__ import annotations

from collections.abc import Iterator

from companion.judge.verdicts import FirstSeen
from companion.referee.asking import NONE_OF_THESE, Asked, about_face, about_hidden, about_table
from companion.referee.correcting import about_contradiction
from companion.referee.events import Corrected
from companion.referee.view import Ruling, RulingKind
from companion.rules.contract import Breach, CellId
from companion.rules.match import AnyMatch, ContradictionError, Entry

# -- The latest ruling of a match

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


# -- The question that stands

Candidates = tuple[tuple[Entry, ...], ...]
"""What may have happened, each candidate as the entries that it would enter."""


class Questions:
    """``asked``: the question that stands, or None. ``numbers``: counts questions and rulings together."""

    def __init__(self, numbers: Iterator[int]) -> None:
        self._numbers = numbers
        self.asked: Asked | None = None
        self._dismissed: Candidates | None = None

    def about_table(self, candidates: Candidates, cells: tuple[CellId, ...], match: AnyMatch) -> bool:
        """Ask which of the candidates happened at the cells. False if that question stands already or was
        dismissed."""
        if (
            self._dismissed == candidates
            or self._corrects
            or (self.asked is not None and self.asked.candidates == candidates)
        ):
            return False
        self.asked = about_table(next(self._numbers), candidates, cells, match)
        return True

    def about_face(self, seen: FirstSeen) -> bool:
        """Ask about a face. False if that question stands already, or people are putting an entry right; it
        stays the same question while some of its answers are ruled out."""
        if self._corrects:
            return False
        if self.asked is not None and self.asked.faces and self.asked.question.cells == (seen.cell,):
            return False
        self.asked = about_face(next(self._numbers), seen)
        return True

    def about_correction(self, event: Corrected, error: ContradictionError, match: AnyMatch) -> None:
        """Ask what is to be done about an entry that a correction has made unlawful."""
        self.asked = about_contradiction(next(self._numbers), event, error, match)

    def settle(self, hidden: Candidates, match: AnyMatch) -> None:
        """The table shows the position, so the question that stands has been answered by it. Only a question
        about something that nobody can see is asked or kept."""
        self._dismissed = hidden if hidden and self._dismissed == hidden else None
        if self._corrects:
            return
        if self.asked is not None and hidden and self.asked.candidates == hidden:
            return
        self.asked = None
        if hidden and self._dismissed is None:
            self.asked = about_hidden(next(self._numbers), hidden, match)

    @property
    def _corrects(self) -> bool:
        """Whether people are putting an entry right; only they can answer that question."""
        return self.asked is not None and self.asked.corrects is not None

    def answered(self, number: int, choice: str) -> Asked | None:
        """The question that a choice answers; it stands no longer. None if no such question stands."""
        asked = self.asked
        if asked is None or asked.question.number != number or choice not in asked.answers:
            return None
        if choice == NONE_OF_THESE:
            self._dismissed = asked.candidates
        self.asked = None
        return asked

    def forget(self) -> None:
        """Play has gone on, so no question stands."""
        self.asked = None
        self._dismissed = None
