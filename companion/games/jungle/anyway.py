"""Played anyway: the table agrees to a move that the rules forbid."""

from __future__ import annotations

from companion.games.jungle import totem
from companion.games.jungle.course import Course
from companion.games.jungle.faults import faults
from companion.games.jungle.flow import look_at_end
from companion.games.jungle.moves import MOVES, Move
from companion.games.jungle.state import State
from companion.rules.contract import RulesError, Step


def after_anyway(state: State, move: Move) -> Step[State]:
    """Cards that somebody has given away lie where they were put, whoever gave them and whenever; a choice
    stands if one was due. Raises RulesError, with the reason, when no possible position follows."""
    what = MOVES.write(move)
    if state.phase == "over":
        raise RulesError(f"{what!r} cannot stand: the game is over, take entries back instead")
    course = Course(state)
    if move.verb == "give":
        _give(course, state, move)
    elif state.phase == "choose":
        totem.choose(course, move.verb)
    else:
        raise RulesError(f"{what!r} changes nothing on the table: there is no choice to make")
    after = course.step()
    wrong = faults(after.state)
    if wrong:
        raise RulesError(f"{what!r} cannot stand: {wrong[0]}; put the cards back or take entries back")
    return after


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
