"""All tables of a broker as one evening: which tables wait for an answer, and which matches are over. Pure.

Messages from the network may be false. Only messages of the right form are used, and their texts are cleaned.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from companion.broadcast import tuning
from companion.broadcast.payloads import SCHEMA
from companion.locale import LANGUAGES

LARGEST = 262_144
"""Largest message in bytes. (A match of a thousand entries has about 60 000.)"""
MOST_TABLES = tuning.whole("hall.most_tables")
MOST_MATCHES = tuning.whole("hall.most_matches")
"""So many matches of one table belong to an evening."""
MOST_BYTES = tuning.whole("hall.most_bytes")
"""Bytes of all match files of one table together."""
ALL_BYTES = tuning.whole("hall.all_bytes")
"""Bytes of all match files of all tables."""
_LONGEST = 200
_NAME = re.compile(r"[\w-]{1,100}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
KINDS = ("online", "brief", "match")
"""The topics of each table that a hall reads."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one seat. ``place``: 1 for a winner. ``points``: the game's own score."""

    seat: str
    points: Fraction
    place: int


@dataclass(frozen=True, slots=True)
class HallResult:
    """A match that was played to its end. ``order``: counts matches as the hall heard of them."""

    order: int
    table: str
    match: str
    game: str
    seats: tuple[SeatResult, ...]


@dataclass(slots=True)
class TableLine:
    """What a hall shows of one table; texts by language."""

    online: bool = False
    game: str = ""
    match: str = ""
    entries: int = 0
    title: Mapping[str, str] = field(default_factory=dict)
    turn: Mapping[str, str] = field(default_factory=dict)
    question: Mapping[str, str] | None = None
    points: tuple[tuple[str, Fraction], ...] = ()


class Hall:
    """Collects messages. ``tables``: by name; ``results`` and ``files`` (match files): by table and match."""

    def __init__(self) -> None:
        self.tables: dict[str, TableLine] = {}
        self.results: dict[tuple[str, str], HallResult] = {}
        self.files: dict[tuple[str, str], str] = {}
        self.newer = False
        """Whether a table sends messages of a newer form than this program knows."""
        self.crowded = ""
        """The table that has sent more matches than an evening can have, if there is one."""
        self.changes = 0
        """Counts the changes of results and match files."""
        self._order = 0
        self._matches: dict[str, set[str]] = {}
        self._bytes: dict[str, int] = {}

    def remember(self, results: Iterable[HallResult]) -> None:
        """Add the results that an earlier run of the same evening has written."""
        for result in results:
            self.results[result.table, result.match] = result
            self._matches.setdefault(result.table, set()).add(result.match)
            self._order = max(self._order, result.order)

    def take(self, topic: str, data: bytes) -> bool:
        """Use one message. True if it changed anything."""
        root, _, rest = topic.partition("/")
        table, _, kind = rest.partition("/")
        if root != "companion" or kind not in KINDS or not _NAME.fullmatch(table) or len(data) > LARGEST:
            return False
        if table not in self.tables and len(self.tables) >= MOST_TABLES:
            return False
        if not data:
            return self._cleared(table, kind)
        said = _read(data)
        if said is None:
            return False
        if type(said.get("schema")) is int and said["schema"] > SCHEMA:
            self.newer = True
            return True
        if said.get("schema") != SCHEMA:
            return False
        if kind == "match":
            return self._file(table, said)
        line = self.tables.setdefault(table, TableLine())
        if kind == "online":
            line.online = said.get("online") is True
            return True
        return self._brief(table, line, said)

    def _cleared(self, table: str, kind: str) -> bool:
        if kind == "brief" and table in self.tables:
            self.tables[table] = TableLine(online=self.tables[table].online)
        return kind != "match"

    def _brief(self, table: str, line: TableLine, said: dict[str, Any]) -> bool:
        match, game = clean(said.get("match")), clean(said.get("game"))
        if not _NAME.fullmatch(match) or not _NAME.fullmatch(game):
            return False
        line.match, line.game = match, game
        line.entries = said["entries"] if type(said.get("entries")) is int else 0
        line.title, line.turn = _texts(said.get("title")), _texts(said.get("turn"))
        line.question = _texts(said["question"]) if said.get("question") else None
        line.points = _points(said.get("seats"))
        places = _places(said.get("placing"), tuple(seat for seat, _ in line.points))
        key = (table, match)
        if places is None:
            if self.results.pop(key, None) is not None:  # the match is not over: its end was undone
                self.changes += 1
            return True
        if not self._room(table, match):
            return True
        seats = tuple(SeatResult(seat, points, places[seat]) for seat, points in line.points)
        known = self.results.get(key)
        if known is None or known.seats != seats:
            self._order += 1
            self.results[key] = HallResult(known.order if known else self._order, table, match, game, seats)
            self.changes += 1
        return True

    def _file(self, table: str, said: dict[str, Any]) -> bool:
        match, text = clean(said.get("match")), said.get("text")
        if not _NAME.fullmatch(match) or not isinstance(text, str) or not text.startswith("match 1\n"):
            return False
        known = self.files.get((table, match), "")
        if text == known:
            return False
        more = len(text.encode("utf-8", "replace")) - len(known.encode("utf-8", "replace"))
        if not self._room(table, match, more):
            return True
        self.files[table, match] = text
        self._bytes[table] = self._bytes.get(table, 0) + more
        self.changes += 1
        return True

    def _room(self, table: str, match: str, more: int = 0) -> bool:
        """Whether this match, with so many bytes more of its file, still belongs to the evening."""
        matches = self._matches.setdefault(table, set())
        many = match not in matches and len(matches) >= MOST_MATCHES
        large = more > 0 and self._bytes.get(table, 0) + more > MOST_BYTES
        if many or large or (more > 0 and sum(self._bytes.values()) + more > ALL_BYTES):
            self.crowded = table
            return False
        matches.add(match)
        return True


def clean(said: object) -> str:
    """The text, shortened, without characters that control a terminal; "" for a value that is no text."""
    return _CONTROL.sub(" ", said)[:_LONGEST] if isinstance(said, str) else ""


def _read(data: bytes) -> dict[str, Any] | None:
    try:
        said = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def _texts(said: object) -> dict[str, str]:
    found = said if isinstance(said, dict) else dict.fromkeys(LANGUAGES, said)
    return {language: clean(found.get(language)) for language in LANGUAGES}


def _points(said: object) -> tuple[tuple[str, Fraction], ...]:
    found: dict[str, Fraction] = {}
    for seat in said[:30] if isinstance(said, list) else ():
        name = clean(seat.get("seat")) if isinstance(seat, dict) else ""
        if _NAME.fullmatch(name):
            found[name] = points_of(seat.get("points"))
    return tuple(found.items())


def points_of(said: object) -> Fraction:
    """An exact fraction as text, of a size that points have; 0 for anything else. (A text such as 1e999999999
    is a fraction, too, which Python would work out for hours.)"""
    fits = isinstance(said, str) and re.fullmatch(r"-?\d{1,9}(/[1-9]\d{0,5})?", said, re.ASCII)
    return Fraction(str(said)) if fits else Fraction(0)


def _places(said: object, seats: tuple[str, ...]) -> dict[str, int] | None:
    """The place of each seat, equal ones alike (1, 1, 3); None unless every seat has one."""
    if not isinstance(said, list) or not all(isinstance(place, list) for place in said):
        return None
    found: dict[str, int] = {}
    for place in said:
        first = len(found) + 1
        found |= {seat: first for seat in place if isinstance(seat, str)}
    return found if set(found) == set(seats) and seats else None
