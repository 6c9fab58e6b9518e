"""What every page has at hand, and what every page is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.locale import Texts
from companion.referee.events import Event
from companion.referee.view import Message, TableView
from companion.rules.contract import OptionValue
from companion.screen.ports import AnyGame, Controller
from companion.screen.widgets import Column


@dataclass(slots=True)
class Wishes:
    """What has been chosen at home so far; kept while people look at other pages or change the language."""

    game: str = ""
    seats: tuple[str, ...] = ()
    first: str = ""
    options: dict[str, OptionValue] = field(default_factory=dict)
    camera: str | None = None
    electronic: set[str] = field(default_factory=set)
    broadcast: bool = False


@dataclass(slots=True)
class Desk:
    """Shared by the pages of one screen; used by Kivy's thread only."""

    controller: Controller
    texts: Texts
    go: Callable[[str], None]
    set_language: Callable[[str], None]
    wishes: Wishes = field(default_factory=Wishes)
    notice: Message | None = None
    wizard_step: int = 0
    _sent: tuple[Event, int] | None = None

    def send(self, event: Event) -> None:
        """To the session; once only for what is shown now, however often a finger is felt."""
        view = self.controller.view()
        sent = (event, view.revision if view is not None else 0)
        if sent != self._sent:
            self._sent = sent
            self.controller.send(event)

    def game(self, name: str) -> AnyGame:
        """An installed game."""
        return self.controller.games()[name]


class Page(Column):
    """One page. Built anew when it is shown, when the language changes and when the window is resized."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.desk = desk
        self.texts = desk.texts

    def refresh(self, view: TableView | None) -> None:
        """Something may be new."""

    def leave(self) -> None:
        """Another page comes."""
