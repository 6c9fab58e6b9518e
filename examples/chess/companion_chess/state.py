"""A position of chess as an immutable value, and its text form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import chess

from companion.rules.board_game import number_of, word_of
from companion.rules.text import Fact

SEATS = ("white", "black")
SIDES = (chess.WHITE, chess.BLACK)
"""Of the seats, as the library names them."""
KINDS = {name: number for number, name in enumerate(chess.PIECE_NAMES) if name}
"""The kinds of men: the library's number by name."""
WINGS = ("short", "long")
REPEATED = 5
"""A position that has come so often ends the game."""


@dataclass(frozen=True, slots=True)
class State:
    """``fen``: the position in Forsyth-Edwards notation. ``since``: the moves (``g1f3``) since the last one
    that cannot be taken back: a capture, a pawn's move, or one that cost a right to castle."""

    fen: str
    since: tuple[str, ...] = ()

    @property
    def board(self) -> chess.Board:
        """The library's board. It is shared: nobody may change it."""
        return board_of(self.fen)

    @property
    def turn(self) -> int:
        """The seat that is to move."""
        return SIDES.index(self.board.turn)


TAUGHT = State(chess.STARTING_FEN), State("8/8/rnbqkbnr/pppppppp/PPPPPPPP/RNBQKBNR/8/8 w - - 0 1")
"""The set-up, and all men where it leaves the board bare."""


@lru_cache(maxsize=8192)
def board_of(fen: str) -> chess.Board:
    """The library's board of a position."""
    return chess.Board(fen)


def times_seen(state: State) -> int:
    """How often the position of the board has come, this time included."""
    board = state.board.copy(stack=False)
    now, count = board.board_fen(), 1
    for ply, text in enumerate(reversed(state.since), 1):
        back = chess.Move.from_uci(text)
        board.set_piece_at(back.from_square, board.remove_piece_at(back.to_square))
        count += ply % 2 == 0 and board.board_fen() == now
    return count


def lines(state: State) -> Iterator[str]:
    """One fact a line: turn, counters, rights to castle, then the men of each side."""
    board = state.board
    yield f"turn {SEATS[state.turn]}"
    yield f"number {board.fullmove_number}"
    yield f"quiet {board.halfmove_clock}"
    for seat, side in zip(SEATS, SIDES, strict=True):
        if wings := [wing for wing in WINGS if _may_castle(board, side, wing)]:
            yield f"castle {seat} {' '.join(wings)}"
    if board.ep_square is not None:
        yield f"passing {chess.square_name(board.ep_square)}"
    for seat, side in zip(SEATS, SIDES, strict=True):
        for kind, number in KINDS.items():
            if squares := [chess.square_name(square) for square in board.pieces(number, side)]:
                yield f"{seat} {kind} {' '.join(squares)}"
    if state.since:
        yield f"since {' '.join(state.since)}"


def _may_castle(board: chess.Board, side: chess.Color, wing: str) -> bool:
    short = wing == WINGS[0]
    return board.has_kingside_castling_rights(side) if short else board.has_queenside_castling_rights(side)


def read(facts: Mapping[str, Fact]) -> State:
    """The position of such lines. Raises NotationError with the line."""
    board = chess.Board(None)
    board.turn = SIDES[SEATS.index(word_of(facts, "turn", SEATS))]
    board.fullmove_number = max(1, number_of(facts, "number"))
    board.halfmove_clock = number_of(facts, "quiet")
    rights = ""
    for fact in facts.values():
        if fact.key in SEATS:
            _put(board, fact)
        elif fact.key == "castle":
            rights += _rights(fact)
        elif fact.key not in ("turn", "number", "quiet", "passing", "since"):
            raise fact.error(f"{fact.key} says nothing about a position")
    board.set_castling_fen(rights or "-")
    if "passing" in facts:
        board.ep_square = _square(facts["passing"], *facts["passing"].words(1))
    state = State(board.fen(), facts["since"].args if "since" in facts else ())
    if board.is_valid() and "since" in facts:
        _check_since(state, facts["since"])
    return state


def _check_since(state: State, fact: Fact) -> None:
    """The moves can be taken back: each man stands where it went, and where it came from nobody does."""
    board = state.board.copy(stack=False)
    if not fact.args or len(fact.args) > board.halfmove_clock:
        raise fact.error("more moves than quiet ones")
    for text in reversed(fact.args):
        try:
            back = chess.Move.from_uci(text)
        except chess.InvalidMoveError as error:
            raise fact.error(f"{text!r} is no move such as g1f3") from error
        board.turn = not board.turn
        man = board.piece_at(back.to_square)
        if man is None or man.color != board.turn or board.piece_at(back.from_square) or back.promotion:
            raise fact.error(f"{text!r} cannot be taken back")
        board.set_piece_at(back.from_square, board.remove_piece_at(back.to_square))


def _put(board: chess.Board, fact: Fact) -> None:
    if not fact.args or fact.args[0] not in KINDS:
        raise fact.error(f"after {fact.key} comes one of {', '.join(KINDS)}")
    side = SIDES[SEATS.index(fact.key)]
    for word in fact.args[1:]:
        square = _square(fact, word)
        if board.piece_at(square) is not None:
            raise fact.error(f"two men stand on {word}")
        board.set_piece_at(square, chess.Piece(KINDS[fact.args[0]], side))


def _rights(fact: Fact) -> str:
    if not fact.args or fact.args[0] not in SEATS or not set(fact.args[1:]) <= set(WINGS):
        raise fact.error("write a right to castle as: castle white short long")
    letters = "".join("kq"[WINGS.index(wing)] for wing in dict.fromkeys(fact.args[1:]))
    return letters.upper() if fact.args[0] == "white" else letters


def _square(fact: Fact, word: str) -> chess.Square:
    if word not in chess.SQUARE_NAMES:
        raise fact.error(f"{word!r} is no square such as e4")
    return chess.parse_square(word)
