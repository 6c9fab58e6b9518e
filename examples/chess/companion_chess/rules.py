"""The rules of chess as Companion's contract asks for them; the library ``chess`` knows what is legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import chess

from companion.rules.board_game import BoardGame, Words
from companion.rules.contract import (
    CellId,
    ClauseId,
    Decide,
    Effect,
    Look,
    NotationError,
    Over,
    Pending,
    RulesError,
    Seat,
    Step,
)
from companion.rules.pieces import PosedPiece
from companion.rules.refusals import Broken
from companion.rules.text import Fact
from companion.rules.touch import Tap

from . import moves, refusals
from .moves import CASTLINGS, FORMS, SQUARES
from .state import KINDS, REPEATED, SEATS, SIDES, TAUGHT, State, lines, read, times_seen


class Chess(BoardGame[State]):
    """The game of FIDE's rules."""

    id = "chess"
    edition = "fide-2023"
    seatings = (SEATS,)
    cells = SQUARES
    forms = FORMS
    taught = TAUGHT
    twofold = (*SEATS, "castle")

    def pending(self, state: State) -> Pending:
        return _pending(state)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Words, ...]:
        if isinstance(_pending(state), Over) or seat != state.turn:
            return ()
        return tuple(moves.move_of(state.board, said) for said in state.board.legal_moves)

    def attempts(self, state: State, seat: Seat) -> Iterator[Words]:
        return moves.attempts(state.board, SIDES[seat])

    def broken(self, state: State, seat: Seat, move: Words) -> Iterator[Broken]:
        over = isinstance(_pending(state), Over)
        for clause in refusals.broken(state.board, SIDES[seat], move, over):
            yield clause, move[1:3]

    def after_move(self, state: State, seat: Seat, move: Words) -> Step[State]:
        del seat
        board, said = state.board.copy(stack=False), moves.uci(move)
        lasting = board.is_irreversible(said)
        board.push(said)
        return _step(State(board.fen(), () if lasting else (*state.since, said.uci())))

    def after_anyway(self, state: State, seat: Seat, move: Words) -> Step[State]:
        """Men stand where hands put them, and the other side is to move."""
        board = state.board.copy(stack=False)
        if board.piece_at(chess.parse_square(move[1])) is None:
            raise RulesError(f"nobody stands on {move[1]}")
        for cell, look in self.handled(state, seat, move).items():
            board.set_piece_at(chess.parse_square(cell), _man(look.pieces[0]) if look.pieces else None)
        board.turn = not SIDES[seat]
        board.castling_rights = board.clean_castling_rights()
        board.ep_square, board.halfmove_clock = None, 0
        board.fullmove_number += board.turn is chess.WHITE
        if not board.is_valid():
            raise RulesError("no game of chess can come to what would stand there")
        return _step(State(board.fen()))

    def faults(self, state: State) -> tuple[str, ...]:
        status = state.board.status()
        names = (str(fault.name) for fault in chess.Status if fault and fault in status)
        return tuple(name.lower().replace("_", " ") for name in names)

    def looks(self, state: State) -> Mapping[CellId, Look]:
        return {
            CellId(chess.square_name(square)): Look("", (_name(man),))
            for square, man in state.board.piece_map().items()
        }

    def handled(self, state: State, seat: Seat, move: Words) -> Mapping[CellId, Look]:
        del seat
        board, (_, start, end, *piece) = state.board, move
        man = board.piece_at(chess.parse_square(start))
        if man is None:
            return {}
        name = PosedPiece(f"{piece[0]} {SEATS[SIDES.index(man.color)]}") if piece else _name(man)
        after = {CellId(start): Look(), CellId(end): Look("", (name,))}
        if move[0] == "castle" and (start, end) in CASTLINGS:
            corner, beside = CASTLINGS[start, end]
            rook = board.piece_at(chess.parse_square(corner))
            if rook is not None:
                after |= {CellId(corner): Look(), CellId(beside): Look("", (_name(rook),))}
        elif man.piece_type == chess.PAWN and board.is_en_passant(moves.uci(move)):
            after[CellId(end[0] + start[1])] = Look()
        return after

    def taps(self, state: State, seat: str, text: str) -> tuple[Tap, ...]:
        """A man, the square to which it goes, and what a pawn becomes there."""
        del state
        _, start, end, *piece = text.split(" ")
        return (Tap(start), Tap(end), *(Tap(what=f"{kind} {seat}") for kind in piece))

    def lines(self, state: State) -> Iterator[str]:
        return lines(state)

    def read(self, facts: Mapping[str, Fact]) -> State:
        return read(facts)

    def parse_move(self, text: str) -> Words:
        move = super().parse_move(text)
        if move[0] == "castle" and move[1:] not in CASTLINGS:
            raise NotationError(f"{text!r} is no way to castle, such as: castle e1 g1")
        return move


def _name(man: chess.Piece) -> PosedPiece:
    """The piece on the table."""
    return PosedPiece(f"{chess.piece_name(man.piece_type)} {SEATS[SIDES.index(man.color)]}")


def _man(name: str) -> chess.Piece:
    kind, seat = name.split()
    return chess.Piece(KINDS[kind], SIDES[SEATS.index(seat)])


@lru_cache(maxsize=8192)
def _pending(state: State) -> Pending:
    """Whose turn it is, or how the game has ended."""
    board, seat = state.board, Seat(state.turn)
    if not any(board.generate_legal_moves()):
        return game.over("end.1", 1 - seat) if board.is_check() else game.over("end.2")
    if board.is_insufficient_material():
        return game.over("end.3")
    if board.is_seventyfive_moves():
        return game.over("end.4")
    if len(state.since) >= 4 * (REPEATED - 1) and times_seen(state) >= REPEATED:
        return game.over("end.5")
    return Decide((seat,), "move")


def _step(after: State) -> Step[State]:
    """The position, with what is said of it."""
    pending = _pending(after)
    if isinstance(pending, Over):
        return Step(after, (Effect(pending.clause),))
    return Step(after, (Effect(ClauseId("chess/check.2")),) if after.board.is_check() else ())


game = Chess()
