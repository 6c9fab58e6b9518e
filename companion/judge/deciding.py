"""Turns the belief into a verdict, by expected cost. One unit of cost is one second in which people wait.

A wrong commit, a false accusation and a question each have a cost. The judge commits an act, or accuses
somebody, when the expected cost of being wrong is below that of the question that would settle it. It asks
when waiting has cost as much as asking."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.judge.belief import Belief
from companion.judge.history import History, Mismatch, common, differing
from companion.judge.positions import following, position_of
from companion.judge.press import END
from companion.judge.tuning import number, whole
from companion.judge.verdicts import (
    Candidate,
    Played,
    Reason,
    Refused,
    Same,
    TakenBack,
    Unclear,
    Unknown,
    Verdict,
    Waiting,
)
from companion.rules.contract import CellId, Chance, Decide
from companion.rules.match import Entry, EntryKind


@dataclass(frozen=True, slots=True)
class Costs:
    """What errors and delays cost, in seconds of waiting."""

    wrong_commit: float = number("costs.wrong_commit")
    false_accusation: float = number("costs.false_accusation")
    question: float = number("costs.question")


COSTS = Costs()
ANSWERS = whole("deciding.answers")
"""Answers of a question at most: more cannot be read at a glance."""
TOLD = number("deciding.told")
"""A question is asked soon if the right answer is among those offered with at least this probability."""
NO_TRACE = number("deciding.no_trace")
"""Where the answers leave the same on the table, as the end of a turn does, the judge waits so many times as
long: people play on, and their next act mostly tells."""
PLAYED_ON = whole("deciding.played_on")
"""If what is uncertain is still open so many acts later, the next act will not tell it either."""
UNLIKELY = number("deciding.unlikely")
"""Answers less likely than this are not offered about something unexplained; nor faces that are so unlikely
beside the likeliest one."""
UNKNOWN_AFTER = number("deciding.unknown_after")
"""Seconds until something unexplained is told. People often put pieces straight before."""
ASK_UNEXPLAINED = number("deciding.ask_unexplained")
"""Seconds until people are asked about what nothing explains. Before that an act may be half done."""


Share = tuple[tuple[Entry, ...], float]
"""Entries that may have happened, and how likely."""


def decide(
    belief: Belief, waited: float, open_for: float, done: bool = False, costs: Costs = COSTS
) -> Verdict:
    """The verdict for now. ``waited``: seconds since the last hand left; ``open_for``: seconds for which
    something has been uncertain; ``done``: somebody has said that the turn is over, so that nothing more will
    come by waiting."""
    sure = surely(belief, costs)
    if sure is not None:
        return sure
    accused = _accused(belief, costs)
    if accused is not None:
        return accused
    best, half = belief.best, belief.share(lambda _: 1.0) / 2
    if best.fresh and belief.share(lambda one: bool(one.fresh)) > half:
        return _about_unexplained(belief, best.unexplained.union(_wrong(best)), waited, done)
    if belief.unexplained:
        return _about_unexplained(belief, belief.unexplained, waited, done)
    if _missed(best):  # hands that come and go put the question off only for so long
        overdue = open_for - costs.question + ASK_UNEXPLAINED
        return _about_unexplained(belief, best.unexplained, max(waited, overdue), done)
    idle = belief.share(_idle)
    if not best.entries and not best.tried and idle > half:
        if best.unexplained:
            return _about_unexplained(belief, best.unexplained, waited, done)
        forced = _forced(belief)
        return Played(forced, 1.0 - idle) if forced else Same()
    if done and (ended := _ended(belief, costs)) is not None:
        return ended
    return _ask(belief, waited, open_for, done, costs)


def _ended(belief: Belief, costs: Costs) -> Played | None:
    """The verdict when somebody only ended the turn and the table shows the position. What no history
    explains counts no more here than if nobody had said so."""
    best, told = belief.best, belief.share(lambda _: 1.0)
    if len(best.entries) != 1 or best.entries[0].text != END:
        return None
    share = belief.share(lambda one: float(one.entries == best.entries))
    wrong = 1.0 - share / told
    return None if wrong * costs.wrong_commit > costs.question / 2 else Played(best.entries, 1.0 - share)


def _idle(history: History) -> bool:
    return not history.entries and not history.tried


def _missed(history: History) -> bool:
    """Whether an act seems to have been missed: several cells hold what no act explains. Then nothing that
    came later is certain, as it may have come after that act."""
    return len(history.unexplained) > 1


def surely(belief: Belief, costs: Costs = COSTS) -> Played | TakenBack | None:
    """Commit what is nearly certain: the longest beginning of the best history that nearly all histories
    share."""
    best = belief.best
    if best.unseen or _missed(best):
        return None
    half = bool(best.fresh) or best.is_partial
    last = len(best.entries) - half  # the last act may belong to what is half done
    for count in range(min(_before_draw(belief), last), 0, -1):
        state, entries = best.states[count - 1], best.entries[:count]
        undo = entries[0].kind is EntryKind.UNDO

        def shares(other: History, state: Any = state, undo: bool = undo) -> float:
            began = bool(other.entries) and other.entries[0].kind is EntryKind.UNDO
            if began is not undo or state not in other.states:
                return 0.0
            return other.sharing(other.states.index(state) + 1) / other.mass

        wrong = 1.0 - belief.share(shares, count, belief.touched(count))
        if wrong * costs.wrong_commit > costs.question / 2:
            continue
        if undo:
            return TakenBack(entries[0].count, wrong) if count == 1 else None
        return Played(entries, wrong)
    return None


def _before_draw(belief: Belief) -> int:
    """How many entries of the best history come before one that only a machine can enter, because the machine
    draws it."""
    position = position_of(belief.match.game, belief.match.state)
    best, electronic = belief.best, belief.shown.electronic
    if best.entries and best.entries[0].kind is EntryKind.UNDO:
        return 1
    for place, entry in enumerate(best.entries):
        pending = position.pending
        if isinstance(pending, Chance) and pending.source in electronic:
            return place
        follows = following(position, entry)
        if follows is None:
            return place
        position = follows.after
    return len(best.entries)


def _accused(belief: Belief, costs: Costs) -> Refused | None:
    """Accuse somebody of what the rules forbid if nearly all histories hold that one of the same cells is
    wrong, or that all of them hold what no act explains, and most of them that it is unlawful. The refusal
    names the likeliest act that leaves them so. Nobody is accused while something else is unexplained: it may
    be an act that makes this one lawful."""
    best = next((one for one in belief.histories if one.tried), None)
    if best is None or len(best.tried) > 1 or best.fresh:
        return None
    attempt, cells = best.tried[0], _wrong(best)

    def unlawful(other: History) -> bool:
        return bool(other.tried) and not set(cells).isdisjoint(_wrong(other))

    def wrong(other: History) -> bool:
        return unlawful(other) or other.unexplained.issuperset(cells)

    touched = belief.touched(len(belief.best.entries)).union(cells)
    if (1.0 - belief.share(wrong, touched=touched)) * costs.false_accusation > costs.question:
        return None
    if belief.share(unlawful, touched=touched) < TOLD:
        return None
    return Refused((*best.entries, attempt.entry), tuple(dict.fromkeys(attempt.breaches)), cells)


def _wrong(history: History) -> tuple[CellId, ...]:
    return tuple(sorted(cell for cell, kind in history.mismatches.items() if kind is Mismatch.ILLEGAL))


def _about_unexplained(belief: Belief, unexplained: frozenset[CellId], waited: float, done: bool) -> Verdict:
    cells = tuple(sorted(unexplained))
    if waited < ASK_UNEXPLAINED and not done:
        reason = Reason.SETTLING if waited < UNKNOWN_AFTER else Reason.UNFINISHED
        return _waiting(belief, reason, cells, candidates_of(belief))
    candidates = tuple(entries for entries, share in candidates_of(belief)[:ANSWERS] if share > UNLIKELY)
    return Unclear(candidates, cells) if candidates else Unknown(cells)


@dataclass(frozen=True, slots=True)
class _Doubtful:
    """What is uncertain, and for how long. ``candidates``: what may have happened; ``certain``: what has
    happened if the best history is right, up to the next draw of a machine; ``mismatches``: cells that do not
    look as they should; ``apart``: those where the two likeliest candidates differ."""

    belief: Belief
    candidates: Sequence[Share]
    certain: tuple[Entry, ...]
    mismatches: tuple[CellId, ...]
    apart: tuple[CellId, ...]
    waited: float
    open_for: float
    done: bool
    costs: Costs

    @property
    def urgent(self) -> bool:
        """Whether people and a machine wait for each other."""
        return self.waited >= 1.0 and _machine_waits(self.belief)

    @property
    def is_last(self) -> bool:
        """Whether no later act will answer it."""
        return self.done or (self.urgent and self.open_for >= self.costs.question)

    @property
    def is_old(self) -> bool:
        """Whether later acts have not settled it for long."""
        return self.open_for >= self.costs.question * NO_TRACE

    @property
    def agreed(self) -> int:
        """With how many of the same entries the two likeliest candidates begin."""
        return common(*(entries for entries, _ in self.candidates[:2])) if len(self.candidates) > 1 else 0

    @property
    def is_due(self) -> bool:
        """Whether waiting has cost as much as asking."""
        told = sum(share for _, share in self.candidates[:ANSWERS])
        patience = 1.0 if told >= TOLD else 2.0
        traceless = len(self.candidates) > 1 and not self.apart and not self.mismatches
        if traceless and len(self.belief.best.entries) - self.agreed <= PLAYED_ON:
            patience *= NO_TRACE
        return self.is_last or self.open_for >= self.costs.question * patience

    @property
    def offered(self) -> Sequence[Share]:
        """The candidates; where there are none, and it stays uncertain, the only thing that may have
        happened: either it has, or nothing has."""
        if self.candidates or not self.certain or not (self.is_last or self.is_old):
            return self.candidates
        count = len(self.certain)
        return [(self.certain, self.belief.share(lambda one: float(one.entries[:count] == self.certain)))]

    @property
    def is_unknown(self) -> bool:
        """Whether something lies wrong that no candidate explains."""
        due = self.done or (self.is_due and bool(self.belief.best.tried))
        return bool(self.mismatches) and not self.offered and due

    @property
    def is_asked(self) -> bool:
        """Whether there is enough to choose from, and people are to choose now."""
        least = 1 if self.is_last or self.is_old else 2
        return len(self.offered) >= least and (self.urgent or self.is_due)


def _ask(belief: Belief, waited: float, open_for: float, done: bool, costs: Costs) -> Verdict:
    """Ask about what is uncertain, from the first uncertain entry on. The judge asks when waiting has cost as
    much as asking. It asks at once when nothing more will come (``done``, or people and a machine wait for
    each other); then it also asks whether the only candidate has happened."""
    best, candidates = belief.best, _splitting(belief)
    if best.unseen:
        return _waiting(belief, Reason.COVERED, tuple(sorted(best.unseen)), candidates)
    cells = tuple(sorted({cell for one in belief.histories[:ANSWERS] for cell in one.mismatches}))
    certain, apart = best.entries[: _before_draw(belief)], _apart(belief, candidates)
    doubtful = _Doubtful(belief, candidates, certain, cells, apart, waited, open_for, done, costs)
    if doubtful.is_unknown:
        return Unclear((), cells)
    if doubtful.is_asked:
        return Unclear(tuple(entries for entries, _ in doubtful.offered[:ANSWERS]), cells)
    return _waiting(belief, Reason.AMBIGUOUS, apart, doubtful.offered)


def _waiting(
    belief: Belief, reason: Reason, cells: tuple[CellId, ...], candidates: Sequence[Share]
) -> Waiting:
    """The verdict that waits, with the two likeliest candidates. Their shares are of what lawful histories
    hold; the stated probability is of everything, and what no history explains is part of that."""
    told = belief.share(lambda one: float(not one.tried and not one.fresh))
    named = [Candidate(entries, told * share) for entries, share in candidates[:2]]
    best, rival = (*named, None, None)[:2]
    return Waiting(reason, cells, best=best, rival=rival)


def _apart(belief: Belief, candidates: Sequence[Share]) -> tuple[CellId, ...]:
    """The cells that look different after the two likeliest candidates; none if both look the same."""
    tables = []
    for entries, _ in candidates[:2]:
        after = (one for one in belief.histories if one.entries[: len(entries)] == entries)
        tables += [one.table for one in after][:1]
    return tuple(sorted(differing(*tables))) if len(tables) == 2 else ()


def _machine_waits(belief: Belief) -> bool:
    """Whether an electronic deck would draw now if it were certain what has happened."""
    best, count = belief.best, _before_draw(belief)
    if count < len(best.entries):
        return True
    pending = best.position.pending
    return isinstance(pending, Chance) and pending.source in belief.shown.electronic


def candidates_of(belief: Belief, certain: float = 1.0) -> list[Share]:
    """The candidates for the first uncertain entry, each with all entries before it and its probability,
    likeliest first. ``certain``: the share from which on an entry counts as certain here."""
    every = [one for one in belief.histories if not one.tried and not one.fresh]
    at = 0
    while every:
        shares = _at(every, at)
        likeliest = max(shares, key=lambda entries: shares[entries], default=())
        if not shares or (len(shares) > 1 and shares[likeliest] < certain):
            break
        every = [one for one in every if one.entries[: at + 1] == likeliest]
        at += 1
    return sorted(shares.items(), key=lambda one: -one[1]) if every else []


def _splitting(belief: Belief) -> list[Share]:
    """The candidates of the question that settles most. They are as long as the answers on offer allow, but
    hold no entry whose face nobody knows and no draw that only a machine can enter."""
    every = [one for one in belief.histories if not one.tried and not one.fresh]
    asked = candidates_of(belief)
    at = max((len(entries) for entries, _ in asked), default=0)
    unknown = min((slot.at for one in every for slot in one.unknowns), default=len(belief.best.entries))
    while asked and at < min(_before_draw(belief), unknown):
        deeper = sorted(_at(every, at).items(), key=lambda one: -one[1])
        if sum(share for _, share in deeper[:ANSWERS]) < TOLD:
            break
        asked, at = deeper if len(deeper) > len(asked) else asked, at + 1
    return asked


def _at(histories: Sequence[History], at: int) -> dict[tuple[Entry, ...], float]:
    """How likely each beginning of ``at`` + 1 entries is. A history that is shorter counts as its own
    beginning."""
    shares: dict[tuple[Entry, ...], float] = {}
    for one in histories:
        weight = math.exp(one.weight - histories[0].weight)
        begun = one.entries[: at + 1]
        slot = next((slot for slot in one.unknowns if slot.at == at), None)
        heads = [begun] if slot is None else [(*begun[:at], entry) for entry in (begun[at], *slot.siblings)]
        for head in heads:
            shares[head] = shares.get(head, 0.0) + weight * one.mass / len(heads)
    total = sum(shares.values())
    if all(len(head) <= at for head in shares):
        return {}
    return {head: share / total for head, share in shares.items() if head}


def _forced(belief: Belief) -> tuple[Entry, ...]:
    """The only moves that may come before an electronic draw, if they leave no trace: the machine waits for
    them alone."""
    electronic = belief.shown.electronic
    if not electronic:
        return ()
    game, state = belief.match.game, belief.match.state
    entries: list[Entry] = []
    while isinstance(pending := game.pending(state), Decide):
        position = position_of(game, state)
        first, *others = position.moves
        if first.handled or any(other.after.state != first.after.state for other in others):
            return ()
        entries.append(first.entry)
        state = first.after.state
    return tuple(entries) if isinstance(pending, Chance) and pending.source in electronic else ()
