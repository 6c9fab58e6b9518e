"""What is kept beside a ruling so that people can argue with it: two pictures, what changed between them,
and how the judge read it. Values, their JSON, and the comment line that ties them to the journal. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from companion.locale import Message
from companion.referee.json_line import damaged, read_row
from companion.referee.view import RulingKind
from companion.rules.contract import ClauseId

_MARK = "# pictured "
DIGEST = re.compile(r"[0-9a-f]{64}")
_WHAT = "a picture"

Outline = tuple[tuple[int, int], ...]
"""Corners in pixels of a picture."""


@dataclass(frozen=True, slots=True)
class ToldReading:
    """One of the likeliest readings: what happened, how probable, the clauses that it breaks, and its lawful
    entries as lines of the match file, without times."""

    what: Message
    probability: float
    breaks: tuple[ClauseId, ...] = ()
    entries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exhibit:
    """The pictures of one ruling. ``at``: seconds since the match began; ``entries``: how many entries the
    match had after it. ``before``, ``after``: SHA-256 of the pictures. ``changed``: the cells that changed
    between them; ``apart``: those that tell the two ``readings`` apart; ``answers``: for a question, the
    cells that each answer would change, by its key; ``outlines``: where all these cells lie in the
    pictures."""

    kind: RulingKind
    at: float
    seat: str
    move: str
    entries: int
    before: str
    after: str
    changed: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    readings: tuple[ToldReading, ...] = ()
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    outlines: Mapping[str, Outline] = field(default_factory=dict)

    @property
    def pictures(self) -> tuple[str, ...]:
        """The SHA-256 of its pictures, each once."""
        return tuple(dict.fromkeys((self.before, self.after)))

    def instead_of(self, line: str) -> str | None:
        """What the second reading has in the place of an entry of the first, both as lines of the match file;
        None if the first does not hold the entry, or both tell the same there."""
        if len(self.readings) < 2 or any(one.breaks for one in self.readings):
            return None
        pairs = zip(self.readings[0].entries, self.readings[1].entries, strict=False)
        return next((other for one, other in pairs if one == line and other != line), None)

    def is_of(self, kind: RulingKind, at: float) -> bool:
        """Whether it is of the ruling that was made then."""
        return (self.kind, self.at) == (kind, at)


def digest_of(data: bytes) -> str:
    """The name under which something is kept: its SHA-256."""
    return sha256(data).hexdigest()


def packed(exhibit: Exhibit) -> bytes:
    """The exhibit as JSON; the same exhibit always gives the same bytes."""
    row = {name: getattr(exhibit, name) for name in Exhibit.__slots__}
    row["readings"] = [
        [one.what.key, one.what.facts, one.probability, one.breaks, one.entries] for one in exhibit.readings
    ]
    return json.dumps(row, separators=(",", ":"), sort_keys=True).encode()


def unpacked(data: bytes) -> Exhibit:
    """The exhibit of its JSON. Raises ValueError for anything else."""
    text = data.decode("ascii", "replace")
    row = read_row(text, _WHAT)
    try:
        return Exhibit(
            RulingKind(row["kind"]),
            float(row["at"]),
            str(row["seat"]),
            str(row["move"]),
            int(row["entries"]),
            _digest(row["before"]),
            _digest(row["after"]),
            _words(row["changed"]),
            _words(row["apart"]),
            tuple(_reading(*said) for said in row["readings"]),
            {str(key): _words(cells) for key, cells in row["answers"].items()},
            {str(cell): tuple((int(x), int(y)) for x, y in told) for cell, told in row["outlines"].items()},
        )
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as error:
        raise damaged(text, _WHAT) from error


def exhibit_note(digest: str) -> str:
    """A line for the match file, which replays without it: the SHA-256 of an exhibit's JSON."""
    return f"{_MARK}{digest}"


def noted_in(lines: Sequence[str]) -> Mapping[str, int]:
    """The SHA-256 of every exhibit that these lines of a journal tell of, with the number of its line."""
    found = ((line.removeprefix(_MARK), at) for at, line in enumerate(lines, 1) if line.startswith(_MARK))
    return {digest: at for digest, at in found if DIGEST.fullmatch(digest)}


def _digest(said: Any) -> str:
    if not DIGEST.fullmatch(str(said)):
        raise ValueError(f"{said!r:.80} is no SHA-256")
    return str(said)


def _words(said: Any) -> tuple[str, ...]:
    return tuple(str(word) for word in said)


def _reading(key: Any, facts: Any, probability: Any, breaks: Any, entries: Any) -> ToldReading:
    told = Message(str(key), tuple((str(name), str(fact)) for name, fact in facts))
    return ToldReading(told, float(probability), tuple(map(ClauseId, _words(breaks))), _words(entries))
