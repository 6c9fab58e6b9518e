"""The class of every panel, and the page that holds it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from kivy.clock import Clock

from companion.ports.errors import ControllerError
from companion.referee.events import Event
from companion.referee.view import TableView
from companion.rules.contract import CellId
from companion.rules.registry import AnyGame
from companion.screen import theme
from companion.screen.ahead import Line as Moves
from companion.screen.board import BoardView
from companion.screen.desk import Desk
from companion.screen.earlier import earlier_entry
from companion.screen.panels.piece_button import Pieces
from companion.screen.playing import Playing
from companion.screen.theme import Colour, px
from companion.screen.widgets import BigButton, Column, Line, Pages, Row, Text

Act = Callable[[], object]


class Host(Protocol):
    """The table page, as its panels see it."""

    desk: Desk
    view: TableView
    game: AnyGame
    board: BoardView
    playing: Playing | None
    pieces: Pieces
    by_touch: bool
    """Whether moves are entered by touch now; where a camera follows, people have asked for it."""
    teaching: bool
    """Whether a lesson is being given. Then nothing can be taken back, and there is no match to look at."""

    def newest(self) -> TableView | None: ...
    def send(self, event: Event) -> None: ...
    def enter(self, line: Moves) -> None: ...
    def show_panel(self, mode: str) -> None: ...
    def close_panel(self) -> None: ...
    def undo(self) -> None: ...
    def switch_touch(self) -> None: ...
    def refresh(self, view: TableView | None) -> None: ...
    def mark(self) -> None: ...


class Panel(Column):
    """Built from the host's view, and built again when :meth:`key` of a newer view differs."""

    def __init__(self, host: Host) -> None:
        super().__init__(gap=6)
        self.host = host
        self.desk = host.desk
        self.texts = host.desk.texts
        self.view = host.view
        self.cells: tuple[CellId, ...] = ()
        self.alone = False
        """Whether only :attr:`cells` are lit, and not what else can be touched."""
        self.wrong: tuple[CellId, ...] = ()
        """The cells that are marked as not allowed."""
        self._fingers: set[int] = set()

    @property
    def touched(self) -> bool:
        """Whether a finger is on it. It is not built anew meanwhile, so that every finger's tap counts."""
        return bool(self._fingers)

    def on_touch_down(self, touch: Any) -> bool:
        """Note the finger."""
        if self.collide_point(*touch.pos):
            self._fingers.add(touch.uid)
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: Any) -> bool:
        """When the last finger is lifted, show what is new."""
        used = bool(super().on_touch_up(touch))
        if touch.grab_current is None and touch.uid in self._fingers:
            self._fingers.discard(touch.uid)
            Clock.schedule_once(self._catch_up, 0)
        return used

    def buttons_beside(self, buttons: Sequence[tuple[str, Act, bool, Colour | None]], height: float) -> Row:
        """Buttons in a row: text, what a tap does, whether it is off, colour. The longest words get the most
        room. ``height`` at 800 x 480."""
        row = Row(size_hint_y=None, height=px(height), gap=4)
        for text, act, off, ground in buttons:
            room = max(5, *map(len, text.split()))
            row.add_widget(
                BigButton(
                    text, act, off=off, ground=ground, size=theme.SMALL, size_hint_x=room, size_hint_y=1
                )
            )
        return row

    def _catch_up(self, _seconds: float) -> None:
        if self.parent is not None and not self._fingers:
            self.host.refresh(self.host.newest())

    @staticmethod
    def key(view: TableView) -> object:
        """Everything in a view that this panel shows."""
        return view.entries

    def follow(self, _old: Panel, /) -> None:
        """Take the place of an older panel of the same kind: show what people looked at there."""

    def tap(self, _cell: CellId, /) -> bool:
        """A cell of the board was tapped; True if that meant something here."""
        return False

    def correct(self, entry: str) -> None:
        """Let people put an entry right."""
        try:
            self.desk.earlier = earlier_entry(self.desk.controller.keeper, self.view, entry)
        except ControllerError as error:
            self.add_widget(Text(self.texts.message(error.text), ground=theme.BAD))
        else:
            self.desk.go("correct")

    def head(self, title: str) -> Row:
        """A title and the way back."""
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        row.add_widget(Line(title, size=theme.BIG, bold=True))
        row.add_widget(
            BigButton(self.texts.say("Close"), self.host.close_panel, size_hint_x=None, width=px(128))
        )
        return row

    def pages(self) -> Pages:
        """A column that can be moved."""
        pages = Pages()
        self.add_widget(pages)
        return pages
