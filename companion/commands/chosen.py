"""The game that a command names, or one sentence why there is none such."""

from __future__ import annotations

import click

from companion.locale import N_, Texts
from companion.rules.registry import AnyGame, broken_games, games

_UNKNOWN = N_("There is no game {game}. There are: {games}.")
_BROKEN = N_("The game {game} cannot be used ({reason}); install another version of its package.")


def chosen_game(game_id: str, texts: Texts) -> AnyGame:
    """The game. Raises ClickException in the language of ``texts`` when it is not there or cannot be used."""
    if game_id in broken_games():
        raise click.ClickException(texts.say(_BROKEN, game=game_id, reason=broken_games()[game_id]))
    if game_id not in games():
        raise click.ClickException(texts.say(_UNKNOWN, game=game_id, games=", ".join(games())))
    return games()[game_id]
