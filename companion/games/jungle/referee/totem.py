"""What the referee asks about the totem of this game, a :class:`companion.referee.own.Totem`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from companion.games.jungle.referee import claim, report, store
from companion.games.jungle.referee.budget import BudgetError, default_budget, fingerprint, with_overrides
from companion.games.jungle.referee.docket import Docket, resumed
from companion.games.jungle.referee.evidence import EvidenceError, read_evidence
from companion.games.jungle.referee.report import is_wide
from companion.games.jungle.referee.verdict import judge_again, verdict
from companion.games.jungle.state import State
from companion.locale import Message
from companion.referee.totem_record import Judged, lift_of, read_judged
from companion.referee.view import CaseView, TableView
from companion.rules.contract import RulesError
from companion.rules.match import AnyMatch, Entry
from companion.rules.registry import AnyGame

# -- How quickly hands set out in a match with a totem, from the moment the card could be seen


def reactions_of(lines: Iterable[str]) -> Iterator[tuple[str, float]]:
    """Place and milliseconds, for every hand that set out after a card whose opening was seen. Of a movement
    that was judged several times the last counts; a line that is damaged tells nothing."""
    movements: dict[object, Mapping[str, Any]] = {}
    for line in lines:
        with suppress(ValueError):
            for judged in read_judged([line]):
                movements[judged.number, lift_of(judged.evidence)] = judged.evidence
    for evidence in movements.values():
        yield from _of(evidence)


def _of(written: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    with suppress(EvidenceError):
        evidence = read_evidence(written)
        reveal = evidence.reveal
        if reveal is None or is_wide(reveal):
            return
        for place, pad in evidence.pads.items():
            if pad.release is not None and pad.release.t >= reveal.first_us and place in evidence.may:
                yield place, (pad.release.t - reveal.first_us) / 1000


# -- What the referee asks about the totem of this game


class JungleTotem:
    """How grabs are judged; it keeps nothing."""

    def places(self, state: State) -> tuple[str, ...]:
        """Hands that may lie on a pad: one or two of each player."""
        return state.table.places

    def docket(
        self, match: AnyMatch, lines: Sequence[str], zero: float, now: float
    ) -> tuple[Docket, Message | None]:
        """What is open according to a journal, and what of it cannot be read."""
        return resumed(match, lines, zero, now)

    def shown_state(self, game: AnyGame, state: State) -> State:
        """As if nobody had noticed equal cards."""
        shown: State = claim.shown_state(game, state)
        return shown

    def told_position(self, game: AnyGame, state: State) -> str:
        """The position's text without a hint that cards are equal."""
        return claim.told_position(game, state)

    def entries_for(self, state: State, entry: Entry) -> tuple[Entry, ...]:
        """A card that is opened says that nobody noticed the equal ones before (duel.8)."""
        return claim.with_lapse(state, entry)

    def verdict(self, evidence: Mapping[str, Any], overrides: Mapping[str, Any]) -> str:
        """The verdict on evidence. Raises EvidenceError, RulesError for overrides that are wrong."""
        try:
            budget = with_overrides(default_budget(), overrides)
        except BudgetError as error:
            raise RulesError(str(error)) from error
        return verdict(evidence, budget)

    def judge_again(self, judged: Judged) -> str:
        """The verdict on the same evidence. Raises EvidenceError."""
        return judge_again(judged, default_budget())

    def same_budget(self, judged: Judged) -> bool:
        """Whether it was judged with the error budget that comes with the program."""
        return judged.budget == fingerprint(default_budget())

    def judged_view(self, judged: Judged) -> CaseView | None:
        """A verdict that is kept in a match file as people saw it."""
        return report.judged_view(judged, default_budget())

    def open_until(self, line: str) -> int | None:
        """See :func:`companion.games.jungle.referee.store.open_until`."""
        return store.open_until(line)

    def how_known(self, view: TableView) -> Message | None:
        """Measured, or said by people."""
        return report.how_known(view)

    def reactions(self, lines: Iterable[str]) -> Iterator[tuple[str, float]]:
        """How quickly hands set out."""
        return reactions_of(lines)
