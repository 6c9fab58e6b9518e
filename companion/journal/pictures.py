"""Pictures of rulings: files in a folder beside the journal, one folder a match, within a budget.

Each file is named by its SHA-256, so that two rulings share the picture between them, and an altered file
shows. Files are written without waiting for the disk: a synchronised write here would hold up one of the
journal. A cut of the power may damage the newest picture; then its name no longer fits.

Thread: any. The writer and whoever deletes do not wait for each other; a file that has just gone is passed
over."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

from companion.referee.exhibit import DIGEST, Exhibit, digest_of, packed, unpacked
from companion.rules.files import read_bytes

PICTURE, RECORD = "jpg", "json"
LARGEST = 1 << 20
"""Bytes of one file; a picture has some 80 000."""
_ROOM = 0.95
"""When the budget is spent, the oldest files go until so much of it is left in use."""
_MORNING = timedelta(hours=6)
"""What is played before six in the morning belongs to the evening before."""
_NAME = re.compile(rf"{DIGEST.pattern}\.({PICTURE}|{RECORD})")


@dataclass(frozen=True, slots=True)
class PictureBudget:
    """``bytes``: for all matches together, 0 to keep nothing; ``evenings``: pictures of the latest so many
    are kept."""

    bytes: int
    evenings: int


class PictureStore:
    """All pictures of rulings of one journal."""

    def __init__(self, journal: Path) -> None:
        self.folder = pictures_folder(journal)

    def keep(self, match: int, exhibit: Exhibit, pictures: Iterable[bytes]) -> str:
        """Write an exhibit and its pictures; the SHA-256 of the exhibit. Raises OSError."""
        record = packed(exhibit)
        for data in pictures:
            self._write(match, digest_of(data), PICTURE, data)
        self._write(match, digest_of(record), RECORD, record)
        return digest_of(record)

    def exhibits(self, match: int) -> dict[str, Exhibit]:
        """What is kept of a match, by SHA-256, the oldest ruling first. Damaged files are left out."""
        found = {}
        for path in _files(self._place(match)):
            if path.suffix == f".{RECORD}":
                with suppress(OSError, ValueError):
                    data = read_bytes(path, LARGEST)
                    if digest_of(data) == path.stem:
                        found[path.stem] = unpacked(data)
        return dict(sorted(found.items(), key=lambda one: one[1].at))

    def data(self, match: int, digest: str, suffix: str) -> bytes | None:
        """The bytes of a file, damaged or not; None if it is gone."""
        with suppress(OSError):
            return read_bytes(self._place(match) / f"{digest}.{suffix}", LARGEST)
        return None

    def picture(self, match: int, digest: str) -> bytes | None:
        """A picture as it was taken; None if it is gone or damaged."""
        data = self.data(match, digest, PICTURE)
        return data if data is not None and digest_of(data) == digest else None

    def prune(self, budget: PictureBudget, more: int = 0) -> int:
        """Delete the oldest files that the budget does not allow if so many bytes more are to come. Returns
        the bytes that are left. Raises OSError."""
        rows = sorted(self._all())
        evenings = sorted({_evening(when) for when, _, _ in rows})[-budget.evenings :]
        total = sum(size for _, size, _ in rows)
        room = budget.bytes if total + more <= budget.bytes else _ROOM * budget.bytes
        for when, size, path in rows:
            if total + more > room or _evening(when) < evenings[0]:
                path.unlink(missing_ok=True)
                total -= size
        self._drop_empty()
        return total

    def delete(self, match: int) -> None:
        """Delete all pictures of a match. Raises OSError."""
        with suppress(FileNotFoundError):
            shutil.rmtree(self._place(match))

    def delete_all(self) -> None:
        """Delete the pictures of all matches. Raises OSError."""
        with suppress(FileNotFoundError):
            shutil.rmtree(self.folder)

    def _place(self, match: int) -> Path:
        return self.folder / str(match)

    def _write(self, match: int, digest: str, suffix: str, data: bytes) -> None:
        """Write a file; one that is there already only becomes new again."""
        place = self._place(match)
        path = place / f"{digest}.{suffix}"
        with suppress(FileNotFoundError):
            if path.stat().st_size == len(data):
                os.utime(path)
                return
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        place.mkdir(mode=0o700, exist_ok=True)
        fresh = path.with_suffix(".new")
        try:
            fresh.write_bytes(data)
            fresh.replace(path)
        except OSError:
            with suppress(OSError):
                fresh.unlink()
            raise

    def _all(self) -> Iterator[tuple[float, int, Path]]:
        """When each file was last written, how large it is, and where."""
        with suppress(FileNotFoundError):
            for path in (path for place in self.folder.iterdir() for path in _files(place)):
                with suppress(FileNotFoundError):
                    found = path.stat()
                    yield found.st_mtime, found.st_size, path

    def _drop_empty(self) -> None:
        with suppress(FileNotFoundError):
            for place in self.folder.iterdir():
                with suppress(OSError):
                    place.rmdir()


def pictures_folder(journal: Path) -> Path:
    """Where the pictures of a journal are."""
    return journal.with_suffix(".pictures")


def _files(place: Path) -> list[Path]:
    with suppress(FileNotFoundError, NotADirectoryError):
        return [path for path in place.iterdir() if _NAME.fullmatch(path.name)]
    return []


def _evening(when: float) -> date:
    return (datetime.fromtimestamp(when).astimezone() - _MORNING).date()
