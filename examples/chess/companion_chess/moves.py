"""Moves in their text form: ``move e2 e4``, ``castle e1 g1``, ``promote e7 e8 queen``."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from companion.rules.board_game import Words

from .state import KINDS

SQUARES = tuple(chess.SQUARE_NAMES)
CASTLINGS = {("e1", "g1"): ("h1", "f1"), ("e1", "c1"): ("a1", "d1"),
             ("e8", "g8"): ("h8", "f8"), ("e8", "c8"): ("a8", "d8")}  # fmt: skip
"""From where to where the king goes, and the rook with it."""
PROMOTED = ("queen", "rook", "bishop", "knight")
FORMS = {"move": (SQUARES, SQUARES), "castle": (SQUARES, SQUARES), "promote": (SQUARES, SQUARES, PROMOTED)}


def uci(move: Words) -> chess.Move:
    """As the library says it."""
    _, start, end, *piece = move
    promotion = KINDS[piece[0]] if piece else None
    return chess.Move(chess.parse_square(start), chess.parse_square(end), promotion)


def move_of(board: chess.Board, said: chess.Move) -> Words:
    """The library's move in our words."""
    start, end = chess.square_name(said.from_square), chess.square_name(said.to_square)
    if said.promotion is not None:
        return "promote", start, end, chess.PIECE_NAMES[said.promotion] or ""
    return "castle" if board.is_castling(said) else "move", start, end


def attempts(board: chess.Board, side: chess.Color) -> Iterator[Words]:
    """Every move of the side's men that hands can make, legal or not."""
    for square in chess.SquareSet(board.occupied_co[side]):
        start, kind = chess.square_name(square), board.piece_type_at(square)
        for end in SQUARES:
            last = kind == chess.PAWN and end[1] == ("8" if side else "1")
            if end == start:
                continue
            if last:
                yield from (("promote", start, end, piece) for piece in PROMOTED)
            else:
                yield ("castle" if kind == chess.KING and (start, end) in CASTLINGS else "move"), start, end
