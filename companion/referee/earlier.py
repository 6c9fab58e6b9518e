"""What nothing explained when the last hand came, against an explanation of what lies there now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.referee.case import Case
from companion.referee.hypothesis import Hypothesis
from companion.rules.contract import CellId

Pieces = Counter[str]


def belied(case: Case, node: Hypothesis) -> bool:
    """Whether what the table showed when the last hand came speaks against it."""
    return _was_there(case, node) or _came_by(case, node)


def _was_there(case: Case, node: Hypothesis) -> bool:
    """Whether what is said to have come lay there already, and nothing was missing yet where it came from:
    then it was misread, and the piece that is missing now is somewhere else."""
    before = _before(case)
    return any(
        _gained(case, node, step & _unchanged(case))
        and _lost(case, node, step)
        and not _lost(case, node, step & before.keys())
        for step in node.steps
    )


def _came_by(case: Case, node: Hypothesis) -> bool:
    """Whether what has moved lay somewhere on its way: it was moved in more acts than one."""
    handled = frozenset[CellId]().union(*node.steps)
    moved = _lost(case, node, handled)
    elsewhere = (
        Counter(look[1]) - Counter(case.root.look(cell).pieces)
        for cell, look in case.ground.puzzling.items()
        if look is not None and cell not in handled | _unchanged(case)
    )
    return any(moved & pieces for pieces in elsewhere)


def _before(case: Case) -> Mapping[CellId, tuple[str, tuple[str, ...]] | None]:
    """How the cells looked that looked odd then; None for something unknown."""
    return {**case.ground.strange, **case.ground.puzzling}


def _unchanged(case: Case) -> frozenset[CellId]:
    """The cells that look as odd as then."""
    cells = case.reading.cells
    return frozenset(
        cell for cell, look in _before(case).items() if cell in cells and cells[cell].look == look
    )


def _gained(case: Case, node: Hypothesis, cells: Iterable[CellId]) -> Pieces:
    """The pieces that came into these cells."""
    return _sum(Counter(node.look(c).pieces) - Counter(case.root.look(c).pieces) for c in cells)


def _lost(case: Case, node: Hypothesis, cells: Iterable[CellId]) -> Pieces:
    """The pieces that left these cells."""
    return _sum(Counter(case.root.look(c).pieces) - Counter(node.look(c).pieces) for c in cells)


def _sum(pieces: Iterable[Pieces]) -> Pieces:
    return sum(pieces, start=Counter())
