"""An address as a QR code, for a phone's camera."""

from __future__ import annotations

from typing import Any

import segno
from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.screen.theme import CARD, CARD_INK, px

_QUIET = 4
"""Modules of quiet zone on each side (ISO/IEC 18004, section 9.1)."""


class QrCode(Widget):
    """Dark modules on a light square, ``units`` high. ``matrix``: the modules, row by row."""

    def __init__(self, address: str, units: float = 230, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=px(units), **kwargs)
        self.address = address
        self.matrix = tuple(map(tuple, segno.make(address, error="m", micro=False).matrix))
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        count = len(self.matrix) + 2 * _QUIET
        module = min(self.width, self.height) // count
        side = module * count
        left, top = self.x + (self.width - side) / 2, self.y + (self.height + side) / 2
        with self.canvas:
            Color(*CARD)
            Rectangle(pos=(left, top - side), size=(side, side))
            Color(*CARD_INK)
            for row, modules in enumerate(self.matrix, start=_QUIET):
                for column, dark in enumerate(modules, start=_QUIET):
                    if dark:
                        at = (left + column * module, top - (row + 1) * module)
                        Rectangle(pos=at, size=(module, module))
