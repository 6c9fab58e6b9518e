"""The file in which a simulated table keeps what has really happened."""

from __future__ import annotations

import threading
from pathlib import Path

from companion.locale import N_, Message
from companion.rules.files import keep_named

_NOT_WRITTEN = N_("The match file cannot be written to {path}: {reason}.")


def not_written(path: Path, error: OSError) -> Message:
    """What to say when the file cannot be written."""
    return Message(_NOT_WRITTEN, (("path", str(path)), ("reason", error.strerror or str(error))))


class TruthFile:
    """``path``: the file, None to keep nothing. Several threads may use it: one may close the table while
    another one writes."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._kept = ""
        self._writing = threading.Lock()

    def keep(self, text: str) -> Message | None:
        """Write the text, if it has changed: whole or not at all. Gives what to tell people if that fails."""
        with self._writing:
            if self._path is None or text == self._kept:
                return None
            try:
                keep_named(self._path, text.encode())
            except OSError as error:
                return not_written(self._path, error)
            self._kept = text
            return None
