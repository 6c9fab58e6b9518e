"""Moving ice: whether a token may drift, what moves with it, and who has to give way."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.arctica.layout import Figure
from companion.games.arctica.poses import may_be
from companion.games.arctica.state import State
from companion.games.arctica.words import BEAR, BERG, ESKIMO, FLOE, KINDS, OPEN, PACK, clause
from companion.rules.contract import CellId, Effect
from companion.rules.grid import OUTSIDE
from companion.rules.record import replace
from companion.rules.refusals import Broken


def drift_breaks(state: State, colour: int, cell: int) -> Iterator[Broken]:
    """The tests of ``drift``. The obstacles are those in the direction that was named."""
    if colour != state.phase.colour:
        yield "drift.1", (cell,)
    if state.ice[cell] == OPEN:
        yield "drift.3", (cell,)
        return
    if cell in state.locked:
        yield "drift.4", (cell,)
    yield from _obstacles(state, colour, cell)


def _obstacles(state: State, colour: int, cell: int) -> Iterator[Broken]:
    step, ice = state.table.edition.board.ahead[colour], state.ice
    ahead = step[cell]
    if ahead == OUTSIDE:
        yield "push.3", (cell,)
        return
    if ice[ahead] == OPEN:
        return
    if ahead in state.locked:
        yield "drift.6", (ahead,)
    weak = _too_weak(ice[cell], ice[ahead], state.table.pack_pushes)
    if weak is not None:
        yield weak, (cell, ahead)
    beyond = step[ahead]
    if beyond == OUTSIDE:
        yield "push.3", (ahead,)
    elif ice[beyond] != OPEN:
        yield "push.2", (ahead, beyond)


def _too_weak(pusher: int, pushed: int, pack_pushes: bool) -> str | None:
    if pusher == BERG:
        return None
    if pushed != PACK:
        return "push.1"
    return "push.5" if pusher == PACK and not pack_pushes else None


def can_drift(state: State, colour: int, cell: int) -> bool:
    """Whether the token on a cell with ice may be moved by the card in play."""
    return cell not in state.locked and next(_obstacles(state, colour, cell), None) is None


def drifting(state: State, colour: int) -> Iterator[int]:
    """The cells whose token may be moved in this direction."""
    return (cell for cell, ice in enumerate(state.ice) if ice and can_drift(state, colour, cell))


def shift_tokens(state: State, colour: int, cell: int) -> State:
    """The token on ``cell`` goes on and pushes what is in its way, with riders and igloo (carry.1, carry.9);
    who is in the water stays (carry.2). There must be room: by the rules it pushes one token at most, but
    hands can also push a row."""
    step = state.table.edition.board.ahead[colour]
    moving: dict[int, int] = {}
    next_one = cell
    while state.ice[next_one] != OPEN:
        moving[next_one] = next_one = step[next_one]
    ice = bytearray(state.ice)
    ice[cell] = OPEN
    for here, there in moving.items():
        ice[there] = state.ice[here]
    figures = [
        Figure(f.kind, 2 * moving[f.spot >> 1] + 1, f.marks) if f.spot & 1 and f.spot >> 1 in moving else f
        for f in state.figures
    ]
    return replace(
        state,
        ice=bytes(ice),
        igloo=moving.get(state.igloo, state.igloo),
        figures=tuple(sorted(figures)),
        locked=tuple(sorted({*state.locked, *moving.values()})),
    )


def settle(state: State, colour: int) -> tuple[State, tuple[Effect, ...]]:
    """Swimmers in the way of ice go one cell on by themselves where they can (carry.3, carry.8)."""
    board = state.table.edition.board
    step = board.ahead[colour]
    figures, effects = list(state.figures), []
    for number, figure in enumerate(figures):
        if may_be(state.ice, figure.kind, figure.spot):
            continue
        here = figure.spot >> 1
        there = step[here]
        dry = figure.kind in (BEAR, ESKIMO)
        if there != OUTSIDE and (state.ice[there] == OPEN if dry else state.ice[there] != BERG):
            figures[number] = Figure(figure.kind, 2 * there, figure.marks)
            cells = (CellId(board.names[here]), CellId(board.names[there]))
            facts = (("figure", KINDS[figure.kind]),)
            effects.append(Effect(clause("carry.3" if dry else "push.4"), cells, facts))
    if not effects:
        return state, ()
    return replace(state, figures=tuple(sorted(figures))), tuple(effects)


def choices_for(state: State, kind: int, spot: int) -> tuple[str, tuple[int, ...]]:
    """Where a figure in the way of ice may be put, and the clause that says so (carry.4, carry.5, carry.8).

    In phase displace only: ``phase.cell``, which the ice came from, is not free (carry.6).
    """
    ice, here = state.ice, spot >> 1
    near = state.table.edition.board.around[here]
    if kind not in (BEAR, ESKIMO):
        return "carry.8", tuple(2 * cell for cell in near if ice[cell] != BERG)
    free = tuple(2 * cell for cell in near if ice[cell] == OPEN and cell != state.phase.cell)
    if free:
        return "carry.4", free
    return "carry.5", tuple(2 * cell + 1 for cell in sorted((here, *near)) if ice[cell] in (FLOE, PACK))


def melt_token(state: State, cell: int) -> State:
    """An iceberg becomes a floe, a floe pack ice, pack ice nothing; who stood on it swims (melt.2-4)."""
    ice = bytearray(state.ice)
    ice[cell] = {BERG: FLOE, FLOE: PACK, PACK: OPEN, OPEN: OPEN}[ice[cell]]
    figures = state.figures
    if ice[cell] == OPEN:
        wet = (Figure(f.kind, 2 * cell, f.marks) if f.spot == 2 * cell + 1 else f for f in figures)
        figures = tuple(sorted(wet))
    igloo = -1 if state.igloo == cell and ice[cell] != FLOE else state.igloo
    return replace(state, ice=bytes(ice), igloo=igloo, figures=figures)
