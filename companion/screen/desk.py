"""What every page can use, and what every page is. Touches go to the session from here, the same one only
once for what is shown."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from companion.locale import Message, Texts
from companion.owner.preferences import Preferences
from companion.referee.events import Event
from companion.referee.view import TableView
from companion.rules.contract import Decide, OptionValue
from companion.rules.registry import AnyGame
from companion.screen import theme
from companion.screen.controller import Controller
from companion.screen.earlier import EarlierEntry
from companion.screen.table_lesson import TableLesson
from companion.screen.teaching import Teaching
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Line, Row


@dataclass(slots=True)
class Wishes:
    """What has been chosen for the next game so far. It is kept while people look at other pages or change
    the language."""

    game: str = ""
    seats: tuple[str, ...] = ()
    first: str = ""
    options: dict[str, OptionValue] = field(default_factory=dict)
    camera: str | None = None
    electronic: set[str] = field(default_factory=set)
    broadcast: bool = False
    players: dict[str, str] = field(default_factory=dict)
    """Who sits where: players' ids by seats."""


@dataclass(slots=True)
class Desk:
    """What the pages of one screen share. Used by Kivy's thread only."""

    controller: Controller
    texts: Texts
    go: Callable[..., None]
    """``go(page, about="")`` shows another page; ``about``: a game or match it is about."""
    back: Callable[[], None]
    """Shows the page before."""
    set_language: Callable[[str], None]
    settle: Callable[[], None] = lambda: None
    """Applies new preferences."""
    wishes: Wishes = field(default_factory=Wishes)
    notice: Message | None = None
    about: str = ""
    lesson: Teaching | None = None
    """The lesson that is being given; kept while people look at a clause."""
    table_lesson: TableLesson | None = None
    """The lesson that is being given at the open table."""
    earlier: EarlierEntry | None = None
    """The entry that people are putting right."""
    wizard_step: int = 0
    turned: int = 0
    """Degrees by which people have turned the picture at the table. It is not kept when the program ends."""
    towards: dict[tuple[str, str], int] = field(default_factory=dict)
    """Degrees by which the picture is turned, beside that, while a seat of a match is asked."""
    asking: int = 0
    """Degrees by which it is turned now towards who is asked."""
    latest: tuple[str, int, float] = ("", 0, 0.0)
    """The match, how many entries it has, and since when (monotonic seconds)."""
    closed: set[str] = field(default_factory=set)
    """Notices over the board that people have closed, as long as they stand."""
    rebuilding: bool = False
    """Whether the page that is left is built anew at once: in another language, size or print."""
    _sent: tuple[Event, int] | None = None

    def send(self, event: Event) -> None:
        """Send an event to the session. For what is shown now it is sent only once, however often a finger is
        felt."""
        view = self.controller.view()
        sent = (event, view.revision if view is not None else 0)
        if sent != self._sent:
            self._sent = sent
            self.controller.send(event)

    def turn(self) -> None:
        """Turn the picture by a quarter, towards whoever sits there."""
        self.turned = (self.turned + 90) % 360
        self.settle()

    def turn_question(self, view: TableView) -> None:
        """Turn the picture by a quarter, towards who is asked. The next question to this seat is turned so
        at once."""
        whom = _asked(view)
        self.towards[whom] = (self.towards.get(whom, 0) + 90) % 360
        self.face(view)

    def face(self, view: TableView | None) -> bool:
        """Turn the picture towards who is asked, and back after the answer. Whether it was turned."""
        asks = view is not None and view.question is not None
        asking = self.towards.get(_asked(view), 0) if view is not None and asks else 0
        if asking == self.asking:
            return False
        self.asking = asking
        self.settle()
        return True

    def note(self, view: TableView | None) -> None:
        """Take a new view: note since when the match has so many entries."""
        if view is not None and (view.match, view.entries) != self.latest[:2]:
            self.latest = (view.match, view.entries, time.monotonic())

    def game(self, name: str) -> AnyGame:
        """An installed game."""
        return self.controller.games()[name]

    @property
    def preferences(self) -> Preferences:
        """What people have set."""
        return self.controller.keeper.preferences()

    def prefer(self, **changes: Any) -> None:
        """Change some preferences. They apply at once."""
        self.controller.keeper.prefer(replace(self.preferences, **changes))
        self.settle()


def _asked(view: TableView) -> tuple[str, str]:
    """The match and the seat whose answer is waited for; no seat if it is not the turn of a single one."""
    match view.pending:
        case Decide(seats=(seat,)):
            return view.match, view.setup.seats[seat]
        case _:
            return view.match, ""


class Page(Column):
    """One page. It is built anew when it is shown, when the language changes and when the window is
    resized."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.desk = desk
        self.texts = desk.texts

    def refresh(self, view: TableView | None) -> None:
        """Look for something new to show."""

    def follow(self, _old: Page, /) -> None:
        """Take the place of an older page of the same kind: show what people looked at there."""

    def leave(self) -> None:
        """Another page takes its place."""

    def escape(self) -> None:
        """The key of that name: one step back."""
        self.desk.back()

    def head(self, title: str) -> Row:
        """The title and the way back."""
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        row.add_widget(Line(title, size=theme.BIG, bold=True))
        row.add_widget(BigButton(self.texts.say("Back"), self.desk.back, size_hint_x=None, width=px(130)))
        return row
