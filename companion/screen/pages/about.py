"""About: what this program is, its version, and the licences of all that is in it."""

from __future__ import annotations

from companion.screen import theme
from companion.screen.desk import Desk, Page
from companion.screen.widgets import Pages, Text


class AboutPage(Page):
    """Facts to look up."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, pad=8, gap=8)
        say = self.texts.say
        self.add_widget(self.head(say("About Companion")))
        pages = Pages()
        self.add_widget(pages)
        (_, version, licence), *parts = desk.controller.machine.versions()
        column = pages.column
        for text in (
            say("The referee at the game table: it watches, judges, explains, scores and remembers."),
            say("Version {version}. Licence: {licence}.", version=version, licence=licence),
            say("Nothing is sent anywhere unless you ask for it. Hidden cards never leave the table."),
            say("The games belong to their publishers. Boards and pictures here are drawn anew."),
        ):
            column.add_widget(Text(text))
        column.add_widget(Text(say("Made with"), size=theme.BIG, bold=True))
        for name, number, terms in parts:
            column.add_widget(Text(f"{name} {number}: {terms}", size=theme.SMALL))
