"""Where guests follow the table on their phones."""

from __future__ import annotations

from companion.referee.view import TableView
from companion.screen import theme
from companion.screen.panels.panel import Host, Panel
from companion.screen.qr import QrCode
from companion.screen.widgets import Text


class SpectatorsPanel(Panel):
    """The page's address as a QR code and in letters."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        say = self.texts.say
        self.add_widget(self.head(say("Watch on a phone")))
        column = self.pages().column
        address = f"{self.desk.controller.page()}&lang={self.texts.language}"
        column.add_widget(QrCode(address))
        column.add_widget(Text(address, size=theme.SMALL, halign="center"))

    @staticmethod
    def key(view: TableView) -> object:
        """The address of a table does not change."""
        return view.table
