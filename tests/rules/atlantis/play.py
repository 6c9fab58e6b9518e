"""Random games that look for trouble: explorers who get away, boats among whales, tiles and defence."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

Options = Mapping[str, bool | int | str]

SETUPS: tuple[tuple[tuple[str, ...], Options], ...] = (
    (("red", "blue"), {"colours": 2}),
    (("green", "red", "blue"), {"ending": "sunk"}),
    (("red", "blue", "yellow", "green"), {}),
    (("blue", "yellow"), {"colours": 2, "boats": 4, "ending": "rescue", "crowd": True}),
    (("yellow", "green", "red"), {"ending": "rescue", "ashore": False, "equal": True}),
    (("blue", "green"), {"equal": True, "ashore": False}),
)


def weight(text: str, ways_out: Mapping[str, float]) -> float:
    """How interesting a move is. ``ways_out``: steps from each cell to the nearest safe island."""
    verb, *words = text.split()
    match verb:
        case "play":
            return 60.0 if words[0].startswith("stop") else 4.0
        case "move" if words[3] == "safe":
            return 400.0
        case "move" if words[1] == "sea" and words[3] == "boat":
            return 40.0
        case "move" if words[1:4:2] == ["tile", "boat"]:
            return 25.0
        case "move" if words[1:4:2] == ["boat", "sea"]:
            return 0.4
        case "move" if words[3] == "tile":
            return 0.5
        case "move" | "sail":
            nearer = ways_out[words[-3 if verb == "move" else 0]] - ways_out[words[-1]]
            return 12.0 if nearer > 0 else 0.3
        case "take":
            return 3.0
        case "creature":
            return 2.0
        case "pass":
            return 3.0
    return 1.0


def choose(moves: list[str], chooser: Random, ways_out: Mapping[str, float]) -> str:
    """One of them, interesting ones more often."""
    return chooser.choices(moves, [weight(move, ways_out) for move in moves])[0]
