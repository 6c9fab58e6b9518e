"""A match that is over, as the match file that a hall keeps."""

from __future__ import annotations

from companion.referee.view import LineKind, TableView
from companion.rules.contract import Over, RulesError
from companion.rules.match import Entry, EntryKind, Match, format_match
from companion.rules.registry import AnyGame


def match_text(game: AnyGame, view: TableView) -> str:
    """The match file, from the public history, with the seals and seeds that electronic decks have shown; ""
    for a match that is not over, or that a match file cannot hold (one that began from another position)."""
    if not isinstance(view.pending, Over):
        return ""
    notes = tuple(note for deck in view.decks for note in deck.notes)
    try:
        match = Match.begin(game, view.setup, notes=notes)
        for line in view.history:
            kind = EntryKind(line.kind.value)
            undo = line.kind is LineKind.UNDO
            count = int(line.text) if undo else 1
            text = "" if undo else line.text
            match = match.add(Entry(kind, seat=line.seat, text=text, count=count, at=line.at))
    except RulesError:
        return ""
    return format_match(match)
