"""Carries single acts out in thought and weighs how well the view fits then: lawful acts, unlawful acts, and
acts that were taken back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log
from typing import NamedTuple

from companion.judge.explanation import Node, Trace, surplus
from companion.judge.history import (
    BARE,
    Contents,
    History,
    Mismatch,
    differing,
    fits,
    visible,
    wanted,
)
from companion.judge.positions import Following, Looks, Position, Shown
from companion.judge.scene import ViewEvidence
from companion.judge.tuning import Priors
from companion.judge.unlawful import UnlawfulAct
from companion.rules.contract import CellId, Certainty, Look
from companion.rules.match import Entry, EntryKind


class Acting:
    """Carries acts out in thought for one view. ``shown``: which part of a position a camera can see."""

    def __init__(self, scene: ViewEvidence, priors: Priors, shown: Shown) -> None:
        self._scene = scene
        self._priors = priors
        self._shown = shown
        self.most: dict[CellId, float] = {}
        """The most nats that any act has claimed for a cell."""
        self._sights: dict[tuple[CellId, int, int], _Sight] = {}

    def root(self, history: History, spent: float = 0.0) -> Node:
        """The node where the search begins: no act has happened since the last view. What changed while it
        was hidden may be seen now."""
        begin = {**history.table, **history.unseen}
        seen = {
            cell: self._scene.claimed(cell, was, now)
            for cell, was in history.unseen.items()
            if not self._scene.hidden(cell)
            and (now := history.table.get(cell, BARE)) is not None
            and visible(was, now)
        }
        for cell in sorted(history.pending_cleanup - history.mismatches.keys()):
            nats = self._finishing(cell, wanted(self.looks(history.position), cell))
            if nats > 0 and cell not in seen:
                seen[cell] = nats
        table, looks = dict(history.table), self.looks(history.position)
        for cell, look in history.expected.items():
            if wanted(looks, cell).certainty is Certainty.SEEN:
                continue
            came = self.claimed(cell, begin.get(cell, BARE), look) if self._scene.changed(cell) > 0 else None
            if came is not None and came > 0:
                seen[cell], table[cell] = came, look
        return Node(
            replace(history, actors=frozenset(), table=table), begin, 0, spent, seen, pending=history.pending
        )

    def _finishing(self, cell: CellId, look: Look) -> float:
        """Nats for two things together: hands that are clearing up were in the cell again, and it looks as it
        should."""
        if self._scene.hidden(cell) or look.certainty is not Certainty.SEEN:
            return 0.0
        return self._scene.changed(cell) + self._priors.unfinished + self._scene.content(cell, None, look)

    def left(self, node: Node) -> Iterator[CellId]:
        """Changed cells for which no act was found."""
        for cell in self._scene.cells:
            if cell not in node.seen:
                look = wanted(self.looks(node.history.position), cell)
                there = node.history.table.get(cell, BARE)
                if look.certainty is Certainty.SEEN or (
                    there is not None and there.certainty is Certainty.SEEN
                ):
                    yield cell

    def is_open(self, node: Node) -> bool:
        """Whether a changed cell is left to explain."""
        return any(True for _ in self.left(node))

    def final(self, node: Node) -> float:
        """The score when nothing more is found for it."""
        return node.score + sum(nats for _, nats, _ in self.unexplained(node))

    def unexplained(self, node: Node) -> Iterator[tuple[CellId, float, bool | None]]:
        """The changed cells that no act explains. For each: its weight, and what it holds then (as in
        :meth:`_by_itself`). What looks wrong may have been put right although it hardly shows."""
        begun = bool(node.history.unexplained)
        faint = sorted(self._scene.faint & node.history.mismatches.keys() - node.seen.keys())
        for cell in (*self.left(node), *faint):
            nats, holds = self._by_itself(node, cell, begun)
            begun = begun or holds is None
            yield cell, nats, holds

    def _by_itself(self, node: Node, cell: CellId, begun: bool) -> tuple[float, bool | None]:
        """The weight of a changed cell that no act explains, and what it holds then: False, what it held
        before; None, something unexplained; True, what it should hold (a piece that lay wrong was put right).
        ``begun``: whether something unexplained stands already."""
        priors, scene = self._priors, self._scene
        nats = scene.changed(cell)
        there = node.history.table.get(cell, BARE)
        look = wanted(self.looks(node.history.position), cell)
        shifted = priors.leans if self.leans(node, cell) else priors.nudged
        options: list[tuple[float, bool | None]] = [
            (0.0, False),
            (nats + shifted + self._same(cell, there), False),
            (nats + (priors.unfinished if begun else priors.unexplained), None),
        ]
        if not fits(there, look) and look.certainty is Certainty.SEEN:
            options.append((nats + scene.content(cell, there, look), True))
        return max(options, key=lambda option: option[0])

    def leans(self, node: Node, cell: CellId) -> bool:
        """Whether the change may come of something that leans in from a cell which an act has changed."""
        return any(node.seen.get(other, 0.0) > 0 for other in self._scene.leaning(cell))

    def _same(self, cell: CellId, there: Look | None) -> float:
        return self._scene.content(cell, there, there) if there is not None else 0.0

    def finished(self, node: Node) -> History:
        """The history after this view."""
        history, looks = node.history, self.looks(node.history.position)
        table, mismatches = dict(history.table), dict(history.mismatches)
        weight, arrived = history.weight + node.score, set[CellId]()
        for cell, nats, holds in self.unexplained(node):
            weight += nats
            if holds is None:
                table[cell], mismatches[cell] = None, Mismatch.UNEXPLAINED
                arrived.add(cell)
            elif holds:
                table[cell] = wanted(looks, cell)
                mismatches.pop(cell, None)
        for cell in [one for one in mismatches if fits(table.get(one, BARE), wanted(looks, one))]:
            del mismatches[cell]
        kinds = set(mismatches.values())
        return replace(
            history,
            table=table,
            mismatches=mismatches,
            unseen=self._unseen(node, table),
            tried=history.tried if Mismatch.ILLEGAL in kinds else (),
            weight=weight,
            arrived=frozenset(arrived),
            expected={c: look for c, look in history.expected.items() if self._scene.changed(c) <= 0},
            pending_cleanup=history.pending_cleanup if Mismatch.PENDING in kinds else frozenset(),
        )

    def _unseen(self, node: Node, table: Contents) -> Contents:
        """What lay, before the view, in cells that have changed but are hidden."""
        hidden = map(CellId, self._scene.view.hidden)
        begin = {cell: node.begin.get(cell, BARE) for cell in hidden}
        return {cell: look for cell, look in begin.items() if look != table.get(cell, BARE)}

    def looks(self, position: Position) -> Looks:
        """What each cell should look like in a position."""
        return self._shown.looks(position)

    def sight(self, cell: CellId, begin: Look | None, look: Look) -> _Sight:
        """Whether a change from one look to the other can be seen, and :meth:`claimed`. It is asked of the
        same objects again and again: comparing their ids is faster than comparing looks."""
        key = (cell, id(begin), id(look))
        known = self._sights.get(key)
        if known is None:
            shows = visible(begin, look)
            known = self._sights[key] = _Sight(shows, self._claimed(cell, begin, look, shows), begin, look)
        return known

    def claimed(self, cell: CellId, begin: Look | None, look: Look) -> float | None:
        """Nats for a look that an act puts on something; None where the change does not show. A card that
        comes onto one of the same face, or onto a pile whose top nobody knows, shows only by its edges. While
        nobody watched, hands may have put something else onto that pile, as when they cleared up."""
        return self.sight(cell, begin, look).nats

    def _claimed(self, cell: CellId, begin: Look | None, look: Look, shows: bool) -> float | None:
        if shows:
            return self._scene.claimed(cell, begin, look)
        if look.certainty is not Certainty.SEEN or self._scene.changed(cell) <= 0:
            return None
        nats = self._scene.changed(cell)
        if self._scene.blind and begin is not None and begin.certainty is Certainty.ANY:
            nats = min(nats, self._priors.reached)
        nats += self._scene.content(cell, None, look)
        return nats if nats > 0 else None

    def claims(self, node: Node, cell: CellId, look: Look) -> float:
        """Nats by which the view speaks more for this look in a cell than for what an earlier act left
        there."""
        if cell not in node.seen:
            return self.claimed(cell, node.history.table.get(cell, BARE), look) or 0.0
        sight = self.sight(cell, node.begin.get(cell, BARE), look)
        return (sight.nats or 0.0 if sight.shows else 0.0) - node.seen[cell]

    def reach(self, cell: CellId, there: Look | None) -> float:
        """Nats for hands having done something in a cell whose new look nobody can foretell, or whose look
        before nobody knew: a card was drawn from a deck or put onto a pile, or a tile was taken out of a hand
        that the camera sees, which shows somehow."""
        scene = self._scene
        if scene.hidden(cell):
            return 0.0
        nats = 0.0 if scene.blind else self._priors.reached if scene.visited(cell) else self._priors.unreached
        loose = there is not None and there.certainty is Certainty.ANY
        return nats + (max(self._priors.untraced, min(0.0, scene.changed(cell))) if loose else 0.0)

    def follow(
        self, node: Node, follows: Following, handled: Looks, deferred: frozenset[CellId] = frozenset()
    ) -> Node:
        """The node after one more lawful act or outcome. ``deferred``: cells to which hands have yet to
        come."""
        draft = self._transition(node, follows, handled, deferred)
        return self._weighed(node, follows, draft, follows.entry.seat if handled else "")

    def _transition(
        self, node: Node, follows: Following, handled: Looks, deferred: frozenset[CellId]
    ) -> _Draft:
        """What an act changes: what hands do, and what follows by itself."""
        draft = _Draft.of(node)
        draft.spent = self._priors.partial if deferred else 0.0
        for cell, look in handled.items():
            if cell in deferred:
                draft.mismatches[cell], draft.expected[cell] = Mismatch.PARTIAL, look
            else:
                self._by_hand(node, draft, cell, look)
        looks = self.looks(follows.after)
        follow_up = differing(self.looks(node.history.position), looks)
        for cell in sorted((follow_up | draft.mismatches.keys()) - deferred):
            if fits(draft.table.get(cell, BARE), wanted(looks, cell)):
                draft.mismatches.pop(cell, None)
            elif self._settle(node, draft, cell, wanted(looks, cell)):
                draft.put.add(cell)
        # What was pending before tells nothing of this act. What was cleared away again is no trace of it.
        draft.put &= draft.seen.keys() & (follow_up | handled.keys())
        draft.follow_up = frozenset(follow_up)
        return draft

    def _by_hand(self, node: Node, draft: _Draft, cell: CellId, look: Look) -> None:
        """Let a hand do its part of an act in one cell."""
        draft.mismatches.pop(cell, None)
        there = draft.table.get(cell, BARE)
        if shows := self._put(node, draft, cell, look):
            draft.put.add(cell)
        if not (shows or visible(there, look)):
            draft.reach.append(self.reach(cell, there))
            draft.expected[cell] = look
        elif not self._scene.visited(cell):
            draft.spent += self._priors.unreached

    def _weighed(self, node: Node, follows: Following, draft: _Draft, actor: str) -> Node:
        """The node with what an act changed, and with what that costs."""
        before = node.history
        shown = frozenset(cell for cell in draft.put if not self._scene.unwatched(cell))
        others = log(_alternatives(before.position, follows)) if follows.seat is not None else None
        traces, cleared, branching_cost = self._traces(node, others, shown, draft.seen)
        spent = draft.spent + sum(min(0.0, nats) for nats in draft.reach) + cleared + self.whose(node, actor)
        spent += self._likely(node, others, bool(shown), draft.reach)
        pending = Mismatch.PENDING in draft.mismatches.values()
        history = replace(
            before,
            entries=(*before.entries, follows.entry),
            states=(*before.states, follows.after.state),
            position=follows.after,
            table=draft.table,
            mismatches=draft.mismatches,
            actors=before.actors | {actor} - {""},
            expected=draft.expected,
            pending_cleanup=before.pending_cleanup | (draft.follow_up if pending else frozenset()),
        )
        quiet = 0 if shown else node.quiet + 1
        acts, branching_cost = node.acts + bool(shown), node.branching_cost + branching_cost
        spent += node.spent
        return Node(
            history, node.begin, quiet, spent, draft.seen, acts, 0.0, branching_cost, traces, node.pending
        )

    def _traces(
        self, node: Node, others: float | None, shown: frozenset[CellId], seen: Mapping[CellId, float]
    ) -> tuple[tuple[Trace, ...], float, float]:
        """The acts that can be seen after this one; the nats for acts that cannot be seen any more, because
        this one has cleared away what they brought; and what :attr:`Node.branching_cost` grows by.
        ``others``: ln of how many acts of its kind were lawful, None for a draw."""
        traces, cleared, branching_cost = list[Trace](), 0.0, 0.0
        for trace in node.traces:
            if trace.cells.isdisjoint(seen):
                cleared += self._priors.silent - trace.others - self._priors.lawful
                branching_cost += trace.others
            else:
                traces.append(trace)
        if others is not None and shown:
            traces.append(Trace(shown, others))
        elif others is not None:
            branching_cost += others
        more = surplus(traces, seen, node.pending) - surplus(node.traces, node.seen, node.pending)
        return tuple(traces), cleared - more, branching_cost + more

    def _likely(self, node: Node, others: float | None, traced: bool, reach: Sequence[float]) -> float:
        """Nats for an act after this node. ``others``: as in :meth:`_traces`; ``reach``: of the cells in
        which it leaves no trace."""
        before, priors = node.history, self._priors
        if not traced:  # one hand reaches all of the cells
            return 0.0 if others is None else priors.silent - others + max([0.0, *reach])
        spent = (0.0 if others is None else priors.lawful) + (priors.at_once if node.acts else 0.0)
        return spent + (priors.standing if before.tried or before.is_partial else 0.0)

    def whose(self, node: Node, seat: str) -> float:
        """Nats for a hand of this seat having acted. They count once for each seat in a view."""
        return self._scene.acted(seat) if seat and seat not in node.history.actors else 0.0

    def _put(self, node: Node, draft: _Draft, cell: CellId, look: Look) -> bool:
        """Let a hand put this look into a cell. Returns whether that can be seen."""
        seen, there = draft.seen, draft.table.get(cell, BARE)
        draft.table[cell] = look
        begin = node.begin.get(cell, BARE)
        if visible(begin, look):
            unknown = begin is None and self._scene.changed(cell) < 0
            claimed = self._scene.content if unknown else self._scene.claimed
            seen[cell] = claimed(cell, begin, look)
            self.most[cell] = max(self.most.get(cell, 0.0), seen[cell])
        elif cell in seen and begin == look:
            del seen[cell]
        elif (again := self.claimed(cell, begin, look)) is not None:
            seen[cell] = again
            return True
        return visible(there, look)

    def _settle(self, node: Node, draft: _Draft, cell: CellId, look: Look) -> bool:
        """Decide what became of a change that follows by itself: hands have made it already, or it is still
        pending, whichever the view supports. In the second case the cell keeps what an act put there. Returns
        whether the change can be seen as made."""
        table, mismatches, seen = draft.table, draft.mismatches, draft.seen
        begin = node.begin.get(cell, BARE)
        shows = visible(begin, look)
        done = self._scene.claimed(cell, begin, look) if shows else 0.0
        put = seen.get(cell, 0.0) if table.get(cell, BARE) != begin else 0.0
        if (shows or put > 0) and done < put:
            mismatches[cell] = mismatches.get(cell, Mismatch.PENDING)
            if table.get(cell, BARE) == begin:
                seen.pop(cell, None)
            return False
        table[cell] = look
        mismatches.pop(cell, None)
        if shows:
            seen[cell] = done
            return done > 0
        seen.pop(cell, None)  # what an act put there has gone again
        return False

    def wrongly(self, node: Node, act: UnlawfulAct) -> History:
        """The history in which somebody then did something that the rules forbid."""
        history, draft, attempt = node.history, _Draft.of(node), act.attempt
        spent = node.spent + act.prior + (self._priors.standing if history.tried else 0.0)
        spent += self._priors.at_once if node.acts else 0.0
        spent += self.whose(node, attempt.entry.seat)
        looks = self.looks(history.position)
        for cell, look in act.handled.items():
            self._put(node, draft, cell, look)
            if not self._scene.visited(cell):
                spent += self._priors.unreached
            if fits(look, wanted(looks, cell)):
                draft.mismatches.pop(cell, None)
            else:
                draft.mismatches[cell] = Mismatch.ILLEGAL
        after = replace(history, table=draft.table, mismatches=draft.mismatches)
        after = replace(after, tried=(*history.tried, attempt), actors=after.actors | {attempt.entry.seat})
        return self.finished(replace(node, history=after, spent=spent, seen=draft.seen))

    def taken_back(self, history: History, position: Position, count: int, committed: bool) -> History:
        """The history in which people put back the last ``count`` entries: entries of the match
        (``committed``), or of the history itself. ``position``: the one before these entries."""
        node = self.root(history, self._priors.taken_back)
        draft, looks = _Draft.of(node), self.looks(position)
        draft.table = dict(history.table)
        for cell in sorted(differing(self.looks(history.position), looks) | draft.mismatches.keys()):
            if not fits(draft.table.get(cell, BARE), wanted(looks, cell)):
                self._put(node, draft, cell, wanted(looks, cell))
            draft.mismatches.pop(cell, None)
        entries = (Entry(EntryKind.UNDO, count=count),) if committed else history.entries[:-count]
        after = replace(
            history,
            entries=entries,
            states=(position.state,) if committed else history.states[:-count],
            unknowns=tuple(one for one in history.unknowns if one.at < len(entries)),
            position=position,
            table=draft.table,
            mismatches=draft.mismatches,
        )
        return self.finished(replace(node, history=after, seen=draft.seen))


class _Sight(NamedTuple):
    """What :meth:`Acting.sight` says of a change from ``begin`` to ``look``. It holds both, so that no other
    object gets their ids."""

    shows: bool
    nats: float | None
    begin: Look | None
    look: Look


@dataclass(slots=True, eq=False)
class _Draft:
    """What becomes of a node by one act. ``put``: cells in which that can be seen; ``reach``: nats for hands
    having been where it leaves no trace; ``spent``: priors of the act so far; ``follow_up``: cells that
    change by themselves. The others are as in :class:`History` and :class:`Node`."""

    table: dict[CellId, Look | None]
    mismatches: dict[CellId, Mismatch]
    seen: dict[CellId, float]
    expected: dict[CellId, Look]
    put: set[CellId] = field(default_factory=set)
    reach: list[float] = field(default_factory=list)
    spent: float = 0.0
    follow_up: frozenset[CellId] = frozenset()

    @staticmethod
    def of(node: Node) -> _Draft:
        history = node.history
        return _Draft(dict(history.table), dict(history.mismatches), dict(node.seen), dict(history.expected))


def _alternatives(position: Position, follows: Following) -> int:
    """How many lawful moves of this kind there are. Without a trace each is as likely as the others."""
    return max(1, position.verbs[follows.entry.verb])
