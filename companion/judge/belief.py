"""The belief: a weighted set of histories, carried from one settled view to the next."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from companion.judge.doubt import FAINT, LEAP, LEAST, Doubt, Doubts, after_told, carried, committed, left_by
from companion.judge.erring import UnlawfulSearch, taken_back
from companion.judge.explaining import Explainer
from companion.judge.explanation import Explanation
from companion.judge.history import History, common, differing
from companion.judge.measured import Measured
from companion.judge.positions import Shown, following, let_go, position_of
from companion.judge.pruning import one_of_each, paired, pruned_mass
from companion.judge.revision import (
    after_entries,
    agreed,
    alive,
    confirmed,
    cut_before,
    dice_after,
    in_one_order,
    in_order,
    laid_at,
    laid_by,
    pending_in,
    played,
    put_right,
    showing,
    siblings,
)
from companion.judge.scene import ViewEvidence
from companion.judge.searching import explanations
from companion.judge.tuning import USUAL, WATCHED, Priors, number, whole
from companion.rules.contract import CellId, Look
from companion.rules.match import AnyMatch, EntryKind

MOST = whole("belief.most")
"""So many histories are carried on: enough for an unknown card of sixty beside an unknown one of sixteen,
once a first step has told some of them apart."""
PUZZLED = number("belief.puzzled")
"""People are asked about what no history explains when its probability is at least this."""
LIKELY = number("belief.likely")
"""If what stood before a lawful act is less likely than this, unlawful acts are looked for as well."""
UNSEEN = whole("belief.unseen")
"""What was entered without a view may have been seen but for the last entries, or unseen but for the first:
so many histories of each kind are carried on."""
BELIEVED = number("belief.believed")
"""When people enter what had less than this probability, the camera has misunderstood: what else the few
histories hold that agree with them counts for nothing."""


class Belief:
    """What may have happened since ``match``, which the referee holds. Values are replaced, never changed."""

    def __init__(
        self,
        match: AnyMatch,
        shown: Shown,
        histories: Sequence[History],
        priors: Priors = USUAL,
        doubts: Doubts = (),
    ) -> None:
        self.match = match
        self.shown = shown
        self.histories = tuple(histories)
        self._priors = priors
        self.doubts = doubts

    @property
    def unexplained(self) -> frozenset[CellId]:
        """Changed cells that no history explains well, if people have done nothing since that is
        understood."""
        last = len(self.best.entries)
        return frozenset(
            c for one in self.doubts if one.mass > PUZZLED and one.until >= last for c in one.cells
        )

    @staticmethod
    def begin(match: AnyMatch, electronic: frozenset[str], priors: Priors = USUAL) -> Belief:
        """The belief at the start: the table shows the position of the match."""
        shown = Shown(electronic)
        state = match.start
        for told in match.line:
            shown, state = shown.after(match, state, told), told.state
        position = position_of(match.game, match.state)
        table = dict(shown.looks(position))
        return Belief(match, shown, (History((), (), position, table, {}, {}, (), 0.0),), priors)

    @staticmethod
    def taken_up(match: AnyMatch, electronic: frozenset[str], priors: Priors = USUAL) -> Belief:
        """The belief for a match that is taken up again: the table shows its position, or hands have yet to
        do what followed last."""
        begun = Belief.begin(match, electronic, priors)
        if not match.line:
            return begun
        last = match.line[-1]
        position = position_of(match.game, match.line[-2].state if len(match.line) > 1 else match.start)
        follows = following(position, replace(last.entry, at=None))
        if follows is None:  # the table agreed to play it
            return begun
        shown, done = begun.shown, begun.best
        acted = {**shown.looks(position), **shown.handled(follows.handled)}
        begun_only = pending_in(replace(done, position=position, table=acted), done.position, shown)
        return Belief(match, shown, (done, begun_only) if begun_only.mismatches else (done,), priors)

    @property
    def best(self) -> History:
        return self.histories[0]

    def share(
        self, holds: Callable[[History], float], count: int = 1 << 30, touched: Set[CellId] | None = None
    ) -> float:
        """The probability of all histories for which ``holds`` is 1. One history may stand for several;
        ``holds`` then tells for which part of them it is true, 0..1. ``count``: only the first so many
        entries of the best history are meant; ``touched``: and only what was done in these cells. What is
        doubtful after them or elsewhere does not matter then."""
        top = self.histories[0].weight
        weights = [math.exp(history.weight - top) for history in self.histories]
        total = sum(w * history.mass for w, history in zip(weights, self.histories, strict=True))
        held = sum(
            w * history.mass * holds(history) for w, history in zip(weights, self.histories, strict=True)
        )
        everywhere = frozenset(c for one in self.doubts for c in one.cells)
        return left_by(self.doubts, count, everywhere if touched is None else touched) * held / total

    def touched(self, count: int) -> frozenset[CellId]:
        """The cells that the first ``count`` entries of the best history change; none if no doubt is about
        cells alone."""
        return self.reached(count) if any(one.of_cells for one in self.doubts) else frozenset()

    def reached(self, count: int) -> frozenset[CellId]:
        """The cells that the first ``count`` entries of the best history change."""
        acts = played(self.match, self.best.entries[:count]) or ()
        hands = map(self.shown.hands, acts)
        follow_up = (differing(act.looks, act.after.looks) for act in acts)
        return frozenset().union(*hands, *follow_up)

    def holds(self, state: Any, nats: float) -> bool:
        """Whether the match may be in this position now: a history that is at most so many nats below the
        best ends there, or stands for one that does."""
        near = [one for one in self.histories if one.weight >= self.best.weight - nats]
        if any(one.position.state == state for one in near):
            return True
        return any(self._stands_for(one, state) for one in near)

    def _stands_for(self, history: History, state: Any) -> bool:
        """Whether the history stands for one that ends in the position."""
        if history.position.state == state:
            return True
        if not history.unknowns:
            return False
        slot, left = history.unknowns[0], replace(history, unknowns=history.unknowns[1:])
        others = (left, *siblings(left, slot, self.match, self.shown))
        return any(self._stands_for(other, state) for other in others)

    # -- a view ----------------------------------------------------------------------------------------------

    def after(self, scene: ViewEvidence) -> Belief:
        """The belief after one more view."""
        if not scene.cells and not any(cell.visited for cell in scene.view.cells.values()):
            return self  # nothing on a table moves without a hand
        explainer = Explainer(scene, self._priors, self.shown)
        every = explanations(explainer, self.match, self.shown, self.histories)
        found = [replace(one, history=self._counted(one.history)) for one in every]
        best = max(found, key=lambda one: one.history.weight)
        histories = paired([one.history for one in found])
        if scene.cells:
            back = taken_back(explainer, self.match, self.shown, self.histories)
            histories += map(self._counted, back)
        if self._may_be_unlawful(best):
            search = UnlawfulSearch(explainer, scene, self._priors, self.shown, self.histories)
            histories += map(self._counted, search.histories(found))
        return self._seen(histories, self._otherwise(explainer, scene, best), best)._alone()

    def _may_be_unlawful(self, best: Explanation) -> bool:
        """Whether an unlawful act may be likelier than the best lawful explanation."""
        spent = best.node.spent + best.history.counted - best.node.history.counted
        dear = spent < self._priors.unlawful
        return not best.whole or bool(best.deferred) or dear or self._part(best) < LIKELY

    def _otherwise(self, explainer: Explainer, scene: ViewEvidence, best: Explanation) -> Unexplained:
        """That something happened which no history explains."""
        positions = self.best.position, best.history.position
        telling = frozenset(c for c in scene.cells if any(self.shown.tells(p, c) for p in positions))
        leaning = {cell for cell in telling if explainer.acting.leans(best.node, cell)}
        told = math.fsum(map(scene.changed, telling - leaning))
        told += math.fsum(max(0.0, scene.changed(cell) + self._priors.leans) for cell in leaning)
        return Unexplained(self.best.weight + self._priors.otherwise + told, telling)

    def _alone(self) -> Belief:
        """The same belief without the search trees of the last view. Caches hold none of them either."""
        let_go()
        alone = {one.position: one.position.alone() for one in self.histories}
        histories = [replace(one, position=alone[one.position]) for one in self.histories]
        return Belief(self.match, self.shown, histories, self._priors, self.doubts)

    def _part(self, explanation: Explanation) -> float:
        """The probability, before the view, of the histories that the explanation continues."""
        masses = sum(one.mass * math.exp(one.weight - self.best.weight) for one in self.histories)
        return explanation.history.mass * math.exp(explanation.before - self.best.weight) / masses

    def _with(self, histories: Iterable[History], doubts: Iterable[Doubt] = ()) -> Belief:
        """The belief of these histories, as many as there is room for. What is pruned is one more doubt."""
        ranked = one_of_each(in_one_order(histories, self.match, FAINT))
        near = [one for one in ranked[:MOST] if one.weight > ranked[0].weight - FAINT]
        pruned = pruned_mass(ranked, len(near))
        kept = [alive(one, self.match) for one in near]
        return Belief(self.match, self.shown, kept, self._priors, (*doubts, *pruned))

    def _seen(self, histories: Iterable[History], otherwise: Unexplained, best: Explanation) -> Belief:
        """The belief of these histories after a view. ``best``: the likeliest lawful explanation. An unlawful
        act that explains the view counts among what no history explains."""
        after = self._with(histories)
        agreed, until = common(self.best.entries, after.best.entries), len(after.best.entries)
        explained = frozenset(cell for cell, nats in best.node.seen.items() if nats > 0)
        new = list(after.doubts)
        if not after.best.tried:
            odds = math.exp(min(otherwise.weight - after.best.weight, 50.0)) / after.total
            new.append(Doubt(odds / (1.0 + odds), agreed, until, otherwise.cells))
            if best.leaps and after.best.states == best.history.states:
                new.append(Doubt(LEAP, agreed, until, otherwise.cells))
        doubts = (*carried(self.doubts, explained, agreed), *(one for one in new if one.mass >= LEAST))
        return Belief(self.match, self.shown, after.histories, self._priors, doubts)

    # -- what a machine has measured -------------------------------------------------------------------------

    def measured(self, by: Measured | None) -> Belief:
        """The belief with what a machine has measured so far in place of what it had measured before."""
        before = Belief(
            self.match, replace(self.shown, measured=by), self.histories, self._priors, self.doubts
        )
        counted = [before._counted(one) for one in self.histories]
        same = all(one is old for one, old in zip(counted, self.histories, strict=True))
        return before if same else before.reweighed(counted)

    def _counted(self, history: History) -> History:
        """The history with what was measured in its weight; if it stands for several, the mean over its first
        slot."""
        by, nats = self.shown.measured, [0.0]
        if by is not None:
            each = self._each(history)
            nats = [by.nats(self.match.state, one.entries, one.states) for one in each]
        mean = math.log(math.fsum(map(math.exp, nats)) / len(nats))
        if mean == history.counted:
            return history
        return replace(history, weight=history.weight + mean - history.counted, counted=mean)

    @property
    def by_hands(self) -> Belief:
        """The belief as far as people can tell it: without the acts from the first one on that a machine will
        tell."""
        measured = self.shown.measured
        if measured is None or not measured.verbs:
            return self
        histories = [cut_before(one, measured.verbs) for one in self.histories]
        histories.sort(key=lambda one: -one.weight)
        return Belief(self.match, self.shown, histories, self._priors, self.doubts)

    @property
    def total(self) -> float:
        """The weight of all histories, relative to the best one."""
        return sum(one.mass * math.exp(one.weight - self.best.weight) for one in self.histories)

    def reweighed(self, histories: Sequence[History]) -> Belief:
        """The same evidence with new weights. What is doubtful stays as likely as it was beside the histories
        whose weight stayed the same."""
        after = self._with(histories)
        gain = self.total / (after.total * math.exp(after.best.weight - self.best.weight))
        doubts = [
            replace(one, mass=one.mass * gain / (one.mass * gain + 1.0 - one.mass)) for one in self.doubts
        ]
        return Belief(self.match, self.shown, after.histories, self._priors, (*doubts, *after.doubts))

    def named(self, cell: CellId, look: Look) -> Belief:
        """The belief when people say what lies in a cell. It is the same belief if no history agrees with
        them."""
        kept = [
            one for history in self.histories for one in showing(history, cell, look, self.match, self.shown)
        ]
        if not kept:
            return self
        best = max(kept, key=lambda one: one.weight)
        at = laid_at(best, cell, look, self.match, self.shown)
        return self._with(kept, after_told(self.doubts, at, at + 1, len(best.entries)))

    # -- the match -------------------------------------------------------------------------------------------

    def follow(self, match: AnyMatch) -> Belief:
        """The belief when the referee's match has changed: an entry was committed, drawn by a machine,
        entered by touch or undone."""
        return self if match is self.match else self._followed(match).measured(self.shown.measured)

    def _followed(self, match: AnyMatch) -> Belief:
        """The belief after another match, before what was measured is counted anew."""
        shown = self._shown_after(match)
        kept = [
            left
            for history in self.histories
            for one in self._each(history)
            if (left := after_entries(self._told_as(one, match), self.match, match, shown)) is not None
        ]
        share = sum(one.mass * math.exp(one.weight - self.best.weight) for one in kept) / self.total
        if share < BELIEVED:
            each = (one for history in self.histories for one in self._each(history))
            if corrected := put_right(each, self.match, match, shown):
                length = len(self.best.entries)
                doubts = committed(self.doubts, length - len(corrected[0].entries), length)
                return Belief(match, shown, (), self._priors)._with(corrected, doubts)
            same = self._same(match)
            laid, undone = laid_by(match, same, shown), same < len(self.match.line)
            known = [
                replace(one, expected=laid if undone else {**one.expected, **laid})
                for one in self._bare() or self.histories[:1]
            ]
            dice = dice_after(self.match, match, same, shown)
            agree = agreed(known, position_of(match.game, match.state), shown)
            kept = [replace(one, table={**one.table, **dice}) for one in agree]
            return Belief(match, shown, (), self._priors)._with(kept)
        count = max(1, len(match.line) - self._same(match))
        length = count + len(max(kept, key=lambda one: one.weight).entries)
        doubts = committed(self.doubts, count, length)
        after = Belief(match, shown, (), self._priors)._with(kept, doubts)
        moved = any(told.entry.kind is EntryKind.MOVE for told in match.line[self._same(match) :])
        return after._narrowed(share) if moved else after

    def _narrowed(self, share: float) -> Belief:
        """The belief when people have told what only this share of it held. A search keeps what comes near
        the likeliest explanation of a view; beside an unlikely one it has left out others as likely."""
        odds = math.exp(-WATCHED.hopeless) * (1.0 / share - 1.0)
        left_out = Doubt(odds / (1.0 + odds), 0, max(1, len(self.best.entries)))
        if left_out.mass < LEAST:
            return self
        return Belief(self.match, self.shown, self.histories, self._priors, (*self.doubts, left_out))

    def _bare(self) -> list[History]:
        """The histories without an act of their own. Each entry that no view has confirmed yet adds one, in
        which one entry more is unseen: of these the first few and the last few stand for all."""
        bare = [one for one in self.histories if not one.entries]
        return bare if len(bare) <= 2 * UNSEEN else [*bare[:UNSEEN], *bare[-UNSEEN:]]

    def confirmed(self) -> Belief:
        """The belief when people say that everything lies as the match tells."""
        position = position_of(self.match.game, self.match.state)
        return Belief(self.match, self.shown, confirmed(self.histories, position, self.shown), self._priors)

    def _each(self, history: History) -> Iterator[History]:
        """The history, and those for which it stands in its first slot: the match may tell now which of them
        it was."""
        yield history
        if history.unknowns:
            slot = history.unknowns[0]
            yield from siblings(replace(history, unknowns=history.unknowns[1:]), slot, self.match, self.shown)

    def _told_as(self, history: History, match: AnyMatch) -> History:
        """The history with its entries in the order in which the new match tells them."""
        undone = tuple(entry for entry in history.entries[:1] if entry.kind is EntryKind.UNDO)
        new = (replace(told.entry, at=None) for told in match.line[self._same(match) :])
        return in_order(history, (*undone, *new), self.match)

    def _same(self, match: AnyMatch) -> int:
        """With how many of the same entries both matches begin."""
        pairs = zip(self.match.line, match.line, strict=False)
        return next(
            (at for at, (one, other) in enumerate(pairs) if one is not other),
            min(len(self.match.line), len(match.line)),
        )

    def _shown_after(self, match: AnyMatch) -> Shown:
        same, shown = self._same(match), self.shown
        state = match.line[same - 1].state if same else match.start
        for told in match.line[same:]:
            shown, state = shown.after(match, state, told), told.state
        return shown


@dataclass(frozen=True, slots=True)
class Unexplained:
    """What no history explains in a view: its weight beside those of the histories, and the changed cells. It
    explains each of them as well as can be, and predicts none."""

    weight: float
    cells: frozenset[CellId]
