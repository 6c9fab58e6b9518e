"""``companion journal``: list the matches of this table, and take one out as a match file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.commands.numbers import WholeNumber
from companion.journal import Book, open_journal
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
@click.argument("match", type=WholeNumber(1))
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Else the terminal.")
@_common
def export_command(match: int, output: Path | None, path: Path | None, lang: str) -> None:
    """Write MATCH (its number in the list) as a match file."""
    texts = Texts(lang)
    with _opened(path, texts) as book:
        text = book.export(match)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        keep_named(output, text.encode())
    except OSError as error:
        raise click.ClickException(
            texts.say("The file {path} cannot be written: choose another place.", path=output)
        ) from error


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
