"""The screen goes dark when nobody has touched it for a while and nothing new has happened. A touch wakes it.

The whole gesture that wakes it has no other effect: neither the touch nor a second finger or a second tap."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from companion.screen import tuning
from companion.screen.widgets import feel

LOOK_EVERY = 1.0
"""Seconds between two looks at the clock."""
GESTURE = tuning.number("saver.gesture")
"""Seconds after waking in which a touch still belongs to the gesture that woke the screen."""
_FELT = ("on_touch_down", "on_key_down", "on_joy_hat", "on_joy_button_down")
"""Events of the window that show that people are there."""


class Saver:
    """``minutes``: time until the screen is dark, 0 for never. ``dim``: called with whether the panel shall
    be dark."""

    def __init__(
        self,
        minutes: Callable[[], int],
        dim: Callable[[bool], None],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._minutes = minutes
        self._dim = dim
        self._now = now
        self._last = now()
        self._woken = float("-inf")
        self._fingers: set[object] = set()
        """Those of the gesture that woke the screen, while they lie on it."""
        self._cover: Widget | None = None
        self._beat = Clock.schedule_interval(self._look, LOOK_EVERY)
        Window.bind(on_touch_up=self._lifted, **dict.fromkeys(_FELT, self._felt))

    @property
    def dark(self) -> bool:
        """Whether the screen is dark now."""
        return self._cover is not None

    def stir(self) -> None:
        """Something happened that people may want to see, so wake the screen."""
        self._last = self._now()
        if self._cover is not None:
            Window.remove_widget(self._cover)
            self._cover = None
            self._dim(False)

    def close(self) -> None:
        """Let go of the window."""
        self.stir()
        self._beat.cancel()
        Window.unbind(on_touch_up=self._lifted, **dict.fromkeys(_FELT, self._felt))

    def _felt(self, _window: object, *felt: Any) -> bool:
        if self.dark:
            self._woken = self._now()
            self._fingers.clear()
        same = bool(self._fingers) or self._now() - self._woken < GESTURE
        finger = felt[0] if felt and isinstance(felt[0], MotionEvent) else None
        if finger is not None:
            feel(finger)
            if same:
                self._fingers.add(finger.uid)
        self.stir()
        return same

    def _lifted(self, _window: object, finger: MotionEvent) -> bool:
        self._fingers.discard(finger.uid)
        return False

    def _look(self, _seconds: float) -> None:
        minutes = self._minutes()
        if minutes and not self.dark and self._now() - self._last >= 60 * minutes:
            self._cover = Widget()
            with self._cover.canvas:
                Color(0, 0, 0, 1)
                Rectangle(size=Window.size)
            Window.add_widget(self._cover)
            self._dim(True)
