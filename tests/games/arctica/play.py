"""Random games that look for trouble: ice pushed onto swimmers, hunts whenever there is prey."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from companion.games.arctica import game
from companion.games.arctica.moves import Move
from companion.games.arctica.state import State
from companion.games.arctica.words import COD
from companion.rules.contract import Over, Seat, apply

SETUPS: tuple[tuple[tuple[str, ...], Mapping[str, str]], ...] = (
    (("bear", "orca"), {}),
    (("seal", "eskimo", "bear"), {"seal_attacks": "each", "setup": "expert"}),
    (("orca", "seal", "bear", "eskimo"), {}),
    (("eskimo", "orca"), {"pack_push": "none"}),
    (("bear", "eskimo", "seal", "orca"), {"seal_attacks": "each"}),
)


def weight(state: State, move: Move) -> float:
    """How interesting a move is."""
    board = state.table.edition.board
    match move.verb:
        case "attack":
            return 60
        case "drift":
            ahead = board.ahead[move.colour][move.cell]
            return 20 if any(f.spot >> 1 == ahead for f in state.figures) else 3
        case "melt":
            return 12 if any(f.spot == 2 * move.cell + 1 for f in state.figures) else 2
        case "move" if move.kind == COD:
            return 0.1
        case "move":
            return 25 if any(f.spot == move.end and f.kind != move.kind for f in state.figures) else 1
        case "flee" | "end":
            return 4
    return 2


def moments(which: int, seed: int, longest: int = 400) -> Iterator[tuple[State, Seat, Move]]:
    """The positions of one game with who decides and what was chosen there."""
    seats, options = SETUPS[which % len(SETUPS)]
    chooser, state = Random(seed), game.initial(game.setup(seats, options))
    for _ in range(longest):
        pending = game.pending(state)
        if isinstance(pending, Over):
            return
        seat = pending.seats[0]
        legal = game.legal_moves(state, seat)
        move = chooser.choices(legal, [weight(state, one) for one in legal])[0]
        yield state, seat, move
        state = apply(game, state, seat, move).state
