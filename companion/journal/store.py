"""Opens the journal's SQLite file so that a returned write has reached the disk, and names its faults.

Exactly one connection at a time, in any process: SQLite 3.7.0 to 3.51.2 can lose a write when two
connections reset the write-ahead log together (sqlite.org/wal.html, "The WAL-Reset Bug"), so the file is
locked exclusively.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion.locale import N_
from companion.referee.ports import JournalError
from companion.rules.files import make_folder

SCHEMA = 1
APPLICATION_ID = 0x436F6D70  # "Comp" in the file's header: tells a journal from other SQLite files
LOCK_SECONDS = 1.0  # a program that is just closing the file may finish first
LOG_PAGES = 256  # of the write-ahead log (1 MB, some 200 entries); then it is emptied and begun again
LAST_WRITE = 32  # pages by which the write that fills the log may go beyond it
FULL = 2  # what `PRAGMA synchronous` reads back for FULL (sqlite.org/pragma.html)

_REMAIN = (
    "CREATE TRIGGER entries_remain BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'append only'); END"
)
_TABLES = (
    """CREATE TABLE matches (
        id      INTEGER PRIMARY KEY AUTOINCREMENT,
        created TEXT NOT NULL,  -- ISO 8601, UTC
        closed  TEXT,
        head    TEXT NOT NULL   -- the match file's head, up to its blank line
    ) STRICT""",
    """CREATE TABLE notes (        -- head lines that were added later, in order
        id      INTEGER PRIMARY KEY AUTOINCREMENT,
        match   INTEGER NOT NULL REFERENCES matches (id),
        line    TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE secrets (      -- never exported: seeds of electronic decks
        match   INTEGER NOT NULL REFERENCES matches (id),
        name    TEXT NOT NULL,
        value   TEXT NOT NULL,
        PRIMARY KEY (match, name)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE entries (
        match   INTEGER NOT NULL REFERENCES matches (id),
        number  INTEGER NOT NULL CHECK (number > 0),
        line    TEXT NOT NULL,
        PRIMARY KEY (match, number)
    ) STRICT, WITHOUT ROWID""",
    "CREATE TRIGGER entries_stay BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'append only'); END",
    _REMAIN,
)

_READ_ONLY = N_("{path} cannot be written; check that the disk is not read-only and that the file is yours.")
_IN_USE = N_("Another program is using {path}; close it and try again.")
_BY_CODE = {
    sqlite3.SQLITE_FULL: N_("The disk with {path} is full; free some space and try again."),
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: N_("{path} cannot be opened; check that its folder exists and is yours."),
    sqlite3.SQLITE_BUSY: _IN_USE,
    sqlite3.SQLITE_LOCKED: _IN_USE,
    sqlite3.SQLITE_CORRUPT: N_("{path} is damaged; rename it to keep it, and start with a new journal."),
    sqlite3.SQLITE_NOTADB: N_("{path} is not a journal of Companion; choose another file."),
}
_OTHER = N_("{path} cannot be used ({reason}); check the disk, or choose another file for the journal.")
_NEWER = N_("{path} was written by a newer Companion; update Companion, or choose another file.")
_BY_ERRNO = {
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EACCES: sqlite3.SQLITE_READONLY,
    errno.EROFS: sqlite3.SQLITE_READONLY,
}


def connect(path: Path) -> sqlite3.Connection:
    """Open or create the file, lock it, check it. Autocommit: one statement is one transaction.

    Raises JournalError; then no file is left open.
    """
    try:
        make_folder(path.parent)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # seeds are secret until the game is over
    except OSError as error:
        raise told(path, _BY_ERRNO.get(error.errno or 0, 0), error.strerror or str(error)) from error
    with faults(path):  # check_same_thread: the book lets one thread in at a time, but not always the same
        connection = sqlite3.connect(
            path, timeout=LOCK_SECONDS, isolation_level=None, check_same_thread=False
        )
    connection.text_factory = lambda data: data.decode("utf-8", "replace")  # one odd row hides no other
    try:
        with faults(path):
            _prepare(connection, path)
    except JournalError:
        connection.close()
        raise
    return connection


def check_unused(path: Path) -> None:
    """Raises JournalError if another program has the file open, whatever else is wrong with it."""
    if not path.exists():
        return
    try:
        with closing(sqlite3.connect(path, timeout=LOCK_SECONDS)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_schema").close()
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise told(path, sqlite3.SQLITE_BUSY) from error


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    application, version = _number(connection, "application_id"), _number(connection, "user_version")
    if application != APPLICATION_ID and not _is_blank(connection, application, version):
        raise told(path, sqlite3.SQLITE_NOTADB)
    if version > SCHEMA:
        raise JournalError(_NEWER, (("path", str(path)),))
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    if _text(connection, "journal_mode") != "wal" or _number(connection, "synchronous") != FULL:
        raise told(path, 0, "no write-ahead log")
    if _text(connection, "quick_check") != "ok":
        raise told(path, sqlite3.SQLITE_CORRUPT)
    if version == 0:
        with transaction(connection):
            for statement in _TABLES:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
    _reserve_log(connection)


def _reserve_log(connection: sqlite3.Connection) -> None:
    """Make the log as long as it will get, so that an entry overwrites a part of it. A file that grows costs
    the disk a second write, of its new length (decision 0008).

    Pages beyond the cache go to the log before their transaction ends (sqlite.org/pragma.html, cache_spill);
    rolled back, they are never read, but the file keeps its length.
    """
    page, cache = _number(connection, "page_size"), _number(connection, "cache_size")
    connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
    connection.execute("PRAGMA wal_checkpoint(RESTART)").close()
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute("CREATE TABLE filler (zeros BLOB)")
        connection.execute("INSERT INTO filler VALUES (zeroblob(?))", ((LOG_PAGES + LAST_WRITE) * page,))
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    connection.execute(f"PRAGMA cache_size = {cache}")


def _is_blank(connection: sqlite3.Connection, application: int, version: int) -> bool:
    """Nothing was ever stored: a new file, or one whose making was cut short."""
    if application or version:
        return False
    with closing(connection.execute("SELECT count(*) FROM sqlite_schema")) as cursor:
        return bool(cursor.fetchone()[0] == 0)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, and durable when it is left."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


@contextmanager
def deletable(connection: sqlite3.Connection) -> Iterator[None]:
    """Within a transaction: entries may be deleted, as people ask for a whole match to be deleted."""
    connection.execute("DROP TRIGGER entries_remain")
    yield
    connection.execute(_REMAIN)


@contextmanager
def faults(path: Path) -> Iterator[None]:
    """Turn what SQLite reports into a sentence that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise told(path, getattr(error, "sqlite_errorcode", 0), str(error)) from error


def is_dead(error: sqlite3.Error) -> bool:
    """The disk itself has failed under an open file: a card that has turned read-only, or errors of it."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY)


def told(path: Path, code: int, reason: str = "") -> JournalError:
    """The error for an (extended) SQLite result code."""
    key = _BY_CODE.get(code & 0xFF, _OTHER)
    facts = (("path", str(path)), ("reason", reason))
    return JournalError(key, facts if key == _OTHER else facts[:1])


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(_text(connection, pragma))


def _text(connection: sqlite3.Connection, pragma: str) -> str:
    with closing(connection.execute(f"PRAGMA {pragma}")) as cursor:
        return str(cursor.fetchone()[0])
