"""Which clauses a move breaks: by what stands where, apart from the library's own list of legal moves."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from companion.rules.board_game import Words

from .moves import CASTLINGS, uci


def broken(board: chess.Board, side: chess.Color, move: Words, over: bool) -> Iterator[str]:
    """The clauses, none for a legal move."""
    found = [*_turn(board, side, uci(move), over)]
    found += _castle(board, side, move) if move[0] == "castle" else _way(board, side, move)
    yield from found
    if not found and _leaves_king(board, side, uci(move)):
        yield "check.1"


def _turn(board: chess.Board, side: chess.Color, move: chess.Move, over: bool) -> Iterator[str]:
    if over:
        yield "end.6"
    if board.turn != side:
        yield "turn.1"
    if board.color_at(move.from_square) != side:
        yield "turn.2"
    if board.color_at(move.to_square) == side:
        yield "move.1"


def _way(board: chess.Board, side: chess.Color, move: Words) -> Iterator[str]:
    """How the man that stands there moves."""
    start, end = uci(move).from_square, uci(move).to_square
    kind = board.piece_type_at(start)
    if kind == chess.PAWN:
        yield from _pawn(board, bool(board.color_at(start)), start, end)
    elif kind is not None:
        alone = chess.BaseBoard.empty()
        alone.set_piece_at(start, chess.Piece(kind, side))
        if end not in alone.attacks(start):
            yield "move.2"
        elif chess.between(start, end) & board.occupied:
            yield "move.3"
    last = kind == chess.PAWN and chess.square_rank(end) in (0, 7)
    if last != (move[0] == "promote"):
        yield "pawn.3"


def _pawn(board: chess.Board, side: chess.Color, start: int, end: int) -> Iterator[str]:
    """Straight on or taking."""
    forward = chess.square_rank(end) - chess.square_rank(start)
    forward, aside = (forward if side else -forward), abs(chess.square_file(end) - chess.square_file(start))
    if aside:
        taken = board.color_at(end) == (not side)
        passing = end == board.ep_square and side == board.turn
        if (forward, aside) != (1, 1) or not (taken or passing):
            yield "pawn.2"
        return
    first = chess.square_rank(start) == (1 if side else 6)
    way = chess.between(start, end) | chess.BB_SQUARES[end]
    if forward not in ((1, 2) if first else (1,)) or way & board.occupied:
        yield "pawn.1"


def _castle(board: chess.Board, side: chess.Color, move: Words) -> Iterator[str]:
    start, end = uci(move).from_square, uci(move).to_square
    corner = chess.parse_square(CASTLINGS[move[1], move[2]][0])
    if not board.clean_castling_rights() & chess.BB_SQUARES[corner]:
        yield "castle.1"
    if chess.between(start, corner) & board.occupied:
        yield "castle.2"
    path = chess.between(start, end) | chess.BB_SQUARES[start] | chess.BB_SQUARES[end]
    if any(board.is_attacked_by(not side, square) for square in chess.SquareSet(path)):
        yield "castle.3"


def _leaves_king(board: chess.Board, side: chess.Color, move: chess.Move) -> bool:
    after = board.copy(stack=False)
    after.push(move)
    king = after.king(side)
    return king is not None and after.is_attacked_by(not side, king)
