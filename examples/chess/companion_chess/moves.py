"""Moves in their text form: ``move e2 e4``, ``castle e1 g1``, ``promote e7 e8 queen``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import chess

from companion.rules.contract import NotationError
from companion.rules.text import read_words

from .state import KINDS

CASTLINGS = {("e1", "g1"): ("h1", "f1"), ("e1", "c1"): ("a1", "d1"),
             ("e8", "g8"): ("h8", "f8"), ("e8", "c8"): ("a8", "d8")}  # fmt: skip
"""From where to where the king goes, and the rook with it."""
PROMOTED = ("queen", "rook", "bishop", "knight")


@dataclass(frozen=True, slots=True)
class Move:
    """``verb``: move, castle or promote. ``piece``: what a pawn becomes, "" otherwise."""

    verb: str
    start: str
    end: str
    piece: str = ""

    @property
    def uci(self) -> chess.Move:
        """As the library says it."""
        promotion = KINDS[self.piece] if self.piece else None
        return chess.Move(chess.parse_square(self.start), chess.parse_square(self.end), promotion)


def format_move(move: Move) -> str:
    """Its words."""
    return " ".join(word for word in (move.verb, move.start, move.end, move.piece) if word)


def parse_move(text: str) -> Move:
    """The move of a text. Raises NotationError."""
    verb, *words = read_words(text)
    squares = words[:2]
    if len(squares) == 2 and set(squares) <= set(chess.SQUARE_NAMES) and squares[0] != squares[1]:
        start, end = squares
        if verb == "move" and len(words) == 2:
            return Move(verb, start, end)
        if verb == "castle" and len(words) == 2 and (start, end) in CASTLINGS:
            return Move(verb, start, end)
        if verb == "promote" and len(words) == 3 and words[2] in PROMOTED:
            return Move(verb, start, end, words[2])
    raise NotationError(f"{text!r} is no move such as: move e2 e4, castle e1 g1, promote e7 e8 queen")


def move_of(board: chess.Board, said: chess.Move) -> Move:
    """The library's move in our words."""
    start, end = chess.square_name(said.from_square), chess.square_name(said.to_square)
    if said.promotion is not None:
        return Move("promote", start, end, chess.PIECE_NAMES[said.promotion] or "")
    return Move("castle" if board.is_castling(said) else "move", start, end)


def attempts(board: chess.Board, side: chess.Color) -> Iterator[Move]:
    """Every move of the side's men that hands can make, legal or not."""
    for square in chess.SquareSet(board.occupied_co[side]):
        start, kind = chess.square_name(square), board.piece_type_at(square)
        for end in chess.SQUARE_NAMES:
            last = kind == chess.PAWN and end[1] == ("8" if side else "1")
            if end == start:
                continue
            if last:
                yield from (Move("promote", start, end, piece) for piece in PROMOTED)
            elif kind == chess.KING and (start, end) in CASTLINGS:
                yield Move("castle", start, end)
            else:
                yield Move("move", start, end)
