"""What the shared tests must know of this game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

from companion.games.northwest.state import State
from companion.games.northwest.words import SYMBOLS
from tests.rules.contract.hooks import Hooks


def conserved(state: State) -> Mapping[str, int]:
    """Crew, tiles, tokens and the values of the prestige tokens: somewhere, never lost, never made.

    A symbol on a laid tile has its token on the board or before a player; the disc counts the rounds.
    """
    edition, out = state.edition, Counter(state.out())
    shown = Counter(tile.symbol for tile in state.chart.tiles if tile.symbol)
    lying = Counter(token.symbol for token in state.tokens)
    taken = [sum(player.owns[number] for player in state.players) for number in range(len(SYMBOLS))]
    small = sum(copies - out[kind] for kind, copies in edition.small)
    return {
        **{
            f"crew {name}": sum(player.crew) + player.lost
            for name, player in zip(state.table.setup.seats, state.players, strict=True)
        },
        "tiles": out.total() + small + sum(number for _, number in state.bag()),
        "tiles out too often": sum(number > edition.copies[kind] for kind, number in out.items()),
        **{
            f"{symbol} without a token": shown[symbol] - lying[symbol] - have
            for symbol, have in zip(SYMBOLS, taken, strict=True)
        },
        "passage": sum(state.passage_left()) + sum(player.passage for player in state.players),
        "greenland": sum(state.home_left()) + sum(player.home for player in state.players),
        "disc": (state.sun - state.round) % len(edition.lines),
    }


def resealed(state: State, chooser: Random) -> State:
    """Nothing in a position is secret: the order of the bag it does not say."""
    del chooser
    return state


HOOKS = Hooks(
    setups=(
        (2, {}),
        (4, {"edition": "sketch", "lastcrew": "wait"}),
        (3, {"tie": "full", "parts": "apart"}),
        (("green", "yellow"), {"edition": "sketch", "parts": "apart", "touch": "acting"}),
    ),
    conserved=conserved,
    resealed=resealed,
)
