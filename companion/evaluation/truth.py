"""The truth of a clip: a match file that may also hold acts which no position can hold.

Some acts lead to no possible position, for example when a figure was put where none can stand. Such an act is
written as an ``anyway`` directly followed by its ``undo 1``. It was tried and put right, and the match goes
on as if it had not been."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.contract import ClauseId, NotationError, RulesError, Seat
from companion.rules.match import (
    AnyMatch,
    Entry,
    EntryKind,
    entry_lines,
    format_entry,
    format_match,
    parse_entry,
    replay_match,
)


@dataclass(frozen=True, slots=True)
class Tried:
    """An act that no position can hold: who did it, what it was, when the hand had left (seconds), when it
    was put right, and what it breaks. ``clauses`` is empty until that was read."""

    seat: str
    move: str
    at: float
    until: float
    clauses: frozenset[ClauseId] = frozenset()


def parse_truth(text: str) -> tuple[AnyMatch, tuple[Tried, ...]]:
    """The match, and the acts that were tried. Raises as :func:`companion.rules.match.parse_match` does."""
    lines, entries = text.split("\n"), list(entry_lines(text))
    tried: list[Tried] = []
    while True:
        steps = replay_match("\n".join(lines))
        match, good = next(steps), 0
        try:
            for after in steps:
                match, good = after, good + 1
        except NotationError:
            raise
        except RulesError:
            act = _tried(match, [said for _, said in entries[good : good + 2]])
            if act is None:
                raise
        else:
            return match, tuple(tried)
        tried.append(act)
        for number, _ in entries[good : good + 2]:
            lines[number - 1] = ""
        del entries[good : good + 2]


def _tried(match: AnyMatch, pair: Sequence[str]) -> Tried | None:
    """The act that two entries tell, an ``anyway`` and its undo; None if they tell something else, or the act
    is allowed."""
    try:
        act, undo = map(parse_entry, pair)
        if (act.kind, undo.kind, undo.count) != (EntryKind.ANYWAY, EntryKind.UNDO, 1):
            return None
        seat = Seat(match.setup.seats.index(act.seat))
        breaches = match.game.why_illegal(match.state, seat, match.game.parse_move(act.text))
    except ValueError:  # only one entry, no entry at all, or an unknown seat
        return None
    clauses = frozenset(breach.clause for breach in breaches)
    return Tried(act.seat, act.text, act.at or 0.0, undo.at or 0.0, clauses) if clauses else None


def format_truth(match: AnyMatch, tried: Sequence[Tried]) -> str:
    """The file that :func:`parse_truth` reads; each act stands after everything that was entered by then."""
    lines = format_match(match).splitlines()
    head = lines[: len(lines) - len(match.entries)]
    rows = [(entry.at or 0.0, format_entry(entry)) for entry in match.entries]
    for act in sorted(tried, key=lambda one: one.at):
        done = Entry(EntryKind.ANYWAY, act.seat, act.move, at=act.at)
        undone = Entry(EntryKind.UNDO, count=1, at=act.until)
        place = sum(at <= (done.at or 0.0) for at, _ in rows)
        rows[place:place] = [(done.at or 0.0, format_entry(done)), (done.at or 0.0, format_entry(undone))]
    return "\n".join([*head, *(row for _, row in rows)]) + "\n"
