"""``companion audit``: did the electronic deck of a match draw what was sealed before it began? Is an archive
with pictures as it was written?"""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import click

from companion.chance import AuditError, Draw, SealError, audit
from companion.commands.match_file import tell_archive, unreadable
from companion.journal.archive import Archive, ArchiveError, read_archive
from companion.locale import LANGUAGES, Texts
from companion.rules.contract import RulesError
from companion.rules.files import read_text
from companion.rules.match import replay_match

DISHONEST, NOT_CHECKED = 1, 2


@click.command("audit")
@click.argument("file", metavar="MATCHFILE", type=click.Path(path_type=Path))
@click.option("-v", "--verbose", is_flag=True, help="One line a draw.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
def audit_command(file: Path, verbose: bool, lang: str) -> None:
    """Check every draw of MATCHFILE against its seal; of an archive with pictures also that nothing in it was
    altered.

    Exit status: 0 all honest, 1 not, 2 it cannot be checked.
    """
    texts = Texts(lang)
    count = 0
    try:
        archive = _unaltered(file, texts) if _is_zip(file) else None
        for draw in audit(replay_match(read_text(file) if archive is None else archive.text)):
            count += 1
            if verbose:
                click.echo(_line(draw, texts))
            if not draw.honest:
                _stop(DISHONEST, _wrong(draw, texts))
    except (OSError, UnicodeDecodeError) as error:
        _stop(NOT_CHECKED, unreadable(file, error, texts))
    except SealError as error:
        _stop(DISHONEST, texts.message(error.text))
    except ArchiveError as error:
        _stop(NOT_CHECKED, texts.message(error.text))
    except AuditError as error:
        if archive is not None:  # it was worth checking without a deck, too
            click.echo(texts.message(error.text))
            return
        _stop(NOT_CHECKED, texts.message(error.text))
    except RulesError as error:
        _stop(NOT_CHECKED, f"{file}: {error}")
    click.echo(
        texts.count(
            "The seal holds and {n} draw is honest.", "The seal holds and {n} draws are honest.", count
        )
    )


def _is_zip(file: Path) -> bool:
    """By its first bytes: a copy that was cut short has lost its end. Raises OSError."""
    with file.open("rb") as start:
        return start.read(2) == b"PK"


def _unaltered(file: Path, texts: Texts) -> Archive:
    """The archive; the program ends if something in it is not as it was written. Raises ArchiveError."""
    archive = read_archive(file)
    for fault in archive.faults:
        click.echo(texts.message(fault), err=True)
    if archive.faults:
        raise SystemExit(DISHONEST)
    counted = texts.count(
        "The match and {n} picture are as they were written.",
        "The match and {n} pictures are as they were written.",
        archive.pictures,
    )
    tell_archive(archive, counted, texts)
    click.echo(texts.say("The code of the archive is {code}.", code=archive.code))
    return archive


def _line(draw: Draw, texts: Texts) -> str:
    return texts.say(
        "Entry {entry}: draw {place} of {source} from {possible}: {found}",
        entry=draw.entry,
        place=draw.place,
        source=draw.source,
        possible=draw.possible,
        found=draw.found,
    )


def _wrong(draw: Draw, texts: Texts) -> str:
    return texts.say(
        "Entry {entry} is wrong: draw {place} of {source} is {found}, but the sealed seed gives {promised}.",
        entry=draw.entry,
        place=draw.place,
        source=draw.source,
        found=draw.found,
        promised=draw.promised,
    )


def _stop(status: int, sentence: str) -> NoReturn:
    click.echo(sentence, err=True)
    raise SystemExit(status)
