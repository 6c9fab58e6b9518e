"""All that an owner keeps, in one file. It counts only once it was unpacked into a scratch folder, opened
there, and every match of it replayed.

A ZIP archive in which nothing is compressed: no member is larger than the file itself. ``backup.json`` says
which format it has; the other members have the names of :func:`places`.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from companion.journal import Book, Listed, open_journal
from companion.journal.pictures import pictures_folder
from companion.journal.store import SCHEMA
from companion.locale import N_, Message
from companion.owner.configuration import Config, ConfigError, data_folder, load_config
from companion.owner.editions import game_as, games_of
from companion.ports.errors import ControllerError
from companion.referee.faults import fault_of_game
from companion.referee.ports import JournalError
from companion.rules.contract import RulesError
from companion.rules.files import LARGEST, keep_made, make_folder
from companion.rules.match import replay_match
from companion.rules.registry import AnyGame

SUFFIX = ".backup"
SETTINGS, EDITIONS, JOURNAL, PICTURES = "companion.toml", "editions", "journal.sqlite", "pictures"
SCRATCH = "restore.new"
_RECORD, _FORMAT = "backup.json", 1
_FILES, _FOLDERS = ("players.json", "preferences.json", "language"), ("boxes", "matches")
BASES = "base-*.toml"
"""What is known of each totem base."""
_NAMES = re.compile(
    "|".join(map(re.escape, (_RECORD, SETTINGS, JOURNAL, *_FILES)))
    + r"|base-[0-9a-f]+\.toml"
    + rf"|({'|'.join((EDITIONS, *_FOLDERS))}|{PICTURES}/\d+)/(?!\.)[^/\\\x00-\x1f\ud800-\udfff]{{1,200}}"
)
_LOG = 2_000_000
"""Bytes that the journal needs beside itself while it is open."""
_NO_BACKUP = N_("{path} is no backup of Companion, or it is damaged: choose another file.")
_STRANGE = N_("“{name}” does not belong into a backup of Companion; nothing of it was opened.")
_NEWER = N_("The backup was written by a newer Companion: update Companion, then try again.")
WRITTEN = N_("The backup {path} was unpacked and opened as a trial; matches replayed to their end: {n}.")
_UNREPLAYED = N_("Matches that are kept, but cannot be replayed on this machine: {numbers}.")
_FULL = N_("There is no room left in {place}: free some space there, or choose another place.")
_UNREAD = N_("{path} cannot be read ({reason}): plug the stick in again, or choose another file.")
_UNWRITTEN = N_("{path} cannot be written ({reason}): plug the stick in again, or choose another place.")


Watch = Callable[[int, int], object]
"""Is told how many matches have been replayed, and of how many; that takes 0.5 ms an entry (x86)."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A backup that was opened. ``matches``: how many were replayed to their last entry; ``unread``: numbers
    of those that cannot be replayed on this machine: their games are not installed, or entries are lost."""

    path: Path
    matches: int
    unread: tuple[int, ...]

    def said(self, key: str) -> tuple[Message, ...]:
        """For people; ``key``: a sentence about ``path`` and ``n`` matches."""
        done = Message(key, (("path", str(self.path)), ("n", str(self.matches))))
        numbers = ", ".join(map(str, sorted(self.unread)))
        return (done, Message(_UNREPLAYED, (("numbers", numbers),))) if self.unread else (done,)


def backup_name(config: Config) -> str:
    """Of a backup that is written today."""
    return f"companion-{config.table}-{time.strftime('%Y-%m-%d')}{SUFFIX}"


def places(config: Config, settings: Path) -> dict[str, Path]:
    """Where on this machine is what a backup holds, by its name there. ``settings``: the file that ``config``
    was read from."""
    data = data_folder()
    names = (*_FILES, *_FOLDERS, *(base.name for base in data.glob(BASES)))
    return {
        SETTINGS: settings,
        EDITIONS: config.editions_folder,
        JOURNAL: config.journal,
        PICTURES: pictures_folder(config.journal),
        **{name: data / name for name in names},
    }


def write_backup(
    path: Path,
    book: Book,
    config: Config,
    settings: Path,
    watch: Watch = lambda _done, _all: None,
) -> Checked:
    """Write and try a backup, while matches may go on. Raises ControllerError; then what was at ``path`` is
    still there. Pictures of rulings are in it as far as the preferences keep any."""
    fresh = path.with_name(f"{path.name}.new")
    try:
        with scratch_folder() as scratch, told():
            with disk(scratch, _UNWRITTEN):
                book.copy_to(scratch / JOURNAL)
            with disk(path.parent, _UNWRITTEN, path):
                _write(fresh, {**_files(config, settings), JOURNAL: scratch / JOURNAL})
        with scratch_folder() as scratch:
            unpack(fresh, scratch)
            checked = replayed(scratch, path, watch)
        with disk(path.parent, _UNWRITTEN, path):
            keep_made(fresh, path)
    finally:
        with suppress(OSError):
            fresh.unlink()
    return checked


def _files(config: Config, settings: Path) -> dict[str, Path]:
    """The files of a backup, by their names in it. Those under other names are not the program's own."""
    found: dict[str, Path] = {}
    for name, place in places(config, settings).items():
        some = place.rglob("*") if place.is_dir() else (place,)
        found |= {f"{name}/{one.relative_to(place).as_posix()}".removesuffix("/."): one for one in some}
    for game, edition in config.editions.items():
        stem = edition.stem
        for one in (edition, *edition.parent.glob(f"*{edition.suffix}")):
            if one.stem == stem or one.stem.startswith(f"{stem}-"):
                found[f"{EDITIONS}/{game}{one.stem.removeprefix(stem)}.toml"] = one
    return {
        name: place
        for name, place in found.items()
        if _NAMES.fullmatch(name) and place.is_file() and place.suffix != ".new"
    }


def _write(fresh: Path, files: Mapping[str, Path]) -> None:
    fresh.unlink(missing_ok=True)
    os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # seeds, names, logins of cameras
    with ZipFile(fresh, "w", strict_timestamps=False) as archive:
        archive.writestr(ZipInfo(_RECORD), json.dumps({"backup": _FORMAT, "journal": SCHEMA}))
        for name, place in files.items():
            archive.write(place, name)
    with fresh.open("rb") as written:
        os.fsync(written.fileno())
        os.posix_fadvise(written.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)  # what is tried comes from the stick


# -- opening


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A new folder beside the journal, for its owner only; nothing of it stays unless it was renamed."""
    scratch = data_folder() / SCRATCH
    try:
        with disk(scratch.parent, _UNWRITTEN, scratch):
            shutil.rmtree(scratch, ignore_errors=True)
            make_folder(scratch.parent)
            scratch.mkdir(mode=0o700)
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def unpack(file: Path, folder: Path) -> None:
    """Unpack a backup, as far as it can be one. Raises ControllerError."""
    try:
        with disk(folder, _UNREAD, file), ZipFile(file) as archive:
            for info in _checked(archive, folder):
                place = folder / info.filename
                place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                place.touch(0o600)
                with archive.open(info) as member, place.open("wb") as copy:
                    shutil.copyfileobj(member, copy)
    except (BadZipFile, EOFError, ValueError, RuntimeError, KeyError, TypeError, zlib.error) as error:
        raise ControllerError(Message(_NO_BACKUP, (("path", str(file)),))) from error


def _checked(archive: ZipFile, folder: Path) -> list[ZipInfo]:
    """The members, if all of them may be unpacked. Raises ControllerError; KeyError, TypeError, ValueError
    for what is no backup."""
    members, names = archive.infolist(), archive.namelist()
    record = archive.getinfo(_RECORD)
    for info in members:
        plain = info.compress_type == ZIP_STORED and info.file_size == info.compress_size
        if not plain or not _NAMES.fullmatch(info.filename):
            raise ControllerError(Message(_STRANGE, (("name", info.filename[:80]),)))
    if record.file_size > LARGEST or len(set(names)) < len(names):
        raise ValueError("a record that is none, or two members of one name")
    said = json.loads(archive.read(record))
    if int(said["backup"]) > _FORMAT or int(said["journal"]) > SCHEMA:
        raise ControllerError(Message(_NEWER))
    archive.getinfo(JOURNAL)
    if sum(info.file_size for info in members) + _LOG > shutil.disk_usage(folder).free:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    return [info for info in members if info is not record]


def replayed(folder: Path, path: Path, watch: Watch) -> Checked:
    """Open what was unpacked here from ``path``, and replay each match. Raises ControllerError if any of it
    cannot be opened."""
    with told():
        settings = folder / SETTINGS
        config = load_config(settings) if settings.exists() else Config()
        config = replace(config, journal=folder / JOURNAL, editions={}, editions_folder=folder / EDITIONS)
        games = games_of(config)
        book = open_journal(config.journal)
        try:
            listed = book.matches()
            unread = []
            for done, one in enumerate(listed):
                watch(done, len(listed))
                unread += [] if _replays(book, one, config, games) else [one.match]
        finally:
            book.close()
    return Checked(path, len(listed) - len(unread), tuple(unread))


def _replays(book: Book, listed: Listed, config: Config, games: Mapping[str, AnyGame]) -> bool:
    """Whether a match can be replayed to its last entry. Other threads get their turn after each."""
    facts, entries = listed.facts, -1
    try:
        game = game_as(config, games[facts["game"]], facts["edition"])
        for _ in replay_match(book.export(listed.match), game):
            entries += 1
            time.sleep(0)
    except (RulesError, KeyError):
        return False
    except BaseException as error:  # a game may even want to end the program
        if fault_of_game(error) is None:
            raise
        return False
    return entries == listed.entries


@contextmanager
def told() -> Iterator[None]:
    """Faults of the journal and of settings as ControllerError."""
    try:
        yield
    except (JournalError, ConfigError) as error:
        raise ControllerError(error.text) from error


@contextmanager
def disk(written: Path, key: str, path: Path | None = None) -> Iterator[None]:
    """What a disk says as ControllerError. ``written``: the folder that is written to; ``key``: what is said
    of ``path`` (else of that folder) if it is not full."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise ControllerError(Message(_FULL, (("place", str(written)),))) from error
        facts = (("path", str(path or written)), ("reason", error.strerror or str(error)))
        raise ControllerError(Message(key, facts)) from error
