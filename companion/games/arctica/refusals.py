"""Which clauses a move breaks: whose turn, what the phase offers, then the tests of the verb.

The groups are tested in this order and the first that finds a breach ends the test; all breaches within a
group are told, in the order of the clause list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from companion.games.arctica import hunting
from companion.games.arctica.ice import choices_for, drift_breaks
from companion.games.arctica.laying import nearest_floes, stage
from companion.games.arctica.moves import Move
from companion.games.arctica.poses import wrong_poses
from companion.games.arctica.state import State
from companion.games.arctica.words import BERG, COD, FIGURES, FLOE, OPEN, SEAL, Break
from companion.rules.contract import Seat
from companion.rules.grid import OUTSIDE

OFFERED: Final[Mapping[str, frozenset[str]]] = {
    "lay": frozenset({"lay"}),
    "igloo": frozenset({"igloo"}),
    "return": frozenset({"return"}),
    "turn": frozenset({"play", "move", "attack", "drop", "end"}),
    "drift": frozenset({"drift"}),
    "displace": frozenset({"displace"}),
    "melt": frozenset({"melt"}),
    "flee": frozenset({"flee", "stay"}),
    "answer": frozenset({"answer", "pass"}),
    "land": frozenset({"land"}),
    "drop": frozenset({"drop", "end"}),
    "over": frozenset(),
}
"""The verbs of each phase (turn.6)."""


def broken(state: State, seat: Seat, move: Move) -> Iterable[Break]:
    """All clauses the move breaks; within a verb's tests not yet in clause order."""
    phase, verb = state.phase.name, move.verb
    if phase == "over":
        return (("end.3", ()),)
    if state.decider() != seat:
        return (("turn.1", ()),)
    if verb not in OFFERED[phase]:
        return _not_offered(phase, move)
    return TESTS[verb](state, move)


def _not_offered(phase: str, move: Move) -> Iterator[Break]:
    if phase in ("drift", "melt", "displace") and move.verb in ("move", "attack"):
        yield "turn.5", ()
    yield "turn.6", ()
    if move.verb in ("drift", "melt"):
        yield "card.3", (move.cell,)


def _poses(state: State, kind: int, spot: int) -> Iterator[Break]:
    return ((broken, (spot >> 1,)) for broken in wrong_poses(state.ice, kind, spot))


def _lay(state: State, move: Move) -> Iterator[Break]:
    if move.kind < 0:
        yield from _lay_iceberg(state, move.cell) if move.ice == BERG else _lay_token(state, move.cell)
        return
    cell = move.end >> 1
    if len(state.of(move.kind)) == FIGURES[move.kind]:
        yield "expert.1", (cell,)
    if stage(state) != "hunters":
        yield "expert.2", ()
    if cell not in state.table.edition.board.corners:
        yield "expert.8", (cell,)
    if any(f.kind != COD and f.spot >> 1 == cell for f in state.figures):
        yield "expert.9", (cell,)
    yield from _poses(state, move.kind, move.end)


def _lay_token(state: State, cell: int) -> Iterator[Break]:
    if stage(state) != "ice":
        yield "expert.2", ()
    if state.ice[cell] != OPEN:
        yield "expert.3", (cell,)


def _lay_iceberg(state: State, cell: int) -> Iterator[Break]:
    if stage(state) != "icebergs":
        yield "expert.2", ()
    if state.ice[cell] != FLOE:
        yield "expert.4", (cell,)
    if cell in state.table.edition.board.corners:
        yield "expert.5", (cell,)
    if any(f.kind == COD and f.spot >> 1 == cell for f in state.figures):
        yield "expert.6", (cell,)


def _igloo(state: State, move: Move) -> Iterator[Break]:
    floes = nearest_floes(state)
    if move.cell not in floes:
        yield "expert.13", floes


def _return(state: State, move: Move) -> Iterator[Break]:
    if move.kind not in state.due():
        yield "return.1", ()
        return
    cell, corners = move.end >> 1, state.table.edition.board.corners
    if cell not in corners:
        yield "return.2", tuple(sorted(corners))
    elif state.ice[cell] == BERG:
        yield "return.3", (cell,)
    yield from _poses(state, move.kind, move.end)


def _play(state: State, move: Move) -> Iterator[Break]:
    if state.card_done:
        yield "turn.3", ()
    yield from _held(state, move.card, state.turn)


def _held(state: State, card: int, seat: int) -> Iterator[Break]:
    if not state.can_hold(card, seat):
        yield "card.1", ()


def _drift(state: State, move: Move) -> Iterable[Break]:
    return drift_breaks(state, move.colour, move.cell)


def _melt(state: State, move: Move) -> Iterator[Break]:
    if state.ice[move.cell] == OPEN:
        yield "melt.1", (move.cell,)


def _displace(state: State, move: Move) -> Iterator[Break]:
    if not any(f.kind == move.kind and f.spot == move.start for f in state.waiting()):
        yield "move.1", (move.start >> 1,)
        return
    governing, choices = choices_for(state, move.kind, move.start)
    if move.end not in choices:
        yield governing, tuple(sorted({spot >> 1 for spot in choices}))


def _flee(state: State, move: Move) -> Iterator[Break]:
    yield from _held(state, move.card, state.decider() or Seat(0))
    edition = state.table.edition
    colour = edition.cards[move.card].colour
    if colour < 0:
        yield "defence.2", ()
        return
    target = edition.board.ahead[colour][state.phase.spot >> 1]
    if target == OUTSIDE or state.ice[target] == BERG:
        yield "defence.3", () if target == OUTSIDE else (target,)


def _answer(state: State, move: Move) -> Iterator[Break]:
    yield from _held(state, move.card, state.turn)
    if state.table.edition.cards[move.card].colour != state.phase.colour:
        yield "defence.6", ()


def _land(state: State, move: Move) -> Iterator[Break]:
    cell = state.phase.cell
    if move.end >> 1 != cell or wrong_poses(state.ice, SEAL, move.end):
        yield "defence.8", (cell,)


def _drop(state: State, move: Move) -> Iterator[Break]:
    if not state.card_done:
        yield "turn.9", ()
    yield from _held(state, move.card, state.turn)


def _end(state: State, _: Move) -> Iterator[Break]:
    cards = state.hands[state.turn]
    if state.phase.name == "drop":
        if cards:
            yield "turn.9", ()
    elif cards and not state.card_done:
        yield "turn.2", ()


def _free(_: State, __: Move) -> Iterator[Break]:
    return iter(())


TESTS: Final[Mapping[str, Callable[[State, Move], Iterable[Break]]]] = {
    "lay": _lay,
    "igloo": _igloo,
    "return": _return,
    "play": _play,
    "drift": _drift,
    "displace": _displace,
    "melt": _melt,
    "move": hunting.move_breaks,
    "attack": hunting.attack_breaks,
    "flee": _flee,
    "stay": _free,
    "answer": _answer,
    "pass": _free,
    "land": _land,
    "drop": _drop,
    "end": _end,
}
