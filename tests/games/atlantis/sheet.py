"""What the second referee (``referee.py``) has before it: board, box, and a position as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

ROWS = {  # number of cells, x of the first one
    "a": (7, 2.0),
    "b": (10, 0.5),
    "c": (11, 0.0),
    "d": (10, 0.5),
    "e": (11, 0.0),
    "f": (12, -0.5),
    "g": (11, 0.0),
    "h": (12, -0.5),
    "i": (11, 0.0),
    "j": (10, 0.5),
    "k": (11, 0.0),
    "l": (10, 0.5),
    "m": (7, 2.0),
}
PLACE = {
    f"{row}{n}": (x0 + n - 1, y)
    for y, (row, (cells, x0)) in enumerate(ROWS.items())
    for n in range(1, cells + 1)
}
AT = {where: cell for cell, where in PLACE.items()}
FRAME = [
    *(f"{row}{n}" for row in "dj" for n in range(4, 8)),
    *(f"{row}{n}" for row in "ei" for n in range(4, 9)),
    *(f"{row}{n}" for row in "fh" for n in range(3, 11)),
    *(f"g{n}" for n in (3, 4, 5, 7, 8, 9)),
]
LANDING = {"nw": ("b1", "c1"), "ne": ("b10", "c11"), "sw": ("k1", "l1"), "se": ("k11", "l10")}
COLOURS = ("red", "blue", "yellow", "green")
LANDS = ("beach", "forest", "mountain")
KINDS = ("serpent", "shark", "whale")
REACH = {"serpent": 1, "shark": 2, "whale": 3}
GREEN = ("shark", "whale", "boat", "whirlpool", "volcano")
RED = ("dolphin", "wind", "move-serpent", "move-shark", "move-whale", "stop-shark", "stop-whale")
BACKS = (*GREEN, *RED)
STOCK = {
    "beach": dict(zip(BACKS, (3, 3, 1, 0, 0, 3, 2, 1, 1, 1, 1, 0), strict=True)),
    "forest": dict(zip(BACKS, (2, 2, 3, 2, 0, 1, 0, 1, 1, 1, 1, 2), strict=True)),
    "mountain": dict(zip(BACKS, (1, 0, 0, 4, 1, 0, 0, 0, 0, 0, 1, 1), strict=True)),
}
TREASURE = (1, 1, 1, 2, 2, 3, 3, 4, 5, 6)
DEFAULTS = {
    "colours": "1",
    "boats": "2",
    "crowd": "no",
    "ending": "volcano",
    "equal": "no",
    "ashore": "yes",
}


def next_to(cell: str) -> list[str]:
    x, y = PLACE[cell]
    steps = ((-1, 0), (1, 0), (-0.5, -1), (0.5, -1), (-0.5, 1), (0.5, 1))
    return [AT[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in AT]


NEXT = {cell: next_to(cell) for cell in PLACE}


def order(cell: str) -> tuple[str, int]:
    return cell[0], int(cell[1:])


@dataclass
class Explorer:
    colour: str
    kind: str
    where: str = ""
    used: bool = False


class Sheet:
    """A position taken down: every explorer, boat, creature and tile as a thing of its own."""

    def __init__(self, position: str) -> None:
        facts = [line.split() for line in position.splitlines()]
        one = {fact[0]: fact[1:] for fact in facts}
        self.options = DEFAULTS | {fact[1]: fact[2] for fact in facts if fact[0] == "option"}
        self.colours = {fact[1]: fact[2:] for fact in facts if fact[0] == "seat"}
        self.seats = list(self.colours)
        self.phase = one["phase"][0]
        self.turn = one.get("turn", [self.seats[0]])[0]
        self.moves = int(one.get("moves", ["0"])[0])
        self.played = one.get("played") == ["yes"]
        self.due = [*one.get("taken", []), *one.get("fill", []), *one.get("die", []), *one.get("attack", [])]
        self.asked = one.get("asked", [])
        self.land = {fact[1]: fact[2] for fact in facts if fact[0] == "tile"}
        self.boats = [fact[1] for fact in facts if fact[0] == "boat"]
        self.creatures = [
            (fact[0], fact[1]) for fact in facts if fact[0] in KINDS for _ in range(int(fact[2]))
        ]
        self.people: list[Explorer] = []
        for fact in facts:
            if fact[0] == "reserve":
                self.people += [Explorer(fact[1], "reserve") for _ in range(int(fact[2]))]
            elif fact[0] in ("tile", "boat", "sea", "safe"):
                words = fact[3:] if fact[0] == "tile" else fact[2:]
                for colour, number in zip(words[::2], words[1::2], strict=True):
                    self.people += [Explorer(colour, fact[0], fact[1]) for _ in range(int(number))]
        for fact in facts:
            if fact[0] == "used":
                for colour, number in zip(fact[3::2], fact[4::2], strict=True):
                    for one_of in self.at(fact[1], fact[2], [colour])[: int(number)]:
                        one_of.used = True
        self.waiting = Counter({fact[1]: int(fact[2]) for fact in facts if fact[0] == "boats"})
        self.hand = Counter({tuple(fact[1:4]): int(fact[4]) for fact in facts if fact[0] == "hand"})
        self.out = Counter({(fact[1], fact[2]): int(fact[3]) for fact in facts if fact[0] == "out"})
        self.supply = {fact[1]: int(fact[2]) for fact in facts if fact[0] == "supply"}
        self.shown = Counter(
            {(fact[1], int(fact[2])): int(fact[3]) for fact in facts if fact[0] == "treasure"}
        )

    # text

    def text(self) -> str:
        lines = ["game atlantis"]
        lines += [
            f"option {key} {self.options[key]}" for key in DEFAULTS if self.options[key] != DEFAULTS[key]
        ]
        lines += [f"seat {seat} {' '.join(self.colours[seat])}" for seat in self.seats]
        lines += [f"phase {self.phase}", *self.phase_lines()]
        reserve = Counter(one.colour for one in self.people if one.kind == "reserve")
        lines += [f"reserve {colour} {reserve[colour]}" for colour in COLOURS if reserve[colour]]
        lines += [f"boats {seat} {self.waiting[seat]}" for seat in self.seats if self.waiting[seat]]
        for cell in sorted(self.land, key=order):
            lines.append(f"tile {cell} {self.land[cell]}{self.count('tile', cell)}")
        lines += [f"boat {cell}{self.count('boat', cell)}" for cell in sorted(self.boats, key=order)]
        lines += self.piles("sea", False, "sea")
        for kind in KINDS:
            cells = Counter(cell for what, cell in self.creatures if what == kind)
            lines += [f"{kind} {cell} {cells[cell]}" for cell in sorted(cells, key=order)]
        lines += [f"safe {isle}{self.count('safe', isle)}" for isle in LANDING if self.count("safe", isle)]
        lines += self.piles("boat", True, "used boat") + self.piles("sea", True, "used sea")
        words = (*BACKS, "?")
        for seat in self.seats:
            lines += [
                f"hand {seat} {land} {back} {self.hand[seat, land, back]}"
                for land in LANDS
                for back in words
                if self.hand[seat, land, back]
            ]
        lines += [
            f"out {land} {back} {self.out[land, back]}"
            for land in LANDS
            for back in words
            if self.out[land, back]
        ]
        lines += [f"supply {what} {self.supply[what]}" for what in ("boat", "shark", "whale")]
        lines += [f"treasure {key[0]} {key[1]} {n}" for key, n in sorted(self.shown.items(), key=shown_order)]
        return "\n".join(lines) + "\n"

    def phase_lines(self) -> Iterator[str]:
        if self.phase not in ("island", "treasure", "over"):
            yield f"turn {self.turn}"
        word = {"back": "taken", "fill": "fill", "creature": "die", "defend": "attack"}.get(self.phase)
        if self.phase == "act":
            yield f"moves {self.moves}"
            yield f"played {'yes' if self.played else 'no'}"
        elif word:
            yield " ".join([word, *self.due])
            if self.phase == "defend":
                yield " ".join(["asked", *self.asked])

    def at(self, kind: str, where: str, colours: Iterable[str] = COLOURS) -> list[Explorer]:
        return [
            one for one in self.people if (one.kind, one.where) == (kind, where) and one.colour in colours
        ]

    def count(self, kind: str, where: str, *, used: bool = False) -> str:
        found = Counter(one.colour for one in self.at(kind, where) if one.used or not used)
        return "".join(f" {colour} {found[colour]}" for colour in COLOURS if found[colour])

    def piles(self, kind: str, used: bool, key: str) -> list[str]:
        cells = {one.where for one in self.people if one.kind == kind and (one.used or not used)}
        return [f"{key} {cell}{self.count(kind, cell, used=used)}" for cell in sorted(cells, key=order)]

    # what is where

    def is_sea(self, cell: str) -> bool:
        return cell not in self.land

    def coast(self, cell: str) -> bool:
        return any(self.is_sea(near) for near in NEXT[cell])

    def has(self, kind: str, cell: str) -> bool:
        return (kind, cell) in self.creatures

    def outside(self, seat: str) -> list[Explorer]:
        mine = self.colours[seat]
        return [one for one in self.people if one.colour in mine and one.kind in ("tile", "boat", "sea")]

    def ways(self, start: str, most: int) -> Iterator[list[str]]:
        """Every way over the sea that comes to no cell twice, without its start."""
        ways = [[near] for near in NEXT[start] if self.is_sea(near)]
        for _ in range(most):
            yield from ways
            ways = [
                [*way, near]
                for way in ways
                for near in NEXT[way[-1]]
                if self.is_sea(near) and near not in way and near != start
            ]

    def ends(self, start: str, most: int, stops: Iterable[str]) -> set[str]:
        """Where some way ends that comes past no cell where one has to stop."""
        stops = set(stops)
        return {way[-1] for way in self.ways(start, most) if stops.isdisjoint(way[:-1])}

    def controls(self, seat: str, cell: str) -> bool:
        number = {other: len(self.at("boat", cell, self.colours[other])) for other in self.seats}
        return number[seat] == max(number.values())

    # what the box still holds

    def unaccounted(self, land: str) -> Counter[str]:
        known = Counter[str]()
        for (_, terrain, back), number in self.hand.items():
            if terrain == land and back != "?":
                known[back] += number
        return Counter({back: STOCK[land][back] - self.out[land, back] - known[back] for back in BACKS})

    def red_left(self, land: str) -> int:
        unknown = sum(n for (_, terrain, back), n in self.hand.items() if (terrain, back) == (land, "?"))
        return sum(self.unaccounted(land)[back] for back in RED) - unknown

    def can_have(self, seat: str, land: str, back: str) -> bool:
        if self.hand[seat, land, back]:
            return True
        return self.hand[seat, land, "?"] > 0 and self.unaccounted(land)[back] > 0


def shown_order(item: tuple[tuple[str, int], int]) -> tuple[int, int]:
    (colour, value), _ = item
    return COLOURS.index(colour), value
