"""``companion print mat``: the mat with corner tags as a PDF to scale."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.chosen import chosen_game
from companion.commands.numbers import Real
from companion.locale import LANGUAGES, Texts
from companion.paper.fonts import font
from companion.referee.spots import mat_for, places_of
from companion.rules.files import keep_named
from companion.rules.registry import AnyGame
from vision.curtain import with_curtain
from vision.mat_pdf import PAPERS, MatWords, mat_pdf
from vision.types import SourceError

_SMALLEST_PITCH, _LARGEST_PITCH = 5.0, 500.0
"""Millimetres."""


@click.command("mat")
@click.argument("game_id", metavar="GAME")
@click.option(
    "--pitch-mm",
    "pitch",
    type=Real(0, 1e6),
    help="Millimetres from one square's middle to the next; measure your board.",
)
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True)
@click.option(
    "--curtain", is_flag=True, help="With a printed frame by which a camera tells arms from shadows."
)
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("mat.pdf"),
    show_default=True,
)
def mat_command(
    game_id: str, pitch: float | None, paper: str, curtain: bool, lang: str, output: Path
) -> None:
    """Write the mat of GAME as a PDF, for any number of players."""
    game = chosen_game(game_id, Texts(lang))
    texts = Texts(lang, game_id)
    try:
        keep_named(output, mat_document(game, pitch, paper, texts, curtain))
    except SourceError as error:
        raise click.ClickException(texts.message(error)) from error
    except OSError as error:
        raise click.ClickException(
            texts.say("The file {path} cannot be written: choose another place.", path=output)
        ) from error
    click.echo(
        texts.say(
            "{path}: print it at 100 %, check the ruler, cut from cross to cross and glue.", path=output
        )
    )


def mat_document(
    game: AnyGame, pitch: float | None, paper: str, texts: Texts, curtain: bool = False
) -> bytes:
    """The PDF of a game's mat, with a ``curtain`` or without. Raises SourceError with what is wrong."""
    if pitch is None or not _SMALLEST_PITCH <= pitch <= _LARGEST_PITCH:
        raise SourceError(
            "Measure from the middle of one square to the middle of the next and say it with --pitch-mm "
            "(from 5 to 500); no measure of a published box is known."
        )
    zones = game.zones(game.setup(game.seatings[-1], {}))
    words = MatWords(
        title=texts.say(game.title),
        ruler=texts.say("This line must measure 100 mm: print at 100 %, do not fit to the page."),
        sheet=lambda n, of, row, column: texts.say(
            "Sheet {n} of {of}: row {row}, column {column}.", n=n, of=of, row=row, column=column
        ),
        labels={zone.cell: texts.term(zone.cell) for zone in zones},
        font=font(),
    )
    mat = with_curtain(mat_for(game)) if curtain else mat_for(game)
    return mat_pdf(mat, places_of(zones), pitch, paper, words)
