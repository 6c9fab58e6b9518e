"""A position of the second referee: read from its text, and written as text again (4.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from .oracle import STEPS, Board, Place, name, place

HUNTERS = ("bear", "orca", "seal", "eskimo")
KINDS = (*HUNTERS, "cod")
GOODS = (*KINDS, "plankton", "igloo")
COPIES = {f"{colour}{number}": (2, 2, 1)[number - 1] for colour in STEPS for number in (1, 2, 3)} | {
    "melt": 6
}
MARKS = ("moved", "fed", "new")

Spot = tuple[Place, bool]


def spot(text: str) -> Spot:
    return place(text.rstrip("^")), text.endswith("^")


def said(where: Spot) -> str:
    return name(where[0]) + "^" * where[1]


@dataclass
class Figure:
    kind: str
    spot: Spot
    marks: set[str]

    def rank(self) -> tuple[bool, bool, bool]:
        """Who of equal figures moves, gives way or is caught: the one that has done least (3.4)."""
        return "fed" in self.marks, "moved" in self.marks, "new" in self.marks

    def attack_rank(self) -> tuple[bool, bool, bool]:
        return "new" in self.marks, "fed" in self.marks, "moved" not in self.marks

    def line(self) -> tuple[int, str, bool, list[int]]:
        """In which order figures are written."""
        marks = [place for place, mark in enumerate(MARKS) if mark in self.marks]
        return KINDS.index(self.kind), name(self.spot[0]), self.spot[1], marks


class Position:
    """What lies on the table and whose turn it is. Phases are kept as the words of their line."""

    def __init__(self, position: str) -> None:
        facts = [line.split() for line in position.splitlines()]
        one = {fact[0]: fact[1:] for fact in facts}
        self.seats = one["seats"]
        self.options = {fact[1]: fact[2] for fact in facts if fact[0] == "option"}
        self.phase, self.turn, self.hunt = one["phase"], one["turn"][0], one["hunt"]
        self.done = one["card"] == ["done"]
        self.ice = {place(fact[1]): fact[2] for fact in facts if fact[0] == "ice"}
        self.igloo = place(one["igloo"][0]) if "igloo" in one else None
        self.figures: list[Figure] = []
        for kind, where, *rest in (fact for fact in facts if fact[0] in KINDS):
            number = int(rest.pop(0)) if kind in ("seal", "cod") else 1
            self.figures += [Figure(kind, spot(where), set(rest)) for _ in range(number)]
        self.away = [fact[1] for fact in facts if fact[0] == "away"]
        self.has = Counter({(fact[1], fact[2]): int(fact[3]) for fact in facts if fact[0] == "has"})
        self.hand = {fact[1]: len(fact) - 2 for fact in facts if fact[0] == "hand"}
        self.deck = int(one["deck"][0])
        self.discard = Counter({fact[1]: int(fact[2]) for fact in facts if fact[0] == "discard"})
        self.locked = {place(fact[1]) for fact in facts if fact[0] == "locked"}

    def text(self) -> str:
        """The position in canonical form (4.1)."""
        lines = [f"seats {' '.join(self.seats)}"]
        lines += [f"option {key} {self.options[key]}" for key in self.options]
        lines += [f"phase {' '.join(self.phase)}", f"turn {self.turn}"]
        lines += [f"card {'done' if self.done else 'todo'}", f"hunt {' '.join(self.hunt)}"]
        lines += sorted(f"ice {name(cell)} {kind}" for cell, kind in self.ice.items())
        lines += [f"igloo {name(self.igloo)}"] if self.igloo is not None else []
        lines += self.figure_lines()
        lines += [f"away {kind}" for kind in HUNTERS if kind in self.away]
        lines += [
            f"has {owner} {good} {self.has[owner, good]}"
            for owner in (*self.seats, "supply")
            for good in GOODS
            if self.has[owner, good]
        ]
        lines += [f"hand {seat}{' ?' * self.hand[seat]}" for seat in self.seats] + [f"deck {self.deck}"]
        lines += [f"discard {card} {self.discard[card]}" for card in COPIES if self.discard[card]]
        return "\n".join([*lines, *sorted(f"locked {name(cell)}" for cell in self.locked)]) + "\n"

    def figure_lines(self) -> Iterator[str]:
        lines = Counter[str]()
        for figure in sorted(self.figures, key=Figure.line):
            number = " {}" if figure.kind in ("seal", "cod") else ""
            marks = "".join(f" {mark}" for mark in MARKS if mark in figure.marks)
            lines[f"{figure.kind} {said(figure.spot)}{number}{marks}"] += 1
        return (line.format(count) for line, count in lines.items())

    def board(self) -> Board:
        """The board alone; its figures stand in the order of ours."""
        return Board(dict(self.ice), self.igloo, [(f.kind, *f.spot) for f in self.figures])
