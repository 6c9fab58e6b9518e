"""What people at a *Northwest Passage* table do wrong, above all with the sun disc.

This module looks at the table (what lies where, who has passed) and never asks the rules what is legal. So
the tests compare the referee's findings with an independent view of what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.games.northwest.state import State
from companion.games.northwest.zones import DISC, seat_piece
from companion.rules.contract import CellId, Seat
from companion.simulator.kit import Blunder, MistakeKind
from companion.simulator.tabletop import Carry, TableTop


class Onlooker:
    """A person who looks at the table at one moment and is about to make a mistake."""

    def __init__(self, state: State, table: TableTop, rng: Random) -> None:
        self._state = state
        self._table = table
        self._rng = rng
        self._seats = state.table.setup.seats
        self._places = len(state.edition.lines)
        self._squares = [CellId(name) for name in state.edition.board.index]

    def blunder(self, kind: MistakeKind) -> Blunder | None:
        """A mistake of that kind, None if it is not possible now."""
        phase, turn = self._state.phase.name, Seat(self._state.phase.seat)
        match kind:
            case MistakeKind.SUN_EARLY if phase == "act":
                return self._disc(self._anybody(), 1)
            case MistakeKind.SUN_FAR if phase == "sun":
                return self._disc(self._anybody(), self._rng.choice((2, 3)))
            case MistakeKind.SUN_BACK if phase == "sun":
                return self._disc(self._anybody(), -1)
            case MistakeKind.SUN_FORGOTTEN if phase == "sun":
                return self._sails(self._anybody(), 1.1)
            case MistakeKind.WRONG_CELL if phase == "act":
                return self._sails(turn, 4.5)
            case MistakeKind.WRONG_PLAYER if phase == "act":
                others = [seat for seat in self._all() if seat not in (turn, self._next())]
                return self._sails(self._rng.choice(others), 1.1) if others else None
        return None

    def _next(self) -> Seat | None:
        """The seat that acts when this turn is over. A camera cannot see that: people say it."""
        state = self._state
        if not state.phase.more:
            return None
        here = state.order.index(state.phase.seat)
        later = (*state.order[here + 1 :], *state.order[:here])
        return next((Seat(seat) for seat in later if not state.is_out(seat)), None)

    def _disc(self, seat: Seat, by: int) -> Blunder:
        """The sun disc moves on by so many places."""
        here = next(place for place in range(1, self._places + 1) if self._lies_at(place))
        goal = (here - 1 + by) % self._places + 1
        carry = Carry(DISC, DISC, CellId(f"sun{here}"), CellId(f"sun{goal}"))
        return Blunder(seat, f"sun {goal}", (carry,), stands=False)

    def _lies_at(self, place: int) -> bool:
        return DISC in self._table.labels(CellId(f"sun{place}"))

    def _sails(self, seat: Seat, reach: float) -> Blunder | None:
        """The seat's ship goes to a laid square, ``reach`` - 1 to ``reach`` pitches away."""
        ship = seat_piece("ship", self._seats[seat])
        start = self._table.where(ship)
        if start is None:
            return None
        zones = self._table.placer.zones
        here = zones[start]
        goals = [
            cell
            for cell in self._squares
            if self._table.base(cell)
            and reach - 1.0 < abs(zones[cell].x - here.x) + abs(zones[cell].y - here.y) <= reach
        ]
        if not goals:
            return None
        goal = self._rng.choice(goals)
        return Blunder(seat, f"move ship {goal}", (Carry(ship, ship, start, goal), *self._pays(seat)))

    def _pays(self, seat: Seat) -> Iterator[Carry]:
        """The price of sailing, which people do not forget: a crewman of the ship is laid to rest, two if the
        turn has already begun, or as many as there are."""
        name, turn = self._seats[seat], self._state.phase
        ready, man = CellId(f"{name}:ship:ready"), seat_piece("crew", name)
        price = 2 if turn.seat == seat and turn.more else 1
        for _ in range(min(price, len(self._table.labels(ready)))):
            yield Carry(man, man, ready, CellId(f"{name}:ship:rest"))

    def _all(self) -> list[Seat]:
        return [Seat(seat) for seat in range(len(self._seats))]

    def _anybody(self) -> Seat:
        return self._rng.choice(self._all())
