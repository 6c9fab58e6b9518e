"""Which outcomes are possible: beast cards that may be opened, score cards that may be shown."""

from __future__ import annotations

from companion.games.marso.box import Box
from companion.games.marso.moves import Opened, Outcome, Shown
from companion.games.marso.refusals import breach_of
from companion.games.marso.state import Stage, State
from companion.games.marso.words import SIDES
from companion.rules.contract import Breach


def openable(box: Box, state: State) -> list[int]:
    """The beast cards that may be opened next: those in the deck, or all when it was used up (deck.2)."""
    everything = range(1, len(box.edition.beast_cards) + 1)
    if len(state.spent) == len(everything):
        return list(everything)
    return [card for card in everything if card not in state.spent and card != state.open]


def why_impossible(box: Box, state: State, outcome: Outcome) -> tuple[Breach, ...]:
    """All clauses that the outcome breaks, in the order of the list."""
    stage = state.phase.stage
    if stage is Stage.OVER:
        return (breach_of(box, "end.4"),)
    if isinstance(outcome, Opened):
        early = () if stage is Stage.OPEN else (breach_of(box, "turn.1", (), (("stage", stage.value),)),)
        card = (("card", f"card b{outcome.card}"),)
        late = () if outcome.card in openable(box, state) else (breach_of(box, "deck.1", (), card),)
        return early + late
    early = () if stage is Stage.SCORES else (breach_of(box, "reveal.1"),)
    return early + (() if _may_show(state, outcome) else (_not_shown_so(box, outcome),))


def _may_show(state: State, outcome: Shown) -> bool:
    sides = state.terms.sides
    return (
        outcome.side in sides
        and not state.secrets[sides.index(outcome.side)]
        and outcome.card not in state.secrets
    )


def _not_shown_so(box: Box, outcome: Shown) -> Breach:
    facts = (("seat", SIDES[outcome.side]), ("card", f"s{outcome.card}"))
    return breach_of(box, "reveal.2", (), facts)
