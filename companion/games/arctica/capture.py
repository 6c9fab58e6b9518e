"""What a successful hunt changes: the prey leaves the board and its worth changes hands."""

from __future__ import annotations

from companion.games.arctica.cell_names import away_place, cell_id, goods_place
from companion.games.arctica.state import State, mover
from companion.games.arctica.words import COD, FIGURES, GOODS, IGLOO, KINDS, clause
from companion.rules.contract import ClauseId, Effect, RulesError
from companion.rules.record import replace

Result = tuple[State, tuple[Effect, ...]]


def take(state: State, giver: int, taker: int, good: int, because: ClauseId) -> Result:
    """One token goes from a row of goods to another. Raises RulesError when the giver has none."""
    if not state.goods[giver][good]:
        raise RulesError("nothing of that is left to take")
    table = state.table
    goods = [list(row) for row in state.goods]
    goods[giver][good] -= 1
    goods[taker][good] += 1
    cells = (goods_place(table, giver, good), goods_place(table, taker, good))
    facts = (("seat", table.setup.seats[taker]), ("good", GOODS[good]))
    return replace(state, goods=tuple(map(tuple, goods))), (Effect(because, cells, facts),)


def gain(state: State, good: int, because: ClauseId, cell: int) -> Result:
    """What lay on the board goes to the active player."""
    goods = [list(row) for row in state.goods]
    goods[state.turn][good] += 1
    cells = (cell_id(state, cell), goods_place(state.table, state.turn, good))
    facts = (("seat", state.table.setup.seats[state.turn]), ("good", GOODS[good]))
    return replace(state, goods=tuple(map(tuple, goods))), (Effect(because, cells, facts),)


def catch(state: State, prey: int, spot: int) -> Result:
    """The prey at a spot is caught by the active player (capture.1-4). Raises RulesError if none is there."""
    cell = spot >> 1
    if prey == IGLOO:
        return gain(replace(state, igloo=-1), IGLOO, clause("capture.4"), cell)
    there = state.at(prey, spot)
    if not there:
        raise RulesError("there is no such prey on that place")
    figures = list(state.figures)
    figures.remove(mover(there))
    state = replace(state, figures=tuple(figures))
    if prey == COD:
        return gain(state, COD, clause("capture.3"), cell)
    return _catch_hunter(state, prey, cell)


def _catch_hunter(state: State, prey: int, cell: int) -> Result:
    """A token is lost; the figure comes back only after the first loss (return.4, return.8)."""
    figure = (("figure", KINDS[prey]),)
    state, taken = take(state, state.table.owner[prey], state.turn, prey, clause("capture.2"))
    staying = min(FIGURES[prey], state.lives(prey))
    if len(state.of(prey)) + state.away[prey] >= staying:
        out = Effect(clause("return.4"), (cell_id(state, cell),), figure)
        return state, (Effect(clause("capture.1"), (cell_id(state, cell),), figure), *taken, out)
    away = list(state.away)
    away[prey] += 1
    gone = Effect(clause("capture.1"), (cell_id(state, cell), away_place(prey)), figure)
    return replace(state, away=tuple(away)), (gone, *taken)
