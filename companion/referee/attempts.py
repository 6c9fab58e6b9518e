"""Illegal attempts that explain what the table shows, and what they break.

Asked only when nothing legal explains it. What hands change (``Game.handled``) of one attempt, or of two
made in one go, must explain every cell that is wrong, possibly after legal moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from companion.judge.positions import Position
from companion.judge.verdicts import Played, Refused
from companion.referee.ground import AnyMatch, Looks
from companion.referee.hypothesis import Hypothesis
from companion.referee.reading import DOUBT, MARGIN, Reading
from companion.referee.search import Budget, Search
from companion.rules.contract import Breach, CellId, Certainty, Look, Seat, Setup
from companion.rules.match import Entry, EntryKind

PREFIXES = 4
"""Legal beginnings that are tried: the shortest ones that explain a part."""
SAME_PLACE = 8
"""Acts of one kind after which it is believed that all of them change the same cells."""
LYING = " lying"
"""The suffix of a figure's name when it lies (see ``companion.rules.contract.Look``)."""
AT_ONCE = 40
"""Single attempts that are paired at most; more than these cannot all be meant."""


BUDGET = 8000
"""Attempts that are looked at to explain one reading."""
LISTED = 100
"""Well-formed moves that are listed while one attempt is looked at."""
_PLACE = re.compile(r"[a-z0-9:]+")
"""The name of a place; the game may add marks to it (``d4^``: on the ice of d4)."""


@dataclass(frozen=True, slots=True)
class _Acts:
    """The well-formed ``moves`` of a seat in a position and the ``cells`` that each names. ``at``: the
    numbers of those that name a cell; ``elsewhere``: of those that name none, by their verb (first word)."""

    moves: tuple[Any, ...]
    cells: tuple[tuple[CellId, ...], ...]
    at: Mapping[CellId, Sequence[int]]
    elsewhere: Mapping[str, Sequence[int]]


@dataclass(frozen=True, slots=True)
class _Attempt:
    """``order``: how far-fetched it is, small is plain: a seat that is not due, a verb that is not asked for,
    many breaches, a clause that is told late. ``gain``: nats by which it explains what hands changed better
    than that nothing was done there."""

    entry: Entry
    handled: Looks
    gain: float
    breaches: tuple[Breach, ...]
    order: tuple[bool, bool, int, int]


def accuse(
    match: AnyMatch, search: Search, nodes: Sequence[Hypothesis], reading: Reading, frames: int
) -> Played | Refused | None:
    """The plainest illegal explanation: one attempt before two, the shortest legal beginning first.

    ``nodes``: that nothing happened, then legal beginnings. One that is certain is committed by itself
    (``Played``) before anybody is accused. Where several do, only breaches common to all are told. None: no
    attempt explains the table.
    """
    root, *others = nodes
    quiet = [node for node in others if not node.length][:PREFIXES]
    begun = sorted(
        (node for node in others if node.length and node.doubt < root.doubt),
        key=lambda node: (node.length, node.cost),
    )
    least = min(node.odd for node in (root, *quiet))
    useful = [node for node in (root, *quiet, *begun[:PREFIXES]) if node.odd < least + MARGIN]
    accuser = _Accuser(match, search, reading, frames)
    for size in (1, 2):
        guilty: list[tuple[Hypothesis, tuple[_Attempt, ...]]] = []
        for node in useful:
            if guilty and node.length > guilty[0][0].length:
                break
            together = _plainest(node, accuser.attempts(node), size)
            if together:
                guilty.append((node, together))
        if not accuser.complete:
            return None
        if guilty:
            first = guilty[0][0]
            return None if any(_explains_more(node, first) for node in begun) else _verdict(guilty)
    return None


def _explains_more(node: Hypothesis, first: Hypothesis) -> bool:
    """Whether it explains clearly more without beginning so: then the other is not certain to have happened
    (nobody knows who lies where something unknown was seen, and who rowed there did so before)."""
    begins_so = node.entries[: len(first.entries)] == first.entries
    return not begins_so and node.doubt < first.doubt - MARGIN


def accuse_apart(
    match: AnyMatch, search: Search, nodes: Sequence[Hypothesis], reading: Reading, frames: int
) -> Refused | None:
    """What is illegal after each of the ``nodes`` (that nothing happened, then what may have), whoever did
    it: a disc that is moved too far.

    For what is wrong by itself while something else is not understood. Told is what it breaks after all of
    them; if that is nothing, after the likeliest that something happened.
    """
    accuser = _Accuser(match, search, reading, frames)
    root, *others = nodes
    wrong = root.contradictions
    fitting = [
        attempt
        for attempt in accuser.attempts(root)
        if wrong <= attempt.handled.keys() and attempt.gain >= MARGIN
    ]
    anybody = {attempt.entry.seat for attempt in fitting} == set(match.setup.seats)
    if not anybody or len({attempt.entry.text for attempt in fitting}) > 1 or not accuser.complete:
        return None
    attempt = min(fitting, key=lambda one: one.order)
    seat = Seat(match.setup.seats.index(attempt.entry.seat))
    move = match.game.parse_move(attempt.entry.text)
    broken = [tuple(match.game.why_illegal(node.state, seat, move)) for node in others]
    if not all(broken):
        return None
    common = {breach.clause for breach in attempt.breaches}.intersection(
        *({breach.clause for breach in breaches} for breaches in broken)
    )
    told = tuple(breach for breach in attempt.breaches if breach.clause in common)
    breaches = told or (broken[0] if broken else attempt.breaches)
    return Refused((attempt.entry,), breaches, tuple(sorted(wrong)))


@lru_cache(maxsize=64)
def _acts(game: Any, setup: Setup, state: Any, seat: Seat) -> _Acts:
    """There are thousands, but often the same ones for every seat and after every move."""
    return _sorted(game, setup, tuple(game.attempts(state, seat)))


@lru_cache(maxsize=16)
def _sorted(game: Any, setup: Setup, moves: tuple[Any, ...]) -> _Acts:
    at: dict[CellId, list[int]] = {}
    elsewhere: dict[str, list[int]] = {}
    words = [_words(game, setup, move) for move in moves]
    for number, (verb, cells) in enumerate(words):
        for cell in cells:
            at.setdefault(cell, []).append(number)
        if not cells:
            elsewhere.setdefault(verb, []).append(number)
    return _Acts(moves, tuple(cells for _, cells in words), at, elsewhere)


@lru_cache(maxsize=1 << 16)
def _words(game: Any, setup: Setup, move: Any) -> tuple[str, tuple[CellId, ...]]:
    """The verb of a move and the cells that it names: of one position's moves most come again in the next."""
    places = _places(game, setup)
    verb, *words = game.format_move(move).split()
    names = [found[0] for found in map(_PLACE.match, words) if found]
    return verb, tuple(dict.fromkeys(places[name] for name in names if name in places))


@lru_cache(maxsize=4)
def _places(game: Any, setup: Setup) -> Mapping[str, CellId]:
    return {zone.cell: zone.cell for zone in game.zones(setup)}


def _plainest(node: Hypothesis, attempts: Sequence[_Attempt], size: int) -> tuple[_Attempt, ...] | None:
    """The plainest set of attempts that together explain every cell that is wrong, and clearly better than
    that none was made: a slight misreading next to a figure accuses nobody."""
    wrong = node.contradictions
    fitting = [
        group
        for group in combinations(attempts[:AT_ONCE] if size > 1 else attempts, size)
        if wrong <= frozenset().union(*(attempt.handled for attempt in group))
        and sum(attempt.gain for attempt in group) >= MARGIN
        and sum(len(attempt.handled) for attempt in group)
        == len(frozenset().union(*(attempt.handled for attempt in group)))
    ]
    return min(fitting, key=lambda group: [attempt.order for attempt in group], default=None)


class _Accuser:
    """Finds the illegal attempts that may follow a hypothesis; each hypothesis is asked about once."""

    def __init__(self, match: AnyMatch, search: Search, reading: Reading, frames: int) -> None:
        self._match = match
        self._game = match.game
        self._search = search
        self._reading = reading
        self._frames = frames
        self._budget = Budget(BUDGET)
        self._place = {clause.id: number for number, clause in enumerate(match.game.clauses)}
        self._found: dict[tuple[Entry, ...], tuple[_Attempt, ...]] = {}

    @property
    def complete(self) -> bool:
        """Whether everything could be looked at."""
        return self._budget.spend(0)

    def attempts(self, node: Hypothesis) -> tuple[_Attempt, ...]:
        """Illegal attempts of which everything that hands changed is clearly seen, and touches what is
        wrong."""
        if node.entries not in self._found:
            self._found[node.entries] = tuple(self._attempts(node))
        return self._found[node.entries]

    def _attempts(self, node: Hypothesis) -> Iterator[_Attempt]:
        for seat, move, handled in self._touching(node):
            if not _shown(self._search, handled, self._reading, self._frames):
                continue
            if all(_only_pose(node.look(cell), look) for cell, look in handled.items()):
                continue  # a pose is too easily misread to accuse anybody of it
            if any(self._is_doubtful(node, cell, look) for cell, look in handled.items()):
                continue  # who has gone is somewhere, but not where it looks as if nobody had come
            breaches = self._game.why_illegal(node.state, seat, move)
            if breaches:
                name, text = self._match.setup.seats[seat], self._game.format_move(move)
                order = (
                    seat not in node.position.due,
                    text.partition(" ")[0] not in _verbs(node.position),
                    len(breaches),
                    min(self._place[breach.clause] for breach in breaches),
                )
                gain = sum(self._gain(node, cell, look) for cell, look in handled.items())
                yield _Attempt(Entry(EntryKind.MOVE, seat=name, text=text), handled, gain, breaches, order)

    def _is_doubtful(self, node: Hypothesis, cell: CellId, look: Look) -> bool:
        """Whether hands would have changed a cell that cannot be told, or may look as before."""
        if look.certainty is Certainty.HIDDEN:
            return True
        if look.certainty is Certainty.ANY or look in node.fine(cell):
            return False
        return self._gain(node, cell, look) < DOUBT

    def _gain(self, node: Hypothesis, cell: CellId, look: Look) -> float:
        before = min(self._search.doubt(cell, fine) for fine in node.fine(cell))
        return before - self._search.doubt(cell, look)

    def _touching(self, node: Hypothesis) -> Iterator[tuple[Seat, Any, Looks]]:
        """The acts that change a cell that is wrong; none any more when the budget is used up.

        Short cuts, for there are thousands: an act that names cells changes one of them, if any; one that
        also names a cell where nothing is wrong is tried for a seat that is due only; and when the first
        ``SAME_PLACE`` acts of a kind all change the same cells, the others do too.
        """
        wrong, due = node.contradictions, node.position.due
        for seat in map(Seat, range(len(self._match.setup.seats))):
            acts = _acts(self._game, self._match.setup, node.state, seat)
            if not self._budget.spend(len(acts.moves) // LISTED):
                return
            named = {number for cell in wrong for number in acts.at.get(cell, ())}
            meant = {number for number in named if seat in due or wrong.issuperset(acts.cells[number])}
            for numbers in acts.elsewhere.values():
                if not self._settled(node, seat, [acts.moves[number] for number in numbers[:SAME_PLACE]]):
                    meant.update(numbers)
            for number in sorted(meant):
                if not self._budget.spend(1):
                    return
                handled = self._search.handled(node, seat, acts.moves[number])
                if not wrong.isdisjoint(handled):
                    yield seat, acts.moves[number], handled

    def _settled(self, node: Hypothesis, seat: Seat, moves: Sequence[Any]) -> bool:
        """Whether these moves all change the same cells, and nothing that is wrong."""
        places = {frozenset(self._search.handled(node, seat, move)) for move in moves}
        return len(moves) == SAME_PLACE and len(places) == 1 and node.contradictions.isdisjoint(*places)


@lru_cache(maxsize=64)
def _verbs(position: Position) -> frozenset[str]:
    """The first words of all legal moves."""
    return frozenset(each.entry.text.partition(" ")[0] for each in position.moves)


def _only_pose(one: Look, other: Look) -> bool:
    """Whether nothing but poses differs."""
    return one.base == other.base and (one == other or otherwise_posed(one.pieces, other.pieces))


def otherwise_posed(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the same pieces lie here and stand there."""
    return one != other and sorted(map(figure, one)) == sorted(map(figure, other))


def figure(piece: str) -> str:
    """A piece, standing or lying."""
    return piece.removesuffix(LYING)


def _shown(search: Search, handled: Looks, reading: Reading, frames: int) -> bool:
    for cell, look in handled.items():
        if look.certainty is Certainty.SEEN:
            seen = reading.cells.get(cell)
            if search.blind(cell) or seen is None or seen.frames < frames or search.doubt(cell, look) > DOUBT:
                return False
    return True


def _verdict(guilty: Sequence[tuple[Hypothesis, tuple[_Attempt, ...]]]) -> Played | Refused | None:
    node, attempts = guilty[0]
    if len(guilty) == 1 and node.length:
        return Played(node.entries)
    breaches = tuple(dict.fromkeys(breach for attempt in attempts for breach in attempt.breaches))
    for _, others in guilty[1:]:
        common = {breach.clause for attempt in others for breach in attempt.breaches}
        breaches = tuple(breach for breach in breaches if breach.clause in common)
    if not breaches:
        return None
    cells = tuple(sorted(node.contradictions))
    return Refused(tuple(attempt.entry for attempt in attempts), breaches, cells)
