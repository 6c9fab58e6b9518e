"""Which table is open, in a file beside the journal, so that a program that ended takes it up by itself."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from companion.rules.files import keep_file, keep_names


@dataclass(frozen=True, slots=True)
class OpenTable:
    """``match``: its number in the journal. ``camera``: its source, "" for none."""

    match: str
    camera: str
    broadcast: bool


class Kept:
    """The file. One that cannot be read or written is as none: the match then stands under the unfinished."""

    def __init__(self, journal: Path) -> None:
        self._path = journal.with_name(journal.name + ".open")

    def keep(self, table: OpenTable) -> None:
        """Replace the file as a whole; it is on the disk when this returns."""
        with suppress(OSError):
            keep_file(self._path, json.dumps(asdict(table)).encode())

    def forget(self) -> None:
        """No table is open."""
        with suppress(OSError):
            self._path.unlink()
            keep_names(self._path.parent)

    def read(self) -> OpenTable | None:
        """The table that was open."""
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return None
        match found:
            case {"match": str(match), "camera": str(camera), "broadcast": bool(broadcast)}:
                return OpenTable(match, camera, broadcast)
        return None
