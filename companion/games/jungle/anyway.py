"""Played anyway: the table agrees to a move that the rules forbid."""

from __future__ import annotations

from companion.games.jungle import totem
from companion.games.jungle.course import Course
from companion.games.jungle.faults import faults
from companion.games.jungle.flow import look_at_end
from companion.games.jungle.moves import Move
from companion.games.jungle.state import State
from companion.rules.agreed import after_the_end, standing
from companion.rules.contract import RulesError, Seat, Step


def after_anyway(state: State, seat: Seat, move: Move) -> Step[State]:
    """Cards that somebody has given away lie where they were put, whoever gave them and whenever; a choice
    stands if one was due. Raises RulesError, with the reason, when no possible position follows."""
    del seat
    if state.phase == "over":
        raise after_the_end()
    course = Course(state)
    if move.verb == "give":
        _give(course, state, move)
    elif state.phase == "choose":
        totem.choose(course, move.verb)
    else:
        raise RulesError("it changes nothing on the table: there is no choice to make")
    return standing(state, course.step(), faults)


def _give(course: Course, state: State, move: Move) -> None:
    table = state.table
    pile = table.number.get(move.pile, table.pot if move.pile == "pot" else -1)
    if pile < 0 or move.place not in table.number:
        raise RulesError("this match has no such place")
    lying = len(state.pile(pile))
    if not 0 < max(move.number, 1) <= lying:
        raise RulesError("so many cards do not lie there")
    totem.give(course, pile, move)
    if state.phase != "give":
        look_at_end(course)
