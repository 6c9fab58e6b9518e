"""Every move that somebody could attempt: well-formed, legal or not, with figures that are where it says.

Moves of figures that are not there (600 000 more on the usual board) nobody can carry out; they are refused
by move.1 and attack.1 when they are entered.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.games.arctica.moves import Move
from companion.games.arctica.state import State
from companion.games.arctica.words import BERG, COD, FLOE, IGLOO
from companion.rules.contract import Seat


def attempts(state: State, seat: Seat) -> Iterator[Move]:
    """Every well-formed move of figures that are where it says, the same for every seat; first those without
    figures."""
    del seat
    edition = state.table.edition
    cells = len(edition.board.names)
    yield from _without_figures(cells, len(edition.cards), len(edition.colours))
    figures = sorted({(figure.kind, figure.spot) for figure in state.figures})
    for verb in ("displace", "move"):
        for kind, start in figures:
            yield from _carried(verb, kind, start, cells)
    prey = [*figures, (IGLOO, 2 * state.igloo + 1)] if state.igloo >= 0 else figures
    for kind, start in figures:
        yield from (Move("attack", kind, start, end, prey=what) for what, end in prey)


@lru_cache(maxsize=8)
def _without_figures(number: int, cards: int, colours: int) -> tuple[Move, ...]:
    """What can be written of a board with so many cells, whatever stands on it. Kept, as judges ask often."""
    cells, spots = range(number), range(2 * number)
    return (
        *map(Move, ("stay", "pass", "end")),
        *(Move(verb, card=card) for verb in ("play", "flee", "answer", "drop") for card in range(cards)),
        *(Move(verb, cell=cell) for verb in ("igloo", "melt") for cell in cells),
        *(Move("lay", ice=ice, cell=cell) for ice in range(FLOE, BERG + 1) for cell in cells),
        *(Move("drift", colour=colour, cell=cell) for colour in range(colours) for cell in cells),
        *(Move("land", end=spot) for spot in spots),
        *(Move(verb, kind, end=spot) for verb in ("lay", "return") for kind in range(COD) for spot in spots),
    )


@lru_cache(maxsize=1024)
def _carried(verb: str, kind: int, start: int, cells: int) -> tuple[Move, ...]:
    """One figure from one spot to every other."""
    return tuple(Move(verb, kind, start, end) for end in range(2 * cells))
