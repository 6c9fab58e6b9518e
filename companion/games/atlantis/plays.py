"""Tests of playing a tile from the hand: when, which one, and what it may move."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from companion.games.atlantis.movement import Cells, boat_4, piece_1
from companion.games.atlantis.moves import Move, lured
from companion.games.atlantis.state import PREDATORS, SINKERS, State
from companion.games.atlantis.stock import holds, may_hold
from companion.games.atlantis.words import DOLPHIN, FAR, OWN_TURN, SHARK, STOP, WHALE, WIND, clause
from companion.rules.contract import Seat


def play_1(state: State, seat: Seat, move: Move) -> Cells | None:
    """In step 1 of the own turn."""
    wrong = state.phase.name != "act" or seat != state.turn
    return () if move.back in OWN_TURN and wrong else None


def play_2(state: State, _: Seat, move: Move) -> Cells | None:
    """One a turn."""
    return () if move.back in OWN_TURN and state.phase.name == "act" and state.phase.played else None


def play_3(state: State, seat: Seat, move: Move) -> Cells | None:
    """Out of the own hand."""
    return None if holds(state, seat, move.terrain) else ()


def tiles_1(state: State, seat: Seat, move: Move) -> Cells | None:
    """Of a back that one of the player's tiles can have."""
    held = not holds(state, seat, move.terrain) or may_hold(state, seat, move.terrain, move.back)
    return None if held else ()


def dolphin_1(state: State, seat: Seat, move: Move) -> Cells | None:
    """The dolphin helps own swimmers."""
    return (move.start,) if move.back == DOLPHIN and state.table.owner[move.colour] != seat else None


def _too_far(state: State, move: Move) -> bool:
    return move.end not in state.table.edition.board.reach(state.land, move.start, FAR)


def _blocked(state: State, move: Move, cells: Collection[int]) -> bool:
    return move.end not in state.table.edition.board.reach(state.land, move.start, FAR, cells)


def dolphin_2(state: State, _: Seat, move: Move) -> Cells | None:
    """One to three sea cells."""
    return (move.start, move.end) if move.back == DOLPHIN and _too_far(state, move) else None


def wind_1(state: State, seat: Seat, move: Move) -> Cells | None:
    """The wind carries a boat that the player controls."""
    return boat_4(state, seat, move) if move.back == WIND else None


def wind_2(state: State, _: Seat, move: Move) -> Cells | None:
    """One to three sea cells."""
    return (move.start, move.end) if move.back == WIND and _too_far(state, move) else None


def wind_3(state: State, seat: Seat, move: Move) -> Cells | None:
    """A manned boat does not pass a serpent or a whale."""
    if move.back != WIND or wind_2(state, seat, move) is not None or boat_3(state, seat, move) is not None:
        return None
    enemies = cells_of(state, SINKERS)
    if not any(state.passengers(move.start) or ()):
        return None
    return tuple(sorted(enemies)) if _blocked(state, move, enemies | other_boats(state)) else None


def boat_3(state: State, seat: Seat, move: Move) -> Cells | None:
    """One boat in a cell, on the way too."""
    if move.back != WIND or wind_2(state, seat, move) is not None:
        return None
    boats = other_boats(state)
    if move.end in boats:
        return (move.end,)
    return tuple(sorted(boats)) if _blocked(state, move, boats) else None


def cells_of(state: State, kinds: Collection[int]) -> frozenset[int]:
    """Where creatures of these kinds are."""
    return frozenset(cell for kind in kinds for cell in state.creatures[kind])


def other_boats(state: State) -> frozenset[int]:
    """Where boats are (that of the start never stops itself)."""
    return frozenset(cell for cell, _ in state.boats)


def wet_9(state: State, seat: Seat, move: Move) -> Cells | None:
    """A swimmer does not pass a serpent or a shark."""
    if move.back != DOLPHIN or dolphin_2(state, seat, move) is not None:
        return None
    enemies = cells_of(state, PREDATORS)
    return tuple(sorted(enemies)) if _blocked(state, move, enemies) else None


def lure_1(state: State, _: Seat, move: Move) -> Cells | None:
    """A creature is set on a sea cell."""
    at_sea = state.table.edition.board.has(move.end) and not state.land[move.end]
    return (move.end,) if lured(move) >= 0 and not at_sea else None


def lure_2(state: State, _: Seat, move: Move) -> Cells | None:
    """That cell is free."""
    return (move.end,) if lured(move) >= 0 and taken(state, move.end) else None


def taken(state: State, cell: int) -> bool:
    """Whether a boat, a swimmer or a creature is there."""
    people = state.passengers(cell) is not None or any(state.swimming(cell))
    return people or any(cell in places for places in state.creatures)


def defend_1(state: State, seat: Seat, move: Move) -> Cells | None:
    """A defence tile is for another player's turn."""
    return () if move.back not in OWN_TURN and seat == state.turn else None


def defend_2(state: State, _: Seat, move: Move) -> Cells | None:
    """It answers a movement of a creature of its kind."""
    attacked = state.phase.name == "defend" and move.back == STOP + state.phase.kind
    return None if move.back in OWN_TURN or attacked else ()


def defend_3(state: State, seat: Seat, move: Move) -> Cells | None:
    """Own swimmers are attacked."""
    if move.back != STOP + SHARK or defend_2(state, seat, move) is not None:
        return None
    cell = state.phase.cell
    return None if state.table.of_seat(state.swimming(cell), seat) else (cell,)


def defend_4(state: State, seat: Seat, move: Move) -> Cells | None:
    """An own explorer is on the boat that is attacked."""
    if move.back != STOP + WHALE or defend_2(state, seat, move) is not None:
        return None
    cell = state.phase.cell
    aboard = state.passengers(cell)
    return None if aboard is not None and state.table.of_seat(aboard, seat) else (cell,)


TESTS: Final = (
    (clause("play.1"), play_1),
    (clause("play.2"), play_2),
    (clause("play.3"), play_3),
    (clause("tiles.1"), tiles_1),
    (clause("dolphin.1"), dolphin_1),
    (clause("dolphin.2"), dolphin_2),
    (clause("wind.1"), wind_1),
    (clause("wind.2"), wind_2),
    (clause("wind.3"), wind_3),
    (clause("lure.1"), lure_1),
    (clause("lure.2"), lure_2),
    (clause("piece.1"), piece_1),
    (clause("wet.9"), wet_9),
    (clause("boat.3"), boat_3),
    (clause("defend.1"), defend_1),
    (clause("defend.2"), defend_2),
    (clause("defend.3"), defend_3),
    (clause("defend.4"), defend_4),
)
"""The tests of ``play``, in the order of the clause list."""
