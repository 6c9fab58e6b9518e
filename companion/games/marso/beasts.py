"""How a beast moves: one line of the beast card starts one chain (specification, section 4)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.marso.box import Box
from companion.games.marso.state import NOBODY, State


@dataclass(frozen=True, slots=True)
class Chain:
    """What a line leads to: the cells of all beasts, the clauses (numbers of section ``beasts``) that it
    used, and for each beast that went into the Trap the seat of the hunter met last, or NOBODY."""

    beasts: tuple[int, ...]
    used: frozenset[int]
    caught: tuple[tuple[int, int], ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The short ids of the clauses used, in the order of the list."""
        return tuple(f"beasts.{number}" for number in sorted(self.used))


def run_chain(box: Box, state: State, beast: int, direction: int) -> Chain:
    """The chain that starts when ``beast`` goes by its line in ``direction``."""
    runner = _Runner(box, state)
    runner.go(beast, direction)
    return Chain(tuple(runner.beasts), frozenset(runner.used), tuple(runner.caught))


class _Runner:
    """One chain while it runs: which beasts have turned and dodged in it, and the hunter met last."""

    def __init__(self, box: Box, state: State) -> None:
        self.box = box
        self.hunters = state.hunters
        self.beasts = list(state.beasts)
        self.turned: set[int] = set()
        self.dodged: set[int] = set()
        self.last = NOBODY
        self.used = {1}
        self.caught: list[tuple[int, int]] = []

    def look(self, cell: int, direction: int) -> int:
        """The neighbour; looking over the edge already uses beasts.4."""
        if self.box.crosses[cell][direction]:
            self.used.add(4)
        return self.box.next[cell][direction]

    def go(self, beast: int, direction: int) -> None:
        ahead = self.look(self.beasts[beast], direction)
        if ahead not in self.hunters:
            self.enter(beast, direction)
            return
        self.last = self.hunters.index(ahead)
        if beast not in self.turned:
            self.turned.add(beast)
            self.used.add(5)
            self.go(beast, (direction + 2) % 4)
            return
        self.used.add(6)
        aside = self.aside(self.beasts[beast], direction) if beast not in self.dodged else None
        self.dodged.add(beast)
        if aside is None or self.box.next[self.beasts[beast]][aside] in self.hunters:
            self.used.add(7)
        else:
            self.enter(beast, aside)

    def aside(self, cell: int, direction: int) -> int | None:
        """The direction across the way that leads nearer to the Trap without crossing the edge."""
        across = 1 if direction % 2 else 0  # the way is left or right: rows count, otherwise columns
        gap = self.box.places[self.box.trap][across] - self.box.places[cell][across]
        if gap == 0:
            return None
        towards_larger, towards_smaller = (0, 2) if across else (1, 3)
        return towards_larger if gap > 0 else towards_smaller

    def enter(self, beast: int, direction: int) -> None:
        here = self.beasts[beast]
        ahead = self.look(here, direction)
        if ahead == self.box.trap:
            self.used.add(10)
            self.beasts[beast] = ahead
            self.caught.append((beast, self.last))
            return
        if ahead in self.beasts:
            self.used.add(8)
            self.go(self.beasts.index(ahead), direction)
            if self.beasts[beast] != here or ahead in self.beasts:
                self.used.add(9)
                return
        self.beasts[beast] = ahead
