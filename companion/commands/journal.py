"""``companion journal``: list the matches of this table, and take one out as a match file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.commands.match_file import tell_archive
from companion.commands.numbers import WholeNumber
from companion.journal import Book, open_journal
from companion.journal.archive import Archive, write_archive
from companion.journal.pictures import PictureStore
from companion.locale import LANGUAGES, N_, Texts
from companion.owner.configuration import ConfigError, load_config
from companion.referee.ports import JournalError
from companion.rules.files import keep_named

_CLOSED = N_("{match}: {game} ({seats}), begun {begun}, entries: {entries}, closed")
_UNFINISHED = N_("{match}: {game} ({seats}), begun {begun}, entries: {entries}, unfinished")


@click.group("journal")
def journal_group() -> None:
    """Look into the journal of this table."""


def _common(command: Callable[..., None]) -> Callable[..., None]:
    path = click.option(
        "--journal", "path", type=click.Path(path_type=Path), help="The journal; else the configured one."
    )
    return path(
        click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)(command)
    )


@journal_group.command("list")
@_common
def list_command(path: Path | None, lang: str) -> None:
    """List all matches, the newest first."""
    texts = Texts(lang)
    with _opened(path, texts) as book:
        for listed in book.matches():
            facts = listed.facts
            click.echo(
                texts.say(
                    _CLOSED if listed.closed else _UNFINISHED,
                    match=listed.match,
                    game=facts.get("game", "?"),
                    seats=facts.get("seats", "?"),
                    begun=listed.begun,
                    entries=listed.entries,
                )
            )


@journal_group.command("export")
@click.argument("match", type=WholeNumber(1), required=False)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Else the terminal.")
@click.option(
    "--with-pictures",
    "archive",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write one archive with the pictures of its rulings instead; companion audit checks it.",
)
@_common
def export_command(
    match: int | None, output: Path | None, archive: Path | None, path: Path | None, lang: str
) -> None:
    """Write MATCH (its number in the list; else the newest) as a match file."""
    texts = Texts(lang)
    with _opened(path, texts) as book:
        listed = book.matches() if match is None else ()
        number = match or next((one.match for one in listed), 0)
        text = book.export(number)
        store = PictureStore(book.path)
    try:
        if archive is not None:
            _tell_archive(write_archive(archive, text, store, number), texts)
        elif output is not None:
            keep_named(output, text.encode())
        else:
            click.echo(text, nl=False)
    except OSError as error:
        raise click.ClickException(
            texts.say("The file {path} cannot be written: choose another place.", path=archive or output)
        ) from error


def _tell_archive(written: Archive, texts: Texts) -> None:
    counted = texts.count(
        "The match and {n} picture are in the archive.",
        "The match and {n} pictures are in the archive.",
        written.pictures,
    )
    tell_archive(written, counted, texts)
    click.echo(texts.say("Its code is {code}: write it down to tell any later change.", code=written.code))


@journal_group.command("delete-pictures")
@click.option("--yes", is_flag=True, help="Do not ask.")
@_common
def delete_pictures_command(yes: bool, path: Path | None, lang: str) -> None:
    """Delete the pictures of all rulings; the matches stay."""
    texts = Texts(lang)
    with _opened(path, texts) as book:
        store = PictureStore(book.path)
        if not yes:
            click.confirm(texts.say("Delete all pictures of rulings for good?"), abort=True)
        try:
            store.delete_all()
        except OSError as error:
            reason = error.strerror or str(error)
            said = texts.say("{path} cannot be deleted: {reason}.", path=store.folder, reason=reason)
            raise click.ClickException(said) from error
    click.echo(texts.say("All pictures of rulings are deleted."))


@contextmanager
def _opened(path: Path | None, texts: Texts) -> Iterator[Book]:
    try:
        place = path or load_config().journal
        if not place.exists():
            raise click.ClickException(
                texts.say("There is no journal at {path}; name one with --journal.", path=place)
            )
        book = open_journal(place)
        try:
            yield book
        finally:
            book.close()
    except ConfigError as error:
        raise click.ClickException(str(error)) from error
    except JournalError as error:
        raise click.ClickException(texts.message(error.text)) from error
