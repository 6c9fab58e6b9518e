"""Reading a file that somebody named: however it fails is told in one sentence, with what to do."""

from __future__ import annotations

from pathlib import Path

from companion.rules.contract import NotationError


def read_file(path: Path) -> str:
    """The text of a file. Raises NotationError."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise NotationError(f"{path} cannot be read: {why_unreadable(error)}") from error


def why_unreadable(error: OSError | UnicodeDecodeError) -> str:
    """The reason, and what to do."""
    if isinstance(error, UnicodeDecodeError):
        return "it is not text in UTF-8; choose another file"
    return f"{error.strerror or error}; check its name and its owner"
