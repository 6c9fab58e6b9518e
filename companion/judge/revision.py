"""Revises histories by what the rules and people tell: which faces of an entry are still possible, in which
order acts are told, and what is left of a history when the match has become longer."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from math import log
from typing import Any

from companion.judge.history import BARE, History, Mismatch, UnknownIdentity, differing, fits, wanted
from companion.judge.positions import Following, Looks, Position, Shown, following, position_of
from companion.judge.tuning import number, whole
from companion.rules.contract import CellId, Certainty, Look, Seat
from companion.rules.match import AnyMatch, Entry, EntryKind, PlayedEntry
from companion.rules.optional import Throwing

TIED = number("unknowns.tied")
"""Explanations whose weights differ by at most so many nats count as equally good. None of them is given up
for another."""
PICTURED = number("unknowns.pictured")
"""Nats against a history for each cell in which a picture of the table contradicts it. What pictures tell
against a position is sure, but not all of it can be told."""
ALIKE = whole("unknowns.alike")
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
    slot = UnknownIdentity(at, tuple(one.entries[at] for one in tied[1:]))
    return replace(first, unknowns=tuple(sorted((*first.unknowns, slot), key=lambda one: one.at))), len(tied)


def alive(history: History, match: AnyMatch) -> History:
    """The history with only those siblings after which all later entries are lawful, too."""
    kept = []
    for slot in history.unknowns:
        left = tuple(
            s for s in slot.siblings if played(match, _instead(history.entries, slot.at, s)) is not None
        )
        if left:
            kept.append(UnknownIdentity(slot.at, left))
    return replace(history, unknowns=tuple(kept)) if history.unknowns else history


def siblings(history: History, slot: UnknownIdentity, match: AnyMatch, shown: Shown) -> Iterator[History]:
    """The histories for which this one stands in one of its slots."""
    mine = played(match, history.entries)
    slots = tuple(one for one in history.unknowns if one != slot)
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
        before, after = (shown.hands(one[slot.at - undone]) for one in (mine, theirs))
        for cell, look in after.items():
            if table.get(cell, BARE) == before.get(cell):
                table[cell] = look
        states = (*history.states[:undone], *(one.after.state for one in theirs))
        yield replace(
            history, entries=entries, states=states, position=theirs[-1].after, table=table, unknowns=slots
        )


def showing(history: History, cell: CellId, look: Look, match: AnyMatch, shown: Shown) -> Iterator[History]:
    """Those histories for which this one stands in which the cell looks so, or did after one of their acts:
    people name what was seen, and hands may have come to the cell since."""

    def agrees(one: History) -> bool:
        laid = laid_at(one, cell, look, match, shown) < len(one.entries)
        return laid or one.table.get(cell, BARE) == look

    for slot in history.unknowns:
        alone = replace(history, unknowns=tuple(one for one in history.unknowns if one != slot))
        every = (alone, *siblings(history, slot, match, shown))
        if any(one.table.get(cell, BARE) != history.table.get(cell, BARE) for one in every):
            yield from filter(agrees, every)
            return
    if agrees(history):
        yield history


def laid_at(history: History, cell: CellId, look: Look, match: AnyMatch, shown: Shown) -> int:
    """Which of its entries first left the cell so; if none did, how many there are."""
    acts = played(match, history.entries) or ()
    undone = len(history.entries) - len(acts)
    laid = (at for at, act in enumerate(acts, undone) if wanted(laid_after(act, shown), cell) == look)
    return next(laid, len(history.entries))


def laid_after(act: Following, shown: Shown) -> Looks:
    """What lies in each cell just after an act."""
    return {**shown.looks(act.after), **shown.hands(act)}


def open_cells(history: History, match: AnyMatch, shown: Shown) -> frozenset[CellId]:
    """The cells in which the histories for which this one stands differ."""
    acts = played(match, history.entries) if history.unknowns else None
    if acts is None:
        return frozenset()
    undone = len(history.entries) - len(acts)
    cells: set[CellId] = set()
    for slot in history.unknowns:
        act = acts[slot.at - undone]
        cells |= shown.hands(act).keys() | differing(act.looks, act.after.looks)
    return frozenset(cells)


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


def after_entries(history: History, before: AnyMatch, match: AnyMatch, shown: Shown) -> History | None:
    """What is left of a history when the match tells what has happened; None if the match contradicts it."""
    undone = history.entries[0].count if history.entries and history.entries[0].kind is EntryKind.UNDO else 0
    line = before.line[: len(before.line) - undone]
    new = match.line[len(line) :]
    if len(match.line) < len(line) or any(map(operator.is_not, line, match.line)):
        return None
    left = replace(history, entries=history.entries[bool(undone) :], states=history.states[bool(undone) :])
    if not new:
        return left if undone else None
    for at in range(len(left.states), 0, -1):
        if left.states[at - 1] == match.state:
            unknowns = tuple(replace(one, at=one.at - at) for one in history.unknowns if one.at >= at)
            return replace(left, entries=left.entries[at:], states=left.states[at:], unknowns=unknowns)
    if _only_drawn(left.states, new):
        return _drawn(history, position_of(match.game, match.state), shown)
    return None


def _only_drawn(states: Sequence[Any], new: Sequence[PlayedEntry[Any]]) -> bool:
    """Whether these entries are those that lead to the states, and then only draws."""
    count = len(states)
    agree = len(new) > count and (not count or bool(states[-1] == new[count - 1].state))
    return agree and all(played.entry.kind is EntryKind.CHANCE for played in new[count:])


def _drawn(history: History, position: Position, shown: Shown) -> History:
    """The history after a machine drew, or people told what was drawn. Hands have yet to do what the draw
    brings. What was unlawful before the draw may be lawful after it."""
    left = replace(history, entries=(), states=(), unknowns=())
    if len(history.tried) == 1:
        entry = history.tried[0].entry
        if (follows := following(position, entry)) is not None:
            left = replace(left, entries=(entry,), states=(follows.after.state,), tried=())
            position = follows.after
    return pending_in(left, position, shown)


def cut_before(history: History, verbs: Set[str]) -> History:
    """The history without its entries from the first one on that begins with one of these words. It stands
    for as many as before."""
    at = next((at for at, entry in enumerate(history.entries) if entry.verb in verbs), None)
    if at is None:
        return history
    left = tuple(slot for slot in history.unknowns if slot.at < at)
    cut = replace(history, entries=history.entries[:at], states=history.states[:at], unknowns=left)
    return replace(cut, weight=cut.weight + log(history.mass / cut.mass))


def agreed(histories: Sequence[History], position: Position, shown: Shown) -> list[History]:
    """The histories when people say what has happened: hands have done it already, or have yet to do it, or
    it was not seen yet, after any of ``histories``. Later views tell which."""
    known = [
        replace(one, entries=(), states=(), unknowns=(), tried=(), unseen={}, weight=0.0) for one in histories
    ]
    done = replace(known[0], position=position, table=dict(shown.looks(position)), mismatches={})
    return [done, *(pending_in(one, position, shown) for one in known)]


def put_right(histories: Iterable[History], before: AnyMatch, match: AnyMatch, shown: Shown) -> list[History]:
    """The histories of ``before`` when the newest entry of the match corrects earlier ones, as far as their
    acts can still have been: what was seen and not told yet has happened all the same. The table lay so all
    the time, or hands have yet to change it. Nothing if there is no such act, if the likeliest cannot have
    been, or if that entry is no correction."""
    if not match.entries or match.entries[-1].kind is not EntryKind.CORRECTION:
        return []
    known = len(before.entries)
    told = tuple(replace(one.entry, at=None) for one in match.line if one.number > known and not one.part)
    kept: list[History] = []
    alike = (one for one in histories if one.entries[: len(told)] == told)
    for one in sorted(alike, key=lambda one: -one.weight):
        entries = one.entries[len(told) :]
        acts = played(match, entries)
        if not acts and not kept:
            return []
        if acts is None:
            continue
        position = acts[-1].after if acts else position_of(match.game, match.state)
        states = tuple(act.after.state for act in acts)
        left = replace(one, entries=entries, states=states, unknowns=(), tried=(), unseen={})
        owed = pending_in(left, position, shown)
        lies = {cell: wanted(shown.looks(position), cell) for cell in owed.mismatches}
        kept += [replace(owed, table={**owed.table, **lies}, mismatches={}), owed]
    return kept


def as_pictured(histories: Sequence[History], compared: Set[CellId], amiss: Set[str]) -> list[History]:
    """The histories once pictures of these cells were compared with the position of all of them. ``amiss``:
    those that do not look so, in which hands have yet to do something."""
    contradicted = [len(compared & (one.pending ^ amiss)) for one in histories]
    return [
        replace(one, weight=one.weight - PICTURED * count)
        for one, count in zip(histories, contradicted, strict=True)
    ]


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


def dice_after(before: AnyMatch, match: AnyMatch, same: int, shown: Shown) -> Looks:
    """What lies in trays of dice when only the first ``same`` entries of a match stand as they did: the faces
    that the new entries tell, and anything where a throw was taken back."""
    position = position_of(match.game, match.state)
    taken_back = _thrown(before, same, shown)
    return {**{cell: wanted(position.looks, cell) for cell in taken_back}, **_thrown(match, same, shown)}


def _thrown(match: AnyMatch, same: int, shown: Shown) -> dict[CellId, Look]:
    """The faces that the entries after the first ``same`` tell, except those that a machine threw."""
    state, faces = match.line[same - 1].state if same else match.start, dict[CellId, Look]()
    for played in match.line[same:]:
        if played.entry.kind is EntryKind.CHANCE and isinstance(match.game, Throwing):
            source = getattr(match.game.pending(state), "source", "")
            if source not in shown.electronic:
                faces |= match.game.thrown(match.game.parse_outcome(played.entry.text))
        state = played.state
    return faces


def confirmed(histories: Sequence[History], position: Position, shown: Shown) -> list[History]:
    """The histories when people say that everything lies as the position tells. What no camera has seen since
    its last view may still come into sight; nothing else is left to do."""
    owed = [
        replace(
            one, mismatches={cell: kind for cell, kind in one.mismatches.items() if kind is Mismatch.PENDING}
        )
        for one in histories
        if not one.entries
    ]
    done, *unseen = agreed(owed or histories[:1], position, shown)
    return [done, *(one for one in unseen if one.is_pending)]


def pending_in(history: History, position: Position, shown: Shown) -> History:
    """The history in a new position. Hands have yet to make the table look like it, except where something
    has changed already: there lies what people say, whatever it was taken for."""
    old, new = shown.looks(history.position), shown.looks(position)
    table, mismatches = dict(history.table), dict[CellId, Mismatch]()
    for cell in {*history.table, *old, *new}:
        there, look = table.get(cell, BARE), wanted(new, cell)
        if fits(there, look):
            continue
        if history.tried and history.mismatches.get(cell) is Mismatch.ILLEGAL:
            mismatches[cell] = Mismatch.ILLEGAL
        elif there == wanted(old, cell) or history.mismatches.get(cell) in (
            Mismatch.PENDING,
            Mismatch.PARTIAL,
        ):
            mismatches[cell] = Mismatch.PENDING
        else:
            table[cell] = look
    return replace(history, position=position, table=table, mismatches=mismatches)


def in_one_order(histories: Iterable[History], match: AnyMatch, faint: float) -> list[History]:
    """Likeliest first, each in the order of the best one as far as it goes, and those with the same acts in
    one order; what is more than ``faint`` nats below the best is left alone."""
    ranked = sorted(histories, key=lambda one: -one.weight)
    orders: dict[frozenset[tuple[Entry, int]], tuple[Entry, ...]] = {}
    for at, history in enumerate(ranked):
        if history.weight <= ranked[0].weight - faint:
            break
        told = in_order(history, ranked[0].entries, match)
        order = orders.setdefault(frozenset(Counter(told.entries).items()), told.entries)
        ranked[at] = in_order(told, order, match)
    return ranked


def in_order(history: History, order: Sequence[Entry], match: AnyMatch) -> History:
    """The history with its entries after ``match`` in the given order, as far as they are among those and as
    that is lawful and leads to the same position; a history with an entry of unknown face stays as it is."""
    entries, states = history.entries, history.states
    if history.unknowns or not entries:
        return history
    for place, entry in enumerate(order):
        if place >= len(entries) or entry not in entries[place:]:
            break
        at = entries.index(entry, place)
        if at == place:
            continue
        moved = (*entries[:place], entry, *entries[place:at], *entries[at + 1 :])
        acts = None if EntryKind.UNDO in (entry.kind, entries[place].kind) else played(match, moved)
        if acts is None or acts[-1].after.state != states[-1]:
            break
        undone = len(moved) - len(acts)
        entries, states = moved, (*states[:undone], *(act.after.state for act in acts))
    return history if entries is history.entries else replace(history, entries=entries, states=states)
