"""Moves that the table agrees to although the rules forbid them ("played anyway").

What hands changed is taken over with the tokens and points that it brings. In a turn of one's own the game
goes on as after a legal move; out of turn the phase stays. What leads to no possible position is refused.
"""

from __future__ import annotations

from companion.games.northwest.effects import after_move, follow
from companion.games.northwest.faults import faults
from companion.games.northwest.hands import by_hand
from companion.games.northwest.moves import Move
from companion.games.northwest.refusals import DRAWS
from companion.games.northwest.state import State
from companion.games.northwest.words import COSTS
from companion.rules.agreed import after_the_end, standing
from companion.rules.contract import RulesError, Seat, Step


def after_anyway(state: State, seat: Seat, move: Move) -> Step[State]:
    """The step of an illegal move. Raises RulesError when no possible position follows."""
    if state.phase.name == "over":
        raise after_the_end()
    if state.phase.name in DRAWS:
        raise RulesError("a tile has to be drawn from the bag first: put it back")
    return standing(state, _carried_out(state, seat, move), faults)


def _carried_out(state: State, seat: Seat, move: Move) -> Step[State]:
    after = by_hand(state, seat, move)
    mine = state.phase.seat == seat
    if move.verb == "end" and mine and state.phase.name == "act":
        return after_move(state, seat, move)
    if after is state:
        raise RulesError("this cannot be done on this table at this moment: put it back")
    if move.verb in ("pick", "refresh", "sun") or (state.phase.name == "pick" and mine):
        raise RulesError("it belongs to another moment of the game: put it back")
    if mine and (move.verb in COSTS or move.verb in ("shift", "pass")):
        return after_move(state, seat, move)
    return follow(state, after, seat, move)
