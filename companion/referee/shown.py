"""When a camera saw what entries brought: cards that people grab for."""

from __future__ import annotations

from typing import Any, Protocol

from companion.referee.publish import AnyMatch
from companion.rules.contract import CellId
from companion.rules.match import Played

Between = tuple[float, float]
"""Times of the last picture in which it was still hidden, and of the first one in which it lay open (s)."""


class Witness(Protocol):
    """Part of :class:`companion.referee.ports.TableJudge`."""

    def shown(self, cell: CellId) -> Between | None: ...


def shown_since(match: AnyMatch, known: int, witness: Witness) -> dict[int, Between]:
    """By the number of each entry after the first ``known``. Of two entries that brought something to the
    same cell only the newer one is told: the witness remembers the newest."""
    found: dict[int, Between] = {}
    taken: set[CellId] = set()
    for at in range(len(match.line) - 1, -1, -1):
        played = match.line[at]
        if played.number <= known:
            break
        cells = _brought(match, played, match.line[at - 1].state if at else None) - taken
        taken |= cells
        seen = [between for cell in cells if (between := witness.shown(cell)) is not None]
        if seen:
            found[played.number] = max(seen, key=lambda between: between[1])
    return found


def _brought(match: AnyMatch, played: Played[Any], before: Any) -> set[CellId]:
    """The cells in which an entry lets something be seen that was not seen there before."""
    old = match.game.looks(before) if before is not None else {}
    now = match.game.looks(played.state)
    return {cell for cell, look in now.items() if look.pieces and old.get(cell) != look}
