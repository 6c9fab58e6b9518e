"""Played anyway: the table agrees to a move that the rules forbid."""

from __future__ import annotations

from companion.games.marso.box import Box
from companion.games.marso.cards import taken_unseen
from companion.games.marso.faults import faults
from companion.games.marso.moves import (
    Discard,
    Fly,
    Jump,
    Move,
    Play,
    Run,
    Shift,
    Sleep,
    Stay,
    Walk,
)
from companion.games.marso.state import NOBODY, Stage, State, token_at
from companion.games.marso.turn import Course
from companion.games.marso.words import UNKNOWN
from companion.rules.contract import RulesError, Step


def after_anyway(box: Box, state: State, seat: int, move: Move, what: str) -> Step[State]:
    """The physical change of the move, then what follows from it. When the move is of the seat and stage
    that are due, play goes on from there; otherwise only the figure is elsewhere and the phase stays.

    ``what``: the text of the move. Raises RulesError, with the reason, when no possible position results.
    """
    if state.phase.stage in (Stage.SCORES, Stage.OVER):
        raise RulesError(f"{what!r} cannot stand: the game is over, take entries back instead")
    if isinstance(move, Walk | Fly | Jump | Shift | Run) and move.cell >= len(box.names):
        raise RulesError(f"{what!r} cannot stand: the board has no such cell; put it back")
    course = Course(box, state)
    _carry_out(course, seat, move)
    wrong = faults(box, course.state)
    if wrong:
        raise RulesError(f"{what!r} cannot stand: {wrong[0]}; put it back or take entries back")
    if course.state == state:
        raise RulesError(f"{what!r} changes nothing on the table")
    return course.step()


def _carry_out(course: Course, seat: int, move: Move) -> None:
    match move:
        case Play(card, path):
            _lay(course, seat, card, path)
        case Discard(cards):
            _throw_hand(course, seat, cards)
        case Walk(cell) | Fly(cell):
            _go(course, seat, move, cell)
        case Jump(cell):
            _jump(course, seat, cell)
        case Shift(beast, cell):
            _put_aside(course, seat, beast, cell)
        case Sleep(beast):
            course.change(asleep=course.state.asleep | {beast})
            if _due(course.state, seat, Stage.SLEEP):
                course.close_turn(seat)
        case Stay():
            if course.state.phase.seat == seat:
                course.close_turn(seat)
        case Run(beast, cell):
            _run(course, beast, cell)


def _due(state: State, seat: int, *stages: Stage) -> bool:
    return state.phase.stage in stages and state.phase.seat == seat


def _lay(course: Course, seat: int, card: str, path: str) -> None:
    state = course.state
    hand = state.hands[seat]
    if not _due(state, seat, Stage.CARD):
        raise RulesError("this seat cannot lay a card now: take the card back")
    if card not in hand and UNKNOWN not in hand:
        raise RulesError(f"the hand is known and holds no card {card}")
    course.lay(seat, card, path)


def _throw_hand(course: Course, seat: int, cards: tuple[str, ...]) -> None:
    hand = course.state.hands[seat]
    if len(hand) != len(cards) or taken_unseen(course.state, seat, cards).total() != hand.count(UNKNOWN):
        raise RulesError("the hand is known and holds other cards")
    course.throw_hand(seat, cards)


def _go(course: Course, seat: int, move: Walk | Fly, cell: int) -> None:
    stage = Stage.WALK if isinstance(move, Walk) else Stage.FLY
    if _due(course.state, seat, stage):
        course.arrive(seat, cell, course.state.phase.path[1:])
    else:
        course.move_hunter(seat, cell)


def _jump(course: Course, seat: int, cell: int) -> None:
    here = course.state.hunters[seat]
    if token_at(course.state, here) != NOBODY and cell != here:
        course.turn_token(here)
    if _due(course.state, seat, Stage.PORTAL, Stage.TELEPORT):
        course.arrive(seat, cell, "", jumped=True)
    else:
        course.move_hunter(seat, cell)


def _put_aside(course: Course, seat: int, beast: int, cell: int) -> None:
    phase = course.state.phase
    course.put_beast(beast, cell, seat if phase.seat == seat else NOBODY)
    if _due(course.state, seat, Stage.SHIFT) and phase.beast == beast:
        course.go_on(seat, phase.path, phase.jumped)


def _run(course: Course, beast: int, cell: int) -> None:
    phase = course.state.phase
    course.put_beast(beast, cell, NOBODY)
    if phase.stage is Stage.BEASTS:
        lines = course.box.edition.beast_cards[course.state.open - 1]
        done = lines[phase.line - 1][0] == beast
        course.next_line(phase.line + done)
