"""All matches of a table in one file.

Thread: the session's, which owns the journal of its match. The app may list, export or close matches from
another thread; calls wait for each other.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.journal.store import connect, deletable, faults, is_dead, transaction
from companion.locale import N_, Message
from companion.referee.ports import JournalError

_UPTIME = "uptime"
"""The secret of a match by which its beginning is known without a clock."""
_SAME = timedelta(minutes=1)
"""A date that differs less from what the uptime tells is right."""
_BOOT = Path("/proc/sys/kernel/random/boot_id")
_UNKNOWN = N_("There is no match {match} in {path}; choose one that is listed.")
_ENDED = N_("Match {match} is closed; begin a new one.")
_NOT_OPEN = N_("The journal of match {match} is not open; resume the match first.")
_CLOSED = N_("The journal {path} is closed; open it again first.")
_GAP = N_("Match {match} in {path} lacks entry {number}; export what is there and begin a new match.")
_ONE_LINE = N_("An entry of the journal must be exactly one line of text; enter it as such.")
_DEAD = N_(
    "The disk with {path} takes nothing any more. The game goes on, but from entry {number} on it is in "
    "memory only, and lost when the program ends: replace the disk or card after the game."
)


@dataclass(frozen=True, slots=True)
class Listed:
    """A match of the book. ``created``: by the clock of today (:func:`_dated`); None if nobody can read it.
    ``head``: the head of its match file with the notes added since. ``entries``: how many, without comment
    lines."""

    match: int
    created: datetime | None
    closed: bool
    head: str
    entries: int

    @property
    def begun(self) -> str:
        """Local date and time, for people."""
        return f"{self.created.astimezone():%Y-%m-%d %H:%M}" if self.created else "?"

    @property
    def facts(self) -> dict[str, str]:
        """The facts of the head."""
        lines = self.head.split("\n\n")[0].splitlines()
        return dict(line.split(" ", 1) for line in lines if " " in line)


class Book:
    """The open journal file. Every write is on the disk when its call returns; of entries ``trouble`` says
    when they are not. Calls raise JournalError."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.RLock()
        self._connection = connect(path)
        self._closed = False
        self._waiting: dict[int, tuple[int, tuple[str, ...]]] = {}
        """By match: the number of the first entry that the disk has not taken, and all from there on."""

    @property
    def path(self) -> Path:
        """Where the journal file is."""
        return self._path

    def create(self, head: str, secrets: Mapping[str, str] | None = None) -> MatchJournal:
        """Begin a match. ``head``: its match file's head. ``secrets``: what must survive a crash but never
        leaves the journal (the seed of each electronic deck, by its source)."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with self._using() as db, transaction(db):
            row = db.execute("INSERT INTO matches (created, head) VALUES (?, ?)", (now, head.strip("\n")))
            match = row.lastrowid
            assert match is not None
            db.executemany(
                "INSERT INTO secrets VALUES (?, ?, ?)",
                [(match, name, value) for name, value in {**(secrets or {}), _UPTIME: _uptime()}.items()],
            )
        return MatchJournal(self, match, ())

    def resume(self, match: int) -> MatchJournal:
        """Take up a match that is not closed, with everything that was acknowledged."""
        with self._using() as db:
            if self._row(db, match)[2] is not None:
                raise JournalError(_ENDED, (("match", str(match)),))
            return MatchJournal(self, match, self._lines(db, match))

    def head(self, match: int) -> str:
        """The head of a match file, with the notes added since."""
        with self._using() as db:
            return self._head(db, match)

    def secrets(self, match: int) -> dict[str, str]:
        """What :meth:`create` was given to keep."""
        with self._using() as db:
            rows = db.execute("SELECT name, value FROM secrets WHERE match = ?", (match,)).fetchall()
            return {name: value for name, value in rows if name != _UPTIME}

    def add_note(self, match: int, line: str) -> None:
        """Add a head line (``seed beast-card HEX``), once; saying it again changes nothing."""
        _check(line)
        with self._using() as db, transaction(db):
            self._row(db, match)
            db.execute(
                "INSERT INTO notes (match, line) SELECT ?1, ?2"
                " WHERE NOT EXISTS (SELECT 1 FROM notes WHERE match = ?1 AND line = ?2)",
                (match, line),
            )

    def matches(self) -> tuple[Listed, ...]:
        """All matches, the newest first."""
        with self._using() as db:
            rows = db.execute(
                "SELECT id, created, closed IS NOT NULL,"
                " (SELECT count(*) FROM entries WHERE match = id AND line NOT LIKE '#%'),"
                " (SELECT value FROM secrets WHERE match = id AND name = ?)"
                " FROM matches ORDER BY id DESC",
                (_UPTIME,),
            ).fetchall()
            moments = _dated([(created, uptime or "") for _, created, _, _, uptime in rows])
            return tuple(
                Listed(match, moment, bool(closed), self._head(db, match), entries)
                for (match, _, closed, entries, _), moment in zip(rows, moments, strict=True)
            )

    def unfinished(self) -> tuple[Listed, ...]:
        """Those that are not closed, the newest first."""
        return tuple(listed for listed in self.matches() if not listed.closed)

    def close_match(self, match: int) -> None:
        """The match is over or given up: it is not offered again. Its entries stay."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with self._using() as db, transaction(db):
            self._row(db, match)
            db.execute("UPDATE matches SET closed = coalesce(closed, ?) WHERE id = ?", (now, match))

    def delete_match(self, match: int) -> None:
        """For good: its entries, notes and secrets are overwritten on the disk."""
        with self._using() as db:
            db.execute("PRAGMA secure_delete = ON").close()
            with transaction(db), deletable(db):
                self._row(db, match)
                for table in ("entries", "notes", "secrets"):
                    db.execute(f"DELETE FROM {table} WHERE match = ?", (match,))
                db.execute("DELETE FROM matches WHERE id = ?", (match,))

    def export(self, match: int) -> str:
        """The match as a match file, without secrets. What stands behind a lost entry cannot have been
        played without it, and stands there as a comment."""
        with self._using() as db:
            lines, missing, behind = self._entries(db, match)
            lost = [f"# entry {missing} is lost", *(f"# {line}" for line in behind)] if behind else []
            return "\n".join((self._head(db, match), "", *lines, *lost, ""))

    def copy_to(self, path: Path) -> None:
        """Copy the whole journal into a new file, as it is at one moment; entries wait meanwhile. Those that
        are in memory only (``trouble``) are left out."""
        with self._using() as db, closing(sqlite3.connect(path)) as copy:
            copy.execute("PRAGMA synchronous = OFF")  # whoever asked for it looks whether it is whole
            db.backup(copy)

    def append(self, match: int, first: int, lines: Sequence[str]) -> None:
        """Store entries ``first`` and following, all or none; called by :class:`MatchJournal`. A disk that
        dies in the middle of a match (read-only, input or output errors) does not end the game: entries then
        wait in memory, :meth:`trouble` says so, and the next ones try to take them along."""
        begin, waiting = self._waiting.get(match, (first, ()))
        whole = (*waiting, *lines)
        rows = ", ".join(["(?, ?, ?)"] * len(whole))  # one statement is a transaction by itself
        values = [value for number, line in enumerate(whole, begin) for value in (match, number, line)]
        with self._using() as db:
            try:
                db.execute(f"INSERT INTO entries VALUES {rows}", values)
            except sqlite3.Error as error:
                if not is_dead(error):
                    raise
                self._waiting[match] = (begin, whole)
            else:
                self._waiting.pop(match, None)

    def trouble(self, match: int) -> Message | None:
        """That entries of this match are in memory only, while they are."""
        waiting = self._waiting.get(match)
        return waiting and Message(_DEAD, (("path", str(self._path)), ("number", str(waiting[0]))))

    def close(self) -> None:
        """Let go of the file. Safe to call twice."""
        with self._lock, faults(self._path):
            self._closed = True
            self._connection.close()

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        with self._lock, faults(self._path):
            if self._closed:
                raise JournalError(_CLOSED, (("path", str(self._path)),))
            yield self._connection

    def _row(self, db: sqlite3.Connection, match: int) -> tuple[int, str, str | None, str]:
        row: tuple[int, str, str | None, str] | None = db.execute(
            "SELECT id, created, closed, head FROM matches WHERE id = ?", (match,)
        ).fetchone()
        if row is None:
            raise JournalError(_UNKNOWN, (("match", str(match)), ("path", str(self._path))))
        return row

    def _head(self, db: sqlite3.Connection, match: int) -> str:
        notes = db.execute("SELECT line FROM notes WHERE match = ? ORDER BY id", (match,)).fetchall()
        return "\n".join((self._row(db, match)[3], *(line for (line,) in notes)))

    def _lines(self, db: sqlite3.Connection, match: int) -> tuple[str, ...]:
        lines, missing, behind = self._entries(db, match)
        if behind:
            facts = (("match", str(match)), ("path", str(self._path)), ("number", str(missing)))
            raise JournalError(_GAP, facts)
        return lines

    def _entries(self, db: sqlite3.Connection, match: int) -> tuple[tuple[str, ...], int, tuple[str, ...]]:
        """The entries without a gap, the number of the next, and what stands behind it."""
        self._row(db, match)
        rows = db.execute(
            "SELECT number, line FROM entries WHERE match = ? ORDER BY number", (match,)
        ).fetchall()
        whole = next((i for i, (number, _) in enumerate(rows) if number != i + 1), len(rows))
        lines = (*(line for _, line in rows), *self._waiting.get(match, (0, ()))[1])
        whole += len(lines) - len(rows) if whole == len(rows) else 0
        return lines[:whole], whole + 1, lines[whole:]


class MatchJournal:
    """The entries of one match; a :class:`companion.referee.ports.Journal`."""

    def __init__(self, book: Book, match: int, lines: Sequence[str]) -> None:
        self.match = match
        self._book = book
        self._lines = list(lines)
        self._notes: deque[str] = deque()
        self._open = True

    def append(self, *lines: str) -> int:
        """Store entries, all or none; the number of the last, from 1. On the disk when it returns, unless
        ``trouble`` says otherwise; not stored when it raises."""
        if not self._open:
            raise JournalError(_NOT_OPEN, (("match", str(self.match)),))
        notes = tuple(self._notes)
        lines = (*notes, *lines)
        for line in lines:
            _check(line)
        self._book.append(self.match, len(self._lines) + 1, lines)
        self._lines += lines
        for _ in notes:
            self._notes.popleft()
        return len(self._lines)

    def note(self, line: str) -> None:
        """Store a comment line with the next entry, so that it costs the disk nothing of its own. Any thread
        may call it."""
        self._notes.append(line)

    @property
    def trouble(self) -> Message | None:
        """That the newest entries are in memory only, while they are."""
        return self._book.trouble(self.match)

    def lines(self) -> tuple[str, ...]:
        """All entries in order."""
        return tuple(self._lines)

    def close(self) -> None:
        """Store the notes that wait, if the disk takes them. Nothing is appended after this; the book stays
        open."""
        if self._open and self._notes:
            with suppress(JournalError):
                self.append()
        self._open = False


def open_journal(path: Path) -> Book:
    """Open or create the journal file. Raises JournalError."""
    return Book(path)


def _uptime() -> str:
    """Which start of this computer this is, and how many seconds ago it was. A Pi without a clock may have a
    wrong date then, and a right one later."""
    try:
        boot = _BOOT.read_text(encoding="ascii").strip()
    except OSError:
        boot = ""
    return f"{boot} {time.clock_gettime(time.CLOCK_BOOTTIME):.0f}"


def _dated(rows: Sequence[tuple[str, str]]) -> Iterator[datetime | None]:
    """When matches began, the newest first, from their date and uptime. Since the computer was started its
    uptime tells that, whatever the clock said. Else the date does, unless it lies in the future: such a match
    began before the next one."""
    now, (boot, _, uptime) = datetime.now(UTC), _uptime().partition(" ")
    latest = now
    for created, said in rows:
        moment, (then, _, at) = _moment(created), said.partition(" ")
        if boot and then == boot and at.isdecimal():
            told = now - timedelta(seconds=int(uptime) - int(at))
            moment = moment if moment is not None and abs(moment - told) < _SAME else told
        elif moment is not None and moment > now:
            moment = latest
        latest = moment or latest
        yield moment


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return moment


def _check(line: str) -> None:
    if line.splitlines() != [line]:
        raise JournalError(_ONE_LINE)
