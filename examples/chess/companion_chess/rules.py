"""The rules of chess as Companion's contract asks for them; the library ``chess`` knows what is legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files

import chess

from companion.rules.clauses import read_clauses
from companion.rules.contract import (
    Breach,
    CellId,
    Clause,
    ClauseId,
    Decide,
    EditionValue,
    Effect,
    Lamp,
    Look,
    NotationError,
    Option,
    OptionValue,
    Over,
    Pending,
    Reading,
    RulesError,
    ScoreLine,
    Seat,
    Setup,
    SetupError,
    Step,
    Zone,
    ZoneKind,
)
from companion.rules.pieces import PosedPiece, stack_of
from companion.rules.touch import Tap

from . import moves, refusals
from .moves import CASTLINGS, Move
from .state import KINDS, REPEATED, SEATS, SIDES, START, State, times_seen
from .state import format_position as format_state
from .state import parse_position as parse_state

CLAUSES = read_clauses("chess", files(__package__).joinpath("clauses.toml").read_text(encoding="utf-8"))
MEN = stack_of(*(f"{kind} {seat}" for seat in SEATS for kind in KINDS))
"""All pieces."""
_TAUGHT = State("8/8/rnbqkbnr/pppppppp/PPPPPPPP/RNBQKBNR/8/8 w - - 0 1")
"""All men where the set-up leaves the board bare."""


class Chess:
    """Implements :class:`companion.rules.contract.Game`."""

    id = "chess"
    title = "Chess"
    rules_version = "1"
    edition = "fide-2023"
    edition_values: tuple[EditionValue, ...] = ()
    clauses: tuple[Clause, ...] = CLAUSES
    options: tuple[Option, ...] = ()
    seatings: tuple[tuple[str, ...], ...] = (SEATS,)
    electronic: tuple[str, ...] = ()

    # begin

    def setup(self, seats: int | Sequence[str], options: Mapping[str, OptionValue]) -> Setup:
        if seats != len(SEATS) and (isinstance(seats, int) or tuple(seats) != SEATS):
            raise SetupError("chess is for two: white and black")
        if options:
            raise SetupError(f"chess has no option {next(iter(options))!r}")
        return Setup(SEATS)

    def setup_of(self, state: State) -> Setup:
        del state
        return Setup(SEATS)

    def initial(self, setup: Setup) -> State:
        del setup
        return START

    # play

    def pending(self, state: State) -> Pending:
        return _pending(state)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if not isinstance(_pending(state), Decide) or seat != state.turn:
            return ()
        board = state.board
        return tuple(moves.move_of(board, said) for said in board.legal_moves)

    def attempts(self, state: State, seat: Seat) -> Iterator[Move]:
        return moves.attempts(state.board, SIDES[seat])

    def why_illegal(self, state: State, seat: Seat, move: Move) -> tuple[Breach, ...]:
        over = isinstance(_pending(state), Over)
        return tuple(
            Breach(ClauseId(f"chess/{clause}"), (CellId(move.start), CellId(move.end)))
            for clause in refusals.broken(state.board, SIDES[seat], move, over)
        )

    def after_move(self, state: State, seat: Seat, move: Move) -> Step[State]:
        del seat
        board = state.board.copy(stack=False)
        lasting = board.is_irreversible(move.uci)
        board.push(move.uci)
        after = State(board.fen(), () if lasting else (*state.since, move.uci.uci()))
        return Step(after, _effects(after))

    def after_anyway(self, state: State, seat: Seat, move: Move) -> Step[State]:
        """Men stand where hands put them, and the other side is to move."""
        board = state.board.copy(stack=False)
        if board.piece_at(chess.parse_square(move.start)) is None:
            raise RulesError(f"nobody stands on {move.start}")
        for cell, look in self.handled(state, seat, move).items():
            board.set_piece_at(chess.parse_square(cell), _man(look.pieces[0]) if look.pieces else None)
        board.turn = not SIDES[seat]
        board.castling_rights = board.clean_castling_rights()
        board.ep_square = None
        board.halfmove_clock = 0
        board.fullmove_number += board.turn is chess.WHITE
        if not board.is_valid():
            raise RulesError("no game of chess can come to what would stand there")
        after = State(board.fen())
        return Step(after, _effects(after))

    def outcomes(self, state: State) -> tuple[tuple[Move, Fraction], ...]:
        del state
        return ()

    def why_impossible(self, state: State, outcome: Move) -> tuple[Breach, ...]:
        del state, outcome
        raise RulesError("nothing in chess is left to chance")

    def after_chance(self, state: State, outcome: Move) -> Step[State]:
        del state, outcome
        raise RulesError("nothing in chess is left to chance")

    # points, sense

    def score(self, state: State, seat: Seat) -> tuple[ScoreLine, ...]:
        pending = _pending(state)
        if not isinstance(pending, Over):
            return ()
        points = Fraction(1, 2) if len(pending.placing) == 1 else Fraction(seat in pending.placing[0])
        return (ScoreLine(pending.clause, points),)

    def faults(self, state: State) -> tuple[str, ...]:
        status = state.board.status()
        return tuple(
            str(fault.name).lower().replace("_", " ") for fault in chess.Status if fault and fault in status
        )

    def observe(self, state: State, viewer: Seat | None) -> State:
        del viewer
        return state

    # the table

    def zones(self, setup: Setup) -> tuple[Zone, ...]:
        del setup
        stacks = ((), *((man,) for man in MEN))
        return tuple(
            Zone(
                CellId(name),
                float(chess.square_file(square)),
                float(chess.square_rank(square)),
                1.0,
                1.0,
                ZoneKind.SQUARE,
                0,
                ("",),
                stacks,
                Reading.FIGURES,
            )
            for square, name in enumerate(chess.SQUARE_NAMES)
        )

    def looks(self, state: State) -> Mapping[CellId, Look]:
        return {
            CellId(chess.square_name(square)): Look("", (_name(man),))
            for square, man in state.board.piece_map().items()
        }

    def handled(self, state: State, seat: Seat, move: Move) -> Mapping[CellId, Look]:
        del seat
        board, start, end = state.board, chess.parse_square(move.start), chess.parse_square(move.end)
        man = board.piece_at(start)
        if man is None:
            return {}
        name = PosedPiece(f"{move.piece} {SEATS[SIDES.index(man.color)]}") if move.piece else _name(man)
        after = {CellId(move.start): Look(), CellId(move.end): Look("", (name,))}
        if move.verb == "castle":
            corner, beside = CASTLINGS[move.start, move.end]
            rook = board.piece_at(chess.parse_square(corner))
            if rook is not None:
                after |= {CellId(corner): Look(), CellId(beside): Look("", (_name(rook),))}
        elif man.piece_type == chess.PAWN and end == board.ep_square and board.is_en_passant(move.uci):
            after[CellId(move.end[0] + move.start[1])] = Look()
        return after

    def lamps(self, state: State) -> tuple[Lamp, ...]:
        del state
        return ()

    def teaching(self, setup: Setup) -> tuple[State, ...]:
        return self.initial(setup), _TAUGHT

    def taps(self, state: State, seat: str, text: str) -> tuple[Tap, ...]:
        """A man, the square to which it goes, and what a pawn becomes there."""
        del state
        move = self.parse_move(text)
        becomes = (Tap(what=f"{move.piece} {seat}"),) if move.piece else ()
        return (Tap(move.start), Tap(move.end), *becomes)

    # texts

    def format_position(self, state: State) -> str:
        return format_state(state)

    def parse_position(self, text: str) -> State:
        return parse_state(text)

    def format_move(self, move: Move) -> str:
        return moves.format_move(move)

    def parse_move(self, text: str) -> Move:
        return moves.parse_move(text)

    def format_outcome(self, outcome: Move) -> str:
        return moves.format_move(outcome)

    def parse_outcome(self, text: str) -> Move:
        raise NotationError(f"{text!r}: nothing in chess is left to chance")


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
        if board.is_check():
            return Over(((Seat(1 - seat),), (seat,)), ClauseId("chess/end.1"))
        return _draw("end.2")
    if board.is_insufficient_material():
        return _draw("end.3")
    if board.is_seventyfive_moves():
        return _draw("end.4")
    if len(state.since) >= 4 * (REPEATED - 1) and times_seen(state) >= REPEATED:
        return _draw("end.5")
    return Decide((seat,), "move")


def _draw(clause: str) -> Over:
    return Over(((Seat(0), Seat(1)),), ClauseId(f"chess/{clause}"))


def _effects(state: State) -> tuple[Effect, ...]:
    pending = _pending(state)
    if isinstance(pending, Over):
        return (Effect(pending.clause),)
    return (Effect(ClauseId("chess/check.2")),) if state.board.is_check() else ()


game = Chess()
