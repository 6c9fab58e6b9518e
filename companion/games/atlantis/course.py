"""A position on its way to the next thing that is awaited: pieces move, and what follows is noted."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.atlantis.moves import BOAT, SAFE, TILE, WATER
from companion.games.atlantis.state import NOBODY, PREDATORS, SINKERS, Pile, State, added, plus
from companion.games.atlantis.words import Counts, clause
from companion.rules.contract import CellId, Effect, Facts, RulesError, Step

Piles = dict[int, Counts]


class Course:
    """A position taken apart. The fields are those of :class:`State`; ``before``: the position itself.

    An effect names the cells where hands at the table have something to do, or where something is decided.
    """

    def __init__(self, state: State) -> None:
        self.before = state
        self.table = state.table
        self.phase = state.phase
        self.turn = state.turn
        self.land = bytearray(state.land)
        self.ashore: Piles = dict(state.ashore)
        self.boats: Piles = dict(state.boats)
        self.swimmers: Piles = dict(state.swimmers)
        self.used_aboard: Piles = dict(state.used_aboard)
        self.used_afloat: Piles = dict(state.used_afloat)
        self.creatures = [list(cells) for cells in state.creatures]
        self.safe = list(state.safe)
        self.reserve = state.reserve
        self.to_launch = list(state.to_launch)
        self.hands = list(state.hands)
        self.out = list(state.out)
        self.supply = list(state.supply)
        self.treasures = list(state.treasures)
        self.effects: list[Effect] = []

    def state(self) -> State:
        """The position as it is now."""
        before = self.before
        return State(
            table=self.table,
            phase=self.phase,
            turn=self.turn,
            land=bytes(self.land),
            ashore=_sorted(self.ashore, before.ashore),
            boats=tuple(sorted(self.boats.items())),
            swimmers=_sorted(self.swimmers, before.swimmers),
            used_aboard=_sorted(self.used_aboard, before.used_aboard),
            used_afloat=_sorted(self.used_afloat, before.used_afloat),
            creatures=tuple(tuple(sorted(cells)) for cells in self.creatures),
            safe=tuple(self.safe),
            reserve=self.reserve,
            to_launch=tuple(self.to_launch),
            hands=tuple(self.hands),
            out=tuple(self.out),
            supply=tuple(self.supply),
            treasures=tuple(self.treasures),
        )

    def step(self) -> Step[State]:
        """The position and what followed by itself."""
        return Step(self.state(), tuple(self.effects))

    def name(self, cell: int) -> CellId:
        """The name of a cell of the board."""
        return CellId(self.table.edition.board.names[cell])

    def seat_name(self, seat: int) -> str:
        """The name of a seat."""
        return self.table.setup.seats[seat]

    def tell(self, short: str, cells: Iterable[int] = (), facts: Facts = ()) -> None:
        """Note an effect."""
        self.effects.append(Effect(clause(short), tuple(map(self.name, cells)), facts))

    def forget_marks(self) -> None:
        """Nobody has made a sea movement yet."""
        self.used_aboard, self.used_afloat = {}, {}

    # explorers

    def _piles(self, place: int) -> Piles:
        return (self.ashore, self.boats, self.swimmers)[place]

    def _marks(self, place: int) -> Piles:
        """The marks of a place: on boats and in the water; elsewhere nobody has any."""
        if place == BOAT:
            return self.used_aboard
        return self.used_afloat if place == WATER else {}

    def take_from(self, place: int, where: int, colour: int, *, marked_first: bool) -> bool:
        """One explorer leaves a place; whether it had a mark. Raises RulesError when there is none."""
        here = self.safe[where] if place == SAFE else self._piles(place).get(where, NOBODY)
        if not here[colour]:
            raise RulesError("no such explorer is there")
        if place == SAFE:
            self.safe[where] = plus(here, colour, -1)
            return False
        marks = self._marks(place)
        marked = marks.get(where, NOBODY)[colour]
        with_mark = marked > 0 if marked_first else marked == here[colour]
        self._piles(place)[where] = plus(here, colour, -1)
        if with_mark:
            marks[where] = plus(marks[where], colour, -1)
        return with_mark

    def put_to(self, place: int, where: int, colour: int, *, mark: bool) -> None:
        """One explorer comes to a place, with a mark or without. Raises RulesError when it is not there."""
        if place == SAFE:
            self.safe[where] = plus(self.safe[where], colour)
            return
        there = self.boats.get(where) if place == BOAT else self._piles(place).get(where, NOBODY)
        if there is None:
            raise RulesError("there is no boat")
        if place == TILE and not self.land[where]:
            raise RulesError("there is no land tile")
        if place == WATER and self.land[where]:
            raise RulesError("there is no open sea")
        self._piles(place)[where] = plus(there, colour)
        if mark and place in (BOAT, WATER):
            marks = self._marks(place)
            marks[where] = plus(marks.get(where, NOBODY), colour)

    def fall(self, cell: int, people: Counts, marks: Counts = NOBODY) -> None:
        """Explorers come into the water and keep their marks (wet.10)."""
        self.swimmers[cell] = added(self.swimmers.get(cell, NOBODY), people)
        self.used_afloat[cell] = added(self.used_afloat.get(cell, NOBODY), marks)

    def lose_swimmers(self, cell: int) -> Counts:
        """All swimmers of a cell leave the game."""
        self.used_afloat.pop(cell, None)
        return self.swimmers.pop(cell, NOBODY)

    # boats and creatures

    def carry_boat(self, start: int, end: int) -> None:
        """A boat goes with its passengers and their marks. Raises RulesError when it cannot."""
        if start not in self.boats or (end in self.boats and end != start) or self.land[end]:
            raise RulesError("no boat can go so")
        self.boats[end] = self.boats.pop(start)
        if start in self.used_aboard:
            self.used_aboard[end] = self.used_aboard.pop(start)

    def sink(self, cell: int) -> Counts:
        """A boat leaves the game; its passengers come into the water."""
        people = self.boats.pop(cell)
        self.fall(cell, people, self.used_aboard.pop(cell, NOBODY))
        return people

    def carry_creature(self, kind: int, start: int, end: int) -> None:
        """A creature is put elsewhere. Raises RulesError when it cannot be."""
        if start not in self.creatures[kind] or self.land[end]:
            raise RulesError("no creature can go so")
        self.creatures[kind].remove(start)
        self.creatures[kind].append(end)

    def anybody(self, kinds: Iterable[int], cell: int) -> bool:
        """Whether a creature of these kinds is there."""
        return any(cell in self.creatures[kind] for kind in kinds)

    def settle(self, cell: int, entered: str) -> None:
        """What follows when something has entered a cell: a manned boat beside a serpent or whale goes down,
        swimmers beside a serpent or shark are removed.

        ``entered``: ``boat``, ``explorer`` (on a boat or into the water) or the word of a creature.
        """
        aboard, afloat = self.boats.get(cell, NOBODY), self.swimmers.get(cell, NOBODY)
        sunk = any(aboard) and self.anybody(SINKERS, cell)
        if sunk:
            self.tell(_SUNK[entered], (cell,), self.people(aboard))
            self.sink(cell)
            if entered in ("boat", "explorer"):
                self.tell("boat.7", (cell,), self.people(aboard))
        if any(self.swimmers.get(cell, NOBODY)) and self.anybody(PREDATORS, cell):
            self.lose_swimmers(cell)
            if any(afloat):
                self.tell(_EATEN[entered], (cell,), self.people(afloat))

    def people(self, counts: Counts) -> Facts:
        """Explorers as facts of a sentence: ``red 2, blue 1``."""
        words = zip(self.table.edition.colours, counts, strict=True)
        return (("explorers", ", ".join(f"{colour} {number}" for colour, number in words if number)),)


_SUNK = {"boat": "boat.6", "explorer": "boat.8", "serpent": "serpent.2", "whale": "whale.3"}
"""By which clause a boat goes down."""
_EATEN = {"explorer": "wet.8", "serpent": "serpent.3", "shark": "shark.3"}
"""By which clause those who were swimming are removed; the passengers of a sunk boat go with it."""


def _sorted(piles: Piles, before: tuple[Pile, ...]) -> tuple[Pile, ...]:
    """By cell, without those that are empty now. Most piles are as ``before``."""
    if tuple(piles.items()) == before:
        return before
    return tuple(sorted([pile for pile in piles.items() if any(pile[1])]))
