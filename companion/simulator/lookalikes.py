"""What nobody can tell from what was done: other acts after which the table looks the same."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, combinations, pairwise
from typing import Any

from companion.rules.contract import (
    CellId,
    Certainty,
    Chance,
    Decide,
    IllegalMoveError,
    Look,
    Seat,
    Step,
    apply,
    resolve,
)
from companion.rules.match import AnyMatch
from companion.rules.registry import AnyGame
from companion.simulator import tuning
from companion.simulator.tabletop import BARE

Looks = Mapping[CellId, Look]

RECENT = tuning.whole("lookalikes.recent")
"""Acts that people may still take back."""
_UNSEEN_STEPS = tuning.whole("lookalikes.unseen_steps")
"""Moves after an act that might have been another: as far as a hand takes a figure on by mistake."""


def just_moved(
    game: AnyGame, cells: Iterable[CellId], state: Any, seat: Seat, move: Any, step: Step[Any]
) -> Looks:
    """How these cells look when the move is done but nothing that follows from it."""
    later = {cell for effect in step.effects for cell in effect.cells}
    looks = game.looks(step.state)
    target = {cell: looks.get(cell, BARE) for cell in cells if cell not in later}
    return {**target, **game.handled(state, seat, move)}


def handled(game: AnyGame, state: Any, seat: Seat, moves: Iterable[Any]) -> Iterator[Looks]:
    """For each of these moves what a hand changes for it."""
    for move in moves:
        yield game.handled(state, seat, move)
        state = apply(game, state, seat, move).state


# -- a longer way ----------------------------------------------------------------------------------------


def is_detour(game: AnyGame, state: Any, seat: Seat, moves: Sequence[Any]) -> bool:
    """Whether fewer of these moves, or one less with another one instead of one of them, leave the same to be
    seen: people go straight, and nobody could tell what the hand did on its way."""
    shown = _shown(game, state, seat, moves)
    *before, last = handled(game, state, seat, moves)
    if shown is None or not before or not last:
        return False
    fewer = (rest for count in range(len(moves)) for rest in combinations(moves[:-1], count))
    others = _others(game, state, seat, moves, frozenset(last).union(*before))
    return any(_shown(game, state, seat, way) == shown for way in chain(fewer, others))


def _others(
    game: AnyGame, state: Any, seat: Seat, moves: Sequence[Any], cells: Set[CellId]
) -> Iterator[Sequence[Any]]:
    """One move less, and another one in these cells instead of one of them."""
    for rest in combinations(moves, len(moves) - 1):
        for at in range(len(rest)):
            before = _after(game, state, seat, rest[:at])
            for move in game.legal_moves(before, seat) if before is not None else ():
                if game.handled(before, seat, move).keys() <= cells:
                    yield (*rest[:at], move, *rest[at + 1 :])


def _shown(game: AnyGame, state: Any, seat: Seat, moves: Sequence[Any]) -> tuple[Looks, list[CellId]] | None:
    """How the table looks after these moves, and where hands have been without anything to be seen; None if
    one of them is illegal."""
    after = _after(game, state, seat, moves)
    if after is None:
        return None
    looks = (item for each in handled(game, state, seat, moves) for item in each.items())
    return game.looks(after), [cell for cell, look in looks if look.certainty is not Certainty.SEEN]


def _after(game: AnyGame, state: Any, seat: Seat, moves: Iterable[Any]) -> Any | None:
    """The position after these moves; None if one of them is illegal."""
    try:
        for move in moves:
            state = apply(game, state, seat, move).state
    except IllegalMoveError:
        return None
    return state


# -- a mistake that is none ------------------------------------------------------------------------------


def is_take_back(match: AnyMatch, state: Any) -> bool:
    """Whether the table would look as it did a few acts ago: nobody could tell that from a take-back."""
    looks = match.game.looks(state)
    return any(match.game.looks(played.state) == looks for played in match.line[-RECENT:-1])


def is_lawful_otherwise(match: AnyMatch, state: Any, cells: Collection[CellId], electronic: Set[str]) -> bool:
    """Whether lawful acts lead to a table with the looks of ``state``, had the last entry, or one after which
    nothing was to be seen, not been, or another that looks just like it: nobody saw, for one, which way the
    skates of a card laid face down were to go, what a die shows, or who ended his turn. ``electronic``: of
    these sources a machine tells everybody what they have brought."""
    game = match.game
    wanted = game.looks(state)
    alike = _alike(match, cells, electronic)
    for _ in range(_UNSEEN_STEPS):
        followers = [follower for other in alike for follower in _followers(game, other, cells)]
        if any(_same(wanted, table) for _, table in followers):
            return True
        alike = [step.state for step, _ in followers]
    return False


def _alike(match: AnyMatch, cells: Collection[CellId], electronic: Set[str]) -> list[Any]:
    """The positions in which the table would look as it does now."""
    looks = match.game.looks
    seen = looks(match.state)
    alike: list[Any] = []
    recent = [played.state for played in match.line[-RECENT:]]
    for before, stood in reversed(list(pairwise(recent))):
        alike += [state for state in _nexts(match.game, before, cells, electronic) if state != stood]
        if looks(before) != seen:
            break
        alike.append(before)
    return [state for state in alike if looks(state) == seen]


def _nexts(game: AnyGame, state: Any, cells: Collection[CellId], electronic: Set[str]) -> list[Any]:
    """What one lawful move leads to, or chance, unless a machine tells everybody what it has brought."""
    pending = game.pending(state)
    if not isinstance(pending, Chance):
        return [step.state for step, _ in _followers(game, state, cells)]
    outcomes = () if pending.source in electronic else game.outcomes(state)
    return [resolve(game, state, outcome).state for outcome, _ in outcomes]


def _followers(game: AnyGame, state: Any, cells: Collection[CellId]) -> Iterator[tuple[Step[Any], Looks]]:
    """What one lawful move leads to, and the table before anything that follows from it is carried out;
    nothing while chance is awaited."""
    pending = game.pending(state)
    for seat in pending.seats if isinstance(pending, Decide) else ():
        for move in game.legal_moves(state, seat):
            step = apply(game, state, seat, move)
            yield step, just_moved(game, cells, state, seat, move, step)


def _same(looks: Looks, table: Looks) -> bool:
    """Whether nothing on this table is at odds with the looks, where it matters how it lies."""
    pairs = ((looks.get(cell, BARE), look) for cell, look in table.items())
    return all(here == there or Certainty.ANY in (here.certainty, there.certainty) for here, there in pairs)
