"""Illegal attempts that explain what the table shows, and what they break.

Asked only when nothing legal explains it. What hands change (``Game.handled``) of one attempt, or of two
made in one go, must explain every cell that is wrong, possibly after legal moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from companion.referee.ground import AnyMatch, Looks
from companion.referee.reading import DOUBT, Reading
from companion.referee.search import Hypothesis, Search
from companion.referee.verdicts import Played, Refused
from companion.rules.contract import Breach, CellId, Certainty, Decide, Seat, Setup
from companion.rules.match import Entry, EntryKind

PREFIXES = 6
"""Legal beginnings that are tried: the shortest ones that explain a part."""
SAME_PLACE = 8
"""Acts of one kind after which it is believed that all of them change the same cells."""
LYING = " lying"
"""The suffix of a figure's name when it lies (see ``companion.rules.contract.Look``)."""
AT_ONCE = 40
"""Single attempts that are paired at most; more than these cannot all be meant."""


@dataclass(frozen=True, slots=True)
class _Act:
    """A well-formed move of a seat, its verb (the first word) and the cells that it names."""

    seat: Seat
    move: Any
    verb: str
    cells: frozenset[CellId]


@dataclass(frozen=True, slots=True)
class _Attempt:
    """``order``: how far-fetched it is, small is plain: a seat that is not due, a verb that is not asked for,
    many breaches, a clause that is told late."""

    entry: Entry
    handled: Looks
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
    others = sorted(
        (node for node in others if node.doubt < root.doubt), key=lambda n: (len(n.entries), n.cost)
    )
    useful = (root, *others[:PREFIXES])
    game: Any = match.game  # a protocol's values count as unhashable
    acts = _acts(game, match.setup)
    seen = {node.entries: tuple(_attempts(match, search, node, acts, reading, frames)) for node in useful}
    for size in (1, 2):
        guilty: list[tuple[Hypothesis, tuple[_Attempt, ...]]] = []
        for node in useful:
            if guilty and len(node.entries) > len(guilty[0][0].entries):
                break
            together = _plainest(node, seen[node.entries], size)
            if together:
                guilty.append((node, together))
        if guilty:
            return _verdict(guilty)
    return None


@lru_cache(maxsize=2)
def _acts(game: Any, setup: Setup) -> tuple[_Act, ...]:
    """Every well-formed move of every seat. Which there are depends on the edition, not on the position;
    there are thousands, so they are kept."""
    zones: dict[str, CellId] = {zone.cell: zone.cell for zone in game.zones(setup)}
    start = game.initial(setup)
    acts = []
    for number in range(len(setup.seats)):
        for move in game.attempts(start, Seat(number)):
            verb, *words = game.format_move(move).split()
            acts.append(
                _Act(Seat(number), move, verb, frozenset(zones[word] for word in words if word in zones))
            )
    return tuple(acts)


def _plainest(node: Hypothesis, attempts: Sequence[_Attempt], size: int) -> tuple[_Attempt, ...] | None:
    """The plainest set of attempts that together explain every cell that is wrong."""
    wrong = node.contradictions
    fitting = [
        group
        for group in combinations(attempts[:AT_ONCE] if size > 1 else attempts, size)
        if wrong <= frozenset().union(*(attempt.handled for attempt in group))
        and sum(len(attempt.handled) for attempt in group)
        == len(frozenset().union(*(attempt.handled for attempt in group)))
    ]
    return min(fitting, key=lambda group: [attempt.order for attempt in group], default=None)


def _attempts(
    match: AnyMatch,
    search: Search,
    node: Hypothesis,
    acts: Sequence[_Act],
    reading: Reading,
    frames: int,
) -> Iterator[_Attempt]:
    """Illegal attempts of which everything that hands changed is clearly seen, and touches what is wrong."""
    game = match.game
    pending = game.pending(node.state)
    due = pending.seats if isinstance(pending, Decide) else ()
    place = {clause.id: number for number, clause in enumerate(game.clauses)}
    legal = (game.format_move(move) for seat in due for move in game.legal_moves(node.state, seat))
    verbs = {text.partition(" ")[0] for text in legal}
    for act, handled in _touching(search, node, acts):
        if not _shown(search, handled, reading, frames):
            continue
        if all(same_but_for_pose(node.look(cell).pieces, look.pieces) for cell, look in handled.items()):
            continue  # a pose is too easily misread to accuse anybody of it
        breaches = game.why_illegal(node.state, act.seat, act.move)
        if breaches:
            entry = Entry(EntryKind.MOVE, seat=match.setup.seats[act.seat], text=game.format_move(act.move))
            first = min(place[breach.clause] for breach in breaches)
            order = (act.seat not in due, act.verb not in verbs, len(breaches), first)
            yield _Attempt(entry, handled, breaches, order)


def _touching(search: Search, node: Hypothesis, acts: Sequence[_Act]) -> Iterator[tuple[_Act, Looks]]:
    """The acts that change a cell that is wrong.

    Two short cuts, for there are thousands: an act that names cells changes one of them; and when the first
    ``SAME_PLACE`` acts of a kind all changed the same cells, the others do too.
    """
    wrong = node.contradictions
    places: dict[tuple[Seat, str], list[frozenset[CellId]]] = {}
    for act in acts:
        if act.cells and wrong.isdisjoint(act.cells):
            continue
        known = places.setdefault((act.seat, act.verb), [])
        settled = len(known) >= SAME_PLACE and len(set(known)) == 1
        if settled and not act.cells and wrong.isdisjoint(known[0]):
            continue
        handled = search.handled(node, act.seat, act.move)
        if not act.cells and len(known) < SAME_PLACE:
            known.append(frozenset(handled))
        if not wrong.isdisjoint(handled):
            yield act, handled


def same_but_for_pose(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the same pieces lie or stand on a cell."""
    return sorted(map(_figure, one)) == sorted(map(_figure, other))


def _figure(piece: str) -> str:
    return piece.removesuffix(LYING)


def _shown(search: Search, handled: Looks, reading: Reading, frames: int) -> bool:
    for cell, look in handled.items():
        if look.certainty is Certainty.SEEN:
            seen = reading.cells.get(cell)
            if search.blind(cell) or seen is None or seen.frames < frames or search.doubt(cell, look) > DOUBT:
                return False
    return True


def _verdict(guilty: Sequence[tuple[Hypothesis, tuple[_Attempt, ...]]]) -> Played | Refused:
    node, attempts = guilty[0]
    if len(guilty) == 1 and node.entries:
        return Played(node.entries)
    breaches = tuple(dict.fromkeys(breach for attempt in attempts for breach in attempt.breaches))
    for _, others in guilty[1:]:
        common = {breach.clause for attempt in others for breach in attempt.breaches}
        breaches = tuple(breach for breach in breaches if breach.clause in common)
    cells = tuple(sorted(node.contradictions))
    return Refused(tuple(attempt.entry for attempt in attempts), breaches, cells)
