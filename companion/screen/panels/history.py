"""All entries of the match, newest first, a few at a time."""

from __future__ import annotations

from functools import partial

from companion.referee import sentences
from companion.referee.view import HistoryLine, LineKind
from companion.screen import theme
from companion.screen.panels.panel import Host, Panel
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Row, Text

PAGE = 6


class HistoryPanel(Panel):
    """It is turned like pages, so that a long match costs no more widgets than a short one. A tap on an entry
    puts it right."""

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
        else:
            hint = self.texts.say("Tap an entry that was otherwise, to put it right.")
            column.add_widget(Text(hint, size=theme.SMALL, color=theme.FAINT))
        for line in self._lines[self._first : self._first + PAGE]:
            column.add_widget(self._line(line))
        walk = partial(self.desk.go, "replay", self.view.match)
        column.add_widget(
            BigButton(self.texts.say("Walk through it on the board"), walk, off=not self._lines)
        )
        self.add_widget(self._turns())

    def _line(self, line: HistoryLine) -> Text | BigButton:
        """An entry. One that stands can be tapped, to say that it was otherwise."""
        text = f"{line.number}. {sentences.history_line(self.texts, line)}"
        if line.undone or line.kind in (LineKind.UNDO, LineKind.CORRECTION):
            return Text(text, size=theme.SMALL, color=theme.FAINT)
        act = partial(self.correct, str(line.number))
        return BigButton(text, act, size=theme.SMALL, halign="left")

    def _turns(self) -> Row:
        """Buttons that turn pages."""
        say, row = self.texts.say, Row(size_hint_y=None, height=px(theme.TOUCH))
        newer, older, oldest = self._first - PAGE, self._first + PAGE, max(0, len(self._lines) - PAGE)
        for text, first, off in (
            (say("Newer"), max(0, newer), self._first == 0),
            (say("Older"), min(older, oldest), self._first == oldest),
            (say("Oldest"), oldest, self._first == oldest),
        ):
            row.add_widget(BigButton(text, partial(self._turn, first), off=off, size=theme.SMALL))
        return row

    def _turn(self, first: int) -> None:
        self._first = first
        self._build()
