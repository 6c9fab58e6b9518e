"""Which clauses a move breaks: whose turn, what the phase offers, then the tests of the verb. The first of
the three that finds a breach ends it.
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
from companion.games.arctica.words import BERG, COD, FIGURES, FLOE, OPEN, SEAL
from companion.rules.contract import Seat
from companion.rules.grid import OUTSIDE
from companion.rules.refusals import Broken, Finding, ask_until, told

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


ENDS: Final = frozenset({"return.1", "move.1", "defence.2"})
Test = Callable[[State, Move], Finding]


def broken(state: State, seat: Seat, move: Move) -> Iterable[Broken]:
    """All clauses that a move breaks."""
    phase, verb = state.phase.name, move.verb
    if phase == "over":
        return told("end.3")
    if state.decider() != seat:
        return told("turn.1")
    if verb in OFFERED[phase]:
        return ask_until(ENDS, _LAY[_laid(move)] if verb == "lay" else TESTS[verb], state, move)
    if verb in ("drift", "melt"):
        return *told("turn.6"), *told("card.3", move.cell)
    early = phase in ("drift", "melt", "displace") and verb in ("move", "attack")
    return *(told("turn.5") if early else ()), *told("turn.6")


def _laid(move: Move) -> str:
    """What is laid: a stage of laying."""
    return "hunters" if move.kind >= 0 else "icebergs" if move.ice == BERG else "ice"


def _early(laid: str) -> Test:
    return lambda state, _: stage(state) != laid and told("expert.2")


def _stands(state: State, cell: int, *, cod: bool) -> bool:
    return any((f.kind == COD) == cod and f.spot >> 1 == cell for f in state.figures)


def _corners(state: State) -> frozenset[int]:
    return state.table.edition.board.corners


def _poses(state: State, move: Move) -> Iterator[Broken]:
    return ((short, (move.end >> 1,)) for short in wrong_poses(state.ice, move.kind, move.end))


def _held(state: State, move: Move) -> Finding:
    return not state.can_hold(move.card, state.decider() or Seat(0)) and told("card.1")


def _displaced(state: State, move: Move) -> Finding:
    governing, choices = choices_for(state, move.kind, move.start)
    return move.end not in choices and told(governing, *sorted({spot >> 1 for spot in choices}))


def _blocked(state: State, move: Move) -> Finding:
    """Where the card of a flight leads."""
    edition = state.table.edition
    target = edition.board.ahead[edition.cards[move.card].colour][state.phase.spot >> 1]
    if target == OUTSIDE:
        return told("defence.3")
    return state.ice[target] == BERG and told("defence.3", target)


def _due(state: State, _: Move) -> Finding:
    """What has to be done before a turn ends."""
    cards = state.hands[state.turn]
    if state.phase.name == "drop":
        return cards > 0 and told("turn.9")
    return cards > 0 and not state.card_done and told("turn.2")


_LAY: Final[Mapping[str, tuple[Test, ...]]] = {
    "hunters": (
        lambda state, move: (
            len(state.of(move.kind)) == FIGURES[move.kind] and told("expert.1", move.end >> 1)
        ),
        _early("hunters"),
        lambda state, move: move.end >> 1 not in _corners(state) and told("expert.8", move.end >> 1),
        lambda state, move: _stands(state, move.end >> 1, cod=False) and told("expert.9", move.end >> 1),
        _poses,
    ),
    "ice": (
        _early("ice"),
        lambda state, move: state.ice[move.cell] != OPEN and told("expert.3", move.cell),
    ),
    "icebergs": (
        _early("icebergs"),
        lambda state, move: state.ice[move.cell] != FLOE and told("expert.4", move.cell),
        lambda state, move: move.cell in _corners(state) and told("expert.5", move.cell),
        lambda state, move: _stands(state, move.cell, cod=True) and told("expert.6", move.cell),
    ),
}

TESTS: Final[Mapping[str, tuple[Test, ...]]] = {
    "igloo": (
        lambda state, move: move.cell not in (floes := nearest_floes(state)) and told("expert.13", *floes),
    ),
    "return": (
        lambda state, move: move.kind not in state.due() and told("return.1"),
        lambda state, move: (
            move.end >> 1 not in _corners(state) and told("return.2", *sorted(_corners(state)))
        ),
        lambda state, move: (
            move.end >> 1 in _corners(state)
            and state.ice[move.end >> 1] == BERG
            and told("return.3", move.end >> 1)
        ),
        _poses,
    ),
    "play": (lambda state, _: state.card_done and told("turn.3"), _held),
    "drift": (lambda state, move: drift_breaks(state, move.colour, move.cell),),
    "displace": (
        lambda state, move: (
            not any(f.kind == move.kind and f.spot == move.start for f in state.waiting())
            and told("move.1", move.start >> 1)
        ),
        _displaced,
    ),
    "melt": (lambda state, move: state.ice[move.cell] == OPEN and told("melt.1", move.cell),),
    "move": (hunting.move_breaks,),
    "attack": (hunting.attack_breaks,),
    "flee": (
        _held,
        lambda state, move: state.table.edition.cards[move.card].colour < 0 and told("defence.2"),
        _blocked,
    ),
    "stay": (),
    "answer": (
        _held,
        lambda state, move: (
            state.table.edition.cards[move.card].colour != state.phase.colour and told("defence.6")
        ),
    ),
    "pass": (),
    "land": (
        lambda state, move: (
            (move.end >> 1 != state.phase.cell or bool(wrong_poses(state.ice, SEAL, move.end)))
            and told("defence.8", state.phase.cell)
        ),
    ),
    "drop": (lambda state, _: not state.card_done and told("turn.9"), _held),
    "end": (_due,),
}
"""The tests of each verb but ``lay``."""
