"""What people at a table of *Survive: Escape from Atlantis!* do wrong.

This module looks at the table (who stands, sits or swims where) and never asks the rules what is legal. So
the tests compare the referee's findings with an independent view of what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from random import Random

from companion.games.atlantis.state import State
from companion.rules.contract import CellId, Seat, ZoneKind
from companion.rules.pieces import PosedPiece
from companion.simulator.kit import Blunder, MistakeKind
from companion.simulator.tabletop import Carry, TableTop

_NEAR = 1.2
"""The middles of two neighbouring cells are at most so many pitches apart."""
_REACHED = 3.2
"""A cell that is at least so many pitches away cannot be reached with the three movements of a turn."""
_FAR = 5.2
"""A figure that goes too far by mistake goes at most so many pitches."""
_CREATURES = ("serpent", "shark", "whale")


class Onlooker:
    """A person who looks at the table at one moment and is about to make a mistake."""

    def __init__(self, state: State, table: TableTop, rng: Random) -> None:
        self._state = state
        self._table = table
        self._rng = rng
        self._seats = state.table.setup.seats
        self._cells = [cell for cell, zone in table.placer.zones.items() if zone.kind is ZoneKind.HEX]

    def blunder(self, kind: MistakeKind) -> Blunder | None:
        """A mistake of that kind, None if it is not possible now."""
        phase, seat = self._state.phase.name, Seat(self._state.turn)
        match kind:
            case MistakeKind.WRONG_CELL if phase == "act":
                return self._goes(seat, self._colours(seat), _REACHED, _FAR)
            case MistakeKind.WRONG_PLAYER if phase == "act":
                other = self._rng.choice(self._others())
                return self._goes(other, self._colours(other), 0.1, _NEAR)
            case MistakeKind.TWO_PIECES if phase == "act" and self._state.phase.moves:
                return self._two(seat)
            case MistakeKind.FORGOTTEN_STEP if phase == "act":
                return self._creature(seat, _CREATURES)
            case MistakeKind.WRONG_BEAST if phase == "creature":
                rolled = _CREATURES[self._state.phase.kind]
                return self._creature(seat, tuple(kind for kind in _CREATURES if kind != rolled))
        return None

    def _others(self) -> list[Seat]:
        return [Seat(seat) for seat in range(len(self._seats)) if seat != self._state.turn]

    def _colours(self, seat: Seat) -> tuple[str, ...]:
        table = self._state.table
        return tuple(table.edition.colours[colour] for colour in table.colours[seat])

    def _two(self, seat: Seat) -> Blunder | None:
        """A hand that moves its own explorer also moves somebody else's."""
        first = self._goes(seat, self._colours(seat), 0.1, _NEAR)
        second = self._goes(seat, self._colours(self._rng.choice(self._others())), 0.1, _NEAR)
        if first is None or second is None or not first.carries[0].cells.isdisjoint(second.carries[0].cells):
            return None
        return Blunder(seat, second.move, second.carries, lawful=(seat, first.move))

    def _goes(self, seat: Seat, colours: tuple[str, ...], least: float, most: float) -> Blunder | None:
        """An explorer on land goes to another free tile, ``least`` to ``most`` pitches away."""
        possible = [
            (label, cell, goal)
            for label, cell in self._ashore(colours)
            for goal in self._cells
            if self._table.base(goal)
            and not self._table.labels(goal)
            and least < self._distance(cell, goal) < most
        ]
        if not possible:
            return None
        label, cell, goal = self._rng.choice(possible)
        move = f"move {label.which} tile {cell} tile {goal}"
        return Blunder(seat, move, (Carry(label, label, cell, goal),))

    def _ashore(self, colours: tuple[str, ...]) -> Iterator[tuple[PosedPiece, CellId]]:
        for cell in self._cells:
            if self._table.base(cell):
                for label in self._table.labels(cell):
                    if label.which in colours:
                        yield label, cell

    def _creature(self, seat: Seat, kinds: tuple[str, ...]) -> Blunder | None:
        """A creature swims to a bare neighbouring sea cell."""
        possible = [
            (label, cell, goal)
            for cell in self._cells
            for label in self._table.labels(cell)
            if label in kinds
            for goal in self._cells
            if 0.1 < self._distance(cell, goal) < _NEAR
            and not self._table.base(goal)
            and not self._table.labels(goal)
        ]
        if not possible:
            return None
        label, cell, goal = self._rng.choice(possible)
        return Blunder(seat, f"creature {label} {cell} {goal}", (Carry(label, label, cell, goal),))

    def _distance(self, a: CellId, b: CellId) -> float:
        one, other = self._table.placer.zones[a], self._table.placer.zones[b]
        return hypot(one.x - other.x, one.y - other.y)
