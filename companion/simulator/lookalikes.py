"""Other acts after which the table looks the same, so that nobody can tell which of them was done."""

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
"""So many of the newest acts may still be taken back."""
_UNSEEN_STEPS = tuning.whole("lookalikes.unseen_steps")
"""Moves that are tried after an act that may have been another one. A hand that carries a figure too far by
mistake carries it no farther than so many moves."""


def just_moved(
    game: AnyGame, cells: Iterable[CellId], state: Any, seat: Seat, move: Any, step: Step[Any]
) -> Looks:
    """How these cells look after the move, before people carry out its effects (such as a discard). Cells
    that the effects change are left out."""
    later = {cell for effect in step.effects for cell in effect.cells}
    looks = game.looks(step.state)
    target = {cell: looks.get(cell, BARE) for cell in cells if cell not in later}
    return {**target, **game.handled(state, seat, move)}


def handled(game: AnyGame, state: Any, seat: Seat, moves: Iterable[Any]) -> Iterator[Looks]:
    """For each of these moves, the cells that a hand handles, and how they look then."""
    for move in moves:
        yield game.handled(state, seat, move)
        state = apply(game, state, seat, move).state


# -- a longer way ----------------------------------------------------------------------------------------


def is_detour(game: AnyGame, state: Any, seat: Seat, moves: Sequence[Any]) -> bool:
    """Whether a shorter list of moves leaves the table looking the same: fewer of these moves, or one less
    with one of the rest replaced. People take the short way, and a camera could not tell the two apart."""
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
    """The lists with one move less, in which one of the rest is replaced by another move in these cells."""
    for rest in combinations(moves, len(moves) - 1):
        for at in range(len(rest)):
            before = _after(game, state, seat, rest[:at])
            for move in game.legal_moves(before, seat) if before is not None else ():
                if game.handled(before, seat, move).keys() <= cells:
                    yield (*rest[:at], move, *rest[at + 1 :])


def _shown(game: AnyGame, state: Any, seat: Seat, moves: Sequence[Any]) -> tuple[Looks, list[CellId]] | None:
    """How the table looks after these moves, and the cells that hands have handled although nothing can be
    seen there. None if one of the moves is illegal."""
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


# -- mistakes that look like lawful play ------------------------------------------------------------------


def is_take_back(match: AnyMatch, state: Any) -> bool:
    """Whether ``state`` looks as the table did a few acts ago. Then nobody could tell it from a take-back."""
    looks = match.game.looks(state)
    return any(match.game.looks(played.state) == looks for played in match.line[-RECENT:-1])


def is_lawful_otherwise(match: AnyMatch, state: Any, cells: Collection[CellId], electronic: Set[str]) -> bool:
    """Whether lawful play can also lead to a table that looks like ``state``.

    The referee may be wrong about a recent act that leaves nothing to be seen: it may not have been done, or
    another that looks the same was done. For example, nobody saw which way the skates of a face-down card
    go, what a die shows, or who ended the turn. ``electronic``: chance sources whose outcomes a machine
    tells everybody, so there is no doubt about them."""
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
    """Other positions that recent acts may have led to, and in which the table looks as it does now."""
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
    """The positions after one lawful move, or after each outcome of chance. Empty for an electronic source:
    a machine tells everybody which outcome came."""
    pending = game.pending(state)
    if not isinstance(pending, Chance):
        return [step.state for step, _ in _followers(game, state, cells)]
    outcomes = () if pending.source in electronic else game.outcomes(state)
    return [resolve(game, state, outcome).state for outcome, _ in outcomes]


def _followers(game: AnyGame, state: Any, cells: Collection[CellId]) -> Iterator[tuple[Step[Any], Looks]]:
    """For each lawful move its step, and how the table looks before people carry out the effects. Nothing
    while a chance outcome is awaited."""
    pending = game.pending(state)
    for seat in pending.seats if isinstance(pending, Decide) else ():
        for move in game.legal_moves(state, seat):
            step = apply(game, state, seat, move)
            yield step, just_moved(game, cells, state, seat, move, step)


def _same(looks: Looks, table: Looks) -> bool:
    """Whether each cell of this table looks as ``looks`` says, except cells that may look in any way."""
    pairs = ((looks.get(cell, BARE), look) for cell, look in table.items())
    return all(here == there or Certainty.ANY in (here.certainty, there.certainty) for here, there in pairs)
