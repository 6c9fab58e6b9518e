"""The end: who won, everybody's points by clause, the board, the seeds of sealed decks; a picture to keep."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import BytesIO

from companion.locale import sentences
from companion.referee.view import TableView
from companion.rules.contract import Over
from companion.screen import theme
from companion.screen.board import BoardView
from companion.screen.boards import board_for
from companion.screen.desk import Desk, Page
from companion.screen.panels.about import in_groups
from companion.screen.panels.score import seat_block
from companion.screen.ports import ControllerError
from companion.screen.qr import QrCode
from companion.screen.theme import px
from companion.screen.widgets import Beside, BigButton, Column, Line, Pages, Row, Text

BOARD = 200
"""Height of the small board."""


class EndPage(Page):
    """Built anew when the view changes; from here to the table, a file, or home."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, pad=8, gap=8)
        self.said = ""
        self.address = ""
        self._shown: object = None

    def refresh(self, view: TableView | None) -> None:
        """Show the final result; back to the table if an undo has taken the end back."""
        if view is None:
            return
        if not isinstance(view.pending, Over):
            self.desk.go("table")
            return
        self.view = view
        self.address = self.desk.controller.replay()
        shown = (view.entries, view.decks, self.said, self.address)
        if shown != self._shown:
            self._shown = shown
            self._build(view, view.pending)

    def _build(self, view: TableView, over: Over) -> None:
        self.clear_widgets()
        texts = self.texts
        winners = sentences.seat_names(texts, view.setup, over.placing[0])
        title = (
            texts.say("Winner: {seats}", seats=winners)
            if len(over.placing[0]) == 1
            else texts.say("Shared victory: {seats}", seats=winners)
        )
        self._shown_part = part = Column(gap=8, ground=theme.BACKGROUND)
        part.add_widget(
            Line(title, size=theme.BIG + 8, bold=True, size_hint_y=None, height=px(52), ground=theme.GOOD)
        )
        body = Beside(gap=10)
        scores, facts = Pages(), Pages()
        for place in over.placing:
            for seat in place:
                scores.column.add_widget(seat_block(texts, view, view.seats[seat]))
        self._facts(facts.column, view, over)
        body.add(scores, 1.0)
        body.add(facts, 0.7)
        part.add_widget(body)
        self.add_widget(part)
        self.add_widget(self._buttons(view))

    def _facts(self, column: Column, view: TableView, over: Over) -> None:
        texts = self.texts
        if self.said:
            column.add_widget(Text(self.said, ground=theme.PANEL))
        column.add_widget(self._board(view))
        column.add_widget(Text(sentences.capital(texts.clause(over.clause)), size=theme.SMALL))
        if self.address:
            column.add_widget(Text(texts.say("The match as a page, for your phone:"), size=theme.SMALL))
            column.add_widget(QrCode(f"{self.address}?lang={texts.language}"))
        for deck in view.decks:
            name = sentences.capital(texts.term(deck.source))
            column.add_widget(Text(texts.say("{deck}: the seed was", deck=name), size=theme.SMALL, bold=True))
            column.add_widget(Text(in_groups(deck.seed), size=theme.SMALL))
            column.add_widget(
                Text(texts.say("It was sealed before the game as"), size=theme.SMALL, bold=True)
            )
            column.add_widget(Text(in_groups(deck.commitment), size=theme.SMALL))

    def _board(self, view: TableView) -> BoardView:
        """How the pieces lie at the end."""
        game = self.desk.game(view.game)
        board = board_for(self.texts, game, view, game.zones(view.setup))
        board.size_hint_y, board.height = None, px(BOARD)
        board.tell(view)
        board.show(game.looks(view.state))
        return board

    def _buttons(self, view: TableView) -> Column:
        say, small = self.texts.say, theme.SMALL
        both = Column(fixed=True, gap=6)
        keep = Row(size_hint_y=None, height=px(theme.TOUCH))
        keep.add_widget(BigButton(say("Keep a picture"), self._keep_picture, size=small))
        keep.add_widget(BigButton(say("Save the match file"), self._save, size=small))
        for stick in self.desk.controller.keeper.sticks()[:1]:
            copy = say("Copy to {stick}", stick=stick)
            keep.add_widget(BigButton(copy, partial(self._copy, stick), size=small))
        if view.decks:
            keep.add_widget(BigButton(say("Check every draw"), self._check, size=small))
        both.add_widget(keep)
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        row.add_widget(BigButton(say("To the table"), lambda: self.desk.go("table"), size=small))
        walk = partial(self.desk.go, "replay", view.match)
        row.add_widget(BigButton(say("Walk through it"), walk, size=small))
        row.add_widget(BigButton(say("New game"), self._leave, ground=theme.GOOD))
        both.add_widget(row)
        return both

    def _save(self) -> None:
        self._say_saved(self.desk.controller.save_match)

    def _copy(self, stick: str) -> None:
        self._say_saved(lambda: self.desk.controller.keeper.export(self.view.match, stick))

    def _keep_picture(self) -> None:
        """The page without its buttons, as a file."""
        png = BytesIO()
        self._shown_part.export_as_image().save(png, fmt="png")
        self._say_saved(lambda: self.desk.controller.keeper.keep_picture(self.view.match, png.getvalue()))

    def _check(self) -> None:
        """Whether the sealed decks drew what was sealed before the game."""
        try:
            self.said = self.texts.message(self.desk.controller.keeper.audit(self.view.match))
        except ControllerError as error:
            self.said = self.texts.message(error.text)
        self.refresh(self.view)

    def _say_saved(self, save: Callable[[], str]) -> None:
        try:
            self.said = self.texts.say("Saved as {path}", path=save())
        except ControllerError as error:
            self.said = self.texts.message(error.text)
        self.refresh(self.view)

    def _leave(self) -> None:
        self.desk.controller.leave_table()
        self.desk.go("home")
