"""Reading a file that somebody named: however it fails is told in one sentence, with what to do."""

from __future__ import annotations

from pathlib import Path

from companion.rules.contract import NotationError


def read_file(path: Path) -> str:
    """The text of a file. Raises NotationError."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise NotationError(f"{path} cannot be read: it is not text in UTF-8; choose another file") from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise NotationError(f"{path} cannot be read: {reason}; check its name and its owner") from error
