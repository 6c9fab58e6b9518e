"""From one history and one view to the histories that explain the view: a beam search over acts.

An act is looked at only when it changes a cell that changed, or leaves no trace at all. The weight of an
explanation is its prior, plus for every cell what the view says for or against the change that it claims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import log

from companion.judge.effort import BLIND, WATCHED
from companion.judge.explanation import (
    Explanation,
    Node,
    Step,
    Way,
    fewest_acts,
    grouped,
    likeliest,
    promising,
    what_lies,
)
from companion.judge.history import (
    BARE,
    Attempt,
    History,
    Odd,
    differing,
    fits,
    visible,
    wanted,
)
from companion.judge.positions import Following, Looks, Position, following
from companion.judge.priors import Priors
from companion.judge.scene import Scene
from companion.judge.shown import Shown
from companion.rules.contract import CellId, Certainty, Chance, Look
from companion.rules.match import Entry, EntryKind

SILENT = 3
"""Acts without a trace that may follow each other."""
WORTH = -2.0
"""Nats by which another act may explain cells worse that are explained already, and is still held for
possible: an animal comes, and at once captures what lies there."""
STRONG = 0.5
"""Nats from which on a change needs an explanation."""
HALF = 2
"""Cells in which an act must be done to be held for half done."""
TAKE_BACK = 3
"""Entries that people take back by hand at once."""


class Explainer:
    """Explains one view. ``shown``: what of a position a camera can see."""

    def __init__(self, scene: Scene, priors: Priors, shown: Shown) -> None:
        self._scene = scene
        self._priors = priors
        self._shown = shown
        self.faint = bool(scene.faint)
        """Whether something may have changed that is not certain: then every history is searched."""
        self._most: dict[CellId, float] = {}
        """The most that an act has claimed for a cell."""
        self._effort = effort = BLIND if scene.blind else WATCHED
        self._left_to_do = effort.acts
        self._left_of_each = effort.acts_each
        self._left_to_look = effort.looks

    def explain(self, history: History) -> list[Explanation]:
        """Everything that may have happened since, best first; always holds that nothing did."""
        self._left_of_each = self._effort.acts_each
        root = replace(self.root(history), idle=self._idle(history))
        best = start = self._final(root)
        found = [(start, root)]
        beam = [Way(start, start, root)]
        for _ in range(self._effort.depth):
            steps = [step for way in beam for step in self._steps(way)]
            longer = map(self._taken, promising(steps))
            ways = [way for way in longer if way is not None]
            best = max([best, *(way.final for way in ways)])
            ways = [way for way in ways if self._hope(way.node) >= best - self._effort.hopeless]
            kept = likeliest([way for way in ways if way.down <= self._effort.detour], lambda way: way.final)
            known = frozenset(kept)
            others = [way for way in ways if way not in known and len(way.node.unshown) == 1]
            others = [replace(way, through=True) for way in others]
            beam = kept + likeliest(others, lambda way: way.final + way.node.against)
            found += [(way.final, way.node) for way in kept]
            if not beam:
                break
        nodes = [node for _, node in found]
        fewest = fewest_acts(nodes)
        detours = [self._priors.roundabout * (node.acts - fewest[what_lies(node)]) for node in nodes]
        return grouped(history, [self._explained(*one, history) for one in zip(nodes, detours, strict=True)])

    def _idle(self, history: History) -> float:
        """What it costs that a hand came for nothing; it may have come to put something right."""
        if self._scene.blind:
            return 0.0
        came = any(cell.visited for cell in self._scene.view.cells.values())
        return self._priors.idle if came and not self._scene.cells and not history.odd else 0.0

    def again(self, history: History, like: Explanation) -> Explanation | None:
        """The explanation by the very acts of another one; None if they are not lawful after this history."""
        node = replace(self.root(history), idle=0.0 if like.acts else self._idle(history))
        for entry in like.acts:
            follows = following(node.history.position, entry)
            if follows is None:
                return None
            handled = self._shown.handled(follows.piled if follows.seat is None else follows.handled)
            node = self.follow(node, follows, handled, like.late.intersection(handled))
        return self._explained(node, like.detour, history)

    def nothing(self, history: History) -> Explanation:
        """The explanation that nothing has happened."""
        return self._explained(replace(self.root(history), idle=self._idle(history)), 0.0, history)

    def _explained(self, node: Node, detour: float, before: History) -> Explanation:
        whole = not any(self._scene.changed(cell) >= STRONG for cell in self._left(node))
        whole = whole and all(nats >= 0 for nats in node.seen.values())
        odd = node.history.odd
        late = frozenset(
            cell for cell in odd if odd[cell] is Odd.HALF and before.odd.get(cell) is not Odd.HALF
        )
        acts = node.history.entries[len(before.entries) :]
        node = replace(node, spent=node.spent + detour)
        return Explanation(self._finished(node), node, before.weight, acts, whole, detour, late)

    def root(self, history: History, spent: float = 0.0) -> Node:
        """Nothing has happened since; but what has changed unseen before may be seen now."""
        begin = {**history.table, **history.unseen}
        seen = {
            cell: self._scene.claimed(cell, was, now)
            for cell, was in history.unseen.items()
            if not self._scene.hidden(cell)
            and (now := history.table.get(cell, BARE)) is not None
            and visible(was, now)
        }
        return Node(history, begin, 0, spent, seen)

    # -- what is left to explain -----------------------------------------------------------------------------

    def _left(self, node: Node) -> Iterator[CellId]:
        """Changed cells for which no act was found."""
        for cell in self._scene.cells:
            if cell not in node.seen:
                look = wanted(self._looks(node.history.position), cell)
                there = node.history.table.get(cell, BARE)
                if look.certainty is Certainty.SEEN or (
                    there is not None and there.certainty is Certainty.SEEN
                ):
                    yield cell

    def _open(self, node: Node) -> bool:
        return any(True for _ in self._left(node))

    def _final(self, node: Node) -> float:
        """The score when nothing more is found for it."""
        return node.score + sum(nats for _, nats, _ in self._unexplained(node))

    def _hope(self, node: Node) -> float:
        """The score if acts are found that explain what is left as well as any act did so far, and that undo
        what does not show: a piece steps through a cell."""
        left = sum(max(0.0, self._most.get(cell, 0.0)) for cell in self._left(node))
        return node.score + node.spread + left + node.against

    def _unexplained(self, node: Node) -> Iterator[tuple[CellId, float, bool | None]]:
        """What each changed cell weighs that no act explains, and what it holds then."""
        begun = bool(node.history.strange)
        for cell in self._left(node):
            nats, holds = self._by_itself(node, cell, begun)
            begun = begun or holds is None
            yield cell, nats, holds

    def _by_itself(self, node: Node, cell: CellId, begun: bool) -> tuple[float, bool | None]:
        """What a changed cell weighs that no act explains, and what it holds then: False what it did, None
        something strange, True what it should (something that lay wrong was put right). ``begun``: something
        strange stands already."""
        priors, scene = self._priors, self._scene
        nats = scene.changed(cell)
        there = node.history.table.get(cell, BARE)
        look = wanted(self._looks(node.history.position), cell)
        options: list[tuple[float, bool | None]] = [
            (0.0, False),
            (nats + priors.nudged + self._same(cell, there), False),
            (nats + (priors.unfinished if begun else priors.strange), None),
        ]
        if not fits(there, look) and look.certainty is Certainty.SEEN:
            options.append((nats + priors.put_right + scene.content(cell, there, look), True))
        return max(options, key=lambda option: option[0])

    def _same(self, cell: CellId, there: Look | None) -> float:
        return self._scene.content(cell, there, there) if there is not None else 0.0

    def _finished(self, node: Node) -> History:
        """The history after this view."""
        history = node.history
        table, odd = dict(history.table), dict(history.odd)
        weight = history.weight + node.score
        for cell, nats, holds in self._unexplained(node):
            weight += nats
            if holds is None:
                table[cell], odd[cell] = None, Odd.STRANGE
            elif holds:
                table[cell] = wanted(self._looks(history.position), cell)
                odd.pop(cell, None)
        looks = self._looks(history.position)
        odd = {
            cell: kind for cell, kind in odd.items() if not fits(table.get(cell, BARE), wanted(looks, cell))
        }
        unseen = {
            cell: node.begin.get(cell, BARE)
            for cell in map(CellId, self._scene.view.hidden)
            if node.begin.get(cell, BARE) != table.get(cell, BARE)
        }
        tried = history.tried if any(kind is Odd.WRONG for kind in odd.values()) else ()
        return replace(history, table=table, odd=odd, unseen=unseen, tried=tried, weight=weight)

    # -- acts ------------------------------------------------------------------------------------------------

    def _looks(self, position: Position) -> Looks:
        return self._shown.looks(position)

    def _steps(self, way: Way) -> Iterator[Step]:
        """Each act that may have come next, as far as that can be told before it is carried out."""
        position = way.node.history.position
        if isinstance(position.pending, Chance):
            if not way.through and (self._open(way.node) or not way.node.acts):
                yield from self._draws(way, position)
        elif way.node.quiet <= SILENT and self._left_to_look > 0:
            self._left_to_look -= len(position.moves)
            yield from self._moves(way, position)

    def _moves(self, way: Way, position: Position) -> Iterator[Step]:
        node = way.node
        open_cells = (
            frozenset(self._left(node))
            | node.unshown
            | node.history.strange
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
            yield Step(way.final + guess, way, follows, handled)
            late = self._late(node, handled)
            if late:
                rest = {cell: look for cell, look in handled.items() if cell not in late}
                guess = self._guess(node, rest, open_cells, closed)
                if guess is not None:
                    yield Step(way.final + guess + self._priors.half_done, way, follows, handled, late)

    def _draws(self, way: Way, position: Position) -> Iterator[Step]:
        odds = [float(weight) for _, weight in position.game.outcomes(position.state)]
        source = getattr(position.pending, "source", "")
        undrawn = self._priors.undrawn if source in self._shown.electronic else 0.0
        for each, weight in zip(position.outcomes, odds, strict=True):
            less = log(weight / max(odds))
            yield Step(way.final + less, way, each, None, less=undrawn + less)

    def _taken(self, step: Step) -> Way | None:
        """The way after a step; None if it leads down too far, or the budget is spent. What does not show yet
        may come to be shown by the next act."""
        if min(self._left_to_do, self._left_of_each) <= 0:
            return None
        self._left_to_do -= 1
        self._left_of_each -= 1
        way, follows = step.way, step.follows
        handled = self._shown.handled(follows.piled) if step.handled is None else step.handled
        node = self.follow(way.node, follows, handled, step.late)
        node = replace(node, spent=node.spent + step.less, spread=node.spread - step.less)
        longer = Way(max(way.peak, way.final), self._final(node), node)
        return longer if longer.down - node.against <= self._effort.detour else None

    def _late(self, node: Node, handled: Looks) -> frozenset[CellId]:
        """Cells to which hands have yet to come, if they have done an act in two others or more."""
        scene, table = self._scene, node.history.table
        if len(handled) <= HALF:
            return frozenset()
        seen = [
            (cell, self._claims(node, cell, look))
            for cell, look in handled.items()
            if visible(table.get(cell, BARE), look) and not scene.hidden(cell)
        ]
        if sum(nats > 0 for _, nats in seen) < HALF:
            return frozenset()
        return frozenset(cell for cell, nats in seen if nats < 0 and scene.changed(cell) < 0)

    def _guess(self, node: Node, handled: Looks, open_cells: frozenset[CellId], closed: bool) -> float | None:
        """Roughly what an act adds; None when it is not worth following. ``closed``: everything is explained
        by acts already; one more must change one of these cells again."""
        table = node.history.table
        traced = touches = revises = False
        total = 0.0
        for cell, look in handled.items():
            if self._scene.unwatched(cell):
                continue
            there = table.get(cell, BARE)
            again = cell not in node.seen and self._claimed(cell, there, look) is not None
            if visible(there, look) or again:
                traced = True
                touches = touches or again or cell in open_cells
                total += self._claims(node, cell, look)
                revises = revises or cell in node.seen
            else:
                total += min(0.0, self._reach(cell, there, look))
        if not traced:
            return total if node.quiet < SILENT and not closed else None
        return total if touches or (revises and total > WORTH) else None

    def _claimed(self, cell: CellId, begin: Look | None, look: Look) -> float | None:
        """Nats for what an act puts on something; None where that does not show. A card on one of the same
        face, or on a pile of which nobody knows the top, shows by its edges, if at all."""
        if visible(begin, look):
            return self._scene.claimed(cell, begin, look)
        if look.certainty is not Certainty.SEEN or self._scene.changed(cell) <= 0:
            return None
        nats = self._scene.changed(cell) + self._scene.content(cell, None, look)
        return nats if nats > 0 else None

    def _claims(self, node: Node, cell: CellId, look: Look) -> float:
        """Nats by which this look in a cell says more than what an act before it left there."""
        if cell not in node.seen:
            return self._claimed(cell, node.history.table.get(cell, BARE), look) or 0.0
        begin = node.begin.get(cell, BARE)
        return (self._scene.claimed(cell, begin, look) if visible(begin, look) else 0.0) - node.seen[cell]

    def _reach(self, cell: CellId, there: Look | None, look: Look) -> float:
        """Nats by which the view says that hands did something in a cell, where nobody can say how it looks
        then: a card drawn from a deck; or a tile taken out of a hand in view, which shows somehow."""
        scene = self._scene
        if scene.hidden(cell):
            return 0.0
        nats = 0.0 if scene.blind else self._priors.reached if scene.visited(cell) else self._priors.unreached
        loose = there is not None and Certainty.ANY is there.certainty is look.certainty
        return nats + (max(self._priors.untraced, min(0.0, scene.changed(cell))) if loose else 0.0)

    def follow(
        self, node: Node, follows: Following, handled: Looks, late: frozenset[CellId] = frozenset()
    ) -> Node:
        """The node after one more lawful act or outcome. ``late``: cells to which hands have yet to come."""
        before = node.history
        table, odd, seen = dict(before.table), dict(before.odd), dict(node.seen)
        spent = node.spent + (self._priors.half_done if late else 0.0)
        traced, reach = False, list[float]()
        for cell, look in handled.items():
            if cell in late:
                odd[cell] = Odd.HALF
                continue
            shows = self._put(node, table, seen, cell, look) and not self._scene.unwatched(cell)
            traced = shows or traced
            odd.pop(cell, None)
            there = before.table.get(cell, BARE)
            if not (shows or visible(there, look)):
                reach.append(self._reach(cell, there, look))
            elif not self._scene.visited(cell):
                spent += self._priors.unreached
        spent += sum(min(0.0, nats) for nats in reach)
        looks = self._looks(follows.after)
        old = self._looks(before.position)
        for cell in (differing(old, looks) | odd.keys()) - late:
            if not fits(table.get(cell, BARE), wanted(looks, cell)):
                traced = self._settle(node, table, odd, seen, cell, wanted(looks, cell)) or traced
            else:
                odd.pop(cell, None)
        priors = self._priors
        spread = node.spread
        if follows.seat is None:
            spent += priors.chance
        elif traced:
            spent += priors.lawful
        else:
            others = log(_alternatives(before.position, follows))
            spent += priors.silent - others + max([0.0, *reach])  # one hand reaches all of them
            spread += others
        if traced and node.acts:
            spent += priors.at_once
        if traced and (before.tried or before.half_done):
            spent += priors.standing
        elif traced and before.owing:  # people mostly clear up first
            spent += priors.owed
        quiet = 0 if traced else node.quiet + 1
        history = replace(
            before,
            entries=(*before.entries, follows.entry),
            states=(*before.states, follows.after.state),
            position=follows.after,
            table=table,
            odd=odd,
        )
        return Node(history, node.begin, quiet, spent, seen, node.acts + traced, spread=spread)

    def _put(
        self,
        node: Node,
        table: dict[CellId, Look | None],
        seen: dict[CellId, float],
        cell: CellId,
        look: Look,
    ) -> bool:
        """A hand puts this there. Whether that can be seen."""
        there = table.get(cell, BARE)
        table[cell] = look
        begin = node.begin.get(cell, BARE)
        if visible(begin, look):
            unknown = begin is None and self._scene.changed(cell) < 0
            claimed = self._scene.content if unknown else self._scene.claimed
            seen[cell] = claimed(cell, begin, look)
            self._most[cell] = max(self._most.get(cell, 0.0), seen[cell])
        elif cell in seen and begin == look:
            del seen[cell]
        elif (again := self._claimed(cell, begin, look)) is not None:
            seen[cell] = again
            return True
        return visible(there, look)

    def _settle(
        self,
        node: Node,
        table: dict[CellId, Look | None],
        odd: dict[CellId, Odd],
        seen: dict[CellId, float],
        cell: CellId,
        look: Look,
    ) -> bool:
        """What follows by itself: done, or still owed, whichever the view says; what an act put there may
        still lie there. Whether it can be seen as done."""
        begin = node.begin.get(cell, BARE)
        shows = visible(begin, look)
        done = self._scene.claimed(cell, begin, look) if shows else 0.0
        put = seen.get(cell, 0.0) if table.get(cell, BARE) != begin else 0.0
        if (shows or put > 0) and done < put + self._priors.owed:
            odd[cell] = odd.get(cell, Odd.OWED)
            if table.get(cell, BARE) == begin:
                seen.pop(cell, None)
            return False
        table[cell] = look
        odd.pop(cell, None)
        if shows:
            seen[cell] = done
            return done > 0
        seen.pop(cell, None)  # what an act put there has gone again
        return False

    # -- what the rules forbid, and what was taken back ------------------------------------------------------

    def wrongly(self, node: Node, attempt: Attempt, handled: Looks, prior: float) -> History:
        """The history in which somebody then did what the rules forbid."""
        history = node.history
        table, seen, odd = dict(history.table), dict(node.seen), dict(history.odd)
        spent = node.spent + prior + (self._priors.standing if history.tried else 0.0)
        spent += self._priors.at_once if node.acts else 0.0
        looks = self._looks(history.position)
        for cell, look in handled.items():
            self._put(node, table, seen, cell, look)
            if not self._scene.visited(cell):
                spent += self._priors.unreached
            if fits(look, wanted(looks, cell)):
                odd.pop(cell, None)
            else:
                odd[cell] = Odd.WRONG
        after = replace(history, table=table, odd=odd, tried=(*history.tried, attempt))
        return self._finished(replace(node, history=after, spent=spent, seen=seen))

    def taken_back(self, history: History, position: Position, count: int, committed: bool) -> History:
        """The history in which the last ``count`` entries were put back, of the match (``committed``) or of
        the history itself; ``position``: the one before them."""
        node = self.root(history, self._priors.taken_back)
        table, odd, seen = dict(history.table), dict(history.odd), dict(node.seen)
        looks = self._looks(position)
        for cell in differing(self._looks(history.position), looks) | odd.keys():
            if not fits(table.get(cell, BARE), wanted(looks, cell)):
                self._put(node, table, seen, cell, wanted(looks, cell))
            odd.pop(cell, None)
        entries = (Entry(EntryKind.UNDO, count=count),) if committed else history.entries[:-count]
        after = replace(
            history,
            entries=entries,
            states=(position.state,) if committed else history.states[:-count],
            slots=tuple(slot for slot in history.slots if slot.at < len(entries)),
            position=position,
            table=table,
            odd=odd,
        )
        return self._finished(replace(node, history=after, seen=seen))


def _alternatives(position: Position, follows: Following) -> int:
    """How many acts of the kind there are: of those without a trace one is as likely as another."""
    verb = follows.entry.text.partition(" ")[0]
    return max(1, sum(other.entry.text.partition(" ")[0] == verb for other in position.moves))
