"""The widgets of which all pages are made. Everything that can be touched is at least 10 mm high."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.effects.scroll import ScrollEffect
from kivy.graphics import Color, Rectangle
from kivy.graphics import Line as Outline
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.screen import pictures, theme, tuning
from companion.screen.theme import Colour, SeatSign, letters, px

_LEAST_FONT = 9
RESTING = tuning.number("widgets.resting")
"""A touch that lasts longer than so many seconds is a hand that rests here; lifting it has no effect."""
SEEN = tuning.number("widgets.seen")
"""Seconds after which people have seen a button that they did not expect."""


@lru_cache(maxsize=4096)
def fitting_font(text: str, wanted: int, width: int, height: int, bold: bool) -> int:
    """The greatest font size up to ``wanted`` (pixels) at which ``text``, wrapped at blanks, fits a box."""
    for size in range(wanted, _LEAST_FONT, -1):
        label: Any = CoreLabel(font_size=size, bold=bold, text_size=(width, None), text=text)
        widest = max((label.get_extents(word)[0] for word in text.split()), default=0)
        if widest <= width:
            label.refresh()
            if label.texture.height <= height:
                return size
    return _LEAST_FONT


class Ground(Widget):
    """Anything with a plain rectangle behind it."""

    def __init__(self, ground: Colour | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if ground is not None:
            with self.canvas.before:
                self._ground = Color(*ground)
                self._rectangle = Rectangle(pos=self.pos, size=self.size)
            self.bind(pos=self._move_ground, size=self._move_ground)

    def _move_ground(self, *_: object) -> None:
        self._rectangle.pos, self._rectangle.size = self.pos, self.size

    def paint(self, ground: Colour) -> None:
        """Change the colour behind."""
        self._ground.rgba = ground

    @property
    def ground(self) -> Colour | None:
        """The colour behind; None if one sees what is further behind."""
        painted: Any = getattr(self, "_ground", None)
        return None if painted is None else tuple(painted.rgba)


class Column(Ground, BoxLayout):
    """Widgets below each other. ``fixed``: as high as the content needs."""

    def __init__(self, fixed: bool = False, gap: float = 6, pad: float = 0, **kwargs: Any) -> None:
        kwargs.setdefault("orientation", "vertical")
        super().__init__(spacing=px(gap), padding=px(pad), **kwargs)
        if fixed:
            self.size_hint_y, self.height = None, 0
            self.bind(minimum_height=self.setter("height"))


class Row(Column):
    """Widgets beside each other."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(orientation="horizontal", **kwargs)


_PICTURE, _PICTURE_UPRIGHT = 1.9, 0.6
"""Share of a picture of the camera against what stands beside it, or below it in an upright window."""


class Beside(Column):
    """Two parts of a page beside each other; below each other in a window that is higher than wide."""

    def __init__(self, **kwargs: Any) -> None:
        self.upright = theme.upright()
        super().__init__(orientation="vertical" if self.upright else "horizontal", **kwargs)

    def add(self, part: Widget, share: float = 1.0) -> None:
        """Add a part. ``share``: its share of the room, against the other part's."""
        if self.upright:
            part.size_hint = (1, share)
        else:
            part.size_hint = (share, 1)
        self.add_widget(part)

    def add_picture(self, picture: Widget) -> None:
        """Add a picture of the camera, against a part of usual share."""
        self.add(picture, _PICTURE_UPRIGHT if self.upright else _PICTURE)


class Text(Ground, Label):
    """Wrapped text, exactly as high as it needs (at least ``least``)."""

    def __init__(self, text: str, size: float = theme.BODY, least: float = 0, **kwargs: Any) -> None:
        kwargs.setdefault("color", theme.INK)
        kwargs.setdefault("halign", "left")
        kwargs.setdefault("valign", "middle")
        super().__init__(text=text, font_size=letters(size), size_hint_y=None, **kwargs)
        self._least = px(least)
        self.padding = (px(6), px(2))
        self.bind(width=self._wrap, texture_size=self._grow)

    def _wrap(self, *_: object) -> None:
        self.text_size = (self.width, None)

    def _grow(self, *_: object) -> None:
        self.height = max(self._least, self.texture_size[1])


class Line(Ground, Label):
    """Text in a place of given size. The letters shrink until it fits."""

    def __init__(self, text: str, size: float = theme.BODY, **kwargs: Any) -> None:
        kwargs.setdefault("color", theme.INK)
        kwargs.setdefault("halign", "left")
        kwargs.setdefault("valign", "middle")
        super().__init__(text=text, **kwargs)
        self._wanted = int(letters(size))
        self.font_size = self._wanted
        self.padding = (px(6), px(2), px(6), px(2))
        self.bind(size=self._fit, text=self._fit, padding=self._fit)

    def _fit(self, *_: object) -> None:
        left, top, right, bottom = self.padding
        width, height = int(self.width - left - right), int(self.height - top - bottom)
        if width > 0 and height > 0:
            self.font_size = fitting_font(self.text, self._wanted, width, height, self.bold)
            self.text_size = self.size


class BigButton(ButtonBehavior, Line):
    """A button. ``act`` is called when the finger is lifted from it; there is no time limit. Until then a
    second finger has no effect.

    ``chosen`` marks the present one of several; ``off`` shows a button that cannot be used now; ``sign`` or
    ``icon`` stands before the text."""

    def __init__(
        self,
        text: str,
        act: Callable[[], object],
        chosen: bool = False,
        off: bool = False,
        ground: Colour | None = None,
        sign: SeatSign | None = None,
        icon: str = "",
        **kwargs: Any,
    ) -> None:
        kwargs.setdefault("halign", "center")
        if "size_hint_y" not in kwargs and "height" not in kwargs:
            kwargs.update(size_hint_y=None, height=px(theme.TOUCH))
        self._rest = theme.BUTTON_OFF if off else theme.CHOSEN if chosen else ground or theme.BUTTON
        super().__init__(text=text, ground=self._rest, color=theme.FAINT if off else theme.INK, **kwargs)
        self.disabled = off
        self.disabled_color = theme.FAINT
        self.chosen = chosen
        self.act = act
        self.icon = icon
        self._finger: Any = None
        self._badge: Badge | Icon
        self.always_release = False
        if sign is not None or icon:
            self._badge = Badge(sign, side=34) if sign is not None else Icon(icon)
            self.padding = (px(38), px(2), px(6), px(2))
            self.add_widget(self._badge)
            self.bind(pos=self._move_badge, size=self._move_badge)

    def _move_badge(self, *_: object) -> None:
        """At the left edge; in the middle without a text."""
        left = px(3) if self.text else (self.width - self._badge.width) / 2
        self._badge.pos = (self.x + left, self.y + (self.height - self._badge.height) / 2)

    def on_press(self) -> None:
        """Show that the finger was felt."""
        self.paint(theme.BUTTON_DOWN)

    def on_touch_down(self, touch: Any) -> bool:
        """Only the first finger counts."""
        if self._finger is not None and self.collide_point(*touch.pos):
            return True
        felt = bool(super().on_touch_down(touch))
        if touch.ud.get(self):
            self._finger = touch
        return felt

    def on_touch_up(self, touch: Any) -> bool:
        """Take the finger up. If it was lifted elsewhere, nothing happens."""
        self.paint(self._rest)
        if touch is self._finger and touch.grab_current is self:
            self._finger = None
        return bool(super().on_touch_up(touch))

    def on_release(self) -> None:
        """Call ``act``, unless a hand rested here."""
        if not rested(self.last_touch):
            self.act()


class TwoStep(BigButton):
    """What costs much: only an outline. The first tap asks ``sure``, ``always`` or where it came so soon that
    it may have been meant for what was there before."""

    def __init__(self, text: str, sure: str, act: Callable[[], object], always: bool = True) -> None:
        super().__init__(text, self._ask, size=theme.SMALL, ground=theme.BACKGROUND)
        self._sure, self._meant = sure, act
        self.seen_at = math.inf if always else time.monotonic() + SEEN
        """From when on a tap is taken without being asked about."""
        with self.canvas.after:
            Color(*theme.FAINT)
            self._edge = Outline(width=px(1))
        self.bind(pos=self._move_edge, size=self._move_edge)

    def _move_edge(self, *_: object) -> None:
        self._edge.rectangle = (self.x + 1, self.y + 1, self.width - 2, self.height - 2)

    def _ask(self) -> None:
        felt = felt_at(self.last_touch) if self.last_touch is not None else time.monotonic()
        if felt >= self.seen_at:
            self._meant()
            return
        self.text, self.act, self._rest = self._sure, self._meant, theme.BAD
        self.paint(theme.BAD)


_APART = "apart"
"""In a touch: by how much the computer's clock was ahead of the one that nobody can set, when it was felt."""


def feel(touch: Any) -> None:
    """Note the clocks when a touch is felt: Kivy tells its times by the one that may be set meanwhile."""
    touch.ud.setdefault(_APART, time.time() - time.monotonic())


def _set_since(touch: Any) -> float:
    """By how many seconds the computer's clock was set since this touch was felt."""
    apart = time.time() - time.monotonic()
    return float(apart - touch.ud.get(_APART, apart))


def rested(touch: Any) -> bool:
    """Whether a touch (None: a key) was a hand that rested here. It counts from when the screen felt it to
    when it was lifted, not to when this is asked: a late frame makes no resting hand of a short tap."""
    if touch is None:
        return False
    lifted = touch.time_end if touch.time_end >= 0 else time.time()
    return bool(lifted - _set_since(touch) - touch.time_start >= RESTING)


def felt_at(touch: Any) -> float:
    """When the screen felt a touch, by the clock that nobody can set."""
    return time.monotonic() - max(0.0, time.time() - _set_since(touch) - float(touch.time_start))


class Icon(Widget):
    """One of :data:`companion.screen.pictures.ICONS`."""

    def __init__(self, name: str, side: float = 30, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), size=(px(side), px(side)), **kwargs)
        with self.canvas:
            Color(1, 1, 1, 1)
            self._picture = Rectangle(texture=pictures.icon(name, theme.INK), pos=self.pos, size=self.size)
        self.bind(pos=self._move)

    def _move(self, *_: object) -> None:
        self._picture.pos = self.pos


class Badge(Widget):
    """The sign of a seat: colour, shape and number."""

    def __init__(self, sign: SeatSign, side: float = 40, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), size=(px(side), px(side)), **kwargs)
        number = pictures.caption(
            str(sign.number), int(px(side * 0.5)), theme.ink_on(sign.colour), int(px(side)), True
        )
        assert number is not None, "a badge is always larger than its number"
        with self.canvas:
            Color(1, 1, 1, 1)
            self._shape = Rectangle(texture=pictures.shape(sign.shape, sign.colour))
            self._number = Rectangle(texture=number, size=number.size)
        self._dip = 0.06 if sign.shape == "triangle" else 0.0
        self.bind(pos=self._move, size=self._move)

    def _move(self, *_: object) -> None:
        self._shape.pos, self._shape.size = self.pos, self.size
        width, height = self._number.size
        self._number.pos = (
            self.x + self.width / 2 - width / 2,
            self.y + self.height / 2 - height / 2 - self._dip * self.height,
        )


class Pages(ScrollView):
    """A column that a finger can scroll if it is longer than its place. ``by_bar``: only by its bar; then
    several fingers can tap its buttons at once (Kivy follows one finger that may be dragging).

    It stops at its ends. Kivy's own spring there swings for seconds if frames come slowly, and a finger would
    miss."""

    def __init__(self, gap: float = 6, pad: float = 0, by_bar: bool = False, **kwargs: Any) -> None:
        kinds, width = (["bars"], px(34)) if by_bar else (["bars", "content"], px(8))
        super().__init__(
            do_scroll_x=False,
            bar_width=width,
            scroll_type=kinds,
            effect_cls=ScrollEffect,
            always_overscroll=False,
            **kwargs,
        )
        self.column = Column(fixed=True, gap=gap, pad=pad)
        self.column.padding[2] += width + px(4)  # the bar stands beside the content, not on it
        self.add_widget(self.column)
        self.slid: Widget | None = None
        """A widget over which fingers slide. It gets every touch at once, and does not scroll under one."""

    def on_scroll_start(self, touch: Any, check_children: bool = True) -> Any:
        """A finger comes down."""
        here = self.collide_point(*touch.pos)
        if here and self.slid is not None and self.slid.collide_point(*self.to_local(*touch.pos)):
            return self.simulate_touch_down(touch)
        return super().on_scroll_start(touch, check_children)
