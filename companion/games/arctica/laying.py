"""Laying out the board in the expert set-up: what comes next, and where icebergs and the igloo may go."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.arctica.state import State
from companion.games.arctica.words import BERG, COD, ESKIMO, FIGURES, FLOE, OPEN


def icebergs_allowed(state: State) -> Iterator[int]:
    """Cells where an iceberg may be laid (expert.4-6)."""
    cod = {f.spot >> 1 for f in state.figures if f.kind == COD}
    corners = state.table.edition.board.corners
    return (c for c, ice in enumerate(state.ice) if ice == FLOE and c not in corners and c not in cod)


def stage(state: State) -> str:
    """What is laid now in the expert set-up: ice, icebergs, hunters, or nothing more (expert.2, expert.7)."""
    edition = state.table.edition
    if len(state.ice) - state.ice.count(OPEN) < edition.ice_tokens:
        return "ice"
    if state.ice.count(BERG) < edition.icebergs and next(icebergs_allowed(state), None) is not None:
        return "icebergs"
    if any(len(state.of(kind)) < FIGURES[kind] for kind in range(COD)):
        return "hunters"
    return ""


def nearest_floes(state: State) -> tuple[int, ...]:
    """The floes nearest to the Eskimo, where the igloo may go (expert.12, expert.13)."""
    board = state.table.edition.board
    eskimo = state.of(ESKIMO)
    floes = [cell for cell, ice in enumerate(state.ice) if ice == FLOE]
    if not eskimo or not floes:
        return ()
    home = eskimo[0].spot >> 1
    least = min(board.apart(home, cell) for cell in floes)
    return tuple(cell for cell in floes if board.apart(home, cell) == least)
