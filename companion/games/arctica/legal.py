"""Every legal move of a seat, found directly; tests prove it equal to what the clause tests let through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from companion.games.arctica.hunting import can_slip_out, usable, wrong_prey
from companion.games.arctica.ice import choices_for, drifting
from companion.games.arctica.laying import icebergs_allowed, nearest_floes, stage
from companion.games.arctica.moves import Move
from companion.games.arctica.poses import landings, lets_through
from companion.games.arctica.state import State, attacker, mover
from companion.games.arctica.words import (
    BERG,
    COD,
    ESKIMO,
    FED,
    FIGURES,
    FLOE,
    IGLOO,
    MOVED,
    NEW,
    OPEN,
    PACK,
    SEAL,
)
from companion.rules.contract import Seat
from companion.rules.grid import OUTSIDE


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All legal moves of the seat in a fixed order; none unless it decides."""
    if state.decider() != seat:
        return ()
    return tuple(_FINDERS[state.phase.name](state))


def _lay(state: State) -> Iterator[Move]:
    match stage(state):
        case "ice":
            for cell, ice in enumerate(state.ice):
                if ice == OPEN:
                    yield Move("lay", cell=cell, ice=FLOE)
                    yield Move("lay", cell=cell, ice=PACK)
        case "icebergs":
            yield from (Move("lay", cell=cell, ice=BERG) for cell in icebergs_allowed(state))
        case _:
            taken = {f.spot >> 1 for f in state.figures if f.kind != COD}
            free = sorted(state.table.edition.board.corners - taken)
            for kind in range(COD):
                if len(state.of(kind)) < FIGURES[kind]:
                    yield from _placings(state, "lay", kind, free)


def _placings(state: State, verb: str, kind: int, cells: list[int]) -> Iterator[Move]:
    for cell in cells:
        yield from (Move(verb, kind, end=spot) for spot in landings(state.ice, kind, cell))


def _igloo(state: State) -> Iterator[Move]:
    return (Move("igloo", cell=cell) for cell in nearest_floes(state))


def _return(state: State) -> Iterator[Move]:
    corners = sorted(state.table.edition.board.corners)
    for kind in state.due():
        yield from _placings(state, "return", kind, corners)


def _cards(state: State, verb: str, seat: int) -> Iterator[Move]:
    if state.hands[seat]:
        cards = state.table.edition.cards
        for number, lying in enumerate(state.discard):
            if lying < cards[number].copies:
                yield Move(verb, card=number)


def _turn(state: State) -> Iterator[Move]:
    yield from _cards(state, "drop" if state.card_done else "play", state.turn)
    kinds = usable(state)
    for kind in kinds:
        yield from _moves_of(state, kind)
    for kind in kinds:
        yield from _attacks_of(state, kind)
    if state.card_done or not state.hands[state.turn]:
        yield Move("end")


def _moves_of(state: State, kind: int) -> Iterator[Move]:
    for start in sorted({f.spot for f in state.figures if f.kind == kind}):
        if not mover(state.at(kind, start)).marks & (MOVED | FED):
            yield from (Move("move", kind, start, end) for end in _reachable(state, kind, start))


def _reachable(state: State, kind: int, start: int) -> Iterator[int]:
    ice, board, here = state.ice, state.table.edition.board, start >> 1
    if kind == SEAL and ice[here] != OPEN and can_slip_out(state, here):
        yield start ^ 1
    for cell in board.around[here]:
        yield from landings(ice, kind, cell)
    for cell, ways in board.between[here].items():
        for end in landings(ice, kind, cell):
            if any(lets_through(kind, ice[way], start, end) for way in ways):
                yield end


def _attacks_of(state: State, kind: int) -> Iterator[Move]:
    if kind == COD:
        return
    spent = sum(1 for f in state.figures if f.kind == kind and f.marks & FED)
    if spent and not (kind == SEAL and state.table.seal_each):
        return
    for start in sorted({f.spot for f in state.figures if f.kind == kind}):
        if not attacker(state.at(kind, start)).marks & (NEW | FED):
            for prey, end in _prey(state, kind, start):
                yield Move("attack", kind, start, end, prey=prey)


def _prey(state: State, kind: int, start: int) -> Iterator[tuple[int, int]]:
    """What a hunter on this spot may take: kind and spot, in the order of kinds, the igloo last."""
    spots = (start - 1, start) if kind == ESKIMO and start & 1 else (start,)
    here = {(f.kind, f.spot) for f in state.figures if f.spot == start or (f.kind == COD and f.spot in spots)}
    if start & 1 and start >> 1 == state.igloo:
        here.add((IGLOO, start))
    neutral = kind != state.own
    for prey, spot in sorted(here):
        if not wrong_prey(kind, prey) and not (neutral and prey == state.own):
            yield prey, spot


def _drift(state: State) -> Iterator[Move]:
    colour = state.phase.colour
    return (Move("drift", cell=cell, colour=colour) for cell in drifting(state, colour))


def _displace(state: State) -> Iterator[Move]:
    for kind, start in sorted({(f.kind, f.spot) for f in state.waiting()}):
        yield from (Move("displace", kind, start, end) for end in choices_for(state, kind, start)[1])


def _melt(state: State) -> Iterator[Move]:
    return (Move("melt", cell=cell) for cell, ice in enumerate(state.ice) if ice != OPEN)


def _flee(state: State) -> Iterator[Move]:
    edition = state.table.edition
    here = state.phase.spot >> 1
    for move in _cards(state, "flee", state.table.owner[SEAL]):
        colour = edition.cards[move.card].colour
        target = edition.board.ahead[colour][here] if colour >= 0 else OUTSIDE
        if target != OUTSIDE and state.ice[target] != BERG:
            yield move
    yield Move("stay")


def _answer(state: State) -> Iterator[Move]:
    cards = state.table.edition.cards
    yield from (m for m in _cards(state, "answer", state.turn) if cards[m.card].colour == state.phase.colour)
    yield Move("pass")


def _land(state: State) -> Iterator[Move]:
    return (Move("land", end=spot) for spot in landings(state.ice, SEAL, state.phase.cell))


def _drop(state: State) -> Iterator[Move]:
    yield from _cards(state, "drop", state.turn)
    if not state.hands[state.turn]:
        yield Move("end")


_FINDERS: Final[Mapping[str, Callable[[State], Iterator[Move]]]] = {
    "lay": _lay,
    "igloo": _igloo,
    "return": _return,
    "turn": _turn,
    "drift": _drift,
    "displace": _displace,
    "melt": _melt,
    "flee": _flee,
    "answer": _answer,
    "land": _land,
    "drop": _drop,
}
