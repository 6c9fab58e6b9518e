"""Why a match file that somebody named cannot be read, in the language of the command."""

from __future__ import annotations

from pathlib import Path

from companion.locale import Texts


def unreadable(file: Path, error: OSError | UnicodeDecodeError, texts: Texts) -> str:
    """One sentence with what to do."""
    if isinstance(error, UnicodeDecodeError):
        return texts.say("{file} is not a text file: choose a match file.", file=file)
    return texts.say(
        "{file} cannot be read ({reason}): check its name and its owner.",
        file=file,
        reason=error.strerror or str(error),
    )
