"""The question that stands. It is asked once, kept as long as it stays the same, and not asked again after it
was dismissed. Its answers keep their order, and an answer counts for what it says: it may come when play, or
the next question, has gone past it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.judge.verdicts import FirstSeen
from companion.referee.asking import (
    AS_SHOWN,
    NONE_OF_THESE,
    Asked,
    about_face,
    about_hidden,
    about_table,
    entering,
    unlike,
)
from companion.referee.correcting import about_contradiction
from companion.referee.events import Corrected
from companion.referee.view import Ruling, RulingKind
from companion.rules.contract import Breach, CellId
from companion.rules.match import AnyMatch, ContradictionError, Entry, EntryKind

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
        self._every: dict[int, tuple[Asked, int]] = {}
        """Each question that nobody has answered, by its number, with how many entries the match had."""
        self._last: tuple[int, str] | None = None
        """The number of the question that was answered last, and the answer."""
        self._dismissed: Candidates | None = None

    def about_table(self, candidates: Candidates, cells: tuple[CellId, ...], match: AnyMatch) -> bool:
        """Ask which of the candidates happened at the cells. False if that question stands already or was
        dismissed. Candidates that people have before them keep their places."""
        if self._corrects or (self._dismissed is not None and _say_the_same(self._dismissed, candidates)):
            return False
        if self.asked is not None:
            candidates = _in_order(candidates, self.asked.candidates)
            if _say_the_same(self.asked.candidates, candidates):
                if not self.asked.faces:
                    answers = {**self.asked.answers, **entering(candidates)}
                    self._ask(replace(self.asked, candidates=candidates, answers=answers), match)
                return False
        self._ask(about_table(next(self._numbers), candidates, cells, match), match)
        return True

    def about_face(self, seen: FirstSeen, match: AnyMatch) -> bool:
        """Ask about a face. False if that question stands already, or people are putting an entry right; it
        stays the same question while some of its answers are ruled out."""
        if self._corrects:
            return False
        if self.asked is not None and self.asked.faces and self.asked.question.cells == (seen.cell,):
            return False
        self._ask(about_face(next(self._numbers), seen), match)
        return True

    def about_correction(self, event: Corrected, error: ContradictionError, match: AnyMatch) -> None:
        """Ask what is to be done about an entry that a correction has made unlawful."""
        self._ask(about_contradiction(next(self._numbers), event, error, match), match)

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
            self._ask(about_hidden(next(self._numbers), hidden, match), match)

    def _ask(self, asked: Asked, match: AnyMatch) -> None:
        self.asked = asked
        self._every[asked.question.number] = asked, len(match.entries)

    @property
    def _corrects(self) -> bool:
        """Whether people are putting an entry right; only they can answer that question."""
        return self.asked is not None and self.asked.corrects is not None

    def answered(self, number: int, choice: str, match: AnyMatch) -> Asked | None:
        """The question that a choice answers, which stands no longer, with what is left to enter. None if the
        answer does not count any more, because something else has happened since."""
        asked, known = self._every.get(number, (None, 0))
        if asked is None or choice not in asked.answers:
            return None
        if self.asked is None or self.asked.question.number != number:
            asked = _late(asked, choice, match.entries[known:])
            if asked is None:
                return None
        if choice == NONE_OF_THESE:
            self._dismissed = asked.candidates
        self.asked, self._last = None, (number, choice)
        del self._every[number]
        return asked

    def is_known(self, number: int, choice: str) -> bool:
        """Whether this very answer has just been given."""
        return self._last == (number, choice)

    def forget(self) -> None:
        """Play has gone on, so no question stands."""
        self.asked = None
        self._dismissed = None


def _say_the_same(one: Candidates, other: Candidates) -> bool:
    """Whether people read the same answers, in any order. One may tell more of what happened."""
    return set(unlike(one)) == set(unlike(other))


def _in_order(candidates: Candidates, old: Candidates) -> Candidates:
    """The candidates, those first that say what an old one says, in the old order."""
    before, said = unlike(old), dict(zip(candidates, unlike(candidates), strict=True))
    return tuple(
        sorted(candidates, key=lambda one: before.index(said[one]) if said[one] in before else len(before))
    )


def _late(asked: Asked, choice: str, since: tuple[Entry, ...]) -> Asked | None:
    """A question that stands no longer, with what its answer still enters after the entries ``since``. None
    if something else was entered, or the answer tells of the table as it lay then."""
    told = tuple(replace(entry, at=None) for entry in asked.answers[choice])
    entered = tuple(replace(entry, at=None) for entry in since)
    both = min(len(told), len(entered))
    undone = any(entry.kind in (EntryKind.UNDO, EntryKind.CORRECTION) for entry in entered[both:])
    if asked.faces or choice in (NONE_OF_THESE, AS_SHOWN) or told[:both] != entered[:both] or undone:
        return None
    return replace(asked, answers={**asked.answers, choice: told[both:]})
