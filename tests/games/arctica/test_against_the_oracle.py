"""Movement and drifting compared with a second way of working them out (``oracle.py``)."""

from __future__ import annotations

import pytest

from companion.games.arctica import game
from companion.games.arctica.hunting import usable
from companion.games.arctica.state import State
from companion.games.arctica.words import FED, KINDS, MOVED
from companion.rules.contract import Seat, apply

from .oracle import Board, Place, name, place
from .play import moments


def text_of(end: tuple[Place, bool]) -> str:
    return name(end[0]) + "^" * end[1]


def board_of(state: State) -> Board:
    return Board.read(game.format_position(state))


def legal_texts(state: State, seat: Seat, verb: str) -> set[str]:
    texts = map(game.format_move, game.legal_moves(state, seat))
    return {text for text in texts if text.split()[0] == verb}


def moves_by_walking(state: State, board: Board) -> set[str]:
    found: set[str] = set()
    for figure in state.figures:
        kind = KINDS[figure.kind]
        if figure.kind in usable(state) and not figure.marks & (MOVED | FED):
            start = place(state.table.edition.board.names[figure.spot >> 1]), bool(figure.spot & 1)
            for end in board.reach(kind, *start):
                found.add(f"move {kind} {text_of(start)} {text_of(end)}")
    return found


@pytest.mark.parametrize("which", range(5))
def test_figures_reach_what_walking_step_by_step_reaches(which: int) -> None:
    seen = 0
    for seed in range(2):
        for state, seat, _ in moments(which, seed, 150):
            if state.phase.name == "turn":
                assert legal_texts(state, seat, "move") == moves_by_walking(state, board_of(state))
                seen += 1
    assert seen > 30


@pytest.mark.parametrize("which", range(5))
def test_ice_drifts_as_moving_tokens_by_hand(which: int) -> None:
    drifted = displaced = 0
    for seed in range(6):
        for state, seat, move in moments(which, seed):
            board = board_of(state)
            if move.verb == "drift":
                colour, where = game.format_move(move).split()[1:]
                locked = {place(state.table.edition.board.names[cell]) for cell in state.locked}
                legal = {f"drift {colour} {name(one)}" for one in board.ice if may(board, state, one, locked)}
                assert legal_texts(state, seat, "drift") == legal
                board.drift(place(where), colour)
                assert board_of(apply(game, state, seat, move).state).lines() == board.lines()
                drifted += 1
            elif move.verb == "displace":
                assert legal_texts(state, seat, "displace") == ways_out(state, board)
                displaced += 1
    assert drifted > 40
    assert displaced


def may(board: Board, state: State, where: Place, locked: set[Place]) -> bool:
    """The option ``pack_push = none`` is the only thing the oracle does not know."""
    colour = state.table.edition.colours[state.phase.colour]
    step = board.may_drift(where, colour, locked)
    if step and not state.table.pack_pushes and board.ice[where] == "pack":
        free = Board(dict(board.ice))
        return len(free.drift(where, colour)) == 1
    return step


def ways_out(state: State, board: Board) -> set[str]:
    came_from = place(state.table.edition.board.names[state.phase.cell])
    found: set[str] = set()
    for kind, where, top in board.figures:
        if not board.may_be(kind, where, top):
            for end in board.ways_out(kind, where, came_from):
                found.add(f"displace {kind} {name(where)} {text_of(end)}")
    return found
