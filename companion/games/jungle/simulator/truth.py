"""What really happened at a table of simulated players, as a match file. Pure.

People follow the referee, also when its ruling is wrong. In that case the file has the real grab, an
``undo``, and what was ruled, if anything was. So the file replays to the position on the table, and every
wrong or missing ruling can be found as an ``undo`` right behind a real grab.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.referee.view import HistoryLine, LineKind
from companion.rules.contract import Setup
from companion.rules.match import Entry, EntryKind, Match, format_entry, format_match
from companion.rules.registry import AnyGame

RealGrab = tuple[int, str]
"""The number of entries before the grab, and the outcome that tells what was really done."""


def truth_file(game: AnyGame, setup: Setup, history: Sequence[HistoryLine], grabs: Sequence[RealGrab]) -> str:
    """The text of the match file. ``grabs``: in the order in which they happened."""
    head = format_match(Match.begin(game, setup))
    return head + "".join(f"{format_entry(entry)}\n" for entry in _entries(history, grabs))


def _entries(history: Sequence[HistoryLine], grabs: Sequence[RealGrab]) -> Iterator[Entry]:
    waiting = list(grabs)
    for number in range(len(history) + 1):
        line = history[number] if number < len(history) else None
        while waiting and waiting[0][0] == number:
            _, done = waiting.pop(0)
            at = history[number - 1].at if number else 0.0
            if line is None or (line.kind, line.text) != (LineKind.CHANCE, done):
                yield Entry(EntryKind.CHANCE, text=done, at=at)
                yield Entry(EntryKind.UNDO, count=1, at=at)
        if line is not None:
            yield _entry(line)


def _entry(line: HistoryLine) -> Entry:
    kind = EntryKind(line.kind.value)
    if kind is EntryKind.UNDO:
        return Entry(kind, count=int(line.text), at=line.at)
    return Entry(kind, seat=line.seat, text=line.text, at=line.at)
