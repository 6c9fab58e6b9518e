"""The game that a command names, or one sentence why there is none such; values of its options."""

from __future__ import annotations

import click

from companion.locale import N_, Texts
from companion.rules.contract import OptionValue
from companion.rules.registry import AnyGame, UnknownGameError, find_game, games
from companion.rules.text import number_in

_UNKNOWN = N_("There is no game {game}. There are: {games}.")
_BROKEN = N_("The game {game} cannot be used ({reason}); install another version of its package.")

_YES_OR_NO = {"yes": True, "true": True, "no": False, "false": False}


def chosen_game(game_id: str, texts: Texts) -> AnyGame:
    """The game. Raises ClickException in the language of ``texts`` when it is not there or cannot be used."""
    try:
        return find_game(game_id)
    except UnknownGameError as error:
        raise click.ClickException(why_no_game(error, texts)) from error


def why_no_game(error: UnknownGameError, texts: Texts) -> str:
    """One sentence in the language of ``texts``: why there is no such game."""
    if error.reason:
        return texts.say(_BROKEN, game=error.game_id, reason=error.reason)
    return texts.say(_UNKNOWN, game=error.game_id, games=", ".join(games()))


def option_value(game: AnyGame, key: str, word: str) -> OptionValue:
    """The value of an option as people type it. Yes and no are words where the option's values are words."""
    if any(option.id == key and isinstance(option.default, str) for option in game.options):
        return word
    number = number_in(word)
    return _YES_OR_NO.get(word, word if number is None else number)
