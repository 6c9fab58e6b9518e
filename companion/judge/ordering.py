"""In which order acts are told. Of acts between two views nobody sees which came first: all histories tell
them in one order where the rules allow that, so that people are not asked about the order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.judge.history import History
from companion.judge.slots import played
from companion.rules.match import AnyMatch, Entry, EntryKind


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
    if history.slots or not entries:
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
