"""Where places are smaller than a finger and the finger falls between two of them: which places are shown
larger. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from math import hypot

from companion.rules.contract import CellId

Box = tuple[float, float, float, float]
"""Left, bottom, width, height in pixels."""
Point = tuple[float, float]


def unclear(
    point: Point, cell: CellId, targets: Iterable[CellId], box: Callable[[CellId], Box], finger: float
) -> bool:
    """Whether a touch of ``cell`` may have meant one of the other ``targets``: its middle is no further away
    than half a ``finger`` (pixels)."""
    _, _, width, height = box(cell)
    if min(width, height) >= finger:
        return False
    return any(other != cell and _away(point, box(other)) <= finger / 2 for other in targets)


def around(
    point: Point, cells: Collection[CellId], box: Callable[[CellId], Box], room: float, finger: float
) -> tuple[CellId, ...]:
    """The places round a point that are at least as large as a ``finger`` when they fill a square of ``room``
    pixels."""
    least = min(min(box(cell)[2:]) for cell in cells)
    reach = room / finger * least / 2
    return tuple(cell for cell in cells if _within(point, box(cell), reach))


def _away(point: Point, box: Box) -> float:
    left, bottom, width, height = box
    return hypot(point[0] - left - width / 2, point[1] - bottom - height / 2)


def _within(point: Point, box: Box, reach: float) -> bool:
    left, bottom, width, height = box
    across = max(abs(point[0] - left), abs(point[0] - left - width))
    along = max(abs(point[1] - bottom), abs(point[1] - bottom - height))
    return across <= reach and along <= reach
