"""What commands say of a match file or an archive that somebody named, in the language of the command."""

from __future__ import annotations

from pathlib import Path

import click

from companion.journal.archive import Archive
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


def tell_archive(archive: Archive, counted: str, texts: Texts) -> None:
    """Print how many pictures an archive holds, which ``counted`` says, and how many it lacks."""
    click.echo(counted)
    if archive.left_out:
        click.echo(texts.say("Not kept any more, and so left out: {n}.", n=archive.left_out))
