"""Buttons that show what lies in one place of the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.rules.contract import Look, Zone
from companion.screen import theme
from companion.screen.board import BoardView
from companion.screen.theme import px
from companion.screen.widgets import BigButton

SIDE = 54
"""Pixels (of a screen of 800 x 480) that the picture is wide."""
HIGH = 90
"""... and a button high."""

MakeBoard = Callable[[tuple[Zone, ...]], BoardView]


class FaceButton(BigButton):
    """A picture at the left, its name beside it. ``zone``: where it lies on the table; it is shown
    upright."""

    def __init__(self, text: str, act: Callable[[], object], look: Look, zone: Zone, make: MakeBoard) -> None:
        super().__init__(text, act, size=theme.SMALL, size_hint_y=None, height=px(HIGH))
        shown = replace(zone, x=0.0, y=0.0, turn=0)
        self.board = make((shown,))
        self.board.show({zone.cell: look})
        self.padding = (px(SIDE), px(2), px(6), px(2))
        self.canvas.add(self.board.canvas)  # only its picture, so that the button feels the finger
        self.bind(pos=self._move_picture, size=self._move_picture)

    def _move_picture(self, *_: object) -> None:
        self.board.pos = (self.x + px(2), self.y + px(2))
        self.board.size = (px(SIDE - 4), self.height - px(4))
