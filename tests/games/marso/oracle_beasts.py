"""The board of the oracle, and one line of a beast card worked out on it (specification, section 4)."""

from __future__ import annotations

from collections.abc import Mapping

Place = tuple[int, int]
TRAP: Place = (3, 3)
STEP = {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}
BACK = {"up": "down", "down": "up", "left": "right", "right": "left"}


def place(cell: str) -> Place:
    return TRAP if cell == "trap" else ("abcdefg".index(cell[0]), int(cell[1]) - 1)


def name(where: Place) -> str:
    return "trap" if where == TRAP else f"{'abcdefg'[where[0]]}{where[1] + 1}"


def beyond(where: Place, way: str) -> Place:
    """The neighbour; who walks off one side comes in at the opposite one."""
    return (where[0] + STEP[way][0]) % 7, (where[1] + STEP[way][1]) % 7


def around(where: Place) -> list[Place]:
    return [beyond(where, way) for way in STEP]


class Chain:
    """What one line sets going. ``beasts``: where all are now; ``driven``: for each beast that went into
    the Trap after a hunter was met, the seat of the hunter met last; ``seen``: what happened, in words."""

    def __init__(self, hunters: Mapping[str, Place], beasts: Mapping[str, Place]) -> None:
        self.hunters = {where: seat for seat, where in hunters.items()}
        self.beasts = dict(beasts)
        self.driven: list[str] = []
        self.seen: list[str] = []
        self.turned: set[str] = set()
        self.dodged: set[str] = set()
        self.last = ""

    def go(self, beast: str, way: str) -> None:
        ahead = beyond(self.beasts[beast], way)
        if ahead not in self.hunters:
            self.enter(beast, way)
            return
        self.last = self.hunters[ahead]
        if beast not in self.turned:
            self.turned.add(beast)
            self.seen.append("afraid")
            self.go(beast, BACK[way])
        elif beast in self.dodged:
            self.seen.append("stays, dodged before")
        else:
            self.dodged.add(beast)
            self.dodge(beast, way)

    def dodge(self, beast: str, way: str) -> None:
        """Aside, to the neighbour that is nearer to the Trap on a board without joined edges."""
        x, y = self.beasts[beast]
        asides = ("up", "down") if way in ("left", "right") else ("left", "right")
        for aside in asides:
            goal = x + STEP[aside][0], y + STEP[aside][1]
            nearer = abs(goal[0] - 3) + abs(goal[1] - 3) < abs(x - 3) + abs(y - 3)
            if nearer and goal not in self.hunters:
                self.seen.append("dodges")
                self.enter(beast, aside)
                return
        self.seen.append("stays between hunters")

    def enter(self, beast: str, way: str) -> None:
        here = self.beasts[beast]
        goal = beyond(here, way)
        if goal == TRAP:
            self.beasts[beast] = TRAP
            self.seen.append("trapped")
            self.driven += [self.last] if self.last else []
            return
        for other in [colour for colour, where in self.beasts.items() if where == goal]:
            self.seen.append("pushes")
            self.go(other, way)
        if self.beasts[beast] == here and goal not in self.beasts.values():
            self.beasts[beast] = goal
        else:
            self.seen.append("does not enter")
