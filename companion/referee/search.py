"""Which legal moves and possible outcomes explain what the table shows: a beam search over any game.

The work is counted in moves that were looked at, never in time, so that the same reading always leads to the
same verdict. A search that has used up its :class:`Budget` is not ``complete``, and nothing may be concluded
from it; but sequences of as many acts as people make in one go are ``enough``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, NamedTuple

from companion.judge.history import BARE, differing
from companion.judge.positions import Following, position_of
from companion.judge.verdicts import Beginning, Played
from companion.referee.ground import AnyMatch, Ground, Looks, Owed, follow
from companion.referee.hypothesis import Hypothesis, on_pile, repeats, silent, undone
from companion.referee.reading import CLIP, DOUBT, MARGIN, Reading
from companion.rules.contract import CellId, Certainty, Chance, Look
from companion.rules.match import Entry

DEPTH = 10
"""A card, three steps, three shifts and a jump in one go, and a little more."""
WIDTH = 12
SLACK = 30.0
"""A figure on its way puts at most two or three cells (of at most 12 each) in doubt for a while ..."""
RISE = 10.0
"""... but mostly leaves no more doubt than there was, for what it puts down it took up elsewhere ..."""
ENOUGH = 7
"""So many acts in one go are looked at before it is believed that nothing legal explains the table, where
people can do too much to look further: a whole turn of *Atlantis*, with what chance brings in it."""
ROUND_TRIP = 40.0
"""... unless pieces push each other there and back again: three cells that look as if nothing had been."""
FAR_ENOUGH = 3
"""So many acts in one go are looked at where people can do too much to look further: for a question, or
before a disc is refused that nobody may move."""
FORCED = 40
"""Whoever can do more things than these does none that leaves more in doubt, unless a figure passes on by it:
else all that fish may do uses up the budget, and nobody is told of a mistake."""
ANYTHING = (Look(certainty=Certainty.ANY),)
BUDGET = 4000
"""Moves that are looked at to explain one reading. Whole turns made in one go need some hundred."""
CARRYING_OUT = 4
"""Moves that could be looked at while one is carried out."""
SILENT = 3
"""Moves without a trace that may follow each other."""
GRAIN = 1024
"""Doubts are whole multiples of 1/1024 nat: sums of them are exact, whatever their order."""
UNREACHED = 5.0
"""Nats against an act for which a hand must have been where none was (a card drawn from a deck) ..."""
FOR_NOTHING = 10.0
"""... and against nothing of the kind when a hand was there alone, changed nothing and went."""


def _off_plain_pile(handled: Looks, plain: frozenset[str]) -> bool:
    """Whether hands must have taken something where nobody can see that it is gone (off a pile), and where
    no hand has been: the place was in ``plain`` sight all the time."""
    return any(look.certainty is not Certainty.SEEN and cell in plain for cell, look in handled.items())


@dataclass(frozen=True, slots=True)
class Partial:
    """A move of which some cells are done and others still as before. ``length``: as a hypothesis has it."""

    entries: tuple[Entry, ...]
    cells: frozenset[CellId]
    length: int


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


def _helps(node: Hypothesis) -> bool:
    """Whether it explains something, though another act may explain much more: before somebody passed, which
    puts all his crewmen to rest, he moved his ship."""
    return node.doubt <= node.root.doubt - MARGIN


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
        self._told = self._odd_looks(frozenset(reading.cells) - without)
        self._untouched = reading.untouched
        self._unreached = reading.unreached - ground.strange.keys() - without
        self._visited = self._secret(reading.visited & self._cells.keys())
        self._known: dict[tuple[CellId, str, tuple[str, ...]], float] = {}

    def renew(self) -> None:
        """A new budget, for another question to the same reading."""
        self._budget = Budget(BUDGET)

    def _odd_looks(self, visible: frozenset[str]) -> dict[CellId, tuple[Look, ...]]:
        """What may lie where a cell looks odd, and as odd as when people said what lies there: that still, or
        what it looks like."""
        looks = self._ground.shown(position_of(self._game, self._match.state).looks)
        return {
            cell: (looks.get(cell, BARE), Look(*look))
            for cell, look in self._ground.strange.items()
            if look is not None and cell in visible
        }

    # -- doubts ---------------------------------------------------------------------------------------

    def doubt(self, cell: CellId, look: Look) -> float:
        """How much is against this look of a cell, in nats; 0 where nothing can be seen."""
        if look.certainty is not Certainty.SEEN:
            return 0.0
        key = (cell, look.base, look.pieces)  # a look would be hashed in Python
        known = self._known.get(key)
        if known is None:
            reading = self._cells.get(cell)
            if reading is not None:
                known = round(reading.doubt(look) * GRAIN) / GRAIN
            else:
                known = CLIP if look not in self._told.get(cell, (look,)) else 0.0
            self._known[key] = known
        return known

    def blind(self, cell: CellId) -> bool:
        """Whether nothing can be said about a cell: covered, flickering, unknown or left out."""
        return cell not in self._cells

    def root(self) -> Hypothesis:
        """The hypothesis that nothing has happened."""
        return self.standing(self._match.state, (), self._ground.owed)

    def begun(self, beginning: Beginning) -> Hypothesis:
        """The hypothesis that this is what had happened by when the table was last quiet, and no more."""
        match = self._match
        for entry in beginning.entries:
            match = match.add(entry)
        ground = follow(self._ground, self._match, match, Played(beginning.entries))
        known = self._ground.remembered
        also = dict(ground.owed) | dict.fromkeys(known.keys() - ground.remembered.keys(), ANYTHING)
        laid = {cell: look for cell, look in ground.remembered.items() if known.get(cell) != look}
        node = replace(
            self.standing(match.state, beginning.entries, also),
            traces=laid,
            begun=len(beginning.entries),
            unseen=beginning.unseen,
            reached=beginning.reached,
            odd=beginning.odd,
        )
        doubts = dict(node.doubts) | {cell: self.doubt(cell, look) for cell, look in laid.items()}
        return replace(node, doubts={cell: doubt for cell, doubt in doubts.items() if doubt})

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
        return replace(bare, doubts=doubts, odd=self._odd(frozenset()))

    def _odd(self, reached: frozenset[CellId]) -> float:
        """What speaks against it that hands did something there, and only there, of which nothing is seen."""
        odd = UNREACHED * len(self._unreached & reached)
        return odd + FOR_NOTHING if self._visited and self._visited.isdisjoint(reached) else odd

    def _secret(self, visited: frozenset[str]) -> frozenset[CellId]:
        """Those of these cells where a hand may just have done something, and nothing that can be seen."""
        if not visited:
            return frozenset()
        position = position_of(self._game, self._match.state)
        root = Hypothesis((), position, self._ground.shown(position.looks), {}, {}, {})
        unseen = (self._ground.laid(each.handled) for each in position.moves)
        hidden = {cell for handled in unseen if silent(root, handled) for cell in handled}
        return frozenset((hidden - position.telling) & visited)

    # -- the beam -------------------------------------------------------------------------------------

    def explain(
        self,
        roots: Sequence[Hypothesis],
        depth: int = DEPTH,
        rise: float = RISE,
        enough: int = ENOUGH,
        *,
        loose: bool = False,
    ) -> Found:
        """Find the shortest sequences that explain everything that can be seen.

        ``roots``: one of these is what had happened before. ``rise``: sequences that put more in doubt on
        their way than their root and so much (nats) are given up, and those that put more than ``RISE`` in
        doubt where no hand has been, or where somebody could do something better instead, or anything.
        ``enough``: a search counts as complete when it has looked at sequences of so many acts. ``loose``:
        acts without a trace are believed wherever hands have been.
        """
        plain = self._untouched.difference(*(root.doubts for root in roots))
        known = {root.state for root in roots}
        beam = [self._laid_apart(root, plain, known) for root in roots]
        others: list[Hypothesis] = []
        partial: list[Partial] = []
        trips: list[Hypothesis] = []
        solved: tuple[Hypothesis, ...] = ()
        complete = True
        for acts in range(depth):
            children = self._grown(beam, known, plain, rise, partial, others, loose)
            tried = (self._carried_out(child, known) for child in _likeliest(children))
            level = [node for node in tried if node is not None and not repeats(node)]
            if not self._budget.spend(0):
                complete = acts >= enough
                break
            level.sort(key=lambda node: node.doubt)
            trips += [node for node in level if not node.contradictions and self._round_trip(node)]
            level = [node for node in level if node.contradictions or not undone(node)]
            solved = tuple(node for node in level if not node.contradictions)
            others += level
            if solved:
                break
            beam = [node for node in level if node.doubt <= level[0].doubt + SLACK or _helps(node)]
            if not beam:
                break
        ranked = sorted(others, key=lambda node: node.cost)
        return Found(solved, tuple(trips), tuple(ranked), tuple(partial), complete)

    def _grown(
        self,
        beam: list[Hypothesis],
        known: set[Any],
        plain: frozenset[str],
        rise: float,
        begun: list[Partial],
        others: list[Hypothesis],
        loose: bool,
    ) -> list[_Child]:
        """What may follow next and can be seen, whatever silent moves lie before it; notes moves that may
        have ``begun``, and among ``others`` silent beginnings."""
        likely: list[_Child] = []
        nodes = [(node, 0) for node in beam]
        for node, quiet in nodes:  # grows
            calm: list[_Child] = []
            risen: list[_Child] = []
            unseen, free = False, len(node.position.moves) > FORCED
            for child in self._children(node, plain, begun):
                if child.guess == node.doubt and self._silent(child):
                    unseen = True
                    after = self._carried_out(child, known) if quiet < SILENT else None
                    if after is not None and (
                        loose or (after.odd <= node.root.odd + UNREACHED and not self._unlaid(child))
                    ):
                        nodes.append((after, quiet + 1))
                        if not after.length:
                            others.append(after)
                elif child.plain <= RISE and child.guess <= node.root.doubt + rise:
                    helps = child.guess <= (node.doubt if free else node.root.doubt + RISE)
                    helps = helps or (free and self._passes_on(child))
                    (calm if helps else risen).append(child)
            likely += calm if calm or unseen or quiet or free else risen
        return likely

    def _laid_apart(self, node: Hypothesis, plain: frozenset[str], known: set[Any]) -> Hypothesis:
        """The hypothesis after what chance has clearly brought, each in a place of its own, but the last.

        Tiles of an island that many hands laid: to try every order of them would use up the budget.
        """
        for text in self._clear(node, plain)[:-1]:
            follows = next((each for each in node.position.outcomes if each.entry.text == text), None)
            after = None
            if follows is not None:
                child = _Child(0.0, 0.0, 0.0, node, follows, self.brought(node, follows))
                after = self._carried_out(child, known)
            if after is None or after.doubt > node.doubt - MARGIN:
                break
            node = after
        return node

    def _clear(self, node: Hypothesis, plain: frozenset[str]) -> list[str]:
        """The outcomes that each explain something, where no other outcome explains nearly as much."""
        if not isinstance(node.position.pending, Chance):
            return []
        best: list[_Child] = []
        doubtful: set[str] = set()
        for child in sorted(self._children(node, plain, []), key=_LIKELIEST):
            other = next((each for each in best if each.handled.keys() & child.handled.keys()), None)
            if other is None and child.guess <= node.doubt - MARGIN:
                best.append(child)
            elif other is not None and child.guess < other.guess + 2 * MARGIN:
                doubtful.add(other.follows.entry.text)
        return [text for child in best if (text := child.follows.entry.text) not in doubtful]

    def _silent(self, child: _Child) -> bool:
        """Whether nothing is to be seen of an act, nor of what follows from it."""
        if child.follows.seat is None or not silent(child.parent, child.handled):
            return False
        return self._ground.shown(child.follows.after.looks) == child.parent.looks

    def _needs_a_hand(self, node: Hypothesis, handled: Looks) -> bool:
        """Whether a card of its sort lies already where one would be laid, and no hand has been there. Of an
        act only if it shows elsewhere: a boat is rowed, and not moved by the wind."""
        looks = node.position.looks
        laid = (
            cell
            for cell, look in handled.items()
            if cell in self._unreached and looks.get(cell, BARE).certainty is Certainty.ANY
            if look.pieces and look.certainty is Certainty.SEEN and look == node.look(cell)
        )
        return any(laid) and (isinstance(node.position.pending, Chance) or not silent(node, handled))

    def _unlaid(self, child: _Child) -> bool:
        """Whether a card would lie on one of its sort though no hand has been there."""
        return on_pile(child.parent, child.handled) and not self._unreached.isdisjoint(child.handled)

    def _carried_out(self, child: _Child, known: set[Any]) -> Hypothesis | None:
        """The hypothesis that this has happened too; None if it is ``known``, or without a budget."""
        if not self._budget.spend(CARRYING_OUT) or child.follows.step.state in known:
            return None
        known.add(child.follows.step.state)
        return self.after(child.parent, child.follows, child.handled)

    def _children(self, node: Hypothesis, plain: frozenset[str], begun: list[Partial]) -> Iterator[_Child]:
        """Everything that may follow; notes moves that may have ``begun``. Nothing without a budget."""
        wrong = frozenset() if undone(node) else node.contradictions
        chance = node.position.pending
        if isinstance(chance, Chance):
            following = () if chance.source in self._ground.electronic else node.position.outcomes
        else:
            following = node.position.moves
        if not self._budget.spend(len(following)):
            return
        doubts, doubt = node.doubts, node.doubt
        in_plain = sum(doubts[cell] for cell in doubts if cell in plain)
        for each in following:
            handled = self.brought(node, each) if each.seat is None else self._ground.laid(each.handled)
            if each.seat is not None and _off_plain_pile(handled, plain):
                continue
            own, guess, plainly = 0.0, doubt, in_plain
            for cell, look in handled.items():
                new = self.doubt(cell, look)
                change = new - doubts.get(cell, 0.0)
                own += new
                guess += change
                if cell in plain:
                    plainly += change
            child = _Child(guess, plainly, own, node, each, handled)
            if self._has_begun(child, wrong):
                begun.append(Partial((*node.entries, each.entry), frozenset(handled), node.length + 1))
            if not self._needs_a_hand(node, handled):
                yield child

    def handled(self, node: Hypothesis, seat: Any, move: Any) -> Looks:
        """What hands change, as a camera sees it."""
        return self._ground.laid(node.position.handled(seat, move))

    def brought(self, node: Hypothesis, outcome: Following) -> Looks:
        """What an outcome itself changes, and what follows from it if nothing else can be seen of it."""
        looks = self._ground.shown(outcome.after.looks)
        changed = {cell: looks.get(cell, BARE) for cell in differing(node.looks, looks)}
        changed.update(outcome.piled)
        follows = {cell for effect in outcome.step.effects for cell in effect.cells}
        itself = {cell: look for cell, look in changed.items() if cell not in follows}
        tells = any(
            look.certainty is Certainty.SEEN and look != node.look(cell) for cell, look in itself.items()
        )
        return itself if tells else changed

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
        done = {cell for cell in follows & handled.keys() if looks.get(cell, BARE) != node.look(cell)}
        unseen = happened.seat is not None and not changed and silent(node, handled)
        reached = node.reached.union(handled) if unseen else node.reached
        child = Hypothesis(
            entries=(*node.entries, happened.entry),
            position=happened.after,
            looks=looks,
            also=also,
            traces=traces,
            doubts={},
            done=(node.done - handled.keys()) | done,
            steps=(*node.steps, frozenset() if unseen else frozenset(handled)),
            unseen=node.unseen.union([len(node.entries)] if unseen and not on_pile(node, handled) else []),
            origin=node.root,
            begun=node.begun,
            reached=reached,
            odd=node.odd - self._odd(node.reached) + self._odd(reached),
        )
        for cell in changed | handled.keys():
            doubts[cell] = min(self.doubt(cell, look) for look in child.fine(cell))
        return replace(child, doubts={cell: doubt for cell, doubt in doubts.items() if doubt})

    def _round_trip(self, node: Hypothesis) -> bool:
        """Whether moves were made of which nothing is left; but no hand changes a cell in plain sight."""
        gone = undone(node)
        return bool(gone) and all(self._untouched.isdisjoint(cells) for cells in gone)

    def _passes_on(self, child: _Child) -> bool:
        """Whether it explains a cell that is wrong, and leaves no more cells wrong than there were: a figure
        on its way. How wrong each is says little of that, for some are read more clearly than others."""
        wrong = child.parent.contradictions & child.handled.keys()
        after = {cell for cell, look in child.handled.items() if self.doubt(cell, look) > DOUBT}
        return not wrong <= after and len(after) <= len(wrong)

    def _has_begun(self, child: _Child, wrong: frozenset[CellId]) -> bool:
        """Whether everything that is wrong lies where this one move is being carried out, half done."""
        return (
            bool(wrong)
            and wrong <= child.handled.keys()
            and all(self.doubt(cell, child.handled[cell]) <= DOUBT for cell in wrong)
        )
