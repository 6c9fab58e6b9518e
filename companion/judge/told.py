"""What is left of a history when the match tells what has happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.judge.history import BARE, History, Odd, fits, wanted
from companion.judge.positions import Looks, Position, following, position_of
from companion.judge.shown import Shown
from companion.rules.contract import CellId, Look, Seat
from companion.rules.match import AnyMatch, EntryKind


def after_entries(history: History, before: AnyMatch, match: AnyMatch, shown: Shown) -> History | None:
    """What is left of a history when the match tells what has happened; None if the match contradicts it."""
    undone = history.entries[0].count if history.entries and history.entries[0].kind is EntryKind.UNDO else 0
    line = before.line[: len(before.line) - undone]
    new = match.line[len(line) :]
    if len(match.line) < len(line) or any(
        one is not other for one, other in zip(line, match.line, strict=False)
    ):
        return None
    entries, states = history.entries[bool(undone) :], history.states[bool(undone) :]
    if not new:
        return replace(history, entries=entries, states=states) if undone else None
    for at in range(len(states), 0, -1):
        if states[at - 1] == match.state:
            slots = tuple(replace(slot, at=slot.at - at) for slot in history.slots if slot.at >= at)
            return replace(history, entries=entries[at:], states=states[at:], slots=slots)
    if len(new) > len(states) and (not states or states[-1] == new[len(states) - 1].state):
        drawn = new[len(states) :]
        if all(played.entry.kind is EntryKind.CHANCE for played in drawn):
            return _drawn(history, position_of(match.game, match.state), shown)
    return None


def _drawn(history: History, position: Position, shown: Shown) -> History:
    """The history after a machine drew, or people told what was drawn. Hands have yet to do what the draw
    brings. What was unlawful before the draw may be lawful after it."""
    left = replace(history, entries=(), states=(), slots=())
    if len(history.tried) == 1:
        entry = history.tried[0].entry
        if (follows := following(position, entry)) is not None:
            left = replace(left, entries=(entry,), states=(follows.after.state,), tried=())
            position = follows.after
    return owing(left, position, shown)


def agreed(histories: Sequence[History], position: Position, shown: Shown) -> list[History]:
    """The histories when people say what has happened: hands have done it already, or have yet to do it, or
    it was not seen yet, after any of ``histories``. Later views tell which."""
    known = [
        replace(one, entries=(), states=(), slots=(), tried=(), unseen={}, weight=0.0) for one in histories
    ]
    done = replace(known[0], position=position, table=dict(shown.looks(position)), odd={})
    return [done, *(owing(one, position, shown) for one in known)]


def laid_by(match: AnyMatch, same: int, shown: Shown) -> Looks:
    """What hands lay by the entries of the match after the first ``same``, lawful or not."""
    state = match.line[same - 1].state if same else match.start
    laid: dict[CellId, Look] = {}
    for played in match.line[same:]:
        if played.entry.kind is not EntryKind.CHANCE:
            position = position_of(match.game, state)
            seat = Seat(position.names.index(played.entry.seat))
            laid |= shown.handled(position.handled(seat, match.game.parse_move(played.entry.text)))
        state = played.state
    return laid


def vouched(histories: Sequence[History], position: Position, shown: Shown) -> list[History]:
    """The histories when people say that everything lies as the position tells. What no camera has seen since
    its last view may still come into sight; nothing else is left to do."""
    owed = [
        replace(one, odd={cell: kind for cell, kind in one.odd.items() if kind is Odd.OWED})
        for one in histories
        if not one.entries
    ]
    done, *unseen = agreed(owed or histories[:1], position, shown)
    return [done, *(one for one in unseen if one.owing)]


def owing(history: History, position: Position, shown: Shown) -> History:
    """The history in a new position. Hands have yet to make the table look like it, except where something
    has changed already: there lies what people say, whatever it was taken for."""
    old, new = shown.looks(history.position), shown.looks(position)
    table, odd = dict(history.table), dict[CellId, Odd]()
    for cell in {*history.table, *old, *new}:
        there, look = table.get(cell, BARE), wanted(new, cell)
        if fits(there, look):
            continue
        if history.tried and history.odd.get(cell) is Odd.WRONG:
            odd[cell] = Odd.WRONG
        elif there == wanted(old, cell) or history.odd.get(cell) in (Odd.OWED, Odd.HALF):
            odd[cell] = Odd.OWED
        else:
            table[cell] = look
    return replace(history, position=position, table=table, odd=odd)
