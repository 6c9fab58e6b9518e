"""People's files: how they are read, however that fails, and the one place that writes them.

A file is written whole or not at all, and is on the disk when that is said. A new content is written beside
the old one, synchronised, and then takes its name; the folder is synchronised, too, as POSIX keeps a new name
only then. Neither a full disk nor a stick that is pulled nor a power cut harms what was there before.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from companion.rules.contract import NotationError

_SHORT = 120
"""Bytes of what is left of a name that is not plain; file systems take 255, and some software less."""
_DIGEST = 20
"""Hexadecimal digits: 80 bits, so that nobody can choose two names that share them."""
LARGEST = 1 << 22
"""Bytes of a text file of ours; a match of 10 000 entries has 300 000."""
_PATIENCE = 1.0
"""Seconds to wait for another program that is writing into the same folder."""


def read_bytes(path: Path, most: int = LARGEST) -> bytes:
    """What is in a file of at most so many bytes; no more is taken in. Raises OSError."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except ValueError as error:  # NUL in the name
        raise OSError(str(error)) from error
    if len(data) > most:
        raise OSError(f"it is larger than {most >> 20} MB")
    return data


def read_text(path: Path) -> str:
    """The text of a file, without the mark that some editors put before it. Raises OSError and
    UnicodeDecodeError."""
    return read_bytes(path).decode("utf-8-sig").replace("\r\n", "\n")


def read_file(path: Path) -> str:
    """The text of a file. Raises NotationError."""
    try:
        return read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        raise NotationError(f"{path} cannot be read: {why_unreadable(error)}") from error


def home_path(text: str) -> Path:
    """A path that somebody wrote down, with ``~`` for the home folder. Raises NotationError for the home of
    nobody."""
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        raise NotationError(f"{text} is in the home folder of a user who is not known here") from error


def why_unreadable(error: OSError | UnicodeDecodeError) -> str:
    """The reason, and what to do."""
    if isinstance(error, UnicodeDecodeError):
        return "it is not text in UTF-8; choose another file"
    return f"{error.strerror or error}; check its name and its owner"


def name_apart(name: str, whole: str) -> str:
    """A name for a file that is short and plain enough for every file system, from one that anybody may have
    chosen. ``whole``: what it stands for; the digest of that parts it from all others."""
    digest = sha256(whole.encode("utf-8", "replace")).hexdigest()[:_DIGEST]
    plain = re.sub(r"[^\w-]", "_", name).encode("utf-8", "replace")[:_SHORT].decode("utf-8", "ignore")
    return f"{plain}.{digest}"


def free_beside(path: Path) -> Path:
    """A name beside a file that nothing has yet, under which a damaged one is kept."""
    names = (path.with_name(f"{path.name}.old{number or ''}") for number in range(10_000))
    return next(name for name in names if not name.exists())


# -- writing


def keep_file(path: Path, data: bytes, private: bool = False) -> None:
    """Give a file this content, making its folder. ``private``: a new file is only for its owner to read; one
    that exists keeps its rights and its owner. A device or a pipe is written to as it is. Raises OSError;
    then the file is as it was."""
    change_file(path, lambda _: data, private)


def keep_named(path: Path, data: bytes) -> None:
    """:func:`keep_file` for a place that somebody has typed: its folder must be there. Raises OSError."""
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    keep_file(path, data)


def keep_made(fresh: Path, path: Path) -> None:
    """Give a file that another library has written whole, beside its place, its name. Raises OSError."""
    number = os.open(fresh, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
    fresh.replace(path)
    keep_names(path.parent)


def change_file(path: Path, change: Callable[[Path], bytes], private: bool = False) -> None:
    """:func:`keep_file` for a content that depends on what is there: no other program writes in between. What
    ``change`` raises leaves the file as it was."""
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(path.stat().st_mode):
            path.write_bytes(change(path))
            return
    path = path.resolve()
    make_folder(path.parent)
    with alone(path.parent):
        data = change(path)
        fresh = path.with_name(f"{os.fsdecode(os.fsencode(path.name)[:200])}.new")
        try:
            _write(fresh, path, data, private)
            fresh.replace(path)
        except OSError:
            with suppress(OSError):
                fresh.unlink()
            raise
    keep_names(path.parent)


def _write(fresh: Path, path: Path, data: bytes, private: bool) -> None:
    fresh.unlink(missing_ok=True)  # of a program that was ended meanwhile
    number = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600 if private else 0o666)
    with os.fdopen(number, "wb") as file:
        with suppress(FileNotFoundError):
            old = path.stat()
            with suppress(OSError):  # not every user may give a file away, nor every file system
                os.fchmod(number, stat.S_IMODE(old.st_mode))
                os.fchown(number, old.st_uid, old.st_gid)
        file.write(data)
        file.flush()
        os.fsync(number)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """No other program that writes by this file, and no other thread, writes into this folder meanwhile. A
    folder that cannot be locked is used as it is. Raises OSError if it has to wait too long."""
    opened = -1
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        until = time.monotonic() + _PATIENCE
        while opened >= 0:
            try:
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                if time.monotonic() >= until:
                    raise OSError(errno.EBUSY, os.strerror(errno.EBUSY)) from error
                time.sleep(0.01)
                continue
            except OSError:
                pass
            break
        yield
    finally:
        if opened >= 0:
            os.close(opened)


def keep_names(folder: Path) -> None:
    """Synchronise a folder: what was made, renamed or removed in it stays so. A file system that cannot do
    this for folders, or a folder that may not be read, is left as it is."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, as far as they are missing, to stay. Raises OSError."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    keep_names(folder.parent)
