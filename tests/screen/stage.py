"""A screen that runs in this process, touched and read like the real one.

There is no display: SDL draws "offscreen" through EGL. One Kivy window serves all tests.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.rules.contract import CellId
from companion.screen import theme
from companion.screen.board import BoardView
from companion.screen.pages.app import CompanionScreen
from companion.screen.widgets import BigButton, Ground, Line, fitting_font

PATIENCE = 60.0
"""Seconds to wait for something that must happen; only a failing test waits so long."""


class Finger:
    """Eyes and a finger for what is below ``root`` in the window."""

    def __init__(self, root: Widget) -> None:
        self.root = root
        self.touches = 0
        """How often a finger came down."""
        self.drawn: list[float] = []
        """Seconds that each frame took: what came in, the layout and the drawing."""

    # -- time -----------------------------------------------------------------------------------------

    def frames(self, count: int = 3) -> None:
        """Draw some frames."""
        for _ in range(count):
            begun = time.perf_counter()
            EventLoop.idle()
            self.drawn.append(time.perf_counter() - begun)

    def until(self, condition: Callable[[], object], what: str) -> None:
        """Draw frames until something is so."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"never happened: {what}; on the screen: {self.words()}"
            self.frames(1)
        self.frames()

    # -- reading --------------------------------------------------------------------------------------

    def widgets(self) -> Iterator[Widget]:
        """Everything on the screen, from the outside in."""
        yield from self.root.walk(restrict=True)

    def words(self) -> list[str]:
        """All texts on the screen."""
        return [widget.text for widget in self.widgets() if isinstance(widget, Label) and widget.text]

    def says(self, part: str) -> bool:
        """Whether some text on the screen contains ``part``."""
        return any(part in text for text in self.words())

    def button(self, text: str) -> BigButton:
        """The button with this text."""
        found = [button for button in self.buttons() if button.text == text]
        assert found, f"no button {text!r}; on the screen: {self.words()}"
        return found[0]

    def buttons(self) -> list[BigButton]:
        """All buttons."""
        return [widget for widget in self.widgets() if isinstance(widget, BigButton)]

    def has_button(self, text: str) -> bool:
        """Whether there is a button with this text."""
        return any(button.text == text for button in self.buttons())

    def board(self) -> BoardView:
        """The drawn board."""
        return next(widget for widget in self.widgets() if isinstance(widget, BoardView))

    def screenshot(self, path: Path) -> Path:
        """Draw and save what the window shows."""
        self.frames()
        saved = Path(Window.screenshot(str(path)))
        saved.replace(path)
        return path

    # -- touching -------------------------------------------------------------------------------------

    def touch(self, x: float, y: float) -> None:
        """Tap a point of the window; the finger is off it at once, however long a frame takes."""
        self.touches += 1
        finger = UnitTestTouch(x, y)
        finger.touch_down()
        finger.update_time_end()
        self.frames(1)
        finger.touch_up()
        self.frames(1)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press, move in steps, lift; a late frame makes no finger slower."""
        self.touches += 1
        finger = UnitTestTouch(*start)
        finger.touch_down()
        finger.update_time_end()
        for part in (0.25, 0.5, 0.75, 1.0):
            finger.touch_move(start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
        self.frames(1)
        finger.touch_up()
        self.frames()

    def tap(self, text: str) -> None:
        """Tap the middle of the button with this text, scrolled to where it can be seen."""
        self.tap_widget(self.button(text))

    def tap_widget(self, button: BigButton) -> None:
        """Tap the middle of this button; it may replace itself, but it must notice the finger. What is out of
        sight costs a finger one touch more, to bring it there."""
        for parent in parents(button):
            if isinstance(parent, ScrollView) and not in_sight(button):
                self.touches += 1
                parent.scroll_to(button, animate=False)
                self.frames()
        released: list[bool] = [button.disabled]
        button.bind(on_release=lambda *_: released.append(True))
        self.touch(*button.to_window(*button.center))
        self.until(lambda: any(released), f"the button {button.text!r} notices the finger")

    def tap_cell(self, cell: str) -> None:
        """Tap the middle of a cell of the board."""
        self.touch(*self.middle(cell))
        self.frames()

    def middle(self, cell: str) -> tuple[float, float]:
        """The middle of a cell of the board."""
        left, bottom, width, height = self.board().box(CellId(cell))
        return left + width / 2, bottom + height / 2


class Stage(Finger):
    """The running screen and a finger."""

    def __init__(self, controller: Any, language: str, size: tuple[int, int]) -> None:
        self.controller = controller
        Window.size = size
        for _ in range(2):
            EventLoop.idle()
        self.app = CompanionScreen(controller, language)
        super().__init__(self.app.build())
        Window.add_widget(self.root)
        self.frames(4)

    def close(self) -> None:
        """Leave the window as it was found."""
        self.app.on_stop()
        Window.remove_widget(self.root)
        theme.set_large_print(False)
        EventLoop.touches.clear()
        self.frames(1)


def in_sight(button: Widget) -> bool:
    """Whether the middle of a button is where scrolled columns show it."""
    _, middle = button.to_window(*button.center)
    for scroll in parents(button):
        if isinstance(scroll, ScrollView):
            _, bottom = scroll.to_window(*scroll.pos)
            if not bottom <= middle <= bottom + scroll.height:
                return False
    return True


def parents(widget: Widget) -> Iterator[Widget]:
    """From the widget's parent outwards."""
    while widget.parent is not None and widget.parent is not widget:
        widget = widget.parent
        yield widget


LEAST_LETTERS, LEAST_LARGE = 13, 16
"""Pixels at 800 x 480, in usual and in large print."""
LEAST_CONTRAST = 4.5
"""WCAG 2, level AA, for letters of any size."""


def ground_behind(widget: Widget) -> tuple[float, ...]:
    """The colour on which a widget's letters stand."""
    for one in (widget, *parents(widget)):
        ground = one.ground if isinstance(one, Ground) else None
        if ground is not None and ground[3] == 1:
            return ground
    return theme.BACKGROUND


def _is_cut_off(line: Line) -> bool:
    """Whether its letters need more room than there is between its edges."""
    left, top, right, bottom = line.padding
    room = (int(line.width - left - right), int(line.height - top - bottom))
    return fitting_font(line.text, int(line.font_size), *room, line.bold) < int(line.font_size)


def _misfits(label: Label, least: int) -> list[str]:
    """What is wrong with a text in its place; ``least``: the smallest letters, at 800 x 480."""
    name, faults = repr(label.text), []
    width, height = label.texture_size
    if width > label.width + 1 or height > label.height + 1:
        faults.append(f"{name} needs {width} x {height}, has {label.width:.0f} x {label.height:.0f}")
    if isinstance(label, Line) and _is_cut_off(label):
        faults.append(f"{name} is cut off at {label.font_size} px")
    if int(label.font_size) < int(theme.px(least)):
        faults.append(f"{name} has shrunk to {label.font_size} px")
    return faults


def faults_of_layout(stage: Finger) -> list[str]:
    """Texts that do not fit their place, leave the window, are smaller than a touch target, overlap or stand
    on a colour that is too much like their own."""
    faults: list[str] = []
    least = LEAST_LARGE if theme.large_print() else LEAST_LETTERS
    leaves: list[tuple[str, tuple[float, float, float, float]]] = []
    for widget in stage.widgets():
        if not isinstance(widget, Label) or not widget.text:
            continue
        name = repr(widget.text)
        faults += _misfits(widget, least)
        contrast = theme.contrast(widget.color, ground_behind(widget))
        if contrast < LEAST_CONTRAST:
            faults.append(f"{name} has a contrast of {contrast:.1f}")
        scrolled = any(isinstance(parent, ScrollView) for parent in parents(widget))
        left, bottom = widget.to_window(widget.x, widget.y)
        box = (left, bottom, left + widget.width, bottom + widget.height)
        outside_x = box[0] < -1 or box[2] > Window.width + 1
        outside_y = not scrolled and (box[1] < -1 or box[3] > Window.height + 1)
        if outside_x or outside_y:
            faults.append(f"{name} leaves the window: {box}")
        if isinstance(widget, BigButton) and min(widget.size) < theme.px(52):
            faults.append(f"{name} is too small to touch: {widget.size}")
        if not scrolled:
            leaves.append((name, box))
    for index, (name, one) in enumerate(leaves):
        for other_name, other in leaves[index + 1 :]:
            across = min(one[2], other[2]) - max(one[0], other[0])
            along = min(one[3], other[3]) - max(one[1], other[1])
            if across > 1 and along > 1:
                faults.append(f"{name} and {other_name} overlap")
    return faults
