"""``companion page``: the spectators' page as files for a web server."""

from __future__ import annotations

import re
from pathlib import Path

import click

from companion.broadcast.page import write_page
from companion.locale import LANGUAGES, Texts

_ADDRESS = re.compile(r"wss?://[^\s\"'<>]+")


@click.command("page")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--broker", default="", help="The broker's websockets (ws://HOST:PORT), unless it serves the page."
)
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
def page_command(folder: Path, broker: str, lang: str) -> None:
    """Write the spectators' page into FOLDER, for a web server or the broker to serve."""
    texts = Texts(lang)
    if broker and not _ADDRESS.fullmatch(broker):
        raise click.ClickException(
            texts.say("{address} must begin with ws:// or wss:// and name a host.", address=broker)
        )
    try:
        write_page(folder, broker)
    except OSError as error:
        raise click.ClickException(
            texts.say(
                "{folder} cannot be written to ({reason}): choose another place.",
                folder=folder,
                reason=error.strerror or str(error),
            )
        ) from error
    click.echo(texts.say("The page is in {folder}; open it with ?table=NAME.", folder=folder))
