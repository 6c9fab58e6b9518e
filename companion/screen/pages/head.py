"""What stands above every panel of a table: whose turn it is, the points, and the card that lies open. Of a
demonstration: the table that is drawn."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.referee import sentences
from companion.referee.view import TableView
from companion.rules.contract import Decide, Lamp, Over
from companion.screen import theme
from companion.screen.desk import Desk
from companion.screen.pages.clock import shown, times_of
from companion.screen.pages.live import LivePicture
from companion.screen.pages.seat_button import SeatButton
from companion.screen.panels.situation import LampRow
from companion.screen.theme import px
from companion.screen.widgets import Badge, Column, Line, Row, Text

FILM = 160
"""Height of the picture of a drawn table, at 800 x 480."""


class Head(Column):
    """Each part is built again only if what it shows has changed. ``show``: shows a panel."""

    def __init__(self, desk: Desk, view: TableView, show: Callable[[str], None]) -> None:
        super().__init__(fixed=True, gap=6)
        self._desk = desk
        self._texts = desk.texts
        self._show = show
        self._view = view
        self._parts: dict[str, Widget | None] = {}
        self._keys: dict[str, object] = {}
        self._buttons: dict[str, SeatButton] = {}
        self._film: LivePicture | None = None
        """What happens at the table of a demonstration."""
        self._second = Clock.schedule_interval(self.tick, 1.0)
        if view.game not in desk.preferences.clocks:
            self._second.cancel()

    def leave(self) -> None:
        """Stop the clock and the pictures."""
        self._second.cancel()
        if self._film is not None:
            self._desk.controller.ask_preview(False)

    def tell(self, view: TableView, calm: bool, roomy: bool) -> None:
        """Show what is new. ``calm``: nothing needs the room of what is only nice to see;
        ``roomy``: nor that of the card that lies open."""
        self._view = view
        before = dict(self._parts)
        camera, unreal = view.camera, view.totem is not None and view.totem.simulated
        self._tell("notice", (camera.simulated, unreal), self._notice)
        self._tell("film", camera.simulated and calm, self._picture)
        self._tell("status", (view.pending, camera), self._status)
        # in a game with a totem the cards are counted at the table itself
        seats = calm and view.totem is None and not camera.simulated
        self._tell("seats", (view.seats, view.pending, seats), self._seats if seats else lambda: None)
        lamps = view.lamps if roomy and not camera.simulated else ()
        self._tell("lamps", lamps, partial(self._lamps, lamps))
        if self._parts != before:
            self.clear_widgets()
            for part in filter(None, self._parts.values()):
                self.add_widget(part)
        if self._film is not None:
            self._film.show(self._desk.controller.preview())

    def _tell(self, part: str, key: object, build: Callable[[], Widget | None]) -> None:
        if part not in self._keys or self._keys[part] != key:
            self._keys[part] = key
            self._parts[part] = build()

    def _notice(self) -> Widget | None:
        """A table that is not real says so, whatever else is shown."""
        say, view = self._texts.say, self._view
        if view.camera.simulated:
            said = say("Demonstration, no real camera: drawn people play and sometimes err; I watch.")
        elif view.totem is not None and view.totem.simulated:
            said = say("Simulated players and sensors: nothing here is real")
        else:
            return None
        return Text(said, size=theme.TINY, ground=theme.ASK, halign="center", bold=True)

    def _picture(self) -> Widget | None:
        """The drawn table. Pictures are asked for only while it is shown."""
        wanted = bool(self._keys["film"])
        if wanted or self._film is not None:
            self._desk.controller.ask_preview(wanted)
        self._film = LivePicture(lambda: None, size_hint_y=None, height=px(FILM)) if wanted else None
        return self._film

    def _status(self) -> Widget:
        """Whose turn it is, and what is expected; while the camera waits for something, that."""
        row, view = Row(size_hint_y=None, height=px(74), gap=8), self._view
        if isinstance(view.pending, Decide) and len(view.pending.seats) == 1:
            sign = theme.seat_sign(view.setup.seats[view.pending.seats[0]], view.setup.seats)
            row.add_widget(Badge(sign, side=66, pos_hint={"center_y": 0.5}))
        words = Column(gap=0)
        words.add_widget(Line(sentences.actor(self._texts, view), size=theme.BIG + 3, bold=True))
        said = sentences.expected(self._texts, view)
        if view.camera.state in sentences.FOLLOWING and view.camera.state != "ready":
            said = sentences.camera_line(self._texts, view.camera)
        words.add_widget(Line(said, size=theme.BODY))
        row.add_widget(words)
        return row

    def _seats(self) -> Widget:
        """One button for each seat: its sign, its points, who sits there. A tap tells what the points are
        for."""
        view = self._view
        row = Row(size_hint_y=None, gap=4)
        times = self._below(view)
        deciding = view.pending.seats if isinstance(view.pending, Decide) else ()
        self._buttons.clear()
        for index, seat in enumerate(view.seats):
            sign = theme.seat_sign(seat.name, view.setup.seats)
            points, act = sentences.amount(seat.points, self._texts.language), partial(self._show, "score")
            button = SeatButton(points, times[seat.name], sign, act, chosen=index in deciding)
            row.add_widget(button)
            row.height = button.height
            self._buttons[seat.name] = button
        return row

    def _lamps(self, lamps: Sequence[Lamp]) -> Widget | None:
        """The card that lies open. A single lamp is the totem's, and shines on the board."""
        shown = len(lamps) > 1 and any(lamp.colour for lamp in lamps)
        return LampRow(self._texts, lamps) if shown else None

    def _below(self, view: TableView) -> dict[str, tuple[str, ...]]:
        """What stands below the points of each seat: who sits there, and how long they have thought."""
        minutes = self._desk.preferences.clocks.get(view.game)
        waited = 0.0 if isinstance(view.pending, Over) else time.monotonic() - self._desk.latest[2]
        times = {} if minutes is None else times_of(view, minutes, waited)
        names = self._texts.names
        lines = ((seat, names.get(seat, ""), times.get(seat)) for seat in view.setup.seats)
        named = any(names.get(seat) for seat in view.setup.seats)
        return {
            seat: (*((name or " ",) if named else ()), *((shown(passed),) if passed is not None else ()))
            for seat, name, passed in lines
        }

    def tick(self, _seconds: float) -> None:
        """Show the clock anew, once a second."""
        for seat, lines in self._below(self._view).items():
            if seat in self._buttons:
                self._buttons[seat].tell(lines)
