"""Which legal moves and possible outcomes explain what the table shows: a beam search over any game.

A *hypothesis* is a sequence of entries and the position it leads to. Its *doubt* is, summed over the cells,
how much better the best explanation of a cell is than the look that the hypothesis expects there
(:meth:`companion.referee.reading.CellReading.doubt`). Cells that are covered, that flicker or that show
something unknown speak for nobody.

The work is counted in moves that were looked at, never in time, so that the same reading always leads to the
same verdict. A search that has used up its :class:`Budget` is not ``complete``, and nothing may be concluded
from it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, NamedTuple

from companion.referee.ground import BARE, AnyMatch, Ground, Looks, Owed, differing
from companion.referee.positions import Following, Position, position_of
from companion.referee.reading import DOUBT, Reading
from companion.rules.contract import CellId, Certainty, Chance, Look
from companion.rules.match import Entry

DEPTH = 10
"""A card, three steps, three shifts and a jump in one go, and a little more."""
WIDTH = 12
SLACK = 30.0
"""A figure on its way puts at most two or three cells (of at most 12 each) in doubt for a while ..."""
RISE = 10.0
"""... but mostly leaves no more doubt than there was, for what it puts down it took up elsewhere ..."""
ROUND_TRIP = 40.0
"""... unless pieces push each other there and back again: three cells that look as if nothing had been."""
ANYTHING = (Look(certainty=Certainty.ANY),)
BUDGET = 4000
"""Moves that are looked at to explain one reading. Whole turns made in one go need some hundred."""
CARRYING_OUT = 4
"""Moves that could be looked at while one is carried out."""
MOVE_COST = 0.5
"""Of sequences that explain the table alike the shortest wins."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A sequence and what the table should show after it.

    ``also``: looks that are fine as well, cell by cell. ``traces``: how cells look that hands changed in this
    sequence; what follows from the sequence does not excuse a trace that was never seen. ``doubts``: the
    cells in doubt, in nats. ``steps``: the cells that hands changed with each entry.
    """

    entries: tuple[Entry, ...]
    position: Position
    looks: Looks
    also: Owed
    traces: Looks
    doubts: Mapping[CellId, float]
    steps: tuple[frozenset[CellId], ...] = ()

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def doubt(self) -> float:
        return math.fsum(self.doubts.values())

    @property
    def cost(self) -> float:
        return self.doubt + MOVE_COST * len(self.entries)

    @property
    def contradictions(self) -> frozenset[CellId]:
        """Cells that clearly show something else."""
        return frozenset(cell for cell, doubt in self.doubts.items() if doubt > DOUBT)

    def look(self, cell: CellId) -> Look:
        return self.traces.get(cell) or self.looks.get(cell, BARE)

    def fine(self, cell: CellId) -> tuple[Look, ...]:
        """Every look that is right at a cell."""
        if cell in self.traces:
            return (self.traces[cell],)
        return (self.looks.get(cell, BARE), *self.also.get(cell, ()))


def _undone(root: Hypothesis, node: Hypothesis) -> list[frozenset[CellId]]:
    """The cells of steps that hands made and of which nothing is left: what they changed, and what hangs
    together with it, looks as before. (A cell passed on the way hangs together with where the way ends.)"""
    together: list[frozenset[CellId]] = []
    for cells in filter(None, node.steps):
        joined = [group for group in together if not group.isdisjoint(cells)]
        together = [group for group in together if group not in joined]
        together.append(cells.union(*joined))
    return [cells for cells in together if all(node.look(cell) == root.look(cell) for cell in cells)]


@dataclass(frozen=True, slots=True)
class Partial:
    """A move of which some cells are done and others still as before."""

    entries: tuple[Entry, ...]
    cells: frozenset[CellId]


@dataclass(frozen=True, slots=True)
class Found:
    """What a search met: hypotheses that leave no contradiction, all that were worked out (none longer, best
    first), and moves that may have begun. ``round_trips`` leave no contradiction either, but contain moves of
    which nothing is left to be seen: good for a question only. ``complete``: the budget was enough."""

    solved: tuple[Hypothesis, ...]
    round_trips: tuple[Hypothesis, ...]
    others: tuple[Hypothesis, ...]
    partial: tuple[Partial, ...]
    complete: bool


class _Child(NamedTuple):
    """``guess``: the doubt that is left after what hands changed, as far as that alone tells; ``plain``: that
    part of it which lies where no hand has been and nothing was wrong; ``own``: that part which lies where
    these hands would have been, so that of moves as likely one without a trace comes first."""

    guess: float
    plain: float
    own: float
    parent: Hypothesis
    follows: Following
    handled: Looks


_LIKELIEST = attrgetter("guess", "own")


def _likeliest(children: Iterable[_Child]) -> list[_Child]:
    """The children that leave least in doubt, and of as many parents the best one: what was done by halves
    (a figure on its way) is not crowded out by everything that might have followed something simpler."""
    ranked = sorted(children, key=_LIKELIEST)
    best, others = ranked[:WIDTH], ranked[WIDTH:]
    parents = {id(child.parent) for child in best}
    for child in others:
        if len(best) == 2 * WIDTH:
            break
        if id(child.parent) not in parents:
            parents.add(id(child.parent))
            best.append(child)
    return best


class Budget:
    """How many moves may still be looked at."""

    def __init__(self, moves: int) -> None:
        self._left = moves

    def spend(self, moves: int) -> bool:
        """Take so many. False, from then on for ever, when there were not enough left."""
        self._left = self._left - moves if self._left >= moves else -1
        return self._left >= 0


class Search:
    """One look at one reading, ``without`` some cells. Its only state is what is left of the budget."""

    def __init__(
        self, match: AnyMatch, reading: Reading, ground: Ground, without: frozenset[CellId] = frozenset()
    ) -> None:
        self._budget = Budget(BUDGET)
        self._match = match
        self._game = match.game
        self._ground = ground
        self._cells = {
            CellId(name): cell
            for name, cell in reading.cells.items()
            if cell.steady and not cell.unknown and name not in ground.strange and name not in without
        }
        self._untouched = reading.untouched
        self._known: dict[tuple[CellId, Look], float] = {}

    # -- doubts ---------------------------------------------------------------------------------------

    def doubt(self, cell: CellId, look: Look) -> float:
        """How much is against this look of a cell, in nats; 0 where nothing can be seen."""
        key = (cell, look)
        if key not in self._known:
            reading = self._cells.get(cell)
            self._known[key] = 0.0 if reading is None else reading.doubt(look)
        return self._known[key]

    def blind(self, cell: CellId) -> bool:
        """Whether nothing can be said about a cell: covered, flickering, unknown or left out."""
        return cell not in self._cells

    def root(self) -> Hypothesis:
        """The hypothesis that nothing has happened."""
        return self.standing(self._match.state, (), self._ground.owed)

    def standing(self, state: Any, entries: tuple[Entry, ...], also: Owed) -> Hypothesis:
        """The hypothesis that the table shows this position."""
        position = position_of(self._game, state)
        looks = self._ground.shown(position.looks)
        bare = Hypothesis(entries, position, looks, also, {}, {})
        doubts = {}
        for cell, reading in self._cells.items():
            if not reading.agrees(looks.get(cell, BARE)):
                doubt = min(self.doubt(cell, look) for look in bare.fine(cell))
                if doubt:
                    doubts[cell] = doubt
        return replace(bare, doubts=doubts)

    # -- the beam -------------------------------------------------------------------------------------

    def explain(self, root: Hypothesis, depth: int = DEPTH, rise: float = RISE) -> Found:
        """Find the shortest sequences that explain everything that can be seen.

        ``rise``: sequences that put more in doubt on their way than the root and so much (nats) are given up,
        and those that put more than ``RISE`` in doubt where no hand has been.
        """
        plain = self._untouched - root.doubts.keys()
        beam, known = [root], {root.state}
        others: list[Hypothesis] = []
        partial: list[Partial] = []
        trips: list[Hypothesis] = []
        solved: tuple[Hypothesis, ...] = ()
        complete = True
        for _ in range(depth):
            children = [child for node in beam for child in self._children(root, node, plain, partial)]
            likely = (child for child in children if child.guess <= root.doubt + rise and child.plain <= RISE)
            level: list[Hypothesis] = []
            for child in _likeliest(likely):
                if self._budget.spend(CARRYING_OUT) and child.follows.step.state not in known:
                    known.add(child.follows.step.state)
                    level.append(self.after(child.parent, child.follows, child.handled))
            complete = self._budget.spend(0)
            if not complete:
                break
            level.sort(key=lambda node: node.doubt)
            trips += [node for node in level if not node.contradictions and self._round_trip(root, node)]
            level = [node for node in level if node.contradictions or not _undone(root, node)]
            solved = tuple(node for node in level if not node.contradictions)
            others += level
            if solved:
                break
            beam = [node for node in level if node.doubt <= level[0].doubt + SLACK]
            if not beam:
                break
        ranked = sorted(others, key=lambda node: node.cost)
        return Found(solved, tuple(trips), tuple(ranked), tuple(partial), complete)

    def _children(
        self, root: Hypothesis, node: Hypothesis, plain: frozenset[str], begun: list[Partial]
    ) -> Iterator[_Child]:
        """Everything that may follow; notes moves that may have ``begun``. Nothing without a budget."""
        wrong = frozenset() if _undone(root, node) else node.contradictions
        chance = node.position.pending
        if isinstance(chance, Chance):
            following = () if chance.source in self._ground.electronic else node.position.outcomes
        else:
            following = node.position.moves
        if not self._budget.spend(len(following)):
            return
        for each in following:
            handled = self._shown(node, each) if each.seat is None else self._ground.laid(each.handled)
            child = _Child(*self._guess(node, handled, plain), node, each, handled)
            if self._has_begun(child, wrong):
                begun.append(Partial((*node.entries, each.entry), frozenset(handled)))
            yield child

    def _guess(self, node: Hypothesis, handled: Looks, plain: frozenset[str]) -> tuple[float, float, float]:
        """The doubt that is left after these changes, as far as they alone tell: in all, in ``plain`` cells,
        and in those that are changed."""
        doubts = dict(node.doubts)
        for cell, look in handled.items():
            doubts[cell] = self.doubt(cell, look)
        own = math.fsum(doubts[cell] for cell in handled)
        return math.fsum(doubts.values()), math.fsum(doubts[cell] for cell in doubts if cell in plain), own

    def handled(self, node: Hypothesis, seat: Any, move: Any) -> Looks:
        """What hands change, as a camera sees it."""
        return self._ground.laid(node.position.handled(seat, move))

    def _shown(self, node: Hypothesis, outcome: Following) -> Looks:
        """What an outcome itself changes: what does not merely follow from it."""
        looks = self._ground.shown(outcome.after.looks)
        changed = {cell: looks.get(cell, BARE) for cell in differing(node.looks, looks)}
        follows = {cell for effect in outcome.step.effects for cell in effect.cells}
        return {cell: look for cell, look in changed.items() if cell not in follows} or changed

    def after(self, node: Hypothesis, happened: Following, handled: Looks) -> Hypothesis:
        """The hypothesis that one thing more has happened."""
        looks = self._ground.shown(happened.after.looks)
        also, traces, doubts = dict(node.also), dict(node.traces), dict(node.doubts)
        follows = {cell for effect in happened.step.effects for cell in effect.cells}
        changed = differing(node.looks, looks)
        for cell in changed - handled.keys() - traces.keys():
            if cell in follows:
                also[cell] = node.fine(cell)
            else:
                also.pop(cell, None)
        for cell in (changed & traces.keys()) - follows - handled.keys():
            del traces[cell]
        also |= dict.fromkeys(follows & self._ground.remembered.keys() - handled.keys(), ANYTHING)
        traces.update(handled)
        entries = (*node.entries, happened.entry)
        steps = (*node.steps, frozenset(handled))
        child = Hypothesis(entries, happened.after, looks, also, traces, {}, steps)
        for cell in changed | handled.keys():
            doubts[cell] = min(self.doubt(cell, look) for look in child.fine(cell))
        return replace(child, doubts={cell: doubt for cell, doubt in doubts.items() if doubt})

    def _round_trip(self, root: Hypothesis, node: Hypothesis) -> bool:
        """Whether moves were made of which nothing is left; but no hand changes a cell in plain sight."""
        undone = _undone(root, node)
        return bool(undone) and all(self._untouched.isdisjoint(cells) for cells in undone)

    def _has_begun(self, child: _Child, wrong: frozenset[CellId]) -> bool:
        """Whether everything that is wrong lies where this one move is being carried out, half done."""
        return (
            bool(wrong)
            and wrong <= child.handled.keys()
            and all(self.doubt(cell, child.handled[cell]) <= DOUBT for cell in wrong)
        )
