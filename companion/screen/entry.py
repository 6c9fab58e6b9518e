"""Entering a move by touch, word by word, for any game: the legal moves are lines of words.

Pure: a choice is a tuple of words; what may come next is read off the moves that begin so. Only legal moves
are offered, so nobody is asked for anything that the referee could not take.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.referee.view import TouchMove


@dataclass(frozen=True, slots=True)
class TouchEntry:
    """``moves``: what ``TableView.touch`` offers. ``seat``: None until somebody is chosen ("" for an
    outcome). ``words``: said so far."""

    moves: tuple[TouchMove, ...]
    seat: str | None = None
    words: tuple[str, ...] = ()

    @staticmethod
    def begin(moves: Sequence[TouchMove]) -> TouchEntry:
        """Whoever is the only one who can act is chosen at once; so is the first of several who can all
        do exactly the same (:attr:`seats` still offers the others)."""
        seats = tuple(dict.fromkeys(move.seat for move in moves))
        alike = len({frozenset(m.text for m in moves if m.seat == seat) for seat in seats}) == 1
        return TouchEntry(tuple(moves), seats[0] if alike else None)._run_on()

    @property
    def seats(self) -> tuple[str, ...]:
        """Who can act."""
        return tuple(dict.fromkeys(move.seat for move in self.moves))

    @property
    def next_words(self) -> tuple[str, ...]:
        """What may be said next, in the order of the moves."""
        return tuple(
            dict.fromkeys(said[len(self.words)] for said in self._fitting() if len(said) > len(self.words))
        )

    @property
    def complete(self) -> bool:
        """Whether the words so far are a move."""
        return self.seat is not None and self.words in self._fitting()

    @property
    def move(self) -> TouchMove:
        """The move said. Only when :attr:`complete`."""
        assert self.seat is not None
        return TouchMove(self.seat, " ".join(self.words))

    def choose_seat(self, seat: str) -> TouchEntry:
        """Somebody else acts; what was said is dropped."""
        return TouchEntry(self.moves, seat)._run_on()

    def say(self, word: str) -> TouchEntry:
        """One more word; words without an alternative follow by themselves."""
        return TouchEntry(self.moves, self.seat, (*self.words, word))._run_on()

    def back(self) -> TouchEntry:
        """Before the last word that was a choice; after all words before the choice of the seat."""
        words = self.words
        while words:
            words = words[:-1]
            earlier = TouchEntry(self.moves, self.seat, words)
            if len(earlier.next_words) > 1 or earlier.complete:
                return earlier
        return TouchEntry(self.moves) if len(self.seats) > 1 else TouchEntry.begin(self.moves)

    def _fitting(self) -> list[tuple[str, ...]]:
        if self.seat is None:
            return []
        said = [tuple(move.text.split()) for move in self.moves if move.seat == self.seat]
        return [words for words in said if words[: len(self.words)] == self.words]

    def _run_on(self) -> TouchEntry:
        entry = self
        while not entry.complete and len(entry.next_words) == 1:
            entry = TouchEntry(entry.moves, entry.seat, (*entry.words, entry.next_words[0]))
        return entry
