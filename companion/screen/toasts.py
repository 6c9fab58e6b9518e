"""Notices that lie over the board until they are over or closed. The board never moves for them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.screen import theme
from companion.screen.desk import Desk
from companion.screen.theme import Colour, px
from companion.screen.widgets import BigButton, Column, Row, Text


class Toasts(Column):
    """One below the other. A notice that was closed comes back only after it was over."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(fixed=True, gap=3, size_hint_x=None, pos_hint={"x": 0, "top": 1})
        self._desk = desk
        self._told: Mapping[str, Colour] = {}

    def tell(self, told: Mapping[str, Colour]) -> None:
        """Show these notices, each on its colour."""
        self._told = told
        self._desk.closed &= told.keys()
        self.clear_widgets()
        for text, ground in told.items():
            if text not in self._desk.closed:
                self.add_widget(self._toast(text, ground))

    def _toast(self, text: str, ground: Colour) -> Row:
        row = Row(fixed=True, gap=0, ground=ground)
        row.add_widget(Text(text, size=theme.SMALL, bold=True, least=theme.TOUCH))
        close = partial(self._close, text)
        row.add_widget(
            BigButton("", close, icon="cross", ground=ground, size_hint_x=None, width=px(theme.TOUCH))
        )
        return row

    def _close(self, text: str) -> None:
        self._desk.closed.add(text)
        self.tell(self._told)

    def on_touch_down(self, touch: Any) -> bool:
        """What lies below a notice feels no finger."""
        return super().on_touch_down(touch) or any(one.collide_point(*touch.pos) for one in self.children)
