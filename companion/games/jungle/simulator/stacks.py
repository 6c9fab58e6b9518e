"""The closed cards that nobody at the table can see, in their real order."""

from __future__ import annotations

from collections import Counter
from random import Random

from companion.games.jungle.state import State


class Stacks:
    """The closed stacks of all places. They are dealt anew if the public position does not follow from them:
    at the start, or after other people have undone something. Cards are numbers, as in the edition."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._stacks: list[list[int]] = []
        self._aside: list[int] = []

    def follow(self, state: State) -> None:
        """Make the closed cards agree with the position. Cards that a place took go below its own stack."""
        closed = Counter(
            {
                card: state.unaccounted(card)
                for card in range(len(state.table.copies))
                if state.unaccounted(card)
            }
        )
        known = [
            stack[max(0, len(stack) - state.closed[place]) :] for place, stack in enumerate(self._stacks)
        ]
        fresh = closed - Counter(card for stack in known for card in stack)
        if not known or fresh.total() + sum(map(len, known)) != closed.total():
            known, fresh = [[] for _ in state.closed], closed
        loose = list(fresh.elements())
        self._rng.shuffle(loose)
        self._stacks = []
        for stack, number in zip(known, state.closed, strict=True):
            missing = number - len(stack)
            self._stacks.append(stack + loose[:missing])
            del loose[:missing]
        self._aside = loose

    def top(self, place: int) -> int:
        """The next card that this place opens."""
        return self._stacks[place][0]

    def left_over(self) -> int:
        """The next of the cards that were left over from the deal (setup.3)."""
        return self._aside[0]
