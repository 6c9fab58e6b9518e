"""Moves that the table agrees to although the rules forbid them: what they must meet in every game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from companion.rules.contract import RulesError, Step

S = TypeVar("S")


def after_the_end() -> RulesError:
    """Nothing is agreed to when the game is over."""
    return RulesError("the game is over: put it back, or take entries back instead")


def standing(before: S, step: Step[S], faults: Callable[[S], Sequence[str]]) -> Step[S]:
    """The step, if it leads to another position that can be. Raises RulesError with the reason."""
    wrong = faults(step.state)
    if wrong:
        raise RulesError(f"no possible position follows from it, put it back: {wrong[0]}")
    if step.state == before:
        raise RulesError("it changes nothing on the table")
    return step
