"""What nothing explained when the last hand came, against an explanation of what lies there now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.referee.attempts import figure
from companion.referee.case import Case
from companion.referee.hypothesis import Hypothesis
from companion.rules.contract import CellId, Look

Pieces = Counter[str]


def belied(case: Case, node: Hypothesis) -> bool:
    """Whether what the table showed when the last hand came speaks against it."""
    return _was_there(case, node) or _came_by(case, node)


def _was_there(case: Case, node: Hypothesis) -> bool:
    """Whether what is said to have come lay there already, and nothing was missing yet where it came from:
    then it was misread, and the piece that is missing now is somewhere else."""
    return any(
        _figures(_gained(case, node, step & _unchanged(case)))
        & _figures(_lost(case, node, step & case.ground.agreed))
        for step in node.steps
    )


def _came_by(case: Case, node: Hypothesis) -> bool:
    """Whether what has moved lay somewhere on its way: it was moved in more acts than one."""
    handled = frozenset[CellId]().union(*node.steps)
    moved = _lost(case, node, handled)
    elsewhere = (
        _more(Look(*look), case.root.look(cell))
        for cell, look in case.ground.puzzling.items()
        if look is not None and cell not in handled | _unchanged(case)
    )
    return any(moved & pieces for pieces in elsewhere)


def _unchanged(case: Case) -> frozenset[CellId]:
    """The cells that look as odd as then."""
    cells, before = case.reading.cells, {**case.ground.strange, **case.ground.puzzling}
    return frozenset(cell for cell, look in before.items() if cell in cells and cells[cell].look == look)


def _gained(case: Case, node: Hypothesis, cells: Iterable[CellId]) -> Pieces:
    """The pieces that came into these cells."""
    return _sum(_more(node.look(cell), case.root.look(cell)) for cell in cells)


def _lost(case: Case, node: Hypothesis, cells: Iterable[CellId]) -> Pieces:
    """The pieces that left these cells."""
    return _sum(_more(case.root.look(cell), node.look(cell)) for cell in cells)


def _more(one: Look, other: Look) -> Pieces:
    """What lies in one more than in the other."""
    return Counter(one.pieces) - Counter(other.pieces)


def _figures(pieces: Pieces) -> Pieces:
    """The same, standing or lying."""
    return Counter(map(figure, pieces.elements()))


def _sum(pieces: Iterable[Pieces]) -> Pieces:
    return sum(pieces, start=Counter())
