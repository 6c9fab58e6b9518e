"""Tests of playing a tile from the hand: when, which one, and what it may move."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from companion.games.atlantis.movement import Test, is_controlled, is_there
from companion.games.atlantis.moves import Move, lured
from companion.games.atlantis.state import PREDATORS, SINKERS, State
from companion.games.atlantis.stock import holds, may_hold
from companion.games.atlantis.words import DOLPHIN, FAR, OWN_TURN, SHARK, STOP, WHALE, WIND
from companion.rules.contract import Seat
from companion.rules.refusals import Finding, told


def _blocked(state: State, move: Move, cells: Collection[int] = ()) -> bool:
    """Whether it cannot get to its end in three steps at sea that pass none of the cells."""
    return move.end not in state.table.edition.board.reach(state.land, move.start, FAR, cells)


def _crosses_boat(state: State, _: Seat, move: Move) -> Finding:
    """One boat in a cell, on the way too (boat.3)."""
    if move.back != WIND or _blocked(state, move):
        return False
    boats = other_boats(state)
    if move.end in boats:
        return told("boat.3", move.end)
    return _blocked(state, move, boats) and told("boat.3", *sorted(boats))


def _sinks(state: State, seat: Seat, move: Move) -> Finding:
    """A manned boat does not pass a serpent or a whale (wind.3)."""
    if move.back != WIND or _blocked(state, move) or _crosses_boat(state, seat, move):
        return False
    enemies, manned = cells_of(state, SINKERS), any(state.passengers(move.start) or ())
    return manned and _blocked(state, move, enemies | other_boats(state)) and told("wind.3", *sorted(enemies))


def _is_eaten(state: State, _: Seat, move: Move) -> Finding:
    """A swimmer does not pass a serpent or a shark (wet.9)."""
    if move.back != DOLPHIN or _blocked(state, move):
        return False
    enemies = cells_of(state, PREDATORS)
    return _blocked(state, move, enemies) and told("wet.9", *sorted(enemies))


def cells_of(state: State, kinds: Collection[int]) -> frozenset[int]:
    """Where creatures of these kinds are."""
    return frozenset(cell for kind in kinds for cell in state.creatures[kind])


def other_boats(state: State) -> frozenset[int]:
    """Where boats are (that of the start never stops itself)."""
    return frozenset(cell for cell, _ in state.boats)


def taken(state: State, cell: int) -> bool:
    """Whether a boat, a swimmer or a creature is there."""
    people = state.passengers(cell) is not None or any(state.swimming(cell))
    return people or any(cell in places for places in state.creatures)


def _answers(state: State, move: Move) -> bool:
    """Whether it answers a movement of a creature of its kind (defend.2)."""
    return state.phase.name == "defend" and move.back == STOP + state.phase.kind


TESTS: Final[tuple[Test, ...]] = (
    lambda state, seat, move: (
        move.back in OWN_TURN and (state.phase.name != "act" or seat != state.turn) and told("play.1")
    ),
    lambda state, _, move: (
        move.back in OWN_TURN and state.phase.name == "act" and state.phase.played and told("play.2")
    ),
    lambda state, seat, move: not holds(state, seat, move.terrain) and told("play.3"),
    lambda state, seat, move: (
        holds(state, seat, move.terrain)
        and not may_hold(state, seat, move.terrain, move.back)
        and told("tiles.1")
    ),
    lambda state, seat, move: (
        move.back == DOLPHIN and state.table.owner[move.colour] != seat and told("dolphin.1", move.start)
    ),
    lambda state, _, move: (
        move.back == DOLPHIN and _blocked(state, move) and told("dolphin.2", move.start, move.end)
    ),
    is_controlled("wind.1", WIND),
    lambda state, _, move: (
        move.back == WIND and _blocked(state, move) and told("wind.2", move.start, move.end)
    ),
    _sinks,
    lambda state, _, move: (
        lured(move) >= 0
        and not (state.table.edition.board.has(move.end) and not state.land[move.end])
        and told("lure.1", move.end)
    ),
    lambda state, _, move: lured(move) >= 0 and taken(state, move.end) and told("lure.2", move.end),
    is_there,
    _is_eaten,
    _crosses_boat,
    lambda state, seat, move: move.back not in OWN_TURN and seat == state.turn and told("defend.1"),
    lambda state, _, move: move.back not in OWN_TURN and not _answers(state, move) and told("defend.2"),
    lambda state, seat, move: (
        move.back == STOP + SHARK
        and _answers(state, move)
        and not state.table.of_seat(state.swimming(state.phase.cell), seat)
        and told("defend.3", state.phase.cell)
    ),
    lambda state, seat, move: (
        move.back == STOP + WHALE
        and _answers(state, move)
        and not ((aboard := state.passengers(state.phase.cell)) and state.table.of_seat(aboard, seat))
        and told("defend.4", state.phase.cell)
    ),
)
"""The tests of ``play``."""
