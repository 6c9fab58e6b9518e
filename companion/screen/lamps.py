"""The open card as the lamps show it: colour, direction, and which line is due."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.rules.contract import Lamp
from companion.screen import pictures, theme
from companion.screen.theme import px


class LampRow(Widget):
    """One field a lamp, in order; the one that is due has a frame and is larger."""

    def __init__(self, lamps: Sequence[Lamp], **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=px(66), **kwargs)
        self._lamps = tuple(lamps)
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        step = min(self.width / len(self._lamps), px(84))
        with self.canvas:
            for index, lamp in enumerate(self._lamps):
                side = px(62) if lamp.due else px(46)
                x = self.x + step * (index + 0.5) - side / 2
                y = self.y + self.height / 2 - side / 2
                colour = theme.COLOURS.get(lamp.colour, theme.BUTTON_OFF)
                Color(*colour)
                Rectangle(pos=(x, y), size=(side, side))
                Color(1, 1, 1, 1)
                if lamp.colour:
                    ink = theme.ink_on(colour)
                    Rectangle(texture=pictures.arrow(lamp.pattern, ink), pos=(x, y), size=(side, side))
                if lamp.due:
                    Rectangle(texture=pictures.frame("solid", theme.INK), pos=(x, y), size=(side, side))
