"""``companion print help``: a game's pieces and rules on one or two sheets."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.chosen import chosen_game
from companion.locale import LANGUAGES, Texts
from companion.paper.help import PAPERS, help_pdf
from companion.rules.files import keep_named


@click.command("help")
@click.argument("game_id", metavar="GAME")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True)
@click.option("--lang", "--language", type=click.Choice(LANGUAGES), default="en", show_default=True)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("help.pdf"),
    show_default=True,
)
def help_command(game_id: str, paper: str, lang: str, output: Path) -> None:
    """Write the pieces and the rules of GAME as a PDF, to lie beside the table."""
    game = chosen_game(game_id, Texts(lang))
    texts = Texts(lang, game_id)
    try:
        keep_named(output, help_pdf(game, paper, texts))
    except OSError as error:
        raise click.ClickException(
            texts.say("The file {path} cannot be written: choose another place.", path=output)
        ) from error
    click.echo(texts.say("{path}: print it on both sides.", path=output))
