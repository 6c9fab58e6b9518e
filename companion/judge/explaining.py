"""Finds the acts that explain a view after one history, by a beam search over acts.

An act is looked at only if it changes a cell that changed, or leaves no trace at all. The weight of an
explanation is its prior, plus what the view says for or against each change that it claims."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import log
from typing import NamedTuple

from companion.judge.acting import Acting
from companion.judge.doubt import FAINT
from companion.judge.explanation import (
    Explanation,
    NextAct,
    Node,
    Way,
    fewest_acts,
    grouped,
    likeliest,
    promising,
    what_lies,
)
from companion.judge.history import BARE, History, Mismatch, differing, visible, wanted
from companion.judge.positions import Following, Looks, Position, Shown, following
from companion.judge.scene import ViewEvidence
from companion.judge.tuning import BLIND, UNCHANGED, WATCHED, Priors, number, whole
from companion.rules.contract import CellId, Chance

SILENT = whole("explaining.silent")
"""So many acts without a trace may follow each other."""
STRONG = number("explaining.strong")
"""A change of at least so many nats needs an explanation."""
HALF = whole("explaining.half")
"""An act counts as half done only if it is done in at least so many cells."""


class _Guess(NamedTuple):
    """Roughly what an act adds (``nats``), and whether the view would show it."""

    nats: float
    shows: bool


class Explainer:
    """Explains one view. ``shown``: which part of a position a camera can see."""

    def __init__(self, scene: ViewEvidence, priors: Priors, shown: Shown) -> None:
        self._scene = scene
        self._priors = priors
        self._shown = shown
        self.acting = Acting(scene, priors, shown)
        self.faint = bool(scene.faint)
        """Whether something may have changed although it is not likely. Then every history is searched."""
        unchanged = not scene.cells and not scene.faint
        self._effort = effort = UNCHANGED if unchanged else BLIND if scene.blind else WATCHED
        self._left_to_do = effort.acts
        self._best = float("-inf")
        """The weight of the likeliest explanation so far, of any history."""
        self._left_of_each = effort.acts_each
        self._left_to_look = effort.looks

    def explain(self, history: History) -> list[Explanation]:
        """All explanations that were found, best first. One of them always is that nothing has happened."""
        self._left_of_each = self._effort.acts_each
        root = replace(self.acting.root(history), idle=self._idle(history))
        best = start = self.acting.final(root)
        found = [(start, root)]
        beam = [Way(start, start, root)]
        for _ in range(self._effort.depth):
            ways = self._longer(beam)
            best = max([best, *(way.final for way in ways)])
            self._best = max(self._best, best + history.weight)
            kept, beam = self._pruned(ways, best, history.weight)
            found += [(way.final, way.node) for way in kept]
            if not beam:
                break
        nodes = [node for _, node in found]
        fewest = fewest_acts(nodes)
        detours = [self._priors.roundabout * (node.acts - fewest[what_lies(node)]) for node in nodes]
        return grouped(history, [self._explained(*one, history) for one in zip(nodes, detours, strict=True)])

    def _longer(self, beam: Sequence[Way]) -> list[Way]:
        """The ways of the beam with one more act."""
        steps = [step for way in beam for step in self._steps(way)]
        longer = map(self._taken, promising(steps))
        return [way for way in longer if way is not None]

    def _pruned(self, ways: Sequence[Way], best: float, before: float) -> tuple[list[Way], list[Way]]:
        """The likeliest of these ways, and all that grow on: those, ways whose last act left no trace (the
        next one may explain the view), and ways on which one cell should look different and does not (a piece
        may only step through it). ``before``: the weight of the history. What cannot come near the likeliest
        explanation of any history is dropped."""
        least = max(best - self._effort.hopeless, self._best - FAINT - before)
        ways = [way for way in ways if self._hope(way.node) >= least]
        kept = likeliest([way for way in ways if way.down <= self._effort.detour], lambda way: way.final)
        known = frozenset(kept)
        others = [way for way in ways if way not in known and len(way.node.unshown) == 1]
        others = [replace(way, through=True) for way in others]
        silent = [way for way in ways if way not in known and way.node.quiet]
        beam = kept + likeliest(silent, lambda way: way.final)
        return kept, beam + likeliest(others, lambda way: way.final + way.node.against)

    def _idle(self, history: History) -> float:
        """Nats for a hand that came and did nothing. It may have come to put something right."""
        if self._scene.blind:
            return 0.0
        came = any(cell.visited for cell in self._scene.view.cells.values())
        return self._priors.idle if came and not self._scene.cells and not history.mismatches else 0.0

    def again(self, history: History, like: Explanation) -> Explanation | None:
        """The explanation by the same acts as another one; None if they are not lawful after this history."""
        node = replace(self.acting.root(history), idle=0.0 if like.acts else self._idle(history))
        for entry in like.acts:
            follows = following(node.history.position, entry)
            if follows is None:
                return None
            handled = self._shown.hands(follows)
            node = self.acting.follow(node, follows, handled, like.deferred.intersection(handled))
        return self._explained(node, like.detour, history)

    def nothing(self, history: History) -> Explanation:
        """The explanation that nothing has happened."""
        return self._explained(replace(self.acting.root(history), idle=self._idle(history)), 0.0, history)

    def _explained(self, node: Node, detour: float, before: History) -> Explanation:
        whole = not any(self._scene.changed(cell) >= STRONG for cell in self.acting.left(node))
        whole = whole and all(nats >= 0 for nats in node.seen.values())
        mismatches = node.history.mismatches
        deferred = frozenset(
            cell
            for cell in mismatches
            if mismatches[cell] is Mismatch.PARTIAL and before.mismatches.get(cell) is not Mismatch.PARTIAL
        )
        acts = node.history.entries[len(before.entries) :]
        node = replace(node, spent=node.spent + detour)
        return Explanation(self.acting.finished(node), node, before.weight, acts, whole, detour, deferred)

    def _hope(self, node: Node) -> float:
        """The score that a node may still reach. It assumes that later acts explain the cells that are left
        as well as any act so far, or that none does, and that they undo what should show and does not, as
        when a piece steps through a cell."""
        most = self.acting.most
        left = sum(max(nats, most.get(cell, 0.0)) for cell, nats, _ in self.acting.unexplained(node))
        return node.score + node.branching_cost + left + node.against

    def _steps(self, way: Way) -> Iterator[NextAct]:
        """Each act that may come next, valued as well as possible before it is carried out."""
        position = way.node.history.position
        if isinstance(position.pending, Chance):
            if not way.through and (self.acting.is_open(way.node) or not way.node.acts):
                yield from self._draws(way, position)
        elif way.node.quiet <= SILENT and self._left_to_look > 0:
            self._left_to_look -= len(position.moves)
            yield from self._moves(way, position)

    def _moves(self, way: Way, position: Position) -> Iterator[NextAct]:
        node = way.node
        open_cells = (
            frozenset(self.acting.left(node))
            | node.unshown
            | node.history.unexplained
            | (self._scene.faint - node.seen.keys())
        )
        closed = not open_cells and node.acts > 0
        for follows in position.moves:
            handled = self._shown.handled(follows.handled)
            if way.through and node.unshown.isdisjoint(handled):
                continue
            guess = self._guess(node, handled, open_cells, closed)
            if guess is None:
                continue
            yield NextAct(way.final + guess.nats, way, follows, handled, shows=guess.shows)
            deferred = self._deferred(node, handled)
            if deferred:
                rest = {cell: look for cell, look in handled.items() if cell not in deferred}
                guess = self._guess(node, rest, open_cells, closed)
                if guess is not None:
                    value = way.final + guess.nats + self._priors.partial
                    yield NextAct(value, way, follows, handled, deferred, shows=guess.shows)

    def _draws(self, way: Way, position: Position) -> Iterator[NextAct]:
        odds = [float(weight) for _, weight in position.game.outcomes(position.state)]
        for each, weight in zip(position.outcomes, odds, strict=True):
            less = log(weight / max(odds))
            value = way.final + less + self._shows(way.node, position, each)
            yield NextAct(value, way, each, None, less=less, silent=log(max(odds) / sum(odds)))

    def _shows(self, node: Node, position: Position, outcome: Following) -> float:
        """Nats for what an outcome brings, as far as the view shows it: what explains the view is looked at
        before others that are as likely, or likelier. What does not show, hands may have yet to do."""
        if outcome.brings is None:
            old, new = self.acting.looks(position), self._shown.handled(outcome.leaves)
            changed = {cell: wanted(new, cell) for cell in sorted(differing(old, new))}
            outcome.brings = {**changed, **self._shown.hands(outcome)}
        seen, brings = self._scene.view.cells, outcome.brings
        claims = (self.acting.claims(node, cell, look) for cell, look in brings.items() if cell in seen)
        return sum(max(0.0, nats) for nats in claims)

    def _taken(self, step: NextAct) -> Way | None:
        """The way after a step; None if the step makes it too much worse, or the budget is spent. What should
        show and does not may still be put right by the next act."""
        if min(self._left_to_do, self._left_of_each) <= 0:
            return None
        self._left_to_do -= 1
        self._left_of_each -= 1
        way, follows = step.way, step.follows
        handled = self._shown.hands(follows) if step.handled is None else step.handled
        node = self.acting.follow(way.node, follows, handled, step.deferred)
        less = step.less + (step.silent if node.quiet > way.node.quiet else 0.0)
        node = replace(node, spent=node.spent + less, branching_cost=node.branching_cost - less)
        longer = Way(max(way.peak, way.final), self.acting.final(node), node)
        return longer if longer.down - node.against <= self._effort.detour else None

    def _deferred(self, node: Node, handled: Looks) -> frozenset[CellId]:
        """The cells of an act to which hands have yet to come, if they have done the act in two or more
        others, where they had nothing else to do."""
        scene, table = self._scene, node.history.table
        if len(handled) <= HALF:
            return frozenset()
        seen = [
            (cell, self.acting.claims(node, cell, look))
            for cell, look in handled.items()
            if visible(table.get(cell, BARE), look) and not scene.hidden(cell)
        ]
        if sum(nats > 0 and cell not in node.pending for cell, nats in seen) < HALF:
            return frozenset()
        return frozenset(cell for cell, nats in seen if nats < 0 and scene.changed(cell) < 0)

    def _guess(
        self, node: Node, handled: Looks, open_cells: frozenset[CellId], closed: bool
    ) -> _Guess | None:
        """What an act adds; None when it is not worth following. ``closed``: acts explain everything already,
        so that another one must show. While nobody watched, one act may have undone what another had done."""
        total, shown, anew = self._weighed(node, handled)
        guess = _Guess(total, bool(shown))
        if not shown:
            return guess if node.quiet < SILENT and not closed else None
        if all(map(self._scene.hidden, shown)):
            return None  # it will be seen when hands have left it
        telling = anew or self._scene.blind or not open_cells.isdisjoint(shown)
        return guess if telling or total > -WATCHED.detour else None  # it may hardly show

    def _weighed(self, node: Node, handled: Looks) -> tuple[float, list[CellId], bool]:
        """What the cells that an act changes say for it, in nats; those that show the act; and whether one of
        them changed once more."""
        total, shown, anew = 0.0, list[CellId](), False
        table, seen = node.history.table, node.seen
        for cell, look in handled.items():
            if self._scene.unwatched(cell):
                continue
            there = table.get(cell, BARE)
            shows, nats, *_ = self.acting.sight(cell, there, look)
            again = nats is not None and nats > 0 and cell not in seen
            if shows or again:
                shown.append(cell)
                anew |= again
                total += self.acting.claims(node, cell, look) if cell in seen else nats or 0.0
            else:
                total += min(0.0, self.acting.reach(cell, there))
        return total, shown, anew
