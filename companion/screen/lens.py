"""Where places are smaller than a finger and the finger falls between two of them: which places are shown
larger. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from math import hypot

from companion.rules.contract import CellId

Box = tuple[float, float, float, float]
"""Left, bottom, width, height in pixels."""
Point = tuple[float, float]


def meant(
    point: Point, cell: CellId, targets: Iterable[CellId], box: Callable[[CellId], Box], finger: float
) -> frozenset[CellId]:
    """What a touch of ``cell`` may have meant: the cell, and those of the ``targets`` whose middle is no
    further away than half a ``finger`` (pixels)."""
    _, _, width, height = box(cell)
    if min(width, height) >= finger:
        return frozenset((cell,))
    return frozenset((cell, *(other for other in targets if _away(point, box(other)) <= finger / 2)))


def around(
    point: Point,
    cells: Collection[CellId],
    box: Callable[[CellId], Box],
    room: float,
    finger: float,
    among: Collection[CellId] = (),
) -> tuple[CellId, ...]:
    """The places round a point that are at least as large as a ``finger`` when they fill a square of ``room``
    pixels, and those ``among`` which one is to be chosen, however large they are."""
    least = min(min(box(cell)[2:]) for cell in cells)
    reach = room / finger * least / 2
    return tuple(cell for cell in cells if cell in among or _within(point, box(cell), reach))


def _away(point: Point, box: Box) -> float:
    left, bottom, width, height = box
    return hypot(point[0] - left - width / 2, point[1] - bottom - height / 2)


def _within(point: Point, box: Box, reach: float) -> bool:
    left, bottom, width, height = box
    across = max(abs(point[0] - left), abs(point[0] - left - width))
    along = max(abs(point[1] - bottom), abs(point[1] - bottom - height))
    return across <= reach and along <= reach
