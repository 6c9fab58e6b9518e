"""A seat at the table: its sign, its points, and who sits there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, Rectangle

from companion.screen import pictures, theme
from companion.screen.theme import SeatSign, letters, px
from companion.screen.widgets import BigButton

_NAME = 13
"""Height of the letters of a name: the smallest that there are."""


class SeatButton(BigButton):
    """``name``: "" where people are not named; one that is too long loses its end."""

    def __init__(
        self, points: str, name: str, sign: SeatSign, act: Callable[[], object], chosen: bool
    ) -> None:
        super().__init__(points, act, chosen=chosen, sign=sign, size=theme.BIG, bold=True)
        self.name = name
        self._drawn: Any = None
        if name:
            self._badge.size = (px(28), px(28))
            with self.canvas.after:
                Color(1, 1, 1, 1)
                self._place_of_name = Rectangle(size=(0, 0))
            self.bind(pos=self._move_name, size=self._move_name)

    def _move_badge(self, *_: object) -> None:
        super()._move_badge()
        if self.name:
            self._badge.top = self.top - px(4)
            self.padding = (px(34), px(2), px(6), px(22))

    def _move_name(self, *_: object) -> None:
        """Below sign and points, over the whole width."""
        room = int(self.width - px(6))
        if self._drawn is None or self._drawn.width > room:
            self._drawn = _written(self.name, room)
        self._place_of_name.texture = self._drawn
        self._place_of_name.size = self._drawn.size if self._drawn is not None else (0, 0)
        self._place_of_name.pos = (self.center_x - self._place_of_name.size[0] / 2, self.y + px(3))


def _written(name: str, room: int) -> Any:
    """As much of a name as there is room for; None when there is none."""
    for end in range(len(name), 0, -1):
        text = name if end == len(name) else f"{name[:end]}…"
        size = int(letters(_NAME))
        label = pictures.caption(text, size, theme.INK, 10_000)
        if label is not None and label.width <= room:
            return label
    return None
