"""The chess set, and two people who play with it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import chess

from companion.rules.contract import CellId, Seat, Setup
from companion.rules.pieces import PosedPiece
from companion.rules.registry import AnyGame
from companion.simulator.kit import Blunder, MistakeKind, Secrets
from companion.simulator.tabletop import Carry, TableTop

from ..moves import Move
from ..state import SEATS, State
from .art import ChessArt

_WORTH = {chess.PAWN: 1.0, chess.KNIGHT: 3.0, chess.BISHOP: 3.0, chess.ROOK: 5.0, chess.QUEEN: 9.0}
_LIKED = 4.0
"""How much more people like to take, for each pawn that the man is worth."""


class OpenGame:
    """Implements :class:`companion.simulator.kit.Secrets` where nothing is hidden."""

    def choices(self, state: State, seat: Seat, legal: Sequence[Move]) -> Sequence[Move]:
        del state, seat
        return legal

    def weight(self, state: State, seat: Seat, move: Move) -> float:
        """People like to take, to castle and to become a queen."""
        del seat
        taken = state.board.piece_type_at(move.uci.to_square)
        liked = {"castle": 8.0, "promote": 20.0 if move.piece == "queen" else 1.0}.get(move.verb, 1.0)
        return liked + _LIKED * (_WORTH.get(taken, 0.0) if taken is not None else 0.0)

    def outcome(self, state: State) -> Any:
        del state
        raise LookupError("nothing in chess is left to chance")

    def committed(self, after: State, seat: Seat | None, said: Any) -> None:
        del after, seat, said


class ChessKit:
    """Implements :class:`companion.simulator.kit.Kit` and its :class:`Erring`."""

    mistakes = (MistakeKind.WRONG_CELL, MistakeKind.WRONG_PLAYER)

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        del game, setup
        self._arts: dict[str, ChessArt] = {}

    def art(self, style: str) -> ChessArt:
        if style not in self._arts:
            self._arts[style] = ChessArt(style)
        return self._arts[style]

    def secrets(self, rng: Random) -> Secrets:
        del rng
        return OpenGame()

    def place(self, seat: Seat) -> tuple[float, float]:
        return (0.0, -1.0) if seat == 0 else (0.0, 1.0)

    def taken_from(self, piece: PosedPiece, cell: CellId) -> CellId | None:
        del piece, cell
        return None

    def put_away(self, piece: PosedPiece, cell: CellId) -> CellId | None:
        del piece, cell
        return None

    def is_pile(self, cell: CellId) -> bool:
        del cell
        return False

    def blunder(self, kind: MistakeKind, state: State, table: TableTop, rng: Random) -> Blunder | None:
        """A pawn goes three squares on, or somebody whose turn it is not moves a pawn."""
        side = state.turn if kind is MistakeKind.WRONG_CELL else 1 - state.turn
        far = 3 if kind is MistakeKind.WRONG_CELL else 1
        name = PosedPiece(f"pawn {SEATS[side]}")
        possible = [
            (cell, goal)
            for cell in table.placer.zones
            if table.labels(cell) == (name,)
            for goal in (_on(cell, far if side == 0 else -far),)
            if goal in table.placer.zones and not table.labels(goal) and goal[1] not in "18"
        ]
        if kind not in self.mistakes or not possible:
            return None
        start, end = rng.choice(possible)
        return Blunder(Seat(side), f"move {start} {end}", (Carry(name, name, start, end),))

    def electronic_cells(self, source: str) -> tuple[CellId, ...]:
        del source
        return ()


def _on(cell: CellId, ranks: int) -> CellId:
    return CellId(f"{cell[0]}{int(cell[1:]) + ranks}")
