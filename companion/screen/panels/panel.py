"""What a panel is."""

from __future__ import annotations

from typing import Protocol

from companion.referee.view import TableView
from companion.rules.contract import CellId
from companion.screen import theme
from companion.screen.desk import Desk
from companion.screen.ports import AnyGame
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Line, Pages, Row


class Host(Protocol):
    """The table page, as its panels see it."""

    desk: Desk
    view: TableView
    game: AnyGame

    def show_panel(self, mode: str) -> None: ...
    def close_panel(self) -> None: ...
    def undo(self) -> None: ...
    def mark(self) -> None: ...


class Panel(Column):
    """Built from the host's view; built again when :meth:`key` of a newer view differs."""

    def __init__(self, host: Host) -> None:
        super().__init__(gap=6)
        self.host = host
        self.desk = host.desk
        self.texts = host.desk.texts
        self.view = host.view
        self.cells: tuple[CellId, ...] = ()

    @staticmethod
    def key(view: TableView) -> object:
        """All of a view that this panel shows."""
        return view.entries

    def tap(self, _cell: CellId, /) -> bool:
        """A cell of the board was tapped; True if that meant something here."""
        return False

    def head(self, title: str) -> Row:
        """A title and the way back."""
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        row.add_widget(Line(title, size=theme.BIG, bold=True))
        row.add_widget(
            BigButton(self.texts.say("Close"), self.host.close_panel, size_hint_x=None, width=px(110))
        )
        return row

    def pages(self) -> Pages:
        """A column that can be moved."""
        pages = Pages()
        self.add_widget(pages)
        return pages
