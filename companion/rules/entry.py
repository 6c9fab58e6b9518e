"""The entries of a match as text, and the edits of which a correction consists.

``correct N ENTRY``: entry N was otherwise; ``insert N ENTRY``: this happened before it; ``delete N``: it
never happened. Several edits of one correction stand in one line, with semicolons between them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from companion.rules.contract import NotationError, RulesError
from companion.rules.text import check_characters, read_number, verb_of

VERBS = ("correct", "insert", "delete")
LAST = "correction"
_TIME = re.compile(r"@((?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,3})?)", re.ASCII)


class EntryKind(StrEnum):
    """What an entry of the log is."""

    MOVE = "move"
    CHANCE = "chance"
    UNDO = "undo"
    ANYWAY = "anyway"
    CORRECTION = "correction"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened. ``seat`` and ``text`` (a move, or an outcome without a seat) as the game
    writes them; ``count``: how many standing entries an undo takes back; ``at``: seconds since the match
    began, kept to the millisecond, None when unknown. The ``text`` of a correction: its edits; of an undo
    that takes back the last correction: :data:`LAST`. Raises RulesError for a time that is none."""

    kind: EntryKind
    seat: str = ""
    text: str = ""
    count: int = 0
    at: float | None = None

    def __post_init__(self) -> None:
        if self.at is not None:
            if not (math.isfinite(self.at) and 0 <= self.at < 1e9):
                raise RulesError(f"the time of an entry must be seconds from 0 to 10^9, not {self.at}")
            object.__setattr__(self, "at", round(self.at, 3) + 0.0)

    @property
    def verb(self) -> str:
        """The first word of a move or outcome."""
        return verb_of(self.text)


def format_entry(entry: Entry) -> str:
    """The one-line form: ``[@SECONDS] SEAT MOVE | * OUTCOME | undo N | anyway SEAT MOVE``, or the edits of a
    correction."""
    time = "" if entry.at is None else "@" + f"{entry.at:.3f}".rstrip("0").rstrip(".") + " "
    match entry.kind:
        case EntryKind.UNDO:
            return f"{time}undo {entry.text or entry.count}"
        case EntryKind.CHANCE:
            return f"{time}* {entry.text}"
        case EntryKind.ANYWAY:
            return f"{time}anyway {entry.seat} {entry.text}"
        case EntryKind.CORRECTION:
            return f"{time}{entry.text}"
        case EntryKind.MOVE:
            return f"{time}{entry.seat} {entry.text}"


def parse_entry(line: str) -> Entry:
    """The entry of one line. Raises NotationError; whether the entry makes sense only a match can tell."""
    check_characters(line)
    rest, at = line, None
    if line.startswith("@"):
        stamp, _, rest = line.partition(" ")
        found = _TIME.fullmatch(stamp)
        if not found:
            raise NotationError(f"a time is written as @12 or @12.345 (seconds), not {stamp!r}")
        at = float(found[1])
    word, _, tail = rest.partition(" ")
    if word in VERBS:
        return Entry(EntryKind.CORRECTION, text=format_edits(parse_edits(rest)), at=at)
    if word == "undo" and tail == LAST:
        return Entry(EntryKind.UNDO, text=LAST, at=at)
    if word == "undo":
        count = read_number(tail, "the number of entries to take back")
        return Entry(EntryKind.UNDO, count=count, at=at)
    kind = {"*": EntryKind.CHANCE, "anyway": EntryKind.ANYWAY}.get(word, EntryKind.MOVE)
    seat = word if kind is EntryKind.MOVE else ""
    if kind is EntryKind.ANYWAY:
        seat, _, tail = tail.partition(" ")
    if not tail or tail != tail.strip() or not (seat or kind is EntryKind.CHANCE):
        raise NotationError(f"{line!r} is not an entry such as 'south step d3', '* open b1' or 'undo 1'")
    return Entry(kind, seat=seat, text=tail, at=at)


class Ref(NamedTuple):
    """Which entry is meant: its number in the log, from 1. For one that a correction put in: the correction's
    number, and which of those that it put in, from 1."""

    number: int
    part: int = 0

    def __str__(self) -> str:
        return f"{self.number}.{self.part}" if self.part else str(self.number)


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of what stands. ``verb``: one of :data:`VERBS`; ``said``: what happened instead of the entry
    ``ref``, or before it; None for ``delete``."""

    verb: str
    ref: Ref
    said: Entry | None = None

    @property
    def entry(self) -> Entry:
        """What happened, for an edit that says it."""
        assert self.said is not None
        return self.said


def format_edits(edits: Iterable[Edit]) -> str:
    """The text of a correction."""
    return "; ".join(
        f"{edit.verb} {edit.ref}" + (f" {format_entry(edit.said)}" if edit.said is not None else "")
        for edit in edits
    )


def parse_edits(text: str) -> tuple[Edit, ...]:
    """The edits of a correction. Raises NotationError."""
    return tuple(map(_parse_edit, text.split("; ")))


def parse_ref(text: str) -> Ref:
    """Which entry is meant: ``5``, ``61.1``. Raises NotationError."""
    number, dot, part = text.partition(".")
    return Ref(read_number(number, "an entry"), read_number(part, "a part") if dot else 0)


def _parse_edit(text: str) -> Edit:
    verb, _, rest = text.partition(" ")
    number, _, said = rest.partition(" ")
    if verb not in VERBS or bool(said) is (verb == "delete"):
        raise NotationError(f"{text!r} is not an edit such as 'correct 5 south step d3' or 'delete 5'")
    ref = parse_ref(number)
    if not said:
        return Edit(verb, ref)
    entry = parse_entry(said)
    if entry.kind in (EntryKind.UNDO, EntryKind.CORRECTION) or entry.at is not None:
        raise NotationError(f"{said!r} is not a move or outcome without a time")
    return Edit(verb, ref, entry)
