"""How many cards everybody still has, and who has won by which clause."""

from __future__ import annotations

from fractions import Fraction

from companion.games.jungle.state import State
from companion.games.jungle.words import clause
from companion.rules.board_game import ranked
from companion.rules.contract import ClauseId, Over, ScoreLine, Seat


def score(state: State, seat: Seat) -> tuple[ScoreLine, ...]:
    """The cards of a seat, closed and open, of all its places; fewer is better."""
    places = state.table.places_of(seat)
    numbers = {
        "closed": sum(state.closed[place] for place in places),
        "open": sum(len(state.opened[place]) for place in places),
    }
    counted = clause("hands.10" if state.table.two_hands else "end.1")
    return tuple(
        ScoreLine(counted, Fraction(number), (("cards", word),)) for word, number in numbers.items() if number
    )


def over(state: State) -> Over:
    """The winners, then the others by the number of cards they have left."""
    seats = map(Seat, range(len(state.table.setup.seats)))
    fewest = [(True, 0) if seat in state.who else (False, -state.held_by(seat)) for seat in seats]
    return Over(ranked(fewest), _ending(state))


def _ending(state: State) -> ClauseId:
    """The clause that ended the game, read off how it stands."""
    if state.table.two_hands:
        return clause("hands.10" if not any(state.closed) else "hands.9")
    if not any(map(state.held, state.who)):
        return clause("end.1")
    top = {state.opened[place][-1:] for place in state.who if not state.closed[place]}
    return clause("last.4" if top == {(state.table.edition.outward,)} else "end.4")
