"""Moves that the table agrees to although the rules forbid them ("played anyway").

The hands' change is taken over; the phase goes on as after a legal move where the move belongs to it, and
stays as it was where the move came out of turn. What leads to no possible position is refused.
"""

from __future__ import annotations

from typing import Final

from companion.games.arctica import effects
from companion.games.arctica.faults import faults
from companion.games.arctica.hands import by_hand, has_room
from companion.games.arctica.hunting import hunter_breaks
from companion.games.arctica.ice import settle
from companion.games.arctica.moves import Move
from companion.games.arctica.refusals import OFFERED
from companion.games.arctica.state import State
from companion.games.arctica.words import BERG, FIGURES, FLOE, IGLOO, OPEN
from companion.rules.agreed import after_the_end, standing
from companion.rules.contract import RulesError, Seat, Step
from companion.rules.grid import OUTSIDE
from companion.rules.record import replace

OUT_OF_TURN: Final = frozenset({"move", "melt", "drift", "displace", "return"})
"""What hands can do at any moment without taking the turn from whoever has it."""


def after_anyway(state: State, seat: Seat, move: Move) -> Step[State]:
    """The step of an illegal move. Raises RulesError when no possible position follows."""
    if state.phase.name == "over":
        raise after_the_end()
    if state.decider() == seat and move.verb in OFFERED[state.phase.name]:
        _check_doable(state, move)
        step = effects.after_move(state, seat, move)
        if move.verb in ("move", "attack") and hunter_breaks(state, move.kind):
            step = Step(replace(step.state, hunt=state.hunt), step.effects)
    elif move.verb in OUT_OF_TURN:
        step = _out_of_turn(state, seat, move)
    else:
        raise RulesError("this cannot be done at this moment of the game: put it back")
    return standing(state, step, faults)


def _out_of_turn(state: State, seat: Seat, move: Move) -> Step[State]:
    """Only the pieces are elsewhere; swimmers still give way to ice."""
    after = by_hand(state, seat, move)
    if move.verb != "drift" or after is state:
        return Step(after)
    after, gave_way = settle(replace(after, locked=state.locked), move.colour)
    return Step(after, gave_way)


def _check_doable(state: State, move: Move) -> None:
    """Raises RulesError for a move that hands cannot carry out on this table."""
    reason = ""
    match move.verb:
        case "lay":
            reason = _lay_problem(state, move)
        case "igloo":
            reason = "" if state.ice[move.cell] == FLOE else "the igloo lies on a floe"
        case "return":
            reason = "" if state.away[move.kind] else "this hunter is not away"
        case "drift":
            if state.ice[move.cell] == OPEN or not has_room(state, move.colour, move.cell):
                reason = "there is no ice that could be moved so"
        case "melt":
            reason = "" if state.ice[move.cell] else "there is no ice on that cell"
        case "flee":
            reason = _flee_problem(state, move)
        case "attack":
            reason = _attack_problem(state, move)
    if reason:
        raise RulesError(reason)


def _lay_problem(state: State, move: Move) -> str:
    if move.kind >= 0:
        return "all these figures are on the board" if len(state.of(move.kind)) == FIGURES[move.kind] else ""
    if move.ice == BERG:
        return "" if state.ice[move.cell] == FLOE else "an iceberg stands on a floe"
    return "" if state.ice[move.cell] == OPEN else "there is ice on that cell already"


def _attack_problem(state: State, move: Move) -> str:
    if move.prey == IGLOO and move.end != 2 * state.igloo + 1:
        return "there is no igloo on that place"
    return "no hunter takes its own kind" if move.kind == move.prey else ""


def _flee_problem(state: State, move: Move) -> str:
    edition = state.table.edition
    colour = edition.cards[move.card].colour
    target = edition.board.ahead[colour][state.phase.spot >> 1] if colour >= 0 else OUTSIDE
    return "the seal cannot go there" if target == OUTSIDE or state.ice[target] == BERG else ""
