"""The possible outcomes of a chance source as an electronic deck or die wants them. Pure."""

from __future__ import annotations

import math
from typing import Any

from companion.rules.registry import AnyGame


def tickets(game: AnyGame, state: Any) -> tuple[str, ...]:
    """The possible outcomes in text form, each as often as its weight says. The numbers of tickets are the
    least whole numbers in the proportions of ``Game.outcomes``: a die with two equal faces gives two tickets
    for that face."""
    weighted = [(game.format_outcome(outcome), weight) for outcome, weight in game.outcomes(state)]
    scale = math.lcm(*(weight.denominator for _, weight in weighted))
    counts = [(text, int(weight * scale)) for text, weight in weighted]
    shared = math.gcd(*(count for _, count in counts))
    return tuple(text for text, count in counts for _ in range(count // shared))
