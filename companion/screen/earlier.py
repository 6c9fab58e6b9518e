"""An earlier entry that people put right: the board of that moment, and what their touches there say. Pure.

``edits``: what the same correction says so far, "" for nothing; then the entry is the one that it made
unlawful."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.locale import Message
from companion.ports.errors import ControllerError
from companion.referee.correcting import NOT_STANDING
from companion.referee.exhibit import Exhibit
from companion.referee.publish import touch_of
from companion.referee.view import RulingKind, TableView
from companion.rules.entry import Edit, Ref, format_edits, format_entry, parse_edits, parse_entry, parse_ref
from companion.rules.match import AnyMatch, ContradictionError, Entry, EntryKind, parse_match
from companion.screen.keeping import KeeperPort
from companion.screen.moment import view_for


@dataclass(frozen=True, slots=True)
class EarlierEntry:
    """Entry ``ref`` of a match, which stands or was put in by ``edits``. ``inserts``: something before it was
    forgotten."""

    match: AnyMatch
    ref: Ref
    edits: str = ""
    inserts: bool = False

    @property
    def before(self) -> AnyMatch:
        """The match up to the entry."""
        if self.edits:
            try:
                self.match.add(Entry(EntryKind.CORRECTION, text=self.edits))
            except ContradictionError as error:
                if error.ref == self.ref:
                    return error.before
        line = self.match.line
        return replace(self.match, line=line.without(len(line) - self._place))

    @property
    def view(self) -> TableView:
        """What the public saw then, with all that might have been done."""
        before = self.before
        view = view_for(before)
        touch = touch_of(before.game, before.setup, view.state, frozenset())
        return replace(view, revision=int(self.inserts), touch=touch, ruling=None, to_do=())

    @property
    def entry(self) -> Entry:
        """What the match says of it."""
        return self.match.line[self._place].entry

    def said(self, entries: Sequence[Entry]) -> str:
        """The correction by which this was done instead, or before. If a touch says several moves, the
        entries that follow were otherwise, too, as far as they are of the same kind."""
        edits = list(parse_edits(self.edits)) if self.edits else []
        following = self.match.standing[self._place :]
        for entry in entries:
            ref = following[0].ref if following else self.ref
            same = bool(following) and (
                following[0].entry.seat == entry.seat and following[0].entry.verb == entry.verb
            )
            corrects = not self.inserts and bool(following) and (ref == self.ref or same)
            edits.append(Edit("correct" if corrects else "insert", ref, entry))
            following = following[1:] if corrects else following
        return format_edits(edits)

    def held_instead(self, exhibits: Sequence[Exhibit]) -> Entry | None:
        """What the judge held for the next likeliest when the camera had seen it; None if nothing of that is
        kept, or it was not in doubt."""
        number = self.match.line[self._place].number
        ruled = next((e for e in exhibits if e.kind is RulingKind.PLAYED and e.entries >= number), None)
        line = format_entry(replace(self.entry, at=None))
        other = ruled.instead_of(line) if ruled is not None else None
        held = None if other is None else parse_entry(other)
        return held if held is not None and held.kind is self.entry.kind else None

    def never(self) -> str:
        """The correction by which it never happened."""
        return "; ".join(filter(None, (self.edits, format_edits((Edit("delete", self.ref),)))))

    @property
    def _place(self) -> int:
        return next(n for n, standing in enumerate(self.match.standing) if standing.ref == self.ref)


def earlier_entry(keeper: KeeperPort, view: TableView, ref: str) -> EarlierEntry:
    """An entry of the open table, by what it is called. Raises ControllerError."""
    match: AnyMatch = parse_match(keeper.match_text(view.match), keeper.game_of(view.match))
    question = view.question
    edits = question.edits if question is not None and question.entry == ref else ""
    found = EarlierEntry(match, parse_ref(ref), edits)
    if not edits and found.ref not in (standing.ref for standing in match.standing):
        raise ControllerError(Message(NOT_STANDING, (("entry", ref),)))
    return found
