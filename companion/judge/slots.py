"""Slots: entries whose faces nobody has seen. This file tells which siblings are still possible, and makes
histories of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.judge.history import BARE, History, Slot, differing, wanted
from companion.judge.positions import Following, Position, following, position_of
from companion.judge.shown import Shown
from companion.judge.tuning import number, whole
from companion.rules.contract import CellId, Certainty, Look
from companion.rules.match import AnyMatch, Entry, EntryKind

TIED = number("slots.tied")
"""Explanations whose weights differ by at most so many nats count as equally good. None of them is given up
for another."""
ALIKE = whole("slots.alike")
"""At least so many entries that nobody can tell apart are joined into one slot."""


def as_one(group: Sequence[History]) -> tuple[History, int]:
    """Join histories that look the same (likeliest first) and differ in only one entry, if they are as likely
    as the first: one history with a slot, and how many were joined. Otherwise the first alone, and 1."""
    first = group[0]
    tied = [one for one in group if one.weight >= first.weight - TIED]
    differ = {
        at
        for one in tied[1:]
        for at, (a, b) in enumerate(zip(first.entries, one.entries, strict=True))
        if a != b
    }
    if len(tied) < ALIKE or len(differ) != 1:
        return first, 1
    at = differ.pop()
    slot = Slot(at, tuple(one.entries[at] for one in tied[1:]))
    return replace(first, slots=tuple(sorted((*first.slots, slot), key=lambda one: one.at))), len(tied)


def alive(history: History, match: AnyMatch) -> History:
    """The history with only those siblings after which all later entries are lawful, too."""
    kept = []
    for slot in history.slots:
        left = tuple(
            s for s in slot.siblings if played(match, _instead(history.entries, slot.at, s)) is not None
        )
        if left:
            kept.append(Slot(slot.at, left))
    return replace(history, slots=tuple(kept)) if history.slots else history


def siblings(history: History, slot: Slot, match: AnyMatch, shown: Shown) -> Iterator[History]:
    """The histories for which this one stands in one of its slots."""
    mine = played(match, history.entries)
    slots = tuple(one for one in history.slots if one != slot)
    if mine is None:
        return
    undone = len(history.entries) - len(mine)
    for sibling in slot.siblings:
        entries = _instead(history.entries, slot.at, sibling)
        theirs = played(match, entries)
        if theirs is None:
            continue
        old, new = shown.looks(mine[-1].after), shown.looks(theirs[-1].after)
        table = dict(history.table)
        for cell in dict.fromkeys((*old, *new, *table)):
            look = wanted(new, cell)
            if look.certainty is Certainty.SEEN and table.get(cell, BARE) == wanted(old, cell):
                table[cell] = look
        before, after = (shown.handled(_hands(one[slot.at - undone])) for one in (mine, theirs))
        for cell, look in after.items():
            if table.get(cell, BARE) == before.get(cell):
                table[cell] = look
        states = (*history.states[:undone], *(one.after.state for one in theirs))
        yield replace(
            history, entries=entries, states=states, position=theirs[-1].after, table=table, slots=slots
        )


def showing(history: History, cell: CellId, look: Look, match: AnyMatch, shown: Shown) -> Iterator[History]:
    """Those histories for which this one stands in which the cell looks so."""
    for slot in history.slots:
        alone = replace(history, slots=tuple(one for one in history.slots if one != slot))
        every = (alone, *siblings(history, slot, match, shown))
        if any(one.table.get(cell, BARE) != history.table.get(cell, BARE) for one in every):
            yield from (one for one in every if one.table.get(cell, BARE) == look)
            return
    if history.table.get(cell, BARE) == look:
        yield history


def open_cells(history: History, match: AnyMatch, shown: Shown) -> frozenset[CellId]:
    """The cells in which the histories for which this one stands differ."""
    acts = played(match, history.entries) if history.slots else None
    if acts is None:
        return frozenset()
    undone = len(history.entries) - len(acts)
    cells: set[CellId] = set()
    for slot in history.slots:
        act = acts[slot.at - undone]
        cells |= shown.handled(_hands(act)).keys() | differing(act.looks, act.after.looks)
    return frozenset(cells)


def _hands(follows: Following) -> Any:
    return follows.piled if follows.seat is None else follows.handled


def _instead(entries: Sequence[Entry], at: int, sibling: Entry) -> tuple[Entry, ...]:
    return (*entries[:at], sibling, *entries[at + 1 :])


def played(match: AnyMatch, entries: tuple[Entry, ...]) -> tuple[Following, ...] | None:
    """What follows when these entries are made after the match; an undo before them is left out. None if one
    of them is not lawful."""
    state, line = match.state, match.line
    if entries and entries[0].kind is EntryKind.UNDO:
        left = len(line) - entries[0].count
        state, entries = line[left - 1].state if left else match.start, entries[1:]
    return _replayed(position_of(match.game, state), entries)


def _replayed(position: Position, entries: tuple[Entry, ...]) -> tuple[Following, ...] | None:
    """What follows when these entries are made in a position; None if one of them is not lawful. It is kept
    with the position, because many histories begin alike."""
    if entries not in position.chains:
        before = _replayed(position, entries[:-1]) if entries else ()
        if entries and before is not None:
            follows = following(before[-1].after if before else position, entries[-1])
            before = None if follows is None else (*before, follows)
        position.chains[entries] = before
    return position.chains[entries]
