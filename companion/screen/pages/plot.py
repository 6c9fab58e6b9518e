"""Times as dots, a row for each person, with a bar at the median. Where dots crowd, most of the times lie."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median
from typing import Any

from kivy.graphics import Color, Ellipse, Line, Rectangle
from kivy.uix.widget import Widget

from companion.screen import pictures, theme
from companion.screen.theme import Colour, letters, px

_ROW, _AXIS = 46, 26
"""Heights of a person's row and of the numbers below, with their unit."""
_NAMES = 0.22
"""Part of the width that names take."""
_LETTERS = 14
_STEPS = (50, 100, 200, 500, 1000, 2000, 5000)
_MOST_STEPS = 6

Times = tuple[str, Colour, Sequence[float]]


def axis(longest: float) -> tuple[float, float]:
    """Where an axis from 0 ends, and the step between its numbers."""
    step = next((step for step in _STEPS if longest / step <= _MOST_STEPS), _STEPS[-1])
    return step * max(1, math.ceil(longest / step)), step


class DotPlot(Widget):
    """``rows``: name, colour and times (milliseconds) of each person. ``unit``: what is written beside the
    numbers of the axis."""

    def __init__(self, rows: Sequence[Times], unit: str, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=px(_ROW * len(rows) + _AXIS), **kwargs)
        self.rows, self.unit = tuple(rows), unit
        self.end, self._step = axis(max(max(times) for _, _, times in self.rows))
        self.bind(pos=self._draw, size=self._draw)

    def place(self, row: int, milliseconds: float) -> tuple[float, float]:
        """Where a time is in the window."""
        left = self.x + self.width * _NAMES
        right = self.right - px(20)
        across = left + (right - left) * milliseconds / self.end
        return across, self.top - px(_ROW) * (row + 0.5)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        with self.canvas:
            Color(*theme.PANEL)
            Rectangle(pos=self.pos, size=self.size)
            self._draw_axis()
            for row, (name, colour, times) in enumerate(self.rows):
                self._draw_row(row, name, colour, times)

    @property
    def unit_place(self) -> tuple[float, float]:
        """The middle of the unit in the window: left of the axis' 0, level with the numbers."""
        return self.place(0, 0)[0] - px(36), self.y + px(_AXIS / 2)

    def _draw_axis(self) -> None:
        self._write(self.unit, *self.unit_place, int(px(40)))
        for number in range(round(self.end / self._step) + 1):
            across, _ = self.place(0, number * self._step)
            Color(*theme.BUTTON)
            Line(points=[across, self.y + px(_AXIS), across, self.top], width=1)
            self._write(f"{number * self._step:g}", across, self.y + px(_AXIS / 2), int(px(60)))

    def _draw_row(self, row: int, name: str, colour: Colour, times: Sequence[float]) -> None:
        _, middle = self.place(row, 0)
        width = int(self.width * _NAMES - px(8))
        self._write(name, self.x + self.width * _NAMES / 2, middle, width)
        side = px(12)
        Color(*colour[:3], 0.75)
        for milliseconds in times:
            across, _ = self.place(row, milliseconds)
            Ellipse(pos=(across - side / 2, middle - side / 2), size=(side, side))
        across, _ = self.place(row, median(times))
        Color(*theme.INK)
        Rectangle(pos=(across - px(1.5), middle - px(_ROW * 0.4)), size=(px(3), px(_ROW * 0.8)))

    def _write(self, text: str, across: float, middle: float, room: int) -> None:
        label = pictures.caption(text, int(letters(_LETTERS)), theme.INK, room)
        if label is not None:
            Color(1, 1, 1, 1)
            place = (across - label.width / 2, middle - label.height / 2)
            Rectangle(texture=label, pos=place, size=label.size)
