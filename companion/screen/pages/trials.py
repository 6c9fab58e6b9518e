"""Test: every device by itself, with its picture, and whether its owner says that it works."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

from companion.locale import N_, Message
from companion.ports.errors import ControllerError
from companion.referee.view import TableView
from companion.screen import theme
from companion.screen.desk import Desk, Page
from companion.screen.keeping import DeviceTrial
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Icon, Line, Pages, Row, Text

PARTS = {
    "lamps": N_("Lamps"),
    "buttons": N_("Buttons"),
    "pads": N_("Pads"),
    "base": N_("Totem base"),
    "sound": N_("Sounds"),
    "touch": N_("Fingers on the screen"),
    "camera": N_("Camera and light"),
}
"""Each has an icon of its name."""
_TITLE = N_("Test of the devices")
MARKS = ((0.1, 0.1), (0.9, 0.1), (0.5, 0.5), (0.1, 0.9), (0.9, 0.9))
"""Where fingers are asked for, as shares of the ground."""
_OFF = N_("Fingers are felt up to {n} pixels beside the marks; a button is {least} pixels high.")


class TouchGround(Column):
    """Marks to be tapped, one after the other. ``over``: told the largest distance, in pixels."""

    def __init__(self, over: Callable[[float], None]) -> None:
        super().__init__(ground=theme.PANEL)
        self._over = over
        self._distances: list[float] = []
        self._mark = Icon("cross", side=44)
        self.add_widget(self._mark)
        self.bind(pos=self._place, size=self._place)

    def do_layout(self, *_: object) -> None:
        """Nothing lies in rows here."""
        self._place()

    def _place(self, *_: object) -> None:
        self._mark.center = self.aim()

    def aim(self) -> tuple[float, float]:
        """Where a finger is asked for now, in the page's pixels."""
        across, up = MARKS[len(self._distances) % len(MARKS)]
        return self.x + across * self.width, self.y + up * self.height

    def on_touch_down(self, touch: Any) -> bool:
        """A finger: how far from the mark?"""
        if not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        x, y = self.aim()
        self._distances.append(math.hypot(touch.x - x, touch.y - y))
        if len(self._distances) == len(MARKS):
            self._over(max(self._distances))
        self._place()
        return True


class TrialsPage(Page):
    """All devices; or the one that is being tried."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, pad=8, gap=8)
        self._trials = desk.controller.trials
        self._part = ""
        self._shown: DeviceTrial | None = None
        self._touched: tuple[str, ...] = ()
        self._notice: Message | None = None
        self._build()

    def _build(self) -> None:
        self.clear_widgets()
        self.add_widget(self.head(self.texts.say(PARTS.get(self._part, _TITLE))))
        if self._notice is not None:
            self.add_widget(Text(self.texts.message(self._notice), ground=theme.BAD))
        if self._part:
            self._one()
        else:
            self._all()

    def _all(self) -> None:
        say, results = self.texts.say, self._trials.results()
        pages = Pages(gap=8)
        for part, name in PARTS.items():
            row = Row(size_hint_y=None, height=px(theme.TOUCH))
            row.add_widget(Icon(part, side=44))
            row.add_widget(Line(say(name)))
            works = results.get(part)
            word = say("not tried") if works is None else say("works") if works else say("does not work")
            ground = None if works is None else theme.GOOD if works else theme.BAD
            row.add_widget(Line(word, ground=ground, size_hint_x=0.6))
            row.add_widget(BigButton(say("Test"), partial(self._begin, part), size_hint_x=0.5))
            pages.column.add_widget(row)
        pages.column.add_widget(Text(say("What you find goes into the support bundle."), color=theme.FAINT))
        self.add_widget(pages)

    def _begin(self, part: str) -> None:
        self._part, self._touched, self._notice = part, (), None
        if part != "touch":
            self._trials.begin(part, self.texts)
        self._build()

    def _one(self) -> None:
        say = self.texts.say
        self._shown = now = self._trials.now
        if self._part == "touch" and not self._touched:
            self.add_widget(Text(say("Tap each cross in its middle.")))
            self.add_widget(TouchGround(self._measured))
            return
        pages = Pages()
        pages.column.add_widget(Icon(self._part, side=88))
        for line in self._touched or now.lines:
            pages.column.add_widget(Text(line))
        self.add_widget(pages)
        if now.ask:
            pages.column.add_widget(Text(now.ask, size=theme.BIG, ground=theme.ASK, least=96))
            self.add_widget(BigButton(say("Done"), self._trials.answer, ground=theme.GOOD, bold=True))
        elif self._touched or now.over:
            row = Row(size_hint_y=None, height=px(theme.TOUCH))
            row.add_widget(BigButton(say("It works"), partial(self._rule, True), ground=theme.GOOD))
            row.add_widget(BigButton(say("It does not"), partial(self._rule, False), ground=theme.BAD))
            self.add_widget(row)
        else:
            pages.column.add_widget(Text(say("Looking at it …")))

    def _measured(self, distance: float) -> None:
        self._touched = (self.texts.say(_OFF, n=round(distance), least=round(px(theme.TOUCH))),)
        self._build()

    def _rule(self, works: bool) -> None:
        try:
            self._trials.rule(self._part, works, self._touched or self._trials.now.lines)
        except ControllerError as error:
            self._notice = error.text
        self._end()

    def _end(self) -> None:
        self._trials.leave()
        self._part = ""
        self._build()

    def refresh(self, view: TableView | None) -> None:
        """Show what has been measured since."""
        super().refresh(view)
        if self._part and self._part != "touch" and self._trials.now != self._shown:
            self._build()

    def escape(self) -> None:
        """Back to all devices, then back."""
        if self._part:
            self._end()
        else:
            super().escape()

    def leave(self) -> None:
        """Let go of the device."""
        if not self.desk.rebuilding:
            self._trials.leave()

    def follow(self, old: Page, /) -> None:
        """Go on with the same device."""
        if isinstance(old, TrialsPage):
            self._part, self._touched = old._part, old._touched
            self._build()
