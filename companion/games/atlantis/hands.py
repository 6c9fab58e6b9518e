"""What hands change on the table when they carry out a move, legal or not, before anything follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.atlantis.course import Course
from companion.games.atlantis.moves import BOAT, TILE, WATER, Move, cells_named, lured
from companion.games.atlantis.state import NOBODY, State, plus
from companion.games.atlantis.stock import may_hold, spent
from companion.games.atlantis.words import DOLPHIN, STOP, WIND
from companion.rules.contract import RulesError, Seat


def by_hand(state: State, seat: Seat, move: Move) -> Course:
    """The table after the hands; as it was when they leave no trace or cannot do it at all."""
    course = Course(state)
    try:
        carry_out(course, seat, move)
    except RulesError:
        return Course(state)
    return course


def carry_out(course: Course, seat: Seat, move: Move) -> None:
    """Change the pieces that the move names. Raises RulesError when hands cannot."""
    if not all(map(course.table.edition.board.has, cells_named(move))):
        raise RulesError("the board has no such cell")
    if move.verb in _HANDS:
        _HANDS[move.verb](course, seat, move)


def _place(course: Course, _: Seat, move: Move) -> None:
    if not course.reserve[move.colour]:
        raise RulesError("all explorers of that colour are placed")
    course.reserve = plus(course.reserve, move.colour, -1)
    course.put_to(TILE, move.end, move.colour, mark=False)


def _launch(course: Course, seat: Seat, move: Move) -> None:
    if not course.to_launch[seat] or course.land[move.end] or move.end in course.boats:
        raise RulesError("no boat can be launched there")
    course.to_launch[seat] -= 1
    course.boats[move.end] = NOBODY


def _move(course: Course, _: Seat, move: Move) -> None:
    """An explorer goes with the mark of a sea movement, or gets it (wet.2, wet.10)."""
    wet = WATER in (move.leaves, move.enters) and course.phase.name == "act"
    dry = move.leaves == BOAT and not wet
    marked = course.take_from(move.leaves, move.start, move.colour, marked_first=dry)
    course.put_to(move.enters, move.end, move.colour, mark=marked or wet)


def _sail(course: Course, _: Seat, move: Move) -> None:
    course.carry_boat(move.start, move.end)


def _creature(course: Course, _: Seat, move: Move) -> None:
    course.carry_creature(move.kind, move.start, move.end)


def _take(course: Course, _: Seat, move: Move) -> None:
    """The tile is lifted off; whoever stood on it comes into the water (wet.4)."""
    if not course.land[move.end]:
        raise RulesError("there is no land tile")
    course.land[move.end] = 0
    course.fall(move.end, course.ashore.pop(move.end, NOBODY))


def _play(course: Course, seat: Seat, move: Move) -> None:
    """A tile goes from the hand out of the game and its back is carried out."""
    if not may_hold(course.before, seat, move.terrain, move.back):
        raise RulesError("the player cannot have that tile")
    course.hands[seat] = spent(course.before, seat, move.terrain, move.back)
    course.out[move.terrain] = plus(course.out[move.terrain], move.back)
    if lured(move) >= 0:
        course.carry_creature(lured(move), move.start, move.end)
    elif move.back == DOLPHIN:
        mark = course.take_from(WATER, move.start, move.colour, marked_first=False)
        course.put_to(WATER, move.end, move.colour, mark=mark)
    elif move.back == WIND:
        course.carry_boat(move.start, move.end)
    else:
        _stop(course, move.back - STOP)


def _stop(course: Course, kind: int) -> None:
    """The attacking creature is taken off."""
    phase = course.phase
    if phase.name != "defend" or phase.kind != kind:
        raise RulesError("there is no such attack")
    course.creatures[kind].remove(phase.cell)


_HANDS: Final[Mapping[str, Callable[[Course, Seat, Move], None]]] = {
    "place": _place,
    "launch": _launch,
    "move": _move,
    "sail": _sail,
    "play": _play,
    "take": _take,
    "creature": _creature,
}
"""Verbs that move something; ``end`` and ``pass`` leave no trace."""
