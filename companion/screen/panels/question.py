"""The referee asks; every answer is a large button."""

from __future__ import annotations

from functools import partial

from companion.locale.sentences import capital
from companion.referee.events import Answered
from companion.referee.view import TableView
from companion.screen import theme
from companion.screen.panels.panel import Host, Panel
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Text


class QuestionPanel(Panel):
    """Stays until it is answered here or by the table itself."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        question = self.view.question
        if question is None:
            return
        self.add_widget(Text(self.texts.message(question.text), size=theme.BIG, bold=True, ground=theme.ASK))
        column = self.pages().column
        for choice in question.choices:
            column.add_widget(
                BigButton(
                    capital(self.texts.message(choice.label)),
                    partial(self.desk.send, Answered(question.number, choice.key)),
                    size_hint_y=None,
                    height=px(theme.TOUCH + 10),
                )
            )

    @staticmethod
    def key(view: TableView) -> object:
        """The question itself."""
        return view.question
