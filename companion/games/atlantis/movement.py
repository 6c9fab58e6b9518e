"""Tests of step 2: explorers on land, on boats and in the water, and boats at sea.

A test gives the cells to light up where a move breaks its clause, and None where the move keeps it.
"""

from __future__ import annotations

from typing import Final

from companion.games.atlantis.moves import BOAT, SAFE, TILE, WATER, Move, cells_named, lured
from companion.games.atlantis.state import State, full_boat
from companion.games.atlantis.words import DOLPHIN, WIND, clause
from companion.rules.contract import Seat

Cells = tuple[int, ...]


def _goes(move: Move, leaves: int, enters: int) -> bool:
    return move.leaves == leaves and move.enters == enters


def _next_to(state: State, move: Move) -> bool:
    return move.end in state.table.edition.board.around[move.start]


def skip_1(state: State, seat: Seat, _: Move) -> Cells | None:
    """A player without explorers to move skips step 2."""
    return None if any(state.table.of_seat(counts, seat) for counts in state.outside()) else ()


def step_1(state: State, _: Seat, __: Move) -> Cells | None:
    """Three movements a turn."""
    return None if state.phase.moves else ()


def piece_1(state: State, _: Seat, move: Move) -> Cells | None:
    """The piece that a move names is there; served by every verb that names one."""
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
            return None
    if there:
        return None
    return () if move.leaves == SAFE else (move.start,)


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


def dry_1(state: State, _: Seat, move: Move) -> Cells | None:
    """From tile to tile only to a neighbour."""
    if not _goes(move, TILE, TILE) or (_next_to(state, move) and state.land[move.end]):
        return None
    return cells_named(move)


def dry_2(state: State, _: Seat, move: Move) -> Cells | None:
    """From a tile on a boat beside it."""
    if not _goes(move, TILE, BOAT) or (_next_to(state, move) and state.passengers(move.end) is not None):
        return None
    return cells_named(move)


def dry_3(state: State, _: Seat, move: Move) -> Cells | None:
    """From boat to boat only to a neighbouring cell."""
    if not _goes(move, BOAT, BOAT) or (_next_to(state, move) and state.passengers(move.end) is not None):
        return None
    return cells_named(move)


def dry_4(state: State, _: Seat, move: Move) -> Cells | None:
    """Three on a boat."""
    there = state.passengers(move.end) if move.enters == BOAT else None
    return None if there is None or not full_boat(there) else (move.end,)


def dry_5(state: State, seat: Seat, move: Move) -> Cells | None:
    """Own explorers only."""
    return None if state.table.owner[move.colour] == seat else cells_named(move)[:1]


def dry_6(_: State, __: Seat, move: Move) -> Cells | None:
    """Nobody comes back on the island."""
    return (move.end,) if move.enters == TILE and move.leaves != TILE else None


def wet_1(state: State, _: Seat, move: Move) -> Cells | None:
    """From a tile into the water beside it."""
    if not _goes(move, TILE, WATER) or (_next_to(state, move) and not state.land[move.end]):
        return None
    return cells_named(move)


def wet_2(state: State, _: Seat, move: Move) -> Cells | None:
    """One sea movement a turn for each explorer."""
    if WATER not in (move.leaves, move.enters) or move.leaves not in (BOAT, WATER):
        return None
    there = _explorers(state, move)
    marks = state.used_aboard if move.leaves == BOAT else state.used_afloat
    used = dict(marks).get(move.start)
    return (move.start,) if there and used is not None and used[move.colour] >= there else None


def wet_3(_: State, __: Seat, move: Move) -> Cells | None:
    """From a boat into the water under it."""
    return cells_named(move) if _goes(move, BOAT, WATER) and move.start != move.end else None


def wet_5(state: State, _: Seat, move: Move) -> Cells | None:
    """A swimmer swims one sea cell."""
    if not _goes(move, WATER, WATER) or (_next_to(state, move) and not state.land[move.end]):
        return None
    return cells_named(move)


def wet_6(state: State, _: Seat, move: Move) -> Cells | None:
    """A swimmer climbs on a boat in the same cell."""
    same = move.start == move.end and state.passengers(move.end) is not None
    return cells_named(move) if _goes(move, WATER, BOAT) and not same else None


def boat_1(state: State, _: Seat, move: Move) -> Cells | None:
    """A boat goes one sea cell."""
    return None if _next_to(state, move) and not state.land[move.end] else (move.start, move.end)


def boat_3(state: State, _: Seat, move: Move) -> Cells | None:
    """One boat in a cell."""
    return (move.end,) if move.start != move.end and state.passengers(move.end) is not None else None


def boat_4(state: State, seat: Seat, move: Move) -> Cells | None:
    """Whoever controls a boat moves it: nobody else has more passengers on it."""
    aboard = state.passengers(move.start)
    table = state.table
    if aboard is None or table.most_others(aboard, seat) <= table.of_seat(aboard, seat):
        return None
    return (move.start,)


def safe_1(state: State, _: Seat, move: Move) -> Cells | None:
    """A safe island is reached from its landing cells."""
    if move.enters != SAFE or move.leaves == SAFE:
        return None
    landing = state.table.edition.landing[move.end]
    return landing if move.leaves == TILE or move.start not in landing else None


def safe_3(state: State, _: Seat, move: Move) -> Cells | None:
    """Whether swimmers may wade ashore is agreed before the match."""
    return (move.start,) if _goes(move, WATER, SAFE) and not state.table.ashore else None


def safe_4(_: State, __: Seat, move: Move) -> Cells | None:
    """Nobody leaves a safe island."""
    return () if move.leaves == SAFE else None


MOVE: Final = (
    (clause("skip.1"), skip_1),
    (clause("step.1"), step_1),
    (clause("piece.1"), piece_1),
    (clause("dry.1"), dry_1),
    (clause("dry.2"), dry_2),
    (clause("dry.3"), dry_3),
    (clause("dry.4"), dry_4),
    (clause("dry.5"), dry_5),
    (clause("dry.6"), dry_6),
    (clause("wet.1"), wet_1),
    (clause("wet.2"), wet_2),
    (clause("wet.3"), wet_3),
    (clause("wet.5"), wet_5),
    (clause("wet.6"), wet_6),
    (clause("safe.1"), safe_1),
    (clause("safe.3"), safe_3),
    (clause("safe.4"), safe_4),
)
"""The tests of ``move``, in the order of the clause list."""

SAIL: Final = (
    (clause("skip.1"), skip_1),
    (clause("step.1"), step_1),
    (clause("piece.1"), piece_1),
    (clause("boat.1"), boat_1),
    (clause("boat.3"), boat_3),
    (clause("boat.4"), boat_4),
)
"""The tests of ``sail``."""
