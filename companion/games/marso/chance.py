"""Which outcomes are possible: beast cards that may be opened, score cards that may be shown."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.marso.box import Box
from companion.games.marso.moves import Opened, Outcome, Shown
from companion.games.marso.state import Stage, State
from companion.games.marso.words import SIDES
from companion.rules.refusals import Broken, told


def openable(box: Box, state: State) -> list[int]:
    """The beast cards that may be opened next: those in the deck, or all when it was used up (deck.2)."""
    everything = range(1, len(box.edition.beast_cards) + 1)
    if len(state.spent) == len(everything):
        return list(everything)
    return [card for card in everything if card not in state.spent and card != state.open]


def impossible(box: Box, state: State, outcome: Outcome) -> Iterator[Broken]:
    """All clauses that an outcome breaks."""
    stage = state.phase.stage
    if stage is Stage.OVER:
        yield from told("end.4")
    elif isinstance(outcome, Opened):
        if stage is not Stage.OPEN:
            yield from told("turn.1", stage=stage.value)
        if outcome.card not in openable(box, state):
            yield from told("deck.1", card=f"card b{outcome.card}")
    else:
        if stage is not Stage.SCORES:
            yield from told("reveal.1")
        if not _may_show(state, outcome):
            yield from told("reveal.2", seat=SIDES[outcome.side], card=f"s{outcome.card}")


def _may_show(state: State, outcome: Shown) -> bool:
    sides = state.terms.sides
    return (
        outcome.side in sides
        and not state.secrets[sides.index(outcome.side)]
        and outcome.card not in state.secrets
    )
