"""What the base has measured and the match does not tell yet, as evidence about what happened: cards that lay
open, hands that set out and who came first are weighed together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.games.jungle.claims import rights
from companion.games.jungle.referee.budget import Budget
from companion.games.jungle.referee.case import Case
from companion.games.jungle.referee.claim import Claim, totem_of
from companion.games.jungle.referee.evidence import EvidenceError
from companion.games.jungle.referee.meaning import meaning_of, read_verdict
from companion.games.jungle.referee.verdict import verdict
from companion.games.jungle.state import State
from companion.rules.match import Entry

MOVED: Final = ("grab", "early", "fall", "tie")
"""First words of what is done with a totem: each tells one movement."""
VERBS: Final = frozenset((*MOVED, "holder"))
"""First words of the outcomes that a verdict may bring."""

SLIP: Final = -2.3
"""Nats for a hand that sets out although there is nothing for it to grab: one hand in ten (chosen; 5 of 24
movements in three clips, a ray-traced one and two simulated ones, were such grabs)."""
CONTRADICTED: Final = -4.6
"""Nats for a movement that was something else than the base's verdict says: one verdict in a hundred, which
is what it must not exceed."""
UNMEASURED: Final = -6.9
"""Nats for a movement that the base did not tell of: one in a thousand (chosen)."""


@dataclass(frozen=True, slots=True)
class UntoldMovements:
    """``cases``: the movements that the match does not tell, in order."""

    budget: Budget
    cases: tuple[Case, ...] = ()

    @property
    def verbs(self) -> frozenset[str]:
        """The first words of what will be told of these movements; none while there are none."""
        return VERBS if self.cases else frozenset()

    def nats(self, before: Any, entries: Sequence[Entry], states: Sequence[Any]) -> float:
        """ln of how well the movements fit what may have happened: ``entries`` after the position ``before``,
        with the position after each."""
        told = list(_movements(before, entries, states))
        pairs = zip(self.cases, told, strict=False)
        nats = sum(self._fits(case, state, entry) for case, (state, entry) in pairs)
        nats += UNMEASURED * max(0, len(told) - len(self.cases))
        if len(told) < len(self.cases):
            last = totem_of(states[-1] if states else before)
            nats += 0.0 if last is None else _slips(self.cases[len(told)], last)
        return nats

    def _fits(self, case: Case, state: State, entry: Entry) -> float:
        """Nats for a movement in a position that is told by this entry."""
        nats = _slips(case, state)
        try:
            told = read_verdict(verdict(self._case(case, state).evidence(), self.budget))
        except EvidenceError:
            return nats
        meaning = meaning_of(told, state)
        brought = {*meaning.outcomes, *(text for _, texts in meaning.brings for text in texts)}
        agrees = entry.text in brought or entry.text.split(" ")[-1] in told.seats
        return nats + (CONTRADICTED if brought and not agrees else 0.0)

    def _case(self, case: Case, state: State) -> Case:
        """The case without a card, whose times are not known yet: the pads alone tell who came first."""
        return Case(case.record, case.arrived, case.length, claim=Claim("none", state.table.places, ()))


def _movements(before: Any, entries: Sequence[Entry], states: Sequence[Any]) -> Iterator[tuple[State, Entry]]:
    """The entries that tell a movement, each with the position before it."""
    for state, entry in zip((before, *states), entries, strict=False):
        position = totem_of(state)
        if position is not None and entry.verb in MOVED:
            yield position, entry


def _slips(case: Case, state: State) -> float:
    """Nats for the hands that set out although their places had no right to the totem."""
    right = {state.table.places[place] for place in rights(state)}
    out = {seat for seat, pad in case.record.sensors.get("pads", {}).items() if "release" in pad}
    return SLIP * len(out - right)
