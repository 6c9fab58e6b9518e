"""A second, slow way to work out the board, straight from the rulebook, to compare the rules with.

It keeps the board as dictionaries by axial coordinates and shares no code with the game: positions come in
and go out as text.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Place = tuple[int, int]
STEPS = {
    "yellow": (1, 0),
    "orange": (0, 1),
    "red": (-1, 1),
    "violet": (-1, 0),
    "blue": (0, -1),
    "green": (1, -1),
}
WEAKER = {"iceberg": {"iceberg", "floe", "pack"}, "floe": {"pack"}, "pack": {"pack"}}


def place(name: str) -> Place:
    """``e5`` is the centre (0, 0)."""
    return int(name[1:]) - 5, ord(name[0]) - ord("e")


def name(where: Place) -> str:
    return f"{chr(ord('e') + where[1])}{where[0] + 5}"


def on_board(where: Place) -> bool:
    return max(abs(where[0]), abs(where[1]), abs(where[0] + where[1])) <= 4


def beyond(where: Place, colour: str) -> Place:
    return where[0] + STEPS[colour][0], where[1] + STEPS[colour][1]


def around(where: Place) -> list[Place]:
    return [near for near in (beyond(where, colour) for colour in STEPS) if on_board(near)]


@dataclass
class Board:
    """``ice`` by place, ``igloo``, ``figures`` as (kind, place, on top of the ice)."""

    ice: dict[Place, str] = field(default_factory=dict)
    igloo: Place | None = None
    figures: list[tuple[str, Place, bool]] = field(default_factory=list)

    @staticmethod
    def read(position: str) -> Board:
        board = Board()
        for line in position.splitlines():
            key, *args = line.split()
            if key == "ice":
                board.ice[place(args[0])] = args[1]
            elif key == "igloo":
                board.igloo = place(args[0])
            elif key in ("bear", "orca", "seal", "eskimo", "cod"):
                number = int(args[1]) if key in ("seal", "cod") else 1
                one = (key, place(args[0].rstrip("^")), args[0].endswith("^"))
                board.figures += [one] * number
        return board

    def lines(self) -> set[str]:
        """What a position says about the board, with marks left out and equal figures counted."""
        said = {f"ice {name(where)} {kind}" for where, kind in self.ice.items()}
        if self.igloo is not None:
            said.add(f"igloo {name(self.igloo)}")
        for figure in set(self.figures):
            kind, where, top = figure
            said.add(f"{kind} {name(where)}{'^' * top} x{self.figures.count(figure)}")
        return said

    def may_be(self, kind: str, where: Place, top: bool) -> bool:
        if not on_board(where) or self.ice.get(where) == "iceberg":
            return False
        if top:
            return where in self.ice and kind not in ("orca", "cod")
        return where not in self.ice or kind in ("orca", "cod", "seal")

    def reach(self, kind: str, where: Place, top: bool) -> set[tuple[Place, bool]]:
        """Where a figure may go in one move, walked step by step."""
        ends: set[tuple[Place, bool]] = set()
        for first in around(where):
            for first_top in (False, True):
                if not self.may_be(kind, first, first_top):
                    continue
                ends.add((first, first_top))
                for second in around(first) if self.may_go_on(kind, first, top, first_top) else ():
                    for end_top in (False, True):
                        if self.may_be(kind, second, end_top) and (kind != "eskimo" or end_top == first_top):
                            ends.add((second, end_top))
        ends.discard((where, top))
        if kind != "seal":
            ends -= {(where, not top)}
        return ends

    def may_go_on(self, kind: str, first: Place, top: bool, first_top: bool) -> bool:
        if kind == "bear":
            return first in self.ice
        if kind == "eskimo":
            return top == first_top
        return first not in self.ice

    def may_drift(self, where: Place, colour: str, locked: set[Place]) -> bool:
        ahead = beyond(where, colour)
        if where not in self.ice or where in locked or not on_board(ahead):
            return False
        if ahead not in self.ice:
            return True
        last = beyond(ahead, colour)
        free = on_board(last) and last not in self.ice
        return free and ahead not in locked and self.ice[ahead] in WEAKER[self.ice[where]]

    def drift(self, where: Place, colour: str) -> set[Place]:
        """Move the token and whatever gives way by itself; returns the cells where ice arrived."""
        before = set(self.ice)
        ahead = beyond(where, colour)
        tokens = [ahead, where] if ahead in self.ice else [where]
        for token in tokens:
            goal = beyond(token, colour)
            self.ice[goal] = self.ice.pop(token)
            if self.igloo == token:
                self.igloo = goal
            self.figures = [
                (k, goal, t) if (p, t) == (token, True) else (k, p, t) for k, p, t in self.figures
            ]
        self.figures = [self.pushed_on(figure, colour, before) for figure in self.figures]
        return {beyond(token, colour) for token in tokens}

    def pushed_on(
        self, figure: tuple[str, Place, bool], colour: str, before: set[Place]
    ) -> tuple[str, Place, bool]:
        kind, where, top = figure
        if self.may_be(kind, where, top):
            return figure
        goal = beyond(where, colour)
        if kind in ("bear", "eskimo"):
            free = on_board(goal) and goal not in before
        else:
            free = on_board(goal) and self.ice.get(goal) != "iceberg"
        return (kind, goal, top) if free else figure

    def ways_out(self, kind: str, where: Place, came_from: Place) -> set[tuple[Place, bool]]:
        """Where a figure that had to give way may be put; ``came_from``: the cell the pusher left."""
        near = around(where)
        if kind not in ("bear", "eskimo"):
            return {(cell, False) for cell in near if self.ice.get(cell) != "iceberg"}
        free = {(cell, False) for cell in near if cell not in self.ice and cell != came_from}
        climb = {(cell, True) for cell in [where, *near] if self.ice.get(cell) in ("floe", "pack")}
        return free or climb
