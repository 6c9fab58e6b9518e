"""Moves that the table agrees to although the rules forbid them ("played anyway").

The hands' change is taken over; the phase goes on as after a legal move where the move belongs to it, and
stays as it was where the move came out of turn. What leads to no possible position is refused.
"""

from __future__ import annotations

from typing import Final

from companion.games.atlantis.course import Course
from companion.games.atlantis.effects import after_move
from companion.games.atlantis.ending import check_end
from companion.games.atlantis.faults import faults
from companion.games.atlantis.hands import carry_out
from companion.games.atlantis.moves import BOAT, WATER, Move
from companion.games.atlantis.refusals import OFFERED
from companion.games.atlantis.state import AFTER_THE_GAME, SETUP_PHASES, State
from companion.games.atlantis.words import CREATURES
from companion.rules.agreed import after_the_end, standing
from companion.rules.contract import RulesError, Seat, Step

OUT_OF_TURN: Final = frozenset({"move", "sail", "creature"})
"""What hands can do at any moment of the game without taking the turn from whoever has it."""


def after_anyway(state: State, seat: Seat, move: Move) -> Step[State]:
    """The step of an illegal move. Raises RulesError when no possible position follows."""
    phase = state.phase.name
    if phase in AFTER_THE_GAME:
        raise after_the_end()
    if seat in state.deciders() and move.verb in OFFERED[phase] and phase != "fill":
        step = after_move(state, seat, move)
    elif move.verb in OUT_OF_TURN and phase not in SETUP_PHASES:
        step = _out_of_turn(state, seat, move)
    else:
        raise RulesError("this cannot be done at this moment of the game: put it back")
    return standing(state, step, faults)


def _out_of_turn(state: State, seat: Seat, move: Move) -> Step[State]:
    """Only pieces are elsewhere; what meets there still takes effect, but no movement is used."""
    course = Course(state)
    carry_out(course, seat, move)
    if move.verb == "creature":
        course.settle(move.end, CREATURES[move.kind])
    elif move.verb == "sail":
        course.settle(move.end, "boat")
    elif move.enters in (BOAT, WATER):
        course.settle(move.end, "explorer")
    check_end(course)
    return course.step()
