"""Points of a seat by clause, and who has won."""

from __future__ import annotations

from companion.games.arctica.state import State
from companion.games.arctica.words import COD, ESKIMO, GOODS, HUNTERS, IGLOO, PLANKTON, clause
from companion.rules.board_game import ranked
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
    points = [sum(line.points for line in score(state, Seat(seat))) for seat in range(len(state.hands))]
    placing = ranked([(own, state.goods[seat][COD]) for seat, own in enumerate(points)])
    if len(placing[0]) > 1:
        return Over(placing, clause("end.6"))
    return Over(placing, clause("end.5" if points.count(max(points)) > 1 else "end.4"))
