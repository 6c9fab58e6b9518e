"""Reading a file that somebody named: however it fails is told in one sentence, with what to do."""

from __future__ import annotations

from pathlib import Path

from companion.rules.contract import NotationError

LARGEST = 1 << 22
"""Bytes of a text file of ours; a match of 10 000 entries has 300 000."""


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
