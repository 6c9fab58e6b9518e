"""Ice cards: from hand to discard, from stack to hand, and the discard that becomes the stack again."""

from __future__ import annotations

from companion.games.arctica.cell_names import DECK, DISCARD
from companion.games.arctica.state import State
from companion.games.arctica.words import clause
from companion.rules.contract import ClauseId, Effect, RulesError, Step
from companion.rules.record import replace


def discard_card(state: State, card: int, seat: int) -> State:
    """A card goes from a hand to the open discard. Raises RulesError when the hand is empty."""
    if not state.hands[seat]:
        raise RulesError("there is no card in that hand")
    hands, discard = list(state.hands), bytearray(state.discard)
    hands[seat] -= 1
    discard[card] += 1
    return replace(state, hands=tuple(hands), discard=bytes(discard))


def draw(state: State, seat: int, because: ClauseId, number: int = 1) -> Step[State]:
    """Cards from the stack to a hand; an empty stack is at once replaced by the discard (turn.10)."""
    facts = (("seat", state.table.setup.seats[seat]), ("number", str(number)))
    effects = [Effect(because, (DECK,), facts)]
    deck, discard = state.deck, state.discard
    for _ in range(number):
        deck -= 1
        if not deck:
            effects.append(Effect(clause("turn.10"), (DISCARD, DECK)))
            deck, discard = sum(discard), bytes(len(discard))
    hands = list(state.hands)
    hands[seat] += number
    return Step(replace(state, hands=tuple(hands), deck=deck, discard=discard), tuple(effects))


def fill_hand(state: State) -> Step[State]:
    """The active hand is filled to three and never beyond (turn.8, turn.11)."""
    missing = state.table.edition.hand - state.hands[state.turn]
    return draw(state, state.turn, clause("turn.8"), missing) if missing > 0 else Step(state)
