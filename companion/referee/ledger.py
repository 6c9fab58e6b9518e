"""A match and its journal: an entry is durable before anyone hears of it.

Thread: the session's, which owns the journal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.locale import Message
from companion.referee.draws import tickets
from companion.referee.ports import Journal, JournalError, OutcomeSource
from companion.referee.publish import drawn_from, refs_from
from companion.referee.tasks import Task, between
from companion.rules.contract import Chance, Effect
from companion.rules.entry import LAST, Ref
from companion.rules.match import AnyMatch, Entry, EntryKind, format_entry

RETRY_SECONDS = 1.0
"""How long to wait after a failed write: a full disk must not be hammered at the camera's frame rate."""


class Undoing(NamedTuple):
    """``undone``: the first entry that is taken back; ``entries``: those that do it."""

    undone: Entry
    entries: tuple[Entry, ...]


class Ledger:
    """A match with its journal. ``match``: all that is stored; ``effects``: what the newest entries ask hands
    to do; ``since``: how many entries the match had before those; ``zero``: when the match began, in seconds
    of ``clock``; ``trouble``: why the last write failed, None if it did not; ``sources``: the electronic
    decks and dice; ``corrected``: how the position must change on the table if the newest entry corrects
    earlier ones."""

    def __init__(
        self,
        match: AnyMatch,
        journal: Journal,
        sources: Sequence[OutcomeSource],
        clock: Callable[[], float],
    ) -> None:
        self.match = match
        self.journal = journal
        self.sources: Mapping[str, OutcomeSource] = {source.source: source for source in sources}
        self.zero = clock() - max((entry.at or 0.0 for entry in match.entries), default=0.0)
        self.effects: tuple[Effect, ...] = ()
        self.since = 0
        self.trouble: Message | None = None
        self.corrected: tuple[Task, ...] = ()
        self._clock = clock
        self._retry_at = -math.inf

    @property
    def latest(self) -> float:
        """When the last entry was made, by the clock."""
        return self.zero + max((entry.at or 0.0 for entry in self.match.entries), default=0.0)

    def append(
        self, entries: Sequence[Entry], notes: Sequence[str], check: Callable[[AnyMatch], object]
    ) -> bool:
        """Store comment lines, entries, and the cards that a machine opens after them, in one write. Returns
        False if that failed; then nothing has changed and the trouble is told. ``check`` is given the longer
        match before it is stored. Raises RulesError for an illegal entry, and whatever ``check`` raises;
        then, too, nothing has changed."""
        now = self._clock()
        if now < self._retry_at:
            return False
        longer = self.match
        at = round(now - self.zero, 3)
        for entry in entries:
            longer = longer.add(replace(entry, at=at))
        while (drawn := self.drawn(longer)) is not None:
            longer = longer.add(replace(drawn, at=at))
        stored = len(self.match.entries)
        lines = (*notes, *map(format_entry, longer.entries[stored:]))
        if not lines:
            return True
        check(longer)
        corrects = any(entry.kind is EntryKind.CORRECTION or entry.text == LAST for entry in entries)
        corrected = between(self.match, longer) if corrects else ()
        try:
            self.journal.append(*lines)
        except JournalError as error:
            self._retry_at = now + RETRY_SECONDS
            self.trouble = error.text
            return False
        if longer is not self.match:
            self.corrected = corrected
            self.match = longer
            self.since = stored
            fresh = (played for played in longer.line if played.number > stored)
            self.effects = tuple(effect for played in fresh for effect in played.effects)
        self.trouble = None
        return True

    def drawn(self, match: AnyMatch) -> Entry | None:
        """The next card of an electronic deck, or throw of an electronic die, if the rules ask for one."""
        pending = match.game.pending(match.state)
        source = self.sources.get(pending.source) if isinstance(pending, Chance) else None
        if source is None:
            return None
        possible = tickets(match.game, match.state)
        return Entry(EntryKind.CHANCE, text=source.draw(possible, drawn_from(match, source.source)))

    @property
    def by_machine(self) -> frozenset[Ref]:
        """The entries that a machine has drawn."""
        return frozenset(ref for source in self.sources for ref in refs_from(self.match, source))

    def undo(self, count: int) -> Undoing | None:
        """What takes back the last ``count`` acts of people; None if there are not so many."""
        entries = self._entries_of(count)
        undo = (Entry(EntryKind.UNDO, count=entries),)
        return Undoing(self.match.line[-entries].entry, undo) if entries else None

    def undo_correction(self) -> Undoing | None:
        """What takes back a correction, with what a machine has drawn since; None if people did something
        else last."""
        drawn, entries = self.by_machine, self.match.entries
        acts = len(entries)
        while Ref(acts) in drawn:
            acts -= 1
        if not acts or entries[acts - 1].kind is not EntryKind.CORRECTION:
            return None
        since = len(entries) - acts
        draws = (Entry(EntryKind.UNDO, count=since),) if since else ()
        return Undoing(entries[acts - 1], (*draws, Entry(EntryKind.UNDO, text=LAST)))

    def _entries_of(self, count: int) -> int:
        """How many entries belong to the last ``count`` acts of people. A card that the machine drew goes
        back with the act before it. 0 if there are not so many acts."""
        drawn = self.by_machine
        acts = 0
        for entries, played in enumerate(reversed(self.match.line), start=1):
            acts += played.ref not in drawn
            if acts == count:
                return entries
        return 0
