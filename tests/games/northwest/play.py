"""Random games that look for trouble: tiles laid, tokens taken, sleds on the ice, and late ways home."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

SETUPS: tuple[tuple[tuple[str, ...], Mapping[str, str]], ...] = (
    (("red", "blue"), {"edition": "sketch"}),
    (("green", "red", "yellow"), {"edition": "sketch", "lastcrew": "wait", "parts": "apart"}),
    (("red", "blue", "green", "yellow"), {}),
    (("yellow", "blue"), {"parts": "apart", "touch": "acting", "tie": "full"}),
    (("blue", "green", "red"), {"tie": "full"}),
    (("red", "green", "blue", "yellow"), {"edition": "sketch", "touch": "acting"}),
)

WEIGHTS = {
    "place": 4.0,
    "move": 8.0,
    "explore": 60.0,
    "discover": 60.0,
    "take": 0.5,
    "refresh": 1.0,
    "transfer": 0.15,
    "shift": 1.0,
    "end": 2.0,
    "pass": 0.5,
}
"""How interesting a move is. A game has many more ways to share out the crew than anything else."""

HOME = ("gl",)


def weight(move: str) -> float:
    """Coming home ends a player's game, so it is left for later more often than not."""
    verb, *words = move.split()
    if verb == "move" and words[1].startswith(HOME):
        return 2.0
    return WEIGHTS.get(verb, 1.0)


def choose(moves: list[str], chooser: Random) -> str:
    """One of some moves, sorted before so that the order of a set does not matter."""
    listed = sorted(moves)
    return chooser.choices(listed, list(map(weight, listed)))[0]
