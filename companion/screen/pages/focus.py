"""A keyboard or a game-pad in place of a finger. A frame walks over what can be tapped, from left to right
and row by row; one key taps it.

Tab, the arrows and a pad's cross move the frame. Enter, the space bar and a pad's first button tap, Esc goes
back. A touch takes the frame away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Line
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.rules.contract import CellId
from companion.screen import theme, tuning
from companion.screen.touched import Touched
from companion.screen.widgets import BigButton

TAB, ENTER, ESCAPE, SPACE, PAD_ENTER = 9, 13, 27, 32, 271
UP, DOWN, RIGHT, LEFT = 273, 274, 275, 276
"""Key codes of Kivy, which are those of SDL 1.2."""
FORWARD, BACKWARD, TAPS = (TAB, RIGHT, DOWN), (LEFT, UP), (ENTER, SPACE, PAD_ENTER)
FIRST_BUTTON = 0
SETTLES = tuning.number("focus.settles")
"""Seconds until a page that was built anew or scrolled has found its place."""
SLACK = tuning.number("focus.slack")
"""Pixels by which things beside each other may overlap."""

Box = tuple[float, float, float, float]
"""Left, bottom, width and height in the window."""


@dataclass(frozen=True)
class FocusTarget:
    """Something that can be tapped: a button, or a marked cell of a board."""

    widget: Widget
    cell: CellId | None = None

    def box(self) -> Box:
        """Where it is now."""
        if self.cell is not None and isinstance(self.widget, Touched):
            return self.widget.box(self.cell)
        return (*self.widget.to_window(self.widget.x, self.widget.y), *self.widget.size)

    def tap(self) -> None:
        """Tap it as a finger would."""
        if self.cell is not None and isinstance(self.widget, Touched):
            self.widget.on_cell(self.cell)
        elif isinstance(self.widget, BigButton):
            self.widget.act()


def places(root: Widget) -> list[FocusTarget]:
    """All that can be tapped below ``root``: rows from the top, each from the left. A part that can be
    scrolled, and a board, are each walked through as a whole."""
    return [place for item in in_order(_items(root)) for place in item.places]


@dataclass(frozen=True)
class Item:
    """A part of the window; ``places``: what can be tapped in it, in order."""

    box: Box
    places: tuple[FocusTarget, ...]


def _items(widget: Widget) -> list[Item]:
    if isinstance(widget, BigButton):
        return [] if widget.disabled else [_item(FocusTarget(widget))]
    inside: list[Item] = []
    if isinstance(widget, Touched):
        inside = [_item(FocusTarget(widget, cell)) for cell in dict.fromkeys(widget.lit())]
    for child in widget.children:
        inside += _items(child)
    if not inside or not isinstance(widget, ScrollView | Touched):
        return inside
    box = (*widget.to_window(widget.x, widget.y), *widget.size)
    return [Item(box, tuple(place for item in in_order(inside) for place in item.places))]


def _item(place: FocusTarget) -> Item:
    return Item(place.box(), (place,))


def in_order(items: Sequence[Item]) -> list[Item]:
    """The items in the order of reading: cut into rows if a line goes between them, otherwise into columns,
    again and again (XY cut)."""
    if len(items) > 1:
        for parts in (_cut(items, 1, -1), _cut(items, 0, 1)):
            if len(parts) > 1:
                return [item for part in parts for item in in_order(part)]
    return sorted(items, key=lambda item: (-item.box[1] - item.box[3], item.box[0]))


def _cut(items: Sequence[Item], axis: int, way: int) -> list[list[Item]]:
    """The items in parts that do not overlap along an axis: 0 from left to right (way 1), 1 from top to
    bottom (way -1)."""

    def span(item: Item) -> tuple[float, float]:
        ends = (way * item.box[axis], way * (item.box[axis] + item.box[axis + 2]))
        return min(ends), max(ends)

    parts: list[list[Item]] = []
    end = 0.0
    for item in sorted(items, key=span):
        first, last = span(item)
        if not parts or first > end - SLACK:
            parts.append([item])
            end = last
        else:
            parts[-1].append(item)
            end = max(end, last)
    return parts


class Focus:
    """The frame. ``root``: tells below which widget people may tap; ``escape`` goes back."""

    def __init__(self, root: Callable[[], Widget], escape: Callable[[], None]) -> None:
        self._root = root
        self._escape = escape
        self._frame: Widget | None = None
        self._at: FocusTarget | None = None
        self._number = 0
        self._follow = Clock.create_trigger(self._again, SETTLES)
        Window.bind(on_key_down=self._key, on_joy_hat=self._hat, on_joy_button_down=self._button)
        Window.bind(on_touch_down=self._touched)

    def close(self) -> None:
        """Let go of the window."""
        self.hide()
        self._follow.cancel()
        Window.unbind(on_key_down=self._key, on_joy_hat=self._hat, on_joy_button_down=self._button)
        Window.unbind(on_touch_down=self._touched)

    @property
    def at(self) -> FocusTarget | None:
        """Where the frame is; None while fingers are used."""
        return self._at

    def hide(self) -> None:
        """Take the frame away."""
        if self._frame is not None:
            Window.remove_widget(self._frame)
        self._frame = self._at = None

    def move(self, steps: int) -> None:
        """Move the frame on by so many places. The first use only shows where it is."""
        now = places(self._root())
        if not now:
            self.hide()
            return
        if self._at in now:
            self._number = (now.index(self._at) + steps) % len(now)
        else:  # the page was built anew
            self._number = min(self._number, len(now) - 1)
        self._show(now[self._number])

    def _again(self, _seconds: float) -> None:
        now = places(self._root())
        if self._at is not None and now:
            self._show(now[min(self._number, len(now) - 1)])

    def tap(self) -> None:
        """Tap what is in the frame."""
        if self._at is None or self._at not in places(self._root()):
            self.move(0)
            return
        self._at.tap()
        self._follow()

    def _show(self, place: FocusTarget) -> None:
        moved = place != self._at
        self.hide()
        if moved:
            for parent in _parents(place.widget):
                if isinstance(parent, ScrollView):
                    parent.scroll_to(place.widget, animate=False)
            self._follow()  # when scrolling has stopped
        left, bottom, width, height = place.box()
        self._at, self._frame = place, Widget(size_hint=(None, None), size=(0, 0))
        with self._frame.canvas:
            Color(*theme.INK)
            Line(rectangle=(left, bottom, width, height), width=theme.px(3))
            Color(*theme.BACKGROUND)
            Line(rectangle=(left, bottom, width, height), width=theme.px(1))
        Window.add_widget(self._frame)

    # -- keys -----------------------------------------------------------------------------------------

    def _key(self, _window: Any, key: int, _code: int, _text: str, modifiers: Sequence[str]) -> bool:
        if key in TAPS:
            self.tap()
        elif key == ESCAPE:
            self._escape()
        elif key in FORWARD:
            self.move(-1 if "shift" in modifiers else 1)
        elif key in BACKWARD:
            self.move(-1)
        else:
            return False
        return True

    def _hat(self, _window: Any, _pad: int, _hat: int, value: tuple[int, int]) -> None:
        across, up = value
        if across or up:
            self.move(1 if across > 0 or up < 0 else -1)

    def _button(self, _window: Any, _pad: int, button: int) -> None:
        if button == FIRST_BUTTON:
            self.tap()

    def _touched(self, *_: Any) -> bool:
        self.hide()
        return False


def _parents(widget: Widget) -> list[Widget]:
    found: list[Widget] = []
    while widget.parent is not None and widget.parent is not widget:
        widget = widget.parent
        found.append(widget)
    return found
