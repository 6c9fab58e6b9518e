"""A disk that keeps only what was synchronised; of everything else any part may be there after a cut.

What ``fsync`` of a file has returned for is there: its bytes and its length. A name is there once its folder
was synchronised (POSIX promises no more; ext4 and f2fs keep more than this). Of what was written since:

- a write may be lost, or there without the ones before it: each sector by itself;
- a sector may be torn: a part of what was written into it, or rubbish. Bytes of the sector that were not
  written stay (sqlite.org/psow.html; cards whose sectors fail as a whole are not modelled);
- a file may have any of its lengths since; what was not written in between reads as zeros or rubbish.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from random import Random
from typing import TypeVar

SECTOR = 512
"""Bytes: what a card or disk writes at once."""


class Kind(Enum):
    """What a process did; the letters are those of ``recorder.c``."""

    CREATED = "c"
    MADE_FOLDER = "m"
    WROTE = "w"
    CUT_TO = "t"
    SYNCHRONISED = "f"
    RENAMED = "r"
    REMOVED = "u"
    SAID = "s"


@dataclass(frozen=True, slots=True)
class Operation:
    """``data``: what was written or said, or the new name. ``offset``: of a write, or the new length."""

    kind: Kind
    path: Path
    offset: int
    data: bytes


@dataclass
class File:
    """What is safe, and what was done since: writes as (offset, bytes), a new length as (length, None)."""

    safe: bytes = b""
    since: list[tuple[int, bytes | None]] = field(default_factory=list)

    def now(self) -> bytes:
        """As the running system sees it."""
        return _applied(self.safe, self.since)

    def synchronise(self) -> None:
        """All of it is safe."""
        self.safe, self.since = self.now(), []


class Folder:
    """A folder is a mark among the names; it has no bytes."""


Names = dict[Path, File | Folder]
Found = dict[Path, bytes | None]
"""Bytes of files, None for folders."""
T = TypeVar("T")


class Disk:
    """The files below one folder, which is safe itself."""

    def __init__(self, root: Path) -> None:
        """As they are: all safe."""
        self.root = root
        self._safe: Names = {}
        for path in sorted(root.rglob("*")):
            self._safe[path] = Folder() if path.is_dir() else File(path.read_bytes())
        self.names: Names = dict(self._safe)
        self._renamed: list[tuple[Path, Path | None, File | Folder | None]] = []

    def do(self, done: Operation) -> None:
        """One operation more."""
        match done.kind:
            case Kind.CREATED:
                self._name(done.path, None, File())
            case Kind.MADE_FOLDER:
                self._name(done.path, None, Folder())
            case Kind.RENAMED:
                self._name(Path(done.data.decode()), done.path, self.names[done.path])
            case Kind.REMOVED:
                self._name(done.path, None, None)
            case Kind.WROTE:
                self._file(done.path).since.append((done.offset, done.data))
            case Kind.CUT_TO:
                self._file(done.path).since.append((done.offset, None))
            case Kind.SYNCHRONISED:
                self._synchronise(done.path)
            case Kind.SAID:
                pass

    def _file(self, path: Path) -> File:
        file = self.names[path]
        assert isinstance(file, File)
        return file

    def _name(self, path: Path, before: Path | None, what: File | Folder | None) -> None:
        change = (path, before, what)
        _rename(self.names, change)
        self._renamed.append(change)

    def _synchronise(self, path: Path) -> None:
        if path != self.root and isinstance(file := self.names[path], File):
            file.synchronise()
            return
        for change in [change for change in self._renamed if change[0].parent == path]:
            _rename(self._safe, change)
            self._renamed.remove(change)

    def now(self) -> Found:
        """What the running system sees."""
        return {path: what.now() if isinstance(what, File) else None for path, what in self.names.items()}

    def after_a_cut(self, chance: Random) -> Found:
        """What whoever starts the machine again may find."""
        names = dict(self._safe)
        for change in _some(self._renamed, chance):
            _rename(names, change)
        return {
            path: _after(what, chance) if isinstance(what, File) else None
            for path, what in names.items()
            if all(above in names for above in path.parents if self.root in above.parents)
        }


def lay(found: Found, root: Path, place: Path) -> None:
    """Lay files of ``root`` into the folder ``place``, in the stead of what is there."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for path, data in sorted(found.items()):
        target = place / path.relative_to(root)
        if data is None:
            target.mkdir()
        else:
            target.write_bytes(data)


def _rename(names: Names, change: tuple[Path, Path | None, File | Folder | None]) -> None:
    path, before, what = change
    if before is not None:
        if before not in names:  # its making was lost, and so is its new name
            return
        del names[before]
    if what is None:
        names.pop(path, None)
    else:
        names[path] = what


def _some(things: list[T], chance: Random) -> list[T]:
    """None, all, the first ones, or any, in their order."""
    match chance.randrange(4):
        case 0:
            return []
        case 1:
            return list(things)
        case 2:
            return things[: chance.randint(0, len(things))]
        case _:
            return [thing for thing in things if chance.random() < 0.5]


def _after(file: File, chance: Random) -> bytes:
    """A file's bytes after a cut."""
    if not file.since:
        return file.safe
    lengths = [len(file.safe)]
    pieces: list[tuple[int, bytes]] = []
    for offset, data in file.since:
        lengths.append(offset if data is None else max(lengths[-1], offset + len(data)))
        if data is not None:
            pieces += _sectors(offset, data)
    kept = _some(pieces, chance)
    if chance.random() < 0.5:
        chance.shuffle(kept)
    longest = max(lengths)
    filler = chance.randbytes(longest) if chance.random() < 0.25 else bytes(longest)
    found = bytearray(file.safe + filler[len(file.safe) :])
    tearing = chance.choice((0.0, 0.0, 0.1, 0.5))
    for offset, data in kept:
        there = _torn(data, chance) if chance.random() < tearing else data
        found[offset : offset + len(there)] = there
    return bytes(found[: chance.choice(lengths)])


def _torn(data: bytes, chance: Random) -> bytes:
    return chance.randbytes(len(data)) if chance.random() < 0.5 else data[: chance.randrange(len(data))]


def _sectors(offset: int, data: bytes) -> list[tuple[int, bytes]]:
    pieces = []
    while data:
        room = SECTOR - offset % SECTOR
        pieces.append((offset, data[:room]))
        offset, data = offset + room, data[room:]
    return pieces


def _applied(safe: bytes, since: list[tuple[int, bytes | None]]) -> bytes:
    found = bytearray(safe)
    for offset, data in since:
        end = offset if data is None else offset + len(data)
        if data is None:
            del found[offset:]
        found.extend(bytes(max(0, end - len(found))))
        if data is not None:
            found[offset:end] = data
    return bytes(found)
