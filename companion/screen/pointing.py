"""What is pointed at on a board: frames round places; and for hands, arrows from where a piece lies to where
it goes, with the piece's ghost where it lies."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from math import hypot

from kivy.graphics import Color, InstructionGroup, Mesh, Rectangle

from companion.referee.tasks import Task
from companion.rules.contract import CellId
from companion.screen import pictures, theme
from companion.screen.flight import Draw

Box = tuple[float, float, float, float]
Point = tuple[float, float]

_KINDS = {
    "last": ("rim", theme.LAST),
    "may": ("glow", theme.HINT),
    "to_do": ("corners", theme.TO_DO),
    "hint": ("dashed", theme.HINT),
    "restore": ("solid", theme.RESTORE),
}
_WIDE = 0.09
"""Width of an arrow's shaft, in parts of a place's height; the head is three times as wide."""
_EDGE = 1.5
"""Pixels of white round an arrow, so that it is seen on every ground."""


class Pointing:
    """``box``: gives the box of a place in the window; ``six``: whether a place has six corners; ``holds``:
    whether a piece lies there; ``ghost``: draws a piece that lies in a place and should not."""

    def __init__(
        self,
        box: Callable[[CellId], Box],
        six: Callable[[CellId], bool],
        holds: Callable[[CellId], bool],
        ghost: Draw,
    ) -> None:
        self.group = InstructionGroup()
        self._box = box
        self._six = six
        self._holds = holds
        self._draw_ghost = ghost
        self.marked: dict[str, tuple[CellId, ...]] = {}
        self.tasks: tuple[Task, ...] = ()

    def mark(self, marked: dict[str, Iterable[CellId]], tasks: Iterable[Task]) -> bool:
        """Set what to point at from now on; returns whether it is new. ``marked``: places by ``last``,
        ``may``, ``to_do``, ``hint``, ``restore``."""
        now = {kind: tuple(marked.get(kind, ())) for kind in _KINDS}
        news = (now, tuple(tasks)) != (self.marked, self.tasks)
        self.marked, self.tasks = now, tuple(tasks)
        return news

    def draw(self, visible: Collection[CellId]) -> None:
        """Draw it anew, as far as its places are visible."""
        self.group.clear()
        for kind, cells in self.marked.items():
            for cell in cells:
                if cell in visible:
                    left, bottom, width, height = self._box(cell)
                    name, colour = _KINDS[kind]
                    if kind == "may" and not self._holds(cell):
                        name = "dot"
                    texture = pictures.frame(name, colour, self._six(cell), width > height)
                    self.group.add(Color(1, 1, 1, 1))
                    self.group.add(Rectangle(texture=texture, pos=(left, bottom), size=(width, height)))
        paint = theme.RESTORE if self.marked.get("restore") else theme.TO_DO
        for task in self.tasks:
            if task.start is not None and task.start in visible:
                self._draw_ghost(self.group, task.piece, task.start)
                end = task.end if task.end in visible else None
                self._arrow(task.start, end, paint)

    def _arrow(self, start: CellId, end: CellId | None, colour: theme.Colour) -> None:
        """From the middle of a place to that of another; without another, a cross: the piece leaves."""
        left, bottom, width, height = self._box(start)
        middle, thick = (left + width / 2, bottom + height / 2), _WIDE * height
        for paint, more in ((theme.INK, _EDGE), (colour, 0.0)):
            self.group.add(Color(*paint))
            if end is None:
                reach = 0.3 * min(width, height)
                for slope in (1, -1):
                    here = (middle[0] - reach, middle[1] - slope * reach)
                    there = (middle[0] + reach, middle[1] + slope * reach)
                    self.group.add(_bar(here, there, thick + 2 * more))
                continue
            goal_left, goal_bottom, goal_width, goal_height = self._box(end)
            goal = (goal_left + goal_width / 2, goal_bottom + goal_height / 2)
            for mesh in _shaft_and_head(middle, goal, thick, more):
                self.group.add(mesh)


def _shaft_and_head(start: Point, goal: Point, thick: float, more: float) -> tuple[Mesh, ...]:
    """The two parts of an arrow. ``more``: pixels by which all edges are moved outwards."""
    length = hypot(goal[0] - start[0], goal[1] - start[1]) or 1.0
    x, y = (goal[0] - start[0]) / length, (goal[1] - start[1]) / length
    head = min(3 * thick, 0.6 * length)
    neck = (goal[0] - x * head, goal[1] - y * head)
    side = head / 2 + 1.5 * more
    tip = (goal[0] + 2 * x * more, goal[1] + 2 * y * more)
    base = (neck[0] - x * more, neck[1] - y * more)
    corners = ((base[0] - y * side, base[1] + x * side), tip, (base[0] + y * side, base[1] - x * side))
    return _bar(start, neck, thick + 2 * more), _mesh(corners)


def _bar(start: Point, end: Point, thick: float) -> Mesh:
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    x, y = (end[0] - start[0]) / length * thick / 2, (end[1] - start[1]) / length * thick / 2
    return _mesh(
        (
            (start[0] - y, start[1] + x),
            (end[0] - y, end[1] + x),
            (end[0] + y, end[1] - x),
            (start[0] + y, start[1] - x),
        )
    )


def _mesh(corners: Iterable[Point]) -> Mesh:
    points = list(corners)
    vertices = [value for x, y in points for value in (x, y, 0, 0)]
    return Mesh(vertices=vertices, indices=list(range(len(points))), mode="triangle_fan")
