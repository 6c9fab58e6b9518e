"""Fingers on a board: a tap, a line drawn over places, and a closer look where places are small."""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import hypot
from time import monotonic
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.rules.contract import CellId
from companion.screen import lens, theme, tuning
from companion.screen.widgets import felt_at, rested

FINGER = tuning.whole("touched.finger")
"""Height of a finger's touch, in units of ``px``: smaller places are shown larger."""
HOLDING = tuning.number("touched.holding")
"""A finger that stays on one cell for so many seconds asks what may be done there."""
_SETTLES = tuning.number("touched.settles")
"""A touch less than so many seconds after the closer look was opened still belongs to the one that opened
it."""


class Touched(Widget):
    """``on_cell`` is called with the cell that was tapped, ``on_drag`` with the cells that a finger went
    over, ``on_hold`` with the cell on which a finger stays; if it gives True this is no tap, ``on_cell`` is
    called for a second finger or where the first is lifted elsewhere, and ``on_rest`` when it turns out to be
    a hand that rests. If a finger falls between small cells, also when it slips from one to the next, those
    round it are shown larger until the next tap."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.on_cell: Callable[[CellId], None] = lambda _cell: None
        self.on_drag: Callable[[tuple[CellId, ...]], None] = lambda _cells: None
        self.on_hold: Callable[[CellId], bool] = lambda _cell: False
        self.on_rest: Callable[[], None] = lambda: None
        self.magnified: tuple[CellId, ...] = ()
        """The cells that the closer look shows; () without one."""
        self._opened = 0.0
        self._finger: Any = None
        self._trail: list[CellId] = []
        self._holds = False
        self._hold = Clock.create_trigger(self._stay, HOLDING)
        self._sure = Clock.create_trigger(self._stayed)

    # -- what a board says of itself ------------------------------------------------------------------

    def box(self, cell: CellId) -> lens.Box:
        """Where a cell is in this window."""
        raise NotImplementedError

    def cell_at(self, x: float, y: float) -> CellId | None:
        """The visible cell under a point of the window."""
        raise NotImplementedError

    def small(self) -> Collection[CellId]:
        """The cells that a closer look can show."""
        raise NotImplementedError

    def lit(self) -> Collection[CellId]:
        """The visible cells that can be tapped now."""
        raise NotImplementedError

    def place(self) -> None:
        """Lay out and draw everything that is visible."""
        raise NotImplementedError

    def carry(self, start: CellId, at: tuple[float, float]) -> None:
        """A finger that came down in ``start`` has left it, and is here now."""

    def let_go(self) -> None:
        """That finger is lifted."""

    # -- fingers --------------------------------------------------------------------------------------

    def unmagnify(self) -> None:
        """End the closer look."""
        if self.magnified:
            self.magnified = ()
            self.place()

    def on_touch_down(self, touch: Any) -> bool:
        """Take the touch, so that it ends here too. Only the first finger counts; a palm has no effect. While
        that one is held, another one may tap."""
        if not self.collide_point(*touch.pos):
            return False
        if self._finger is not None and self._holds:
            touch.grab(self)
        if self._finger is None:
            touch.grab(self)
            self._finger = touch
            self._trail = []
            self._follow(touch)
            self._hold()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Note the cells that a finger goes over."""
        if touch is not self._finger or touch.grab_current is not self:
            return False
        self._follow(touch)
        if len(self._trail) > 1 and not self._holds:
            self.carry(self._trail[0], touch.pos)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Tell which cell was tapped, or which ones a finger went over. A hand that rested here has no
        effect."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if touch is not self._finger:
            if self._holds and not rested(touch):
                self._tell(self.cell_at(*touch.pos))
            return True
        self._finger = None
        self._hold.cancel()
        self._sure.cancel()
        if self._holds:
            self._let_go(touch)
            return True
        self.let_go()
        trail = tuple(self._trail)
        if rested(touch) or (self.magnified and felt_at(touch) < self._opened + _SETTLES):
            return True
        still = hypot(touch.x - touch.ox, touch.y - touch.oy) < theme.px(FINGER) / 2
        if trail and still and not self.magnified and self._magnify(trail[-1], touch.pos):
            return True
        hit = self.cell_at(*touch.pos)
        self.unmagnify()
        if len(trail) > 1:
            self.on_drag(trail)
        elif trail and hit == trail[0]:
            self.on_cell(trail[0])
        return True

    def _stay(self, _seconds: float) -> None:
        """The finger may be lifted already: what is felt comes in after a late frame."""
        self._sure()

    def _stayed(self, _seconds: float) -> None:
        """Take a finger that stays on one cell as held; between small cells, look closer."""
        finger = self._finger
        if finger is None or len(self._trail) != 1:
            return
        if not self.magnified and self._magnify(self._trail[0], finger.pos):
            self._trail = []
            return
        self._holds = self.on_hold(self._trail[0])
        if self._holds:
            self.unmagnify()

    def _let_go(self, touch: Any) -> None:
        """A finger that was held is lifted."""
        self._holds = False
        if rested(touch):
            self.on_rest()
        elif self.cell_at(*touch.pos) != self._trail[0]:
            self._tell(self.cell_at(*touch.pos))

    def _tell(self, cell: CellId | None) -> None:
        if cell is not None:
            self.on_cell(cell)

    def _magnify(self, cell: CellId, point: tuple[float, float]) -> bool:
        """Look closer if the touch of a cell may have meant another one. Returns whether it does."""
        small, finger = self.small(), theme.px(FINGER)
        among = lens.meant(point, cell, self.lit(), self.box, finger)
        if cell not in small or len(among) == 1:
            return False
        near = lens.around(point, small, self.box, min(self.width, self.height), finger, among)
        if len(near) == len(small):  # they are nearly as large as they can be
            return False
        self.magnified, self._opened = near, monotonic()
        self.place()
        return True

    def _follow(self, touch: Any) -> None:
        cell = self.cell_at(*touch.pos)
        if cell is not None and self._trail[-1:] != [cell]:
            self._trail.append(cell)
