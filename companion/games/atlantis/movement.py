"""Tests of step 2: explorers on land, on boats and in the water, and boats at sea."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.atlantis.moves import BOAT, NOTHING, SAFE, TILE, WATER, Move, cells_named, lured
from companion.games.atlantis.state import State, full_boat
from companion.games.atlantis.words import DOLPHIN, WIND
from companion.rules.contract import Seat
from companion.rules.refusals import Finding, told

Test = Callable[[State, Seat, Move], Finding]


def _goes(move: Move, leaves: int, enters: int) -> bool:
    return move.leaves == leaves and move.enters == enters


def _next_to(state: State, move: Move) -> bool:
    return move.end in state.table.edition.board.around[move.start]


def _on_sea(state: State, move: Move) -> bool:
    return _next_to(state, move) and not state.land[move.end]


def _on_boat(state: State, move: Move) -> bool:
    return _next_to(state, move) and state.passengers(move.end) is not None


def is_there(state: State, _: Seat, move: Move) -> Finding:
    """The piece that a move names (piece.1), whatever its verb."""
    kind = lured(move)
    match move.verb:
        case "move":
            there = _explorers(state, move) > 0
        case "sail":
            there = state.passengers(move.start) is not None
        case "creature":
            there = move.start in state.creatures[move.kind]
        case _ if kind >= 0:
            there = move.start in state.creatures[kind]
        case _ if move.back == WIND:
            there = state.passengers(move.start) is not None
        case _ if move.back == DOLPHIN:
            there = state.swimming(move.start)[move.colour] > 0
        case _:
            return False
    return not there and told("piece.1", *(() if move.leaves == SAFE else (move.start,)))


def _explorers(state: State, move: Move) -> int:
    """How many of the colour are where the move begins."""
    match move.leaves:
        case 0:
            counts = state.standing(move.start)
        case 1:
            counts = state.passengers(move.start) or ()
        case 2:
            counts = state.swimming(move.start)
        case _:
            counts = state.safe[move.start]
    return counts[move.colour] if counts else 0


def _swum(state: State, _: Seat, move: Move) -> Finding:
    """One sea movement a turn for each explorer (wet.2)."""
    if WATER not in (move.leaves, move.enters) or move.leaves not in (BOAT, WATER):
        return False
    there = _explorers(state, move)
    marks = state.used_aboard if move.leaves == BOAT else state.used_afloat
    used = dict(marks).get(move.start)
    return there > 0 and used is not None and used[move.colour] >= there and told("wet.2", move.start)


def is_controlled(clause: str, back: int = NOTHING) -> Test:
    """Whoever controls a boat moves it: nobody else has more passengers on it. ``back``: of the tile that
    moves it, or NOTHING."""

    def test(state: State, seat: Seat, move: Move) -> Finding:
        aboard, table = state.passengers(move.start), state.table
        if move.back != back or aboard is None:
            return False
        return table.most_others(aboard, seat) > table.of_seat(aboard, seat) and told(clause, move.start)

    return test


def _lands(state: State, _: Seat, move: Move) -> Finding:
    """A safe island is reached from its landing cells (safe.1)."""
    if move.enters != SAFE or move.leaves == SAFE:
        return False
    landing = state.table.edition.landing[move.end]
    return (move.leaves == TILE or move.start not in landing) and told("safe.1", *landing)


_STEP: Final[tuple[Test, ...]] = (
    lambda state, seat, _: (
        not any(state.table.of_seat(counts, seat) for counts in state.outside()) and told("skip.1")
    ),
    lambda state, _, __: not state.phase.moves and told("step.1"),
    is_there,
)
"""Of both verbs."""

MOVE: Final[tuple[Test, ...]] = (
    *_STEP,
    lambda state, _, move: (
        _goes(move, TILE, TILE)
        and not (_next_to(state, move) and state.land[move.end])
        and told("dry.1", *cells_named(move))
    ),
    lambda state, _, move: (
        _goes(move, TILE, BOAT) and not _on_boat(state, move) and told("dry.2", *cells_named(move))
    ),
    lambda state, _, move: (
        _goes(move, BOAT, BOAT) and not _on_boat(state, move) and told("dry.3", *cells_named(move))
    ),
    lambda state, _, move: (
        move.enters == BOAT
        and (there := state.passengers(move.end)) is not None
        and full_boat(there)
        and told("dry.4", move.end)
    ),
    lambda state, seat, move: (
        state.table.owner[move.colour] != seat and told("dry.5", *cells_named(move)[:1])
    ),
    lambda _, __, move: move.enters == TILE and move.leaves != TILE and told("dry.6", move.end),
    lambda state, _, move: (
        _goes(move, TILE, WATER) and not _on_sea(state, move) and told("wet.1", *cells_named(move))
    ),
    _swum,
    lambda _, __, move: (
        _goes(move, BOAT, WATER) and move.start != move.end and told("wet.3", *cells_named(move))
    ),
    lambda state, _, move: (
        _goes(move, WATER, WATER) and not _on_sea(state, move) and told("wet.5", *cells_named(move))
    ),
    lambda state, _, move: (
        _goes(move, WATER, BOAT)
        and (move.start != move.end or state.passengers(move.end) is None)
        and told("wet.6", *cells_named(move))
    ),
    _lands,
    lambda state, _, move: _goes(move, WATER, SAFE) and not state.table.ashore and told("safe.3", move.start),
    lambda _, __, move: move.leaves == SAFE and told("safe.4"),
)

SAIL: Final[tuple[Test, ...]] = (
    *_STEP,
    lambda state, _, move: not _on_sea(state, move) and told("boat.1", move.start, move.end),
    lambda state, _, move: (
        move.start != move.end and state.passengers(move.end) is not None and told("boat.3", move.end)
    ),
    is_controlled("boat.4"),
)
