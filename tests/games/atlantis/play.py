"""Random games that look for trouble: explorers who get away, boats among whales, tiles and defence."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from .referee import Table
from .sheet import FRAME, KINDS, NEXT, RED, STOCK

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


def crowded(seats: tuple[str, ...], start: str, chooser: Random) -> Table:
    """A position late in a game: few tiles, many explorers, boats and creatures close together in the middle,
    tiles in hands, the others out of the game. Everything that cannot share a cell is settled."""
    table = Table(start)
    table.phase, table.turn, table.moves = "act", chooser.choice(seats), 3
    backs = [(land, back) for land, stock in STOCK.items() for back in stock for _ in range(stock[back])]
    chooser.shuffle(backs)
    backs.sort(key=lambda tile: tile[1] == "volcano")
    middle = sorted({near for cell in FRAME for near in NEXT[cell]})
    for cell in chooser.sample(FRAME, chooser.randrange(2, 14)):
        table.land[cell] = backs.pop()[0]
    for _ in range(chooser.randrange(4, 13)):
        tile = next((tile for tile in backs if tile[1] in RED), None)
        if tile is not None:
            backs.remove(tile)
            table.hand[chooser.choice(seats), tile[0], chooser.choice((tile[1], "?", "?"))] += 1
    table.out.update(backs)
    for figure in table.supply:
        table.supply[figure] -= sum(back == figure for _, back in backs)
    sea = [cell for cell in middle if table.is_sea(cell)]
    came = {kind: sum(back == kind for _, back in backs) for kind in KINDS}
    for kind in KINDS:
        number = chooser.randrange(1 + min(3, 5 if kind == "serpent" else came[kind]))
        table.creatures = [one for one in table.creatures if one[0] != kind]
        table.creatures += [(kind, chooser.choice(sea)) for _ in range(number)]
    table.boats = chooser.sample(sea, min(6, sum(table.waiting.values())))
    table.waiting.clear()
    for one in list(table.people):
        places = [("tile", cell) for cell in table.land] + [("sea", cell) for cell in chooser.sample(sea, 5)]
        places += [("boat", cell) for cell in table.boats if len(table.at("boat", cell)) < 3] * 3
        one.kind, one.where = chooser.choice([*places, ("safe", "nw")])
    for cell in sea:
        table.settle(cell)
    return table
