"""Names of files that outlive a power cut: POSIX keeps a new name only once its folder is synchronised."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


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
