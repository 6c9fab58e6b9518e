"""Tests of using hunters: who may be used, how a figure moves, what it may attack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.arctica.layout import Figure
from companion.games.arctica.moves import Move
from companion.games.arctica.poses import lets_through, wrong_poses
from companion.games.arctica.state import State, attacker, mover
from companion.games.arctica.words import (
    BEAR,
    BERG,
    COD,
    ESKIMO,
    FED,
    HUNT_DONE,
    IGLOO,
    KINDS,
    MOVED,
    NEW,
    NO_HUNT,
    OPEN,
    OWN_HUNT,
    SEAL,
)
from companion.rules.refusals import Broken

REACH: Final = ("move.7", "move.4", "move.6", "move.8", "move.5")
"""How far each kind goes, by its number."""


def hunter_breaks(state: State, kind: int) -> tuple[str, ...]:
    """Why the active player may not use this kind now (turn.4, turn.5, hunt.1-3); empty when allowed."""
    hunt = state.hunt
    if hunt == HUNT_DONE:
        return "turn.4", "turn.5"
    table = state.table
    is_own = kind == state.own
    if not is_own and not table.is_neutral(kind):
        return ("hunt.3",)
    if hunt == NO_HUNT or hunt == (OWN_HUNT if is_own else KINDS[kind]):
        return ()
    if table.four:
        return ("hunt.2",)
    return () if hunt == OWN_HUNT else ("hunt.1",)


def usable(state: State) -> tuple[int, ...]:
    """The kinds that the active player may use now."""
    return tuple(kind for kind in range(len(KINDS)) if not hunter_breaks(state, kind))


def move_breaks(state: State, move: Move) -> Iterator[Broken]:
    """The tests of ``move``."""
    kind, start, end = move.kind, move.start, move.end
    forbidden = hunter_breaks(state, kind)
    if forbidden:
        yield from ((broken, (start >> 1,)) for broken in forbidden)
        return
    figures = state.at(kind, start)
    if not figures:
        yield "move.1", (start >> 1,)
        return
    for broken in _way(state, kind, start, end):
        yield broken, (start >> 1, end >> 1)
    marks = mover(figures).marks
    if marks & MOVED:
        yield "move.12", (start >> 1,)
    if marks & FED:
        yield "attack.5", (start >> 1,)


def _way(state: State, kind: int, start: int, end: int) -> list[str]:
    """What is wrong with where a figure goes, each clause once."""
    ice = state.ice
    broken = list(wrong_poses(ice, kind, end))
    here, there = start >> 1, end >> 1
    board = state.table.edition.board
    if here == there:
        if not (kind == SEAL and start != end and can_slip_out(state, here)):
            broken.append("move.2")
        return broken
    ways = board.between[here].get(there)
    if ways is None:
        if there not in board.around[here]:
            broken.append("move.3")
    elif not any(lets_through(kind, ice[way], start, end) for way in ways):
        walled = all(ice[way] == BERG for way in ways)
        reason = "pose.7" if walled else REACH[kind]
        if reason not in broken:
            broken.append(reason)
    return broken


def can_slip_out(state: State, cell: int) -> bool:
    """Whether a seal finds open sea beside its cell, to come back in the other pose (move.2)."""
    return any(state.ice[near] == OPEN for near in state.table.edition.board.around[cell])


def attack_breaks(state: State, move: Move) -> Iterator[Broken]:
    """The tests of ``attack``."""
    kind, here, there = move.kind, move.start >> 1, move.end >> 1
    forbidden = hunter_breaks(state, kind)
    if forbidden:
        yield from ((broken, (here,)) for broken in forbidden)
        if forbidden == ("hunt.3",):
            yield "attack.6", (here,)
        return
    hunters = state.at(kind, move.start)
    if not hunters:
        yield "move.1", (here,)
        return
    if not _prey_is_there(state, move):
        yield "attack.1", (there,)
        return
    if here != there:
        yield "attack.2", (here, there)
    elif not in_reach(move):
        yield "attack.3", (here,)
    hunter = attacker(hunters)
    for broken in _spent(state, hunter):
        yield broken, (here,)
    if kind != state.own and move.prey == state.own:
        yield "attack.9", (there,)
    for broken in wrong_prey(kind, move.prey):
        yield broken, (there,)
    if hunter.marks & NEW:
        yield "return.5", (here,)


def _prey_is_there(state: State, move: Move) -> bool:
    if move.prey == IGLOO:
        return state.igloo >= 0 and move.end == 2 * state.igloo + 1
    return bool(state.at(move.prey, move.end))


def in_reach(move: Move) -> bool:
    """Hunter and prey in one layer of a cell, or an Eskimo on the ice over cod (attack.3, attack.4)."""
    same_layer = move.start & 1 == move.end & 1
    return same_layer or (move.kind == ESKIMO and bool(move.start & 1) and move.prey == COD)


def _spent(state: State, hunter: Figure) -> Iterator[str]:
    """The attack of this turn has been made (attack.7, attack.8)."""
    if hunter.kind != SEAL:
        if any(f.kind == hunter.kind and f.marks & FED for f in state.figures):
            yield "attack.7"
        return
    fed = [f for f in state.of(SEAL) if f.marks & FED]
    if hunter.marks & FED:
        yield "attack.7"
        fed.remove(hunter)
    if fed and not state.table.seal_each:
        yield "attack.8"


def wrong_prey(kind: int, prey: int) -> tuple[str, ...]:
    """Why this kind does not hunt that prey (chain.1-4); empty when it does."""
    broken: list[str] = []
    if kind == SEAL and prey not in (COD, IGLOO):
        broken.append("chain.1")
    if kind == COD:
        broken.append("chain.2")
    if prey == IGLOO and kind not in (SEAL, BEAR):
        broken.append("chain.3")
    if kind == prey:
        broken.append("chain.4")
    return tuple(broken)
