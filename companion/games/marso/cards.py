"""Counting hunter cards: what a hidden hand can still hold."""

from __future__ import annotations

from collections import Counter

from companion.games.marso.box import Box
from companion.games.marso.state import State
from companion.games.marso.words import UNKNOWN


def unaccounted(box: Box, state: State, card: str) -> int:
    """Copies of a card that are neither discarded, laid, nor written by name in any hand."""
    seen = state.discard[box.order[card]]
    for laid in state.laid:
        if laid is not None and laid.card == card:
            seen += 1
    for hand in state.hands:
        seen += hand.count(card)
    return box.cards[card].copies - seen


def taken_unseen(state: State, seat: int, cards: tuple[str, ...]) -> Counter[str]:
    """Which of the cards come from the unknown ones of the hand, those written by name being used first."""
    named = Counter(card for card in state.hands[seat] if card != UNKNOWN)
    return Counter(cards) - named


def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The hand after laying a card: the one written by name goes, otherwise an unknown one."""
    gone = hand.index(card if card in hand else UNKNOWN)
    return hand[:gone] + hand[gone + 1 :]
