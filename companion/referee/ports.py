"""What the session needs from other rooms, so that it can be joined to them by the app."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from companion.referee.view import DeckView, Message, TableView
from companion.rules.contract import Facts

Reader = Callable[[TableView], None]
"""Is handed each published view, on the session's thread. Must return at once and never raise: a reader
that has work to do keeps only the newest view (or a bounded queue) and works on a thread of its own."""


class JournalError(Exception):
    """The journal cannot be written or read; ``text`` is one sentence that says what to do."""

    def __init__(self, key: str, facts: Facts = ()) -> None:
        self.text = Message(key, facts)
        super().__init__(key.format(**dict(facts)))


class Journal(Protocol):
    """The append-only truth of one match. ``append`` returns only when the entries are durable."""

    def append(self, *lines: str) -> int:
        """Store entries (text form of the match file, with their times), all or none; the number of the
        last one, from 1. Raises JournalError; then nothing was stored.
        """
        ...

    def lines(self) -> Sequence[str]:
        """All entries in order."""
        ...

    def close(self) -> None: ...


class OutcomeSource(Protocol):
    """An electronic deck or die for one ``Chance.source`` of a match."""

    @property
    def source(self) -> str: ...

    def draw(self, outcomes: Sequence[str], drawn: Sequence[str]) -> str:
        """The next outcome (text form) among the possible ones, given all that stand so far.

        An outcome that is k times as likely stands k times in ``outcomes``; their order does not matter.
        A pure function of the sealed seed and its arguments, so that undo and resume draw the same.
        """
        ...

    def view(self, drawn: int, over: bool) -> DeckView:
        """What may be shown: the commitment always, the seed only when ``over``."""
        ...
