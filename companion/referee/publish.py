"""What the public view of a match tells of its log, score and decks. Pure; called after every change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from companion.referee.own import shown_state
from companion.referee.ports import OutcomeSource
from companion.referee.view import DeckView, HistoryLine, LineKind, SeatView, TouchMove
from companion.rules.contract import (
    Chance,
    ClauseId,
    Decide,
    EditionValue,
    Lamp,
    Mark,
    Over,
    Seat,
    Setup,
)
from companion.rules.entry import LAST, Ref
from companion.rules.match import AnyMatch, Entry, EntryKind, PlayedEntry
from companion.rules.optional import Forecasting, Reminding, drawn_lamps
from companion.rules.registry import AnyGame


def seats_of(game: AnyGame, setup: Setup, public: Any) -> tuple[SeatView, ...]:
    """Every seat's public points with their clauses."""
    views = []
    for number, name in enumerate(setup.seats):
        lines = game.score(public, Seat(number))
        views.append(SeatView(name, sum((line.points for line in lines), start=Fraction(0)), lines))
    return tuple(views)


def touch_of(game: AnyGame, setup: Setup, public: Any, electronic: frozenset[str]) -> tuple[TouchMove, ...]:
    """All that may be entered by touch now: legal moves, or outcomes of a physical deck or die. Nothing in
    the list tells that there is something to grab for."""
    public = shown_state(game, public)
    pending = game.pending(public)
    match pending:
        case Decide(seats=seats):
            return tuple(
                TouchMove(setup.seats[seat], game.format_move(move))
                for seat in seats
                for move in game.legal_moves(public, seat)
            )
        case Chance(source=source) if source not in electronic:
            return tuple(TouchMove("", game.format_outcome(outcome)) for outcome, _ in game.outcomes(public))
        case _:
            return ()


def history_of(match: AnyMatch, sources: Sequence[OutcomeSource] = ()) -> tuple[HistoryLine, ...]:
    """Every entry, with those marked that a later one took back or put right, or that ``sources`` drew."""
    drawn = {ref.number for source in sources for ref in refs_from(match, source.source)}
    standing = {played.number: played.entry for played in match.line if not played.part}
    taken_back = _taken_back(match)
    return tuple(
        HistoryLine(
            number=number,
            at=entry.at or 0.0,
            kind=LineKind(entry.kind.value),
            seat=entry.seat,
            text=entry.text or str(entry.count),
            undone=number in taken_back if entry.kind in _MARKS else number not in standing,
            instead=_instead(entry, standing.get(number)),
            drawn=number in drawn,
        )
        for number, entry in enumerate(match.entries, start=1)
    )


def entry_of(line: HistoryLine) -> Entry:
    """The entry of a line of the history."""
    kind = EntryKind(line.kind.value)
    if kind is EntryKind.UNDO and line.text != LAST:
        return Entry(kind, count=int(line.text), at=line.at)
    return Entry(kind, seat=line.seat, text=line.text, at=line.at)


_MARKS = (EntryKind.UNDO, EntryKind.CORRECTION)
"""Kinds of entries that stand in no line themselves."""


def _taken_back(match: AnyMatch) -> frozenset[int]:
    """The numbers of the corrections that were taken back: each by the next such undo."""
    last, found = 0, set[int]()
    for number, entry in enumerate(match.entries, start=1):
        if entry.kind is EntryKind.CORRECTION:
            last = number
        elif entry.kind is EntryKind.UNDO and entry.text == LAST:
            found.add(last)
    return frozenset(found)


def _instead(entry: Entry, standing: Entry | None) -> tuple[str, str] | None:
    if standing is None or (standing.seat, standing.text) == (entry.seat, entry.text):
        return None
    return standing.seat, standing.text


def drawn_from(match: AnyMatch, source: str) -> tuple[str, ...]:
    """The outcomes of one source of chance that still stand, in order."""
    return tuple(played.entry.text for played in _draws(match, source))


def outcomes_put_in(before: AnyMatch, after: AnyMatch) -> Iterator[tuple[AnyMatch, Entry]]:
    """The outcomes that a correction of ``before`` has put in, each with the match up to it."""
    known = set(before.standing)
    for place, standing in enumerate(after.standing):
        if standing.entry.kind is EntryKind.CHANCE and standing not in known:
            yield replace(after, line=after.line.without(len(after.line) - place)), standing.entry


def refs_from(match: AnyMatch, source: str) -> tuple[Ref, ...]:
    """What the same entries are called."""
    return tuple(played.ref for played in _draws(match, source))


def _draws(match: AnyMatch, source: str) -> Iterator[PlayedEntry[Any]]:
    before = match.start
    for played in match.line:
        if played.entry.kind is EntryKind.CHANCE and match.game.pending(before) == Chance(source):
            yield played
        before = played.state


def lamps_of(match: AnyMatch, public: Any, sources: Sequence[OutcomeSource]) -> tuple[Lamp, ...]:
    """What the lamps show: the position, and what a machine has just drawn."""
    last = match.line[-1] if match.line else None
    if last is not None and any(last.ref in refs_from(match, each.source) for each in sources):
        return drawn_lamps(match.game, public, match.game.parse_outcome(last.entry.text))
    return match.game.lamps(public)


def decks_of(match: AnyMatch, sources: Sequence[OutcomeSource]) -> tuple[DeckView, ...]:
    """The electronic decks; their seeds only when the game is over."""
    over = isinstance(match.game.pending(match.state), Over)
    return tuple(source.view(len(drawn_from(match, source.source)), over) for source in sources)


def defaults_of(game: AnyGame) -> tuple[EditionValue, ...]:
    """The values of the edition that nobody has confirmed."""
    return tuple(value for value in game.edition_values if value.mark is Mark.DEFAULT)


def forecast_of(game: AnyGame, public: Any) -> tuple[str, ...]:
    """What the table will do next without a decision of anybody; empty if the game cannot tell."""
    return game.forecast(public) if isinstance(game, Forecasting) else ()


def forgotten_in(game: AnyGame, public: Any) -> ClauseId | None:
    """The clause that says what everybody waits for; None if the game cannot tell."""
    return game.forgotten(public) if isinstance(game, Reminding) else None


def told_as_one(entries: Sequence[Entry]) -> tuple[str, str]:
    """The seat and the moves of entries that were taken in at once. If there are several seats the seat is
    "", and each move names its own."""
    if len({entry.seat for entry in entries if entry.seat}) < 2:
        return entries[-1].seat, joined(entries)
    return "", joined([replace(entry, text=f"{entry.seat} {entry.text}".strip()) for entry in entries])


def joined(entries: Sequence[Entry]) -> str:
    """Several moves as one line for people and logs."""
    return "; ".join(entry.text for entry in entries if entry.text)
