"""Carrying out a legal move, and what follows by itself from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.games.atlantis.course import Course
from companion.games.atlantis.edition import PASSENGERS
from companion.games.atlantis.ending import check_end, finish, next_turn
from companion.games.atlantis.hands import carry_out
from companion.games.atlantis.moves import BOAT, WATER, Move
from companion.games.atlantis.state import BEGIN_TURN, DIE, LAUNCH, NOBODY, Phase, State, plus
from companion.games.atlantis.stock import may_defend
from companion.games.atlantis.words import (
    BACK_WORDS,
    CREATURES,
    DOLPHIN,
    LAND,
    OWN_TURN,
    SERPENT,
    SHARK,
    STOP,
    UNSEEN,
    WIND,
)
from companion.rules.contract import Seat, Step
from companion.rules.record import replace


def after_move(state: State, seat: Seat, move: Move) -> Step[State]:
    """The new position and its effects. Raises RulesError for a move that hands cannot carry out."""
    course = Course(state)
    carry_out(course, seat, move)
    if move.verb == "take":
        take(course, state, move)
    else:
        _FOLLOWS[move.verb](course, seat, move)
    check_end(course)
    return course.step()


# setting up


def place(course: Course, _: Seat, __: Move) -> None:
    """The next seat has its turn; after the last explorer boats are launched (place.6)."""
    left = [course.table.of_seat(course.reserve, seat) for seat in range(course.table.seats)]
    _pass_on(course, left, LAUNCH if any(course.to_launch) else BEGIN_TURN)


def launch(course: Course, _: Seat, __: Move) -> None:
    """The next seat has its turn; after the last boat the first turn begins (launch.4)."""
    _pass_on(course, course.to_launch, BEGIN_TURN)


def _pass_on(course: Course, left: Sequence[int], then: Phase) -> None:
    """To the next seat clockwise that has something left to place, else to the first seat and a new phase."""
    seats = len(left)
    waiting = [(course.turn + step) % seats for step in range(1, seats + 1)]
    course.turn = next((seat for seat in waiting if left[seat]), 0)
    if not any(left):
        course.phase = then


# the turn


def _used_a_movement(course: Course) -> None:
    """One of three (step.1)."""
    course.phase = replace(course.phase, moves=max(0, course.phase.moves - 1))


def move_explorer(course: Course, _: Seat, move: Move) -> None:
    """Into a boat beside a serpent or whale, or into the water to a serpent or shark, is the end of it."""
    if course.phase.name == "fill":
        if sum(course.boats[course.phase.cell]) == PASSENGERS:
            course.phase = DIE
        return
    _used_a_movement(course)
    if move.enters in (BOAT, WATER):
        course.settle(move.end, "explorer")


def sail(course: Course, _: Seat, move: Move) -> None:
    """Into a cell with a serpent or whale is the end of a manned boat (boat.6)."""
    _used_a_movement(course)
    course.settle(move.end, "boat")


def play(course: Course, _: Seat, move: Move) -> None:
    """The tile leaves the game (play.4); an attacker that is stopped does nothing (defend.5)."""
    course.tell("play.4", (), (("tile", LAND[move.terrain]), ("back", BACK_WORDS[move.back])))
    if move.back not in OWN_TURN:
        course.tell("defend.5", (course.phase.cell,), (("creature", CREATURES[course.phase.kind]),))
        next_turn(course)
        return
    course.phase = replace(course.phase, played=True)
    if move.back == DOLPHIN:
        course.settle(move.end, "explorer")
    elif move.back == WIND:
        course.settle(move.end, "boat")


def take(course: Course, before: State, move: Move) -> None:
    """The back is awaited; with ``ending sunk`` the last tile ends the game (end.4)."""
    cell, terrain = move.end, before.land[move.end]
    course.forget_marks()
    people = before.standing(cell)
    if any(people):
        course.tell("take.5", (cell,), course.people(people))
    if course.table.ending == "sunk" and not any(course.land):
        course.out[terrain] = plus(course.out[terrain], UNSEEN)
        course.tell("end.4", (cell,))
        finish(course)
        return
    course.phase = Phase("back", cell=cell, terrain=terrain)


def end(course: Course, _: Seat, __: Move) -> None:
    """Without a land tile the turn goes on with the die (take.1); after the roll it is over (die.2)."""
    if course.phase.name == "creature":
        next_turn(course)
    else:
        course.forget_marks()
        course.phase = DIE


# creatures


def creature(course: Course, seat: Seat, move: Move) -> None:
    """Who could defend is asked before the attack takes effect (defend.6)."""
    asked = _asked(course, seat, move)
    if asked:
        course.phase = Phase("defend", cell=move.end, kind=move.kind, asked=asked)
        return
    course.settle(move.end, CREATURES[move.kind])
    next_turn(course)


def _asked(course: Course, seat: Seat, move: Move) -> tuple[int, ...]:
    """Other seats with prey there that may hold the tile, as far as the whole table knows."""
    if move.kind == SERPENT:
        return ()
    prey = (course.swimmers if move.kind == SHARK else course.boats).get(move.end, NOBODY)
    state = course.state()
    return tuple(
        other
        for other in range(course.table.seats)
        if other != seat and course.table.of_seat(prey, other) and may_defend(state, other, STOP + move.kind)
    )


def let_pass(course: Course, seat: Seat, _: Move) -> None:
    """A seat does not defend; when nobody does, the attack takes effect."""
    phase = course.phase
    left = tuple(other for other in phase.asked if other != seat)
    if left:
        course.phase = replace(phase, asked=left)
        return
    course.settle(phase.cell, CREATURES[phase.kind])
    next_turn(course)


_FOLLOWS: Final[Mapping[str, Callable[[Course, Seat, Move], None]]] = {
    "place": place,
    "launch": launch,
    "move": move_explorer,
    "sail": sail,
    "play": play,
    "end": end,
    "creature": creature,
    "pass": let_pass,
}
