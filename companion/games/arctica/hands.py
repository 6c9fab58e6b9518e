"""What hands change on the table when they carry out a move, legal or not, before anything follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.arctica import ice
from companion.games.arctica.cards import discard_card
from companion.games.arctica.effects import add_figure, change_figure
from companion.games.arctica.layout import Figure
from companion.games.arctica.moves import Move
from companion.games.arctica.state import State, mover
from companion.games.arctica.words import BERG, FIGURES, IGLOO, OPEN, SEAL
from companion.rules.contract import Seat
from companion.rules.grid import OUTSIDE
from companion.rules.record import replace


def by_hand(state: State, seat: Seat, move: Move) -> State:
    """The table after the hands; the same position when they leave no trace or cannot do it at all."""
    return _DO[move.verb](state, seat, move)


def _lay(state: State, _: Seat, move: Move) -> State:
    if move.kind >= 0:
        if len(state.of(move.kind)) >= FIGURES[move.kind]:
            return state
        return add_figure(state, Figure(move.kind, move.end))
    edition = state.table.edition
    figure = move.ice == BERG
    used = state.ice.count(BERG) if figure else len(state.ice) - state.ice.count(OPEN)
    if used >= (edition.icebergs if figure else edition.ice_tokens):
        return state
    return with_ice(state, move.cell, move.ice)


def with_ice(state: State, cell: int, kind: int) -> State:
    """The same position with other ice on a cell."""
    tokens = bytearray(state.ice)
    tokens[cell] = kind
    return replace(state, ice=bytes(tokens))


def _igloo(state: State, _: Seat, move: Move) -> State:
    return replace(state, igloo=move.cell) if state.phase.name == "igloo" else state


def _return(state: State, _: Seat, move: Move) -> State:
    if not state.away[move.kind]:
        return state
    away = list(state.away)
    away[move.kind] -= 1
    return add_figure(replace(state, away=tuple(away)), Figure(move.kind, move.end))


def _card(state: State, seat: Seat, move: Move) -> State:
    return discard_card(state, move.card, seat) if state.hands[seat] else state


def _drift(state: State, _: Seat, move: Move) -> State:
    if state.ice[move.cell] == OPEN or not has_room(state, move.colour, move.cell):
        return state
    return ice.shift_tokens(state, move.colour, move.cell)


def has_room(state: State, colour: int, cell: int) -> bool:
    """Whether the row of tokens that begins on a cell can be moved one on without leaving the board."""
    step = state.table.edition.board.ahead[colour]
    while cell != OUTSIDE and state.ice[cell] != OPEN:
        cell = step[cell]
    return cell != OUTSIDE


def _melt(state: State, _: Seat, move: Move) -> State:
    return ice.melt_token(state, move.cell)


def _carry(state: State, _: Seat, move: Move) -> State:
    figures = state.at(move.kind, move.start)
    if not figures:
        return state
    old = mover(figures)
    return change_figure(state, old, Figure(old.kind, move.end, old.marks))


def _attack(state: State, _: Seat, move: Move) -> State:
    if move.prey == IGLOO:
        return replace(state, igloo=-1) if move.end == 2 * state.igloo + 1 else state
    prey = state.at(move.prey, move.end)
    if not prey or not state.at(move.kind, move.start) or (move.prey == SEAL and state.table.four):
        return state
    return change_figure(state, mover(prey), None)


def _seal_taken(state: State, _: Seat, __: Move) -> State:
    seals = state.at(SEAL, state.phase.spot)
    return change_figure(state, mover(seals), None) if seals else state


def _seal_flees(state: State, _: Seat, move: Move) -> State:
    """``pass``: by itself only into open sea; over ice its player has to choose first (``land``)."""
    phase, end = state.phase, move.end
    seals = state.at(SEAL, phase.spot)
    if move.verb == "pass":
        target = state.table.edition.board.ahead[phase.colour][phase.spot >> 1] if seals else OUTSIDE
        end = 2 * target if target != OUTSIDE and state.ice[target] == OPEN else -1
    if not seals or end < 0:
        return state
    return change_figure(state, mover(seals), Figure(SEAL, end, mover(seals).marks))


def _nothing(state: State, _: Seat, __: Move) -> State:
    return state


_DO: Final[Mapping[str, Callable[[State, Seat, Move], State]]] = {
    "lay": _lay,
    "igloo": _igloo,
    "return": _return,
    "play": _card,
    "drift": _drift,
    "displace": _carry,
    "melt": _melt,
    "move": _carry,
    "attack": _attack,
    "flee": _card,
    "stay": _seal_taken,
    "answer": _card,
    "pass": _seal_flees,
    "land": _seal_flees,
    "drop": _card,
    "end": _nothing,
}
