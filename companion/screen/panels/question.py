"""A question of the referee. Every answer is a large button, with a picture if it says what lies in a
place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.referee.events import Answered
from companion.referee.exhibit import Exhibit
from companion.referee.sentences import capital, corrected
from companion.referee.sheets import printed_on
from companion.referee.view import Choice, Question, TableView
from companion.rules.contract import Look, Zone
from companion.screen import theme
from companion.screen.board import BoardView
from companion.screen.boards import face_board
from companion.screen.panels.panel import Host, Panel
from companion.screen.panels.why import KeptPicture, exhibit_of
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


class SeenButton(BigButton):
    """An answer with the part of the camera's picture that it is about at the left."""

    def __init__(self, text: str, act: Callable[[], object], picture: KeptPicture) -> None:
        super().__init__(text, act, size=theme.SMALL, size_hint_y=None, height=px(HIGH))
        self._picture = picture
        self.padding = (px(HIGH), px(2), px(6), px(2))
        self.canvas.add(picture.canvas)  # only the picture, so that the button feels the finger
        self.bind(pos=self._move_picture, size=self._move_picture)

    def _move_picture(self, *_: object) -> None:
        self._picture.pos = (self.x + px(3), self.y + px(3))
        self._picture.size = (px(HIGH - 6), self.height - px(6))


# -- A question of the referee

FIRST, BESIDE = 4, 2
"""So many pictures are shown at once, as nobody can look through more at a glance; and so many beside each
other."""
_HEIGHT = theme.TOUCH + 10


class QuestionPanel(Panel):
    """It stays until somebody answers here, or what is played answers it. An answer that was tapped shows at
    once that it was taken, and no other can be tapped."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._answers: list[BigButton] = []
        if self.view.question is not None:
            self._build(whole=False)

    @staticmethod
    def key(view: TableView) -> object:
        """The question itself, and why an answer to it does not count."""
        return view.question, view.trouble

    def _build(self, whole: bool) -> None:
        """Build the panel. ``whole``: with all faces, not only the likeliest."""
        question = self.view.question
        assert question is not None
        self.clear_widgets()
        self._answers.clear()
        size = theme.BODY if question.edits else theme.BIG
        self._title = Text(self.texts.message(question.text), size=size, bold=True, ground=theme.ASK)
        self.add_widget(self._title)
        column = self.pages().column
        if question.edits:
            self._about_correction(column, question)
        exhibit = exhibit_of(self.desk, self.view.ruling)
        seen = self.desk.controller.kept_picture(exhibit.after) if exhibit is not None else None
        if exhibit is not None and seen is not None and not any(map(exhibit.answers.get, _keys(question))):
            place = {"size_hint_y": None, "height": px(2 * HIGH)}
            column.add_widget(KeptPicture(seen, exhibit, question.cells, part=True, **place))
        self._add_faces(column, question, whole)
        for choice in question.choices:
            if choice.look is None:
                column.add_widget(self._in_words(choice, question, exhibit, seen))
        turn = partial(self.desk.turn_question, self.view)
        column.add_widget(BigButton(self.texts.say("Turn the picture"), turn, size=theme.SMALL))

    def _add_faces(self, column: Column, question: Question, whole: bool) -> None:
        """Add the answers that show what lies there."""
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

    def _in_words(
        self, choice: Choice, question: Question, exhibit: Exhibit | None, seen: bytes | None
    ) -> BigButton:
        """An answer in words, with the places that it would change, if a camera has seen them."""
        act = partial(self._answer, question.number, choice)
        text = capital(self.texts.message(choice.label))
        cells = exhibit.answers.get(choice.key) if exhibit is not None else None
        if exhibit is None or seen is None or not cells:
            button = BigButton(text, act, size_hint_y=None, height=px(_HEIGHT))
        else:
            button = SeenButton(text, act, KeptPicture(seen, exhibit, cells, part=True))
        self._answers.append(button)
        return button

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

        act = partial(self._answer, question.number, choice)
        assert choice.look is not None
        button = FaceButton(capital(self.texts.message(choice.label)), act, choice.look, zone, draw)
        self._answers.append(button)
        return button

    def _answer(self, number: int, choice: Choice) -> None:
        """Send an answer, and show that it was taken. The referee may still be thinking about a picture."""
        self.host.send(Answered(number, choice.key))
        for button in self._answers:
            button.disabled = True
        answer = capital(self.texts.message(choice.label))
        self._title.text = self.texts.say("Taken: {answer}", answer=answer)


def _keys(question: Question) -> list[str]:
    """The keys of the answers in words."""
    return [choice.key for choice in question.choices if choice.look is None]
