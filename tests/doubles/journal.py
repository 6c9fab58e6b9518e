"""A journal in memory."""

from __future__ import annotations

from collections.abc import Sequence

from companion.referee.ports import JournalError


class MemoryJournal:
    """A Journal that is gone with the test. ``full``: it takes nothing more, as a full disk."""

    def __init__(self, full: bool = False) -> None:
        self.stored: list[str] = []
        self.writes: list[tuple[str, ...]] = []
        self.full = full
        self.closed = False

    def append(self, *lines: str) -> int:
        if self.full:
            raise JournalError("The disk is full; free some space.")
        self.stored += lines
        self.writes.append(lines)
        return len(self.stored)

    def lines(self) -> Sequence[str]:
        return tuple(self.stored)

    @property
    def entries(self) -> list[str]:
        """What is stored, but for comments."""
        return [line for line in self.stored if not line.startswith("#")]

    def close(self) -> None:
        self.closed = True
