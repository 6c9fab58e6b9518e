"""``companion edition GAME``: asks an owner for what only the box shows, and writes the owner's edition."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.chosen import chosen_game
from companion.locale import LANGUAGES, N_, Texts
from companion.owner.configuration import ConfigError, load_config
from companion.owner.editions import owner_draft, save_edition
from companion.ports.errors import ControllerError
from companion.referee.sentences import capital
from companion.rules.contract import NotationError
from companion.rules.draft import Draft, DraftQuestion

_HOW = N_("Enter: I do not know. +: it is so in my box. Otherwise type what your box shows; stop ends.")
_PARTS = N_("It has parts: type NAME VALUE, again and again. + says that all of it is so now; Enter goes on.")
_SAVED = N_("Written to {path}; the game is played by it from now on.")
_NOTHING = N_("Nothing was changed.")
YES, STOP = "+", "stop"


@click.command("edition")
@click.argument("game_id", metavar="GAME")
@click.option("--config", type=click.Path(path_type=Path), help="Your companion.toml.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else the configured one.")
def edition_command(game_id: str, config: Path | None, lang: str | None) -> None:
    """Correct the edition of GAME by your own box, value by value."""
    try:
        owner = load_config(config)
    except ConfigError as error:
        place = f"{error.place}: " if error.place else ""
        raise click.ClickException(place + Texts(lang or "en").message(error.text)) from error
    chosen_game(game_id, Texts(lang or owner.language))
    texts = Texts(lang or owner.language, game_id)
    say = texts.say
    try:
        before = draft = owner_draft(owner, game_id)
        paths = draft.unsure()
        click.echo(say(_HOW))
        while True:
            draft = ask(draft, [draft.question(path) for path in paths], texts)
            if draft == before:
                click.echo(say(_NOTHING))
                return
            try:
                path = save_edition(owner, game_id, draft)
            except ControllerError as error:
                click.echo(texts.message(error.text))
                click.confirm(say(N_("Go through the questions again?")), default=True, abort=True)
            else:
                click.echo(say(_SAVED, path=path))
                return
    except ControllerError as error:
        raise click.ClickException(texts.message(error.text)) from error


def ask(draft: Draft, questions: list[DraftQuestion], texts: Texts) -> Draft:
    """Ask one after another, until the last or ``stop``."""
    for number, question in enumerate(questions, start=1):
        certain = texts.term(str(question.mark))
        click.echo(f"\n{number}/{len(questions)}  {capital(texts.term(question.key))} ({certain})")
        for line in [" ".join(entry) for entry in question.entries] or [question.shown]:
            click.echo(f"    {line}")
        if question.entries:
            click.echo(texts.say(_PARTS))
        draft, stopped = _answered(draft, question, texts)
        if stopped:
            return draft
    return draft


def _answered(draft: Draft, question: DraftQuestion, texts: Texts) -> tuple[Draft, bool]:
    while True:
        answer = _typed()
        if answer in ("", STOP):
            return draft, answer == STOP
        try:
            if answer == YES:
                return draft.confirmed(question), False
            draft = draft.changed(question, answer)
        except NotationError as error:
            click.echo(texts.say(N_("That cannot be: {reason}."), reason=str(error).rstrip(".")))
            continue
        if not question.entries:
            return draft, False
        question = draft.question(question.path)


def _typed() -> str:
    return str(click.prompt(">", default="", show_default=False)).strip()
