"""Every move that somebody could attempt: well-formed, legal or not, with figures that are where it says.

Moves of figures that are not there (600 000 more on the usual board) nobody can carry out; they are refused
by move.1 and attack.1 when they are entered.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.arctica.moves import Move
from companion.rules.arctica.state import State
from companion.rules.arctica.words import BERG, COD, FLOE, IGLOO


def attempts(state: State) -> Iterator[Move]:
    """All of them in a fixed order, those without figures first."""
    edition = state.table.edition
    cells = range(len(edition.board.names))
    spots = range(2 * len(cells))
    for verb in ("stay", "pass", "end"):
        yield Move(verb)
    for verb in ("play", "flee", "answer", "drop"):
        yield from (Move(verb, card=card) for card in range(len(edition.cards)))
    for verb in ("igloo", "melt"):
        yield from (Move(verb, cell=cell) for cell in cells)
    yield from (Move("lay", ice=ice, cell=cell) for ice in range(FLOE, BERG + 1) for cell in cells)
    yield from (Move("drift", colour=c, cell=cell) for c in range(len(edition.colours)) for cell in cells)
    yield from (Move("land", end=spot) for spot in spots)
    for verb in ("lay", "return"):
        yield from (Move(verb, kind, end=spot) for kind in range(COD) for spot in spots)
    yield from _of_figures(state, spots)


def _of_figures(state: State, spots: range) -> Iterator[Move]:
    figures = sorted({(figure.kind, figure.spot) for figure in state.figures})
    prey = [*figures, (IGLOO, 2 * state.igloo + 1)] if state.igloo >= 0 else figures
    for verb in ("displace", "move"):
        yield from (Move(verb, kind, start, end) for kind, start in figures for end in spots)
    for kind, start in figures:
        yield from (Move("attack", kind, start, end, prey=what) for what, end in prey)
