"""Points of a seat by clause, and who has won."""

from __future__ import annotations

from fractions import Fraction

from companion.games.arctica.state import State
from companion.games.arctica.words import COD, ESKIMO, GOODS, HUNTERS, IGLOO, PLANKTON, clause
from companion.rules.contract import Over, ScoreLine, Seat


def score(state: State, seat: Seat) -> tuple[ScoreLine, ...]:
    """What a seat's goods are worth, a line for each sort (score.1-4)."""
    worth, goods = state.table.edition.points, state.goods[seat]
    sorts = [(clause("score.1"), good) for good in range(len(HUNTERS))]
    sorts += [(clause("score.2"), PLANKTON), (clause("score.3"), COD), (clause("score.4"), IGLOO)]
    lines: list[ScoreLine] = []
    for reason, good in sorts:
        number = goods[good] + (good == IGLOO and _scores_igloo(state, seat))
        if number:
            facts = (("good", GOODS[good]), ("number", str(number)))
            lines.append(ScoreLine(reason, worth[good] * number, facts))
    return tuple(lines)


def _scores_igloo(state: State, seat: Seat) -> bool:
    """The igloo on the board counts for the Eskimo's player."""
    return state.igloo >= 0 and state.table.owner[ESKIMO] == seat


def over(state: State) -> Over:
    """The placing: points, then captured cod, then shared (end.4-6)."""
    ranks: dict[tuple[Fraction, int], list[Seat]] = {}
    for row in range(len(state.hands)):
        points = sum((line.points for line in score(state, Seat(row))), Fraction(0))
        ranks.setdefault((points, state.goods[row][COD]), []).append(Seat(row))
    order = sorted(ranks, reverse=True)
    placing = tuple(tuple(ranks[rank]) for rank in order)
    if len(placing[0]) > 1:
        return Over(placing, clause("end.6"))
    if len(order) > 1 and order[1][0] == order[0][0]:
        return Over(placing, clause("end.5"))
    return Over(placing, clause("end.4"))
