"""All entries of the match, newest first, a few at a time."""

from __future__ import annotations

from functools import partial

from companion.referee import sentences
from companion.screen import theme
from companion.screen.panels.panel import Host, Panel
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Row, Text

PAGE = 8


class HistoryPanel(Panel):
    """It is turned like pages, so that a long match costs no more widgets than a short one."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._lines = tuple(reversed(self.view.history))
        self._first = 0
        self._build()

    def _build(self) -> None:
        self.clear_widgets()
        self.add_widget(self.head(self.texts.say("History")))
        column = self.pages().column
        if not self._lines:
            column.add_widget(Text(self.texts.say("Nothing has been played yet.")))
        for line in self._lines[self._first : self._first + PAGE]:
            text = f"{line.number}. {sentences.history_line(self.texts, line)}"
            column.add_widget(Text(text, size=theme.SMALL, color=theme.FAINT if line.undone else theme.INK))
        walk = partial(self.desk.go, "replay", self.view.match)
        self.add_widget(BigButton(self.texts.say("Walk through it on the board"), walk, off=not self._lines))
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        newer, older = self._first - PAGE, self._first + PAGE
        row.add_widget(BigButton(self.texts.say("Newer"), lambda: self._turn(newer), off=newer < 0))
        row.add_widget(
            BigButton(self.texts.say("Older"), lambda: self._turn(older), off=older >= len(self._lines))
        )
        self.add_widget(row)

    def _turn(self, first: int) -> None:
        self._first = first
        self._build()
