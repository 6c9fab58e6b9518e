"""A seat at the table: its sign, its points, who sits there, and how long they have thought."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, Rectangle

from companion.screen import pictures, theme
from companion.screen.theme import SeatSign, letters, px
from companion.screen.widgets import BigButton

_LETTERS = 13
"""Height of the letters in a line below the points, the smallest letters that are used."""
_LINE = 19
"""Height of such a line. The first one fits into a button of usual height."""


def seat_height(lines: int) -> float:
    """Height of a button with so many lines below its points, in units of :func:`px`."""
    return theme.TOUCH + _LINE * max(0, lines - 1)


class SeatButton(BigButton):
    """``lines``: what stands below sign and points, from the top. A line that is too long is cut at its
    end."""

    def __init__(
        self, points: str, lines: tuple[str, ...], sign: SeatSign, act: Callable[[], object], chosen: bool
    ) -> None:
        height = px(seat_height(len(lines)))
        super().__init__(
            points, act, chosen=chosen, sign=sign, size=theme.BIG, bold=True, size_hint_y=None, height=height
        )
        self.lines = lines
        if lines:
            self._badge.size = (px(28), px(28))
            with self.canvas.after:
                Color(1, 1, 1, 1)
                self._places = [Rectangle(size=(0, 0)) for _ in lines]
            self.bind(pos=self._write, size=self._write)

    def tell(self, lines: tuple[str, ...]) -> None:
        """Show other lines, the same number of them."""
        if lines != self.lines:
            self.lines = lines
            self._write()

    def _move_badge(self, *_: object) -> None:
        super()._move_badge()
        if self.lines:
            self._badge.top = self.top - px(4)
            self.padding = (px(34), px(2), px(6), px(3 + _LINE * len(self.lines)))

    def _write(self, *_: object) -> None:
        """Draw the lines over the whole width, the last one at the bottom."""
        for above, (text, place) in enumerate(zip(reversed(self.lines), reversed(self._places), strict=True)):
            drawn = written(text, int(self.width - px(6)))
            place.texture = drawn
            place.size = drawn.size if drawn is not None else (0, 0)
            bottom = self.y + px(3 + _LINE * above)
            place.pos = (self.center_x - place.size[0] / 2, bottom)


def written(text: str, room: int) -> Any:
    """As much of a text as there is room for, as a texture; None if there is no room at all."""
    for end in range(len(text), 0, -1):
        shown = text if end == len(text) else f"{text[:end]}…"
        drawn = pictures.caption(shown, int(letters(_LETTERS)), theme.INK, 10_000)
        if drawn is not None and drawn.width <= room:
            return drawn
    return None
