"""Whether a line of the referee agrees with the truth of a clip, and how far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from companion.evaluation import tuning
from companion.evaluation.mistakes import AHEAD
from companion.judge.history import differing
from companion.judge.positions import following, position_of
from companion.rules.contract import Chance
from companion.rules.match import AnyMatch, Entry, EntryKind, PlayedEntry

IN_HAND = tuning.number("agreement.in_hand")
"""Seconds by which an act may be certain before the truth tells it: for some acts hands come several
times."""
AT_ONCE = tuning.number("agreement.at_once")
"""Seconds within which several people do what they do at the same moment, as when all open a card."""


def lawful_line(match: AnyMatch) -> tuple[PlayedEntry[Any], ...]:
    """The entries before the first illegal act: the referee should have got so far."""
    line = match.line
    illegal = (n for n, played in enumerate(line) if played.entry.kind is EntryKind.ANYWAY)
    return line[: next(illegal, len(line))]


def lawful_soon(
    truth: AnyMatch, now: AnyMatch, electronic: Collection[str], time: float
) -> tuple[PlayedEntry[Any], ...]:
    """The lawful truth a moment after ``time``; ``now``: the part of it that was done by then. The next act
    may be certain before hands have done all of it, and an electronic deck draws before people have looked at
    it."""
    later = now
    for at, entries in groupby(truth.entries[len(now.entries) :], lambda entry: entry.at or 0.0):
        pending = truth.game.pending(later.state)
        drawn = isinstance(pending, Chance) and pending.source in electronic
        before = later
        for entry in entries:
            later = later.add(entry)
        early = IN_HAND if before is now else AHEAD
        if at > time + early and not drawn and not (before is now and _takes_long(now, later)):
            return lawful_line(before)
    return lawful_line(later)


def _takes_long(now: AnyMatch, later: AnyMatch) -> bool:
    """Whether hands do more than one act before the truth tells it: several acts, or an act and what follows
    from it."""
    if len(later.line) != len(now.line) + 1:
        return True
    last = later.line[-1]
    follows = following(position_of(now.game, now.state), replace(last.entry, at=None))
    changed = differing(now.game.looks(now.state), now.game.looks(last.state))
    return follows is not None and not changed <= follows.handled.keys()


def is_true(line: Sequence[PlayedEntry[Any]], soon: Sequence[PlayedEntry[Any]]) -> bool:
    """Whether a line tells only what was done or is being done now. If the truth gives several acts the same
    moment, nobody knows their order, and one may be certain before the others."""
    mine, same = agreeing(line, soon)
    here = [played.entry for played in soon[same:] if _at_once(played.entry, soon[same].entry)]
    told = Counter(replace(played.entry, at=None) for played in line[mine:])
    return told <= Counter(replace(entry, at=None) for entry in here)


def _at_once(one: Entry, other: Entry) -> bool:
    return abs((one.at or 0.0) - (other.at or 0.0)) <= AT_ONCE


def agreeing(mine: Sequence[PlayedEntry[Any]], other: Sequence[PlayedEntry[Any]]) -> tuple[int, int]:
    """How many entries of each line lead to the same position; the last position where both agree.

    The lines may differ on the way: in who moved a beast, and in the order of things that were noticed at
    once, such as score cards. The referee may have fewer entries, where some leave no trace and make no
    difference (a player who is alone ends the turn, and passes). It may have more outcomes, where people were
    asked what the truth tells in one entry (who was first of those who came at once)."""
    outcomes = [played.entry.kind is EntryKind.CHANCE for played in mine]
    for count in range(len(mine), 0, -1):
        told = next((n for n in range(count) if not outcomes[count - 1 - n]), count)
        fewer = range(min(count - 1, len(other)), max(0, count - 1 - told), -1)
        for same in (*range(count, len(other) + 1), *fewer):
            if mine[count - 1].state == other[same - 1].state:
                return count, same
    return 0, 0
