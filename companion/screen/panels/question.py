"""The referee asks; every answer is a large button, with a picture where it says what lies in a place."""

from __future__ import annotations

from functools import partial

from companion.locale.sentences import capital
from companion.referee.events import Answered
from companion.referee.view import Choice, TableView
from companion.screen import theme
from companion.screen.boards import board_for
from companion.screen.faces import FaceButton
from companion.screen.panels.panel import Host, Panel
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Text

FIRST = 4
"""Pictures that are shown at once; more cannot be looked through at a glance."""


class QuestionPanel(Panel):
    """Stays until it is answered here or by the table itself."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        if self.view.question is not None:
            self._build(whole=False)

    @staticmethod
    def key(view: TableView) -> object:
        """The question itself."""
        return view.question

    def _build(self, whole: bool) -> None:
        """``whole``: with all faces, not only the likeliest."""
        question = self.view.question
        assert question is not None
        self.clear_widgets()
        self.add_widget(Text(self.texts.message(question.text), size=theme.BIG, bold=True, ground=theme.ASK))
        column = self.pages().column
        faces = [choice for choice in question.choices if choice.look is not None]
        few = len(faces) > FIRST + 1 and not whole
        hidden = faces[FIRST:] if few else []
        for choice in question.choices:
            if choice in hidden:
                continue
            if few and choice.look is None:
                others = self.texts.say("Another one ({n} more)", n=len(hidden))
                column.add_widget(BigButton(others, partial(self._build, True), height=px(theme.TOUCH + 10)))
                few = False
            column.add_widget(self._button(choice, question.number))

    def _button(self, choice: Choice, number: int) -> BigButton:
        text = capital(self.texts.message(choice.label))
        act = partial(self.desk.send, Answered(number, choice.key))
        question, game = self.view.question, self.host.game
        if choice.look is None or question is None:
            return BigButton(text, act, size_hint_y=None, height=px(theme.TOUCH + 10))
        zone = next(zone for zone in game.zones(self.view.setup) if zone.cell == question.cells[0])
        return FaceButton(text, act, choice.look, zone, partial(board_for, self.texts, game, self.view))
