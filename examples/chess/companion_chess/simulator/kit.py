"""The chess set, and two people who play with it."""

from __future__ import annotations

from random import Random

import chess

from companion.rules.board_game import Words
from companion.rules.contract import CellId, Seat
from companion.rules.pieces import PosedPiece
from companion.simulator.art import TableArt
from companion.simulator.kit import Blunder, MistakeKind, Secrets
from companion.simulator.open_kit import OpenKit, OpenSecrets
from companion.simulator.tabletop import Carry, TableTop

from ..moves import uci
from ..state import SEATS, State
from .art import chess_art

_WORTH = {chess.PAWN: 1.0, chess.KNIGHT: 3.0, chess.BISHOP: 3.0, chess.ROOK: 5.0, chess.QUEEN: 9.0}
_LIKED = 4.0
"""How much more people like to take, for each pawn that the man is worth."""


class Liking(OpenSecrets):
    """How people choose."""

    def weight(self, state: State, seat: Seat, move: Words) -> float:
        """People like to take, to castle and to become a queen."""
        del seat
        taken = state.board.piece_type_at(uci(move).to_square)
        liked = {"castle": 8.0, "promote": 20.0 if move[-1] == "queen" else 1.0}.get(move[0], 1.0)
        return liked + _LIKED * (_WORTH.get(taken, 0.0) if taken is not None else 0.0)


class ChessKit(OpenKit):
    """Two people at a chess board, and what they do wrong."""

    mistakes = (MistakeKind.WRONG_CELL, MistakeKind.WRONG_PLAYER)

    def paint(self, style: str) -> TableArt:
        return chess_art(style)

    def secrets(self, rng: Random) -> Secrets:
        del rng
        return Liking()

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


def _on(cell: CellId, ranks: int) -> CellId:
    return CellId(f"{cell[0]}{int(cell[1:]) + ranks}")
