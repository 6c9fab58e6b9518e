"""What people at an *Arctica* table do wrong.

This module looks at the table (what stands where, what is printed on the card) and never asks the rules. So
the tests compare the referee's findings with an independent view of what is wrong.
"""

from __future__ import annotations

from math import hypot
from random import Random

from companion.games.arctica.edition import Edition
from companion.games.arctica.state import State
from companion.rules.contract import CellId, Seat, ZoneKind
from companion.rules.pieces import Pose, PosedPiece
from companion.simulator.kit import Blunder, MistakeKind
from companion.simulator.tabletop import Carry, TableTop

_WATER = {
    "bear": PosedPiece("bear lying"),
    "orca": PosedPiece("orca lying"),
    "seal": PosedPiece("seal lying"),
    "eskimo": PosedPiece("kayak"),
}
_ICE = {kind: PosedPiece(kind) for kind in ("bear", "seal", "eskimo")}
_KIND = {**{label: kind for kind, label in _WATER.items()}, **{label: kind for kind, label in _ICE.items()}}
_NEAR = 1.2
"""The middles of two neighbouring cells are at most so many pitches apart."""


class Onlooker:
    """A person who looks at the table at one moment and is about to make a mistake."""

    def __init__(self, edition: Edition, state: State, table: TableTop, rng: Random) -> None:
        self._edition = edition
        self._state = state
        self._table = table
        self._rng = rng
        self._seats = state.table.setup.seats
        self._cells = [cell for cell, zone in table.placer.zones.items() if zone.kind is ZoneKind.HEX]

    def blunder(self, kind: MistakeKind) -> Blunder | None:
        """A mistake of that kind, None if it is not possible now."""
        phase = self._state.phase.name
        match kind:
            case MistakeKind.WRONG_CELL if phase == "turn":
                return self._goes(Seat(self._state.turn), self._own(), 2.6, 4.2)
            case MistakeKind.WRONG_PLAYER if phase == "turn":
                other = self._rng.choice(self._others())
                return self._goes(other, self._seats[other], 0.0, _NEAR)
            case MistakeKind.TWO_PIECES if phase == "turn":
                return self._two()
            case MistakeKind.FORGOTTEN_STEP if phase == "turn" and not self._state.card_done:
                return self._drifts(set())
            case MistakeKind.WRONG_BEAST if phase == "drift":
                return self._drifts({self._state.phase.colour})
        return None

    def _own(self) -> str:
        return self._seats[self._state.turn]

    def _others(self) -> list[Seat]:
        return [Seat(seat) for seat in range(len(self._seats)) if seat != self._state.turn]

    def _two(self) -> Blunder | None:
        """A hand that moves its own hunter also moves another player's hunter."""
        seat = Seat(self._state.turn)
        first = self._goes(seat, self._own(), 0.0, _NEAR)
        second = self._goes(seat, self._seats[self._rng.choice(self._others())], 0.0, _NEAR)
        if first is None or second is None or not _apart(first.carries[0], second.carries[0]):
            return None
        return Blunder(seat, second.move, second.carries, lawful=(seat, first.move))

    def _goes(self, seat: Seat, kind: str, least: float, most: float) -> Blunder | None:
        """A hunter goes to a cell without an iceberg, ``least`` to ``most`` pitches away."""
        here = self._where(kind)
        if here is None:
            return None
        cell, label = here
        goals = [
            goal
            for goal in self._cells
            if least <= self._far(cell, goal) <= most
            and goal != cell
            and "iceberg" not in self._table.labels(goal)
        ]
        if not goals:
            return None
        goal = self._rng.choice(goals)
        after = _ICE.get(kind, _WATER[kind]) if self._table.base(goal) else _WATER[kind]
        move = f"move {kind} {_spot(cell, label)} {_spot(goal, after)}"
        return Blunder(seat, move, (Carry(label, after, cell, goal),))

    def _where(self, kind: str) -> tuple[CellId, PosedPiece] | None:
        """The cell of a figure of the kind, and the figure's label there."""
        found = [
            (cell, label)
            for cell in self._cells
            for label in self._table.labels(cell)
            if _KIND.get(label) == kind
        ]
        return self._rng.choice(found) if found else None

    def _drifts(self, colours: set[int]) -> Blunder | None:
        """An ice token moves into open sea, in a direction whose colour is not one of ``colours``."""
        ways = [colour for colour in range(len(self._edition.colours)) if colour not in colours]
        possible = [
            (cell, goal, colour)
            for cell in self._cells
            for colour in ways
            for goal in self._ahead(cell, colour)
            if self._table.base(cell) and not self._table.base(goal) and not self._table.labels(goal)
        ]
        if not possible:
            return None
        cell, goal, colour = self._rng.choice(possible)
        base = PosedPiece(self._table.base(cell))
        riders = [label for label in self._table.labels(cell) if _is_dry(label)]
        carries = (
            Carry(base, base, cell, goal, base=True),
            *(Carry(label, label, cell, goal) for label in riders),
        )
        return Blunder(Seat(self._state.turn), f"drift {self._edition.colours[colour]} {cell}", carries)

    def _ahead(self, cell: CellId, colour: int) -> tuple[CellId, ...]:
        """The next cell in the direction of a colour, if the board goes on there."""
        board = self._edition.board
        way = board.centres[board.ahead[colour][board.coords.index((0, 0))]]
        zone = self._table.placer.zones[cell]
        x, y = zone.x + way[0], zone.y + way[1]
        zones = self._table.placer.zones
        return tuple(goal for goal in self._cells if hypot(zones[goal].x - x, zones[goal].y - y) < 0.1)

    def _far(self, a: CellId, b: CellId) -> float:
        one, other = self._table.placer.zones[a], self._table.placer.zones[b]
        return hypot(one.x - other.x, one.y - other.y)


def _spot(cell: CellId, label: PosedPiece) -> str:
    """The cell as a move names it: ``e9^`` for the ice in e9, ``e9`` for the water."""
    return f"{cell}^" if _is_dry(label) else cell


def _is_dry(label: PosedPiece) -> bool:
    """Whether a figure stands on ice: it does not swim, and is no kayak."""
    return label.pose is not Pose.LYING and label != "kayak"


def _apart(one: Carry, other: Carry) -> bool:
    return one.cells.isdisjoint(other.cells)
