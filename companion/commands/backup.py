"""``companion backup`` and ``companion restore``: all that is kept on this machine, in one file and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.journal import open_journal
from companion.locale import LANGUAGES, N_, Message, Texts
from companion.owner.backup import WRITTEN, Checked, backup_name, told, write_backup
from companion.owner.configuration import Config, config_path, load_config, remembered_language
from companion.owner.restore import check_no_table, finish_restore, stage_restore
from companion.ports.errors import ControllerError
from companion.program.machine import sticks

_NO_STICK = N_("There is no stick here: plug one in, or name a folder or file.")
_RESTORED = N_("All that is in {path} is in its place; matches replayed to their end: {n}.")
_SURE = N_("All that Companion keeps on this machine is replaced by what is in {path}. Go on?")


def _common(command: Callable[..., None]) -> Callable[..., None]:
    config = click.option("--config", type=click.Path(path_type=Path), help="Your companion.toml.")
    return config(
        click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else the one used last.")(
            command
        )
    )


@click.command("backup")
@click.argument("place", metavar="[FOLDER|FILE]", type=click.Path(path_type=Path), required=False)
@_common
def backup_command(place: Path | None, config: Path | None, lang: str | None) -> None:
    """Write all that is kept here into one file: onto the stick that is plugged in, else into FOLDER or FILE.
    It is unpacked, opened and replayed before it counts."""
    with _owner(config, lang) as (owner, settings, texts):
        place = place or next(iter(sticks()), None)
        if place is None:
            raise ControllerError(Message(_NO_STICK))
        with told():
            book = open_journal(owner.journal)
        try:
            file = place / backup_name(owner) if place.is_dir() else place
            checked = write_backup(file, book, owner, settings)
        finally:
            book.close()
        _tell(checked, WRITTEN, texts)


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="Do not ask.")
@_common
def restore_command(file: Path, yes: bool, config: Path | None, lang: str | None) -> None:
    """Put the backup FILE in place of all that is kept here. No table may be open."""
    with _owner(config, lang) as (owner, settings, texts):
        check_no_table(owner)
        if not yes:
            click.confirm(texts.say(_SURE, path=file), abort=True)
        checked = stage_restore(file, owner, settings)
        finish_restore()
        _tell(checked, _RESTORED, texts)


@contextmanager
def _owner(config: Path | None, lang: str | None) -> Iterator[tuple[Config, Path, Texts]]:
    texts = Texts(lang or "en")
    try:
        with told():
            owner, settings = load_config(config), config or config_path()
        texts = Texts(lang or remembered_language(owner))
        yield owner, settings, texts
    except ControllerError as error:
        raise click.ClickException(texts.message(error.text)) from error


def _tell(checked: Checked, key: str, texts: Texts) -> None:
    for message in checked.said(key):
        click.echo(texts.message(message))
