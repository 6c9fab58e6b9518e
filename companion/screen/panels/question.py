"""A question of the referee. Every answer is a large button, with a picture if it says what lies in a
place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.referee.events import Answered
from companion.referee.sentences import capital, corrected
from companion.referee.sheets import printed_on
from companion.referee.view import Choice, Question, TableView
from companion.rules.contract import Look, Zone
from companion.screen import theme
from companion.screen.board import BoardView
from companion.screen.boards import face_board
from companion.screen.panels.panel import Host, Panel
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Row, Text

# -- Buttons that show what lies in one place of the table

SIDE = 54
"""Pixels (of a screen of 800 x 480) that the picture is wide."""
HIGH = 90
"""... and a button high."""

MakeBoard = Callable[[tuple[Zone, ...]], BoardView]


class FaceButton(BigButton):
    """A picture at the left, its name beside it. ``zone``: where it lies on the table; it is shown
    upright."""

    def __init__(self, text: str, act: Callable[[], object], look: Look, zone: Zone, make: MakeBoard) -> None:
        super().__init__(text, act, size=theme.SMALL, size_hint_y=None, height=px(HIGH))
        shown = replace(zone, x=0.0, y=0.0, turn=0)
        self.board = make((shown,))
        self.board.show({zone.cell: look})
        self.padding = (px(SIDE), px(2), px(6), px(2))
        self.canvas.add(self.board.canvas)  # only its picture, so that the button feels the finger
        self.bind(pos=self._move_picture, size=self._move_picture)

    def _move_picture(self, *_: object) -> None:
        self.board.pos = (self.x + px(2), self.y + px(2))
        self.board.size = (px(SIDE - 4), self.height - px(4))


# -- A question of the referee

FIRST, BESIDE = 4, 2
"""So many pictures are shown at once, as nobody can look through more at a glance; and so many beside each
other."""
_HEIGHT = theme.TOUCH + 10


class QuestionPanel(Panel):
    """It stays until somebody answers here, or what is played answers it."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        if self.view.question is not None:
            self._build(whole=False)

    @staticmethod
    def key(view: TableView) -> object:
        """The question itself."""
        return view.question

    def _build(self, whole: bool) -> None:
        """Build the panel. ``whole``: with all faces, not only the likeliest."""
        question = self.view.question
        assert question is not None
        self.clear_widgets()
        size = theme.BODY if question.edits else theme.BIG
        self.add_widget(Text(self.texts.message(question.text), size=size, bold=True, ground=theme.ASK))
        column = self.pages().column
        if question.edits:
            self._about_correction(column, question)
        faces = [choice for choice in question.choices if choice.look is not None]
        few = faces if whole or len(faces) <= FIRST + 1 else faces[:FIRST]
        for start in range(0, len(few), BESIDE):
            row = Row(size_hint_y=None, height=px(HIGH), gap=4)
            for choice in few[start : start + BESIDE]:
                row.add_widget(self._face(choice, question))
            column.add_widget(row)
        if len(few) < len(faces):
            others = self.texts.say("Another one ({n} more)", n=len(faces) - len(few))
            column.add_widget(
                BigButton(others, partial(self._build, True), size_hint_y=None, height=px(_HEIGHT))
            )
        for choice in question.choices:
            if choice.look is None:
                act = partial(self.host.send, Answered(question.number, choice.key))
                text = capital(self.texts.message(choice.label))
                column.add_widget(BigButton(text, act, size_hint_y=None, height=px(_HEIGHT)))
        turn = partial(self.desk.turn_question, self.view)
        column.add_widget(BigButton(self.texts.say("Turn the picture"), turn, size=theme.SMALL))

    def _about_correction(self, column: Column, question: Question) -> None:
        """Show what people say was otherwise, which clauses forbid the entry then, and the way to put that
        right as well."""
        told = capital(corrected(self.texts, question.edits))
        column.add_widget(Text(self.texts.say("You say: {what}", what=told), size=theme.SMALL))
        for breach in question.breaches:
            column.add_widget(Text(capital(self.texts.breach(breach)), size=theme.SMALL))
        act = partial(self.correct, question.entry)
        text = self.texts.say("Put that right as well")
        column.add_widget(BigButton(text, act, size_hint_y=None, height=px(_HEIGHT)))

    def _face(self, choice: Choice, question: Question) -> FaceButton:
        setup, game = self.view.setup, self.host.game
        zone = next(zone for zone in game.zones(setup) if zone.cell == question.cells[0])
        printed = printed_on(game, setup)

        def draw(zones: tuple[Zone, ...]) -> BoardView:
            return face_board(self.texts, self.view, zones, printed)

        act = partial(self.host.send, Answered(question.number, choice.key))
        assert choice.look is not None
        return FaceButton(capital(self.texts.message(choice.label)), act, choice.look, zone, draw)
