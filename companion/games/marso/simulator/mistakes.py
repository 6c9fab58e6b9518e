"""What people at a *Марсо лови!* table do wrong.

This module looks at the table (which figure stands where, what is printed on the open card) and never asks
the rules what is legal. So the tests compare the referee's findings with an independent view of what is
wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.games.marso import Marso
from companion.games.marso.simulator.art import faces_of
from companion.games.marso.state import Stage, State
from companion.rules.contract import CellId, Seat
from companion.rules.pieces import PosedPiece
from companion.simulator.kit import Blunder, MistakeKind
from companion.simulator.tabletop import Carry, TableTop

_TURNS = {"south": 0, "west": 1, "north": 2, "east": 3}
"""Clockwise quarter turns from the board's up to a player's own up."""
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
_WAYS = {"up": 0, "right": 1, "down": 2, "left": 3}
TRAP = CellId("trap")


class Onlooker:
    """A person who looks at the table at one moment and is about to make a mistake."""

    def __init__(self, game: Marso, state: State, table: TableTop, rng: Random) -> None:
        self._state = state
        self._table = table
        self._rng = rng
        self._faces = faces_of(game.box.edition)
        self._size = self._faces.size
        self._seats = game.setup_of(state).seats
        self._figures: Mapping[str, CellId] = {
            label.name: cell
            for cell, zone in table.placer.zones.items()
            if zone.kind == "square"
            for label in table.labels(cell)
        }

    def blunder(self, kind: MistakeKind) -> Blunder | None:
        """A mistake of that kind, None if it is not possible now."""
        match kind:
            case MistakeKind.WRONG_CELL:
                return self._wrong_cell()
            case MistakeKind.WRONG_PLAYER:
                return self._wrong_player()
            case MistakeKind.TWO_PIECES:
                return self._two_pieces()
            case MistakeKind.FORGOTTEN_STEP:
                return self._forgotten_step()
            case MistakeKind.WRONG_BEAST:
                return self._wrong_beast()
        return None

    def _wrong_cell(self) -> Blunder | None:
        """A hunter goes elsewhere than its card says, or a beast than its line says."""
        phase = self._state.phase
        if phase.stage is Stage.WALK:
            seat = Seat(phase.seat)
            here = self._figures[f"hunter {self._seats[seat]}"]
            right = self._beside(here, _STEPS[("urdl".index(phase.path[0]) + self._turn(seat)) % 4])
            wrong = self._near_free(here, {right})
            return self._moved(seat, f"step {wrong}", f"hunter {self._seats[seat]}", wrong)
        if phase.stage is Stage.BEASTS:
            colour, _ = self._lines()[phase.line - 1]
            wrong = self._near_free(self._figures[f"beast {colour}"], self._cross(colour))
            return self._moved(self._anybody(), f"run {colour} {wrong}", f"beast {colour}", wrong)
        return None

    def _wrong_player(self) -> Blunder | None:
        """A player moves their own hunter in another player's turn."""
        phase = self._state.phase
        if phase.stage not in (Stage.CARD, Stage.WALK):
            return None
        others = [seat for seat in range(len(self._seats)) if seat != phase.seat]
        return self._step_out_of_turn(Seat(self._rng.choice(others)))

    def _two_pieces(self) -> Blunder | None:
        """A hand that moves its own hunter also moves a beast."""
        phase = self._state.phase
        if phase.stage is not Stage.WALK or len(phase.path) != 1:
            return None
        seat = Seat(phase.seat)
        here = self._figures[f"hunter {self._seats[seat]}"]
        right = self._beside(here, _STEPS[("urdl".index(phase.path) + self._turn(seat)) % 4])
        if right in self._figures.values() or self._table.base(right):
            return None
        colour = self._rng.choice(self._loose())
        goal = self._near_free(self._figures[f"beast {colour}"], {right})
        second = self._moved(seat, f"run {colour} {goal}", f"beast {colour}", goal)
        return Blunder(seat, second.move, second.carries, lawful=(seat, f"step {right}"))

    def _forgotten_step(self) -> Blunder | None:
        """A player skips a line of the beast card, or leaves a beast that was stepped on where it is."""
        phase = self._state.phase
        if phase.stage is Stage.SHIFT:
            return self._step_out_of_turn(Seat((phase.seat + 1) % len(self._seats)))
        if phase.stage is not Stage.BEASTS or phase.line >= len(self._lines()):
            return None
        colour, way = self._lines()[phase.line]
        return self._run(colour, way)

    def _wrong_beast(self) -> Blunder | None:
        """The line's arrow is carried out with a beast of another colour."""
        phase = self._state.phase
        if phase.stage is not Stage.BEASTS:
            return None
        due, way = self._lines()[phase.line - 1]
        others = [colour for colour in self._loose() if colour != due]
        return self._run(self._rng.choice(others), way) if others else None

    def _run(self, colour: str, way: str) -> Blunder | None:
        here = self._figures[f"beast {colour}"]
        goal = self._beside(here, _STEPS[_WAYS[way]])
        if here == TRAP or goal == TRAP or goal in self._figures.values():
            return None
        return self._moved(self._anybody(), f"run {colour} {goal}", f"beast {colour}", goal)

    def _step_out_of_turn(self, seat: Seat) -> Blunder | None:
        figure = f"hunter {self._seats[seat]}"
        here = self._figures[figure]
        goals = [self._beside(here, step) for step in _STEPS]
        taken = {*self._figures.values(), TRAP}
        free = [goal for goal in goals if goal not in taken and not self._table.base(goal)]
        if not free:
            return None
        goal = self._rng.choice(free)
        return self._moved(seat, f"step {goal}", figure, goal)

    def _moved(self, seat: Seat, move: str, figure: str, goal: CellId) -> Blunder:
        start = self._figures[figure]
        label = next(label for label in self._table.labels(start) if label.name == figure)
        return Blunder(seat, move, (Carry(label, label, start, goal),))

    def _near_free(self, here: CellId, besides: set[CellId]) -> CellId:
        """An empty cell one or two cells away, in any direction, that is not one of ``besides``."""
        x, y = self._place(here)
        cells = [
            self._cell(x + dx, y + dy)
            for dx in range(-2, 3)
            for dy in range(-2, 3)
            if 0 <= x + dx < self._size and 0 <= y + dy < self._size
        ]
        taken = {*self._figures.values(), *besides, TRAP}
        free = [cell for cell in cells if cell not in taken and not self._table.base(cell)]
        return self._rng.choice(free)

    def _cross(self, colour: str) -> set[CellId]:
        """The cells to which any line of a beast card could lead the beast from its cell: one in each
        direction."""
        return {self._beside(self._figures[f"beast {colour}"], step) for step in _STEPS}

    def _loose(self) -> list[str]:
        """Colours of the beasts that stand on the board."""
        return [
            PosedPiece(figure).which
            for figure, cell in self._figures.items()
            if PosedPiece(figure).kind == "beast" and cell != TRAP and not self._lies(figure)
        ]

    def _lies(self, figure: str) -> bool:
        return PosedPiece(figure).lying in self._table.labels(self._figures[figure])

    def _lines(self) -> tuple[tuple[str, str], ...]:
        return self._faces.lines[f"b{self._state.open}"]

    def _turn(self, seat: Seat) -> int:
        return _TURNS[self._seats[seat]]

    def _anybody(self) -> Seat:
        return Seat(self._rng.randrange(len(self._seats)))

    def _place(self, cell: CellId) -> tuple[int, int]:
        zone = self._table.placer.zones[cell]
        return round(zone.x), round(zone.y)

    def _cell(self, x: int, y: int) -> CellId:
        middle = self._size // 2
        x, y = x % self._size, y % self._size
        return TRAP if x == y == middle else CellId(f"{chr(ord('a') + x)}{y + 1}")

    def _beside(self, cell: CellId, step: tuple[int, int]) -> CellId:
        x, y = self._place(cell)
        return self._cell(x + step[0], y + step[1])
