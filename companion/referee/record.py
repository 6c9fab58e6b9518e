"""What is stored and told of one match: every entry and ruling goes through here.

Thread: the session's, which owns the journal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

from companion.locale import N_, Message
from companion.referee.ledger import Ledger, Undoing
from companion.referee.ports import TableJudge
from companion.referee.presenter import Presenter
from companion.referee.publish import told_as_one
from companion.referee.questions import Questions, Rulings
from companion.referee.refusal import refusal_note
from companion.referee.view import RulingKind
from companion.rules.contract import Breach, CellId
from companion.rules.match import AnyMatch, Entry


class Record:
    """``questions``: what people are asked; ``rulings``: the latest one; ``refused``: the attempt that it
    refused; ``trouble``: what people must hear of what they did last."""

    def __init__(
        self, ledger: Ledger, presenter: Presenter, judge: TableJudge, clock: Callable[[], float]
    ) -> None:
        self.ledger = ledger
        numbers = count(1)
        self.questions, self.rulings = Questions(numbers), Rulings(numbers)
        self.refused: tuple[Entry, ...] = ()
        self.trouble: Message | None = None
        self._presenter, self._judge, self._clock = presenter, judge, clock

    @property
    def match(self) -> AnyMatch:
        """The match as it stands."""
        return self.ledger.match

    def commit(self, entries: Sequence[Entry], kind: RulingKind, notes: Sequence[str] = ()) -> bool:
        """Store the entries, all or none. False if they cannot be stored now; then the trouble is told.
        Raises RulesError, and stores nothing, if one is illegal."""
        if not self.append(*entries, notes=notes):
            return False
        self.forget_attempt()
        self.announce(kind, *told_as_one(entries), (), ())
        return True

    def append(self, *entries: Entry, notes: Sequence[str] = ()) -> bool:
        """As :meth:`Ledger.append`. What people will see is worked out first, so a game that fails there
        stores nothing."""
        stored = self.ledger.append(entries, notes, self._presenter.position)
        self.trouble = self.ledger.trouble
        if stored and entries and self.ledger.corrected:
            self._judge.corrected(self.match)
        return stored

    def undo(self, found: Undoing | None) -> None:
        """Take back what the ledger has found, if there is something."""
        if found is None:
            self.trouble = Message(N_("There is nothing left to undo."))
        elif self.append(*found.entries):
            self.forget_attempt()
            self.announce(RulingKind.UNDONE, found.undone.seat, found.undone.text, (), ())

    def forget_attempt(self) -> None:
        """Nothing is refused or asked about any more."""
        self.refused = ()
        self.questions.forget()

    def announce(
        self,
        kind: RulingKind,
        seat: str,
        move: str,
        breaches: tuple[Breach, ...],
        cells: tuple[CellId, ...],
    ) -> None:
        """Make this the latest ruling, unless it already is."""
        at = self._clock() - self.ledger.zero
        told = self.rulings.announce(kind, at, seat, move, breaches, cells)
        if told is not None and kind is RulingKind.REFUSED:
            self.append(notes=(refusal_note(told),))
