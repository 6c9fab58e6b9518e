"""Unlawful acts that would change just what changed. They are looked for only when lawful acts do not
explain a view well enough.

A position has thousands of well-formed moves, so they are listed by the cells that they name. Moves that name
no cell are grouped by their verb; of each group a few are tried first, and the rest only if those may touch
what changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion.judge.history import BARE, Attempt, History, visible
from companion.judge.positions import Looks, Position, Shown
from companion.judge.scene import ViewEvidence
from companion.judge.tuning import Priors, whole
from companion.rules.contract import CellId, Certainty, Seat, Setup
from companion.rules.match import Entry, EntryKind
from companion.rules.optional import Mistaking, cells_of
from companion.rules.text import verb_of

SAME_PLACE = whole("unlawful.same_place")
"""So many moves of one kind that name no cell are tried. Only if one of them touches a changed cell, all
moves of the kind are looked at."""
MOST = whole("unlawful.most")
"""Most acts that are looked at for one history."""


@dataclass(frozen=True, slots=True)
class UnlawfulAct:
    """An unlawful act, what hands change in it, and its prior."""

    attempt: Attempt
    handled: Looks
    prior: float


def unlawful(
    history: History, scene: ViewEvidence, priors: Priors, shown: Shown, cells: frozenset[CellId]
) -> Iterator[UnlawfulAct]:
    """Unlawful acts after a history that change at least one of the ``cells``, and nothing that surely did
    not change."""
    position = history.position
    setup = position.game.setup_of(position.state)
    for seat, move, handled in _touching(history, setup, shown, cells):
        if _gain(history, scene, priors, handled) > 0:
            act = _unlawful(position, seat, move, handled, priors)
            yield from () if act is None else (act,)
    for outcome, handled in _mistaken(position):
        if not cells.isdisjoint(handled) and _gain(history, scene, priors, handled) > 0:
            act = _impossible(position, outcome, handled, priors)
            yield from () if act is None else (act,)


def _gain(history: History, scene: ViewEvidence, priors: Priors, handled: Looks) -> float:
    """Nats by which the view speaks for hands having changed this."""
    gain = 0.0
    for cell, look in handled.items():
        there = history.table.get(cell, BARE)
        if visible(there, look):
            gain += scene.changed(cell) + scene.content(cell, there, look)
        elif look.certainty is Certainty.SEEN and not scene.visited(cell):
            gain += priors.unreached
    return gain


def _mistaken(position: Position) -> Iterator[tuple[Any, Looks]]:
    """Outcomes that hands may bring about although they are not possible now."""
    if isinstance(position.game, Mistaking):
        yield from position.game.mistaken(position.state)


def _impossible(position: Position, outcome: Any, handled: Looks, priors: Priors) -> UnlawfulAct | None:
    game = position.game
    breaches = game.why_impossible(position.state, outcome)
    if not breaches:
        return None
    prior = priors.unlawful + priors.far_fetched * (len(breaches) - 1)
    entry = Entry(EntryKind.CHANCE, text=game.format_outcome(outcome))
    return UnlawfulAct(Attempt(entry, breaches), handled, prior)


def the_same(history: History, entry: Entry, priors: Priors, shown: Shown) -> UnlawfulAct | None:
    """The act of an entry after another history; None if it is lawful there, or cannot be done."""
    position = history.position
    if entry.kind is EntryKind.CHANCE:
        outcome = position.game.parse_outcome(entry.text)
        every = (one for one in _mistaken(position) if one[0] == outcome)
        return next((_impossible(position, *one, priors) for one in every), None)
    seat, move = Seat(position.names.index(entry.seat)), position.game.parse_move(entry.text)
    return _unlawful(position, seat, move, shown.handled(position.handled(seat, move)), priors)


def _unlawful(
    position: Position, seat: Seat, move: Any, handled: Looks, priors: Priors
) -> UnlawfulAct | None:
    game = position.game
    breaches = game.why_illegal(position.state, seat, move)
    if not breaches:
        return None
    prior = priors.unlawful + priors.far_fetched * (len(breaches) - 1)
    prior += 0.0 if seat in position.due else priors.other_seat
    entry = Entry(EntryKind.MOVE, seat=position.names[seat], text=game.format_move(move))
    prior += 0.0 if entry.verb in position.verbs else priors.other_verb
    return UnlawfulAct(Attempt(entry, breaches), handled, prior)


def _touching(
    history: History, setup: Setup, shown: Shown, cells: frozenset[CellId]
) -> Iterator[tuple[Seat, Any, Looks]]:
    position, left = history.position, MOST
    for seat in (*position.due, *(s for s in map(Seat, range(len(setup.seats))) if s not in position.due)):
        acts = _acts(position.game, setup, position.state, seat)
        named = _numbers(position, seat, acts, cells)
        # moves that name only cells that changed come first, in case the budget runs out
        for number in sorted(named, key=lambda one: (-len(cells.intersection(acts.cells[one])), one))[:left]:
            handled = shown.handled(position.handled(seat, acts.moves[number]))
            if not cells.isdisjoint(handled):
                yield seat, acts.moves[number], handled
        left = max(0, left - len(named))


def _numbers(position: Position, seat: Seat, acts: _Acts, cells: frozenset[CellId]) -> set[int]:
    """The numbers of the moves of a seat that may change one of the cells."""
    named = {number for cell in cells for number in acts.at.get(cell, ())}
    if seat not in position.due:
        named = {number for number in named if cells.issuperset(acts.cells[number])}
    for numbers in acts.elsewhere.values():
        first = [position.handled(seat, acts.moves[number]) for number in numbers[:SAME_PLACE]]
        if any(not cells.isdisjoint(handled) for handled in first):
            named.update(numbers)
    return named


@dataclass(frozen=True, slots=True)
class _Acts:
    """The well-formed ``moves`` of a seat and the ``cells`` that each of them names. ``at``: for each cell,
    the numbers of the moves that name it; ``elsewhere``: for each verb (first word), the numbers of the moves
    that name no cell."""

    moves: tuple[Any, ...]
    cells: tuple[tuple[CellId, ...], ...]
    at: Mapping[CellId, Sequence[int]]
    elsewhere: Mapping[str, Sequence[int]]


@lru_cache(maxsize=64)
def _acts(game: Any, setup: Setup, state: Any, seat: Seat) -> _Acts:
    """The well-formed moves of a seat. There are thousands, but often the same ones for every seat and after
    every move, so they are kept."""
    return _sorted(game, setup, tuple(game.attempts(state, seat)))


@lru_cache(maxsize=16)
def _sorted(game: Any, setup: Setup, moves: tuple[Any, ...]) -> _Acts:
    at: dict[CellId, list[int]] = {}
    elsewhere: dict[str, list[int]] = {}
    named = [_named(game, setup, move) for move in moves]
    for number, (verb, cells) in enumerate(named):
        for cell in cells:
            at.setdefault(cell, []).append(number)
        if not cells:
            elsewhere.setdefault(verb, []).append(number)
    return _Acts(moves, tuple(cells for _, cells in named), at, elsewhere)


@lru_cache(maxsize=1 << 15)
def _named(game: Any, setup: Setup, move: Any) -> tuple[str, tuple[CellId, ...]]:
    """The verb of a move and the cells that it names. Kept, because most moves of one position come again in
    the next."""
    return verb_of(game.format_move(move)), cells_of(game, move, _places(game, setup))


@lru_cache(maxsize=4)
def _places(game: Any, setup: Setup) -> frozenset[CellId]:
    return frozenset(zone.cell for zone in game.zones(setup))
