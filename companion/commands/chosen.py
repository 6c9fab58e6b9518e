"""The game that a command names, or one sentence why there is none such; values of its options."""

from __future__ import annotations

import click

from companion.locale import N_, Texts
from companion.rules.contract import OptionValue
from companion.rules.registry import AnyGame, broken_games, games
from companion.rules.text import number_in

_UNKNOWN = N_("There is no game {game}. There are: {games}.")
_BROKEN = N_("The game {game} cannot be used ({reason}); install another version of its package.")

_YES_OR_NO = {"yes": True, "true": True, "no": False, "false": False}


def chosen_game(game_id: str, texts: Texts) -> AnyGame:
    """The game. Raises ClickException in the language of ``texts`` when it is not there or cannot be used."""
    if game_id in broken_games():
        raise click.ClickException(texts.say(_BROKEN, game=game_id, reason=broken_games()[game_id]))
    if game_id not in games():
        raise click.ClickException(texts.say(_UNKNOWN, game=game_id, games=", ".join(games())))
    return games()[game_id]


def option_value(game: AnyGame, key: str, word: str) -> OptionValue:
    """The value of an option as people type it. Yes and no are words where the option's values are words."""
    if any(option.id == key and isinstance(option.default, str) for option in game.options):
        return word
    number = number_in(word)
    return _YES_OR_NO.get(word, word if number is None else number)
