"""The end of a match: who won, everybody's points by clause, the board, a picture to keep, and another match
of the same players. The seeds of sealed decks are told about the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import BytesIO

from kivy.clock import Clock

from companion.ports.errors import ControllerError
from companion.referee import sentences
from companion.referee.view import TableView
from companion.rules.contract import Over
from companion.screen import theme
from companion.screen.board import BoardView
from companion.screen.boards import board_for
from companion.screen.desk import Desk, Page
from companion.screen.keeping import KeptMatch
from companion.screen.pages.opening import wish_again
from companion.screen.panels.score import seat_block
from companion.screen.qr import QrCode
from companion.screen.theme import px
from companion.screen.widgets import Badge, Beside, BigButton, Column, Line, Pages, Row, Text

BOARD = 250
"""Height of the small board."""
_WIDE, _HIGH = 560, 400
"""Width of the picture to keep, and height of its board."""


class EndPage(Page):
    """It is built anew when the view changes. It leads to the table, to a file, or home."""

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
        shown = (view.entries, self.said, self.address)
        if shown != self._shown:
            self._shown = shown
            self._build(view, view.pending)

    def _build(self, view: TableView, over: Over) -> None:
        self.clear_widgets()
        self.add_widget(self._title(view, over))
        body = Beside(gap=10)
        scores, facts = Pages(), Pages()
        self._scores(scores.column, view, over)
        self._facts(facts.column, view, over)
        body.add(scores, 1.0)
        body.add(facts, 0.7)
        self.add_widget(body)
        self.add_widget(self._buttons(view))

    def _title(self, view: TableView, over: Over) -> Row:
        """Who has won, in the winner's colour."""
        winners = sentences.seat_names(self.texts, view.setup, over.placing[0])
        title = (
            self.texts.say("Winner: {seats}", seats=winners)
            if len(over.placing[0]) == 1
            else self.texts.say("Shared victory: {seats}", seats=winners)
        )
        signs = [theme.seat_sign(view.setup.seats[seat], view.setup.seats) for seat in over.placing[0]]
        ground = signs[0].colour if len(signs) == 1 else theme.PANEL
        row = Row(size_hint_y=None, height=px(72), pad=6, ground=ground)
        for sign in signs:
            row.add_widget(Badge(sign, side=60))
        row.add_widget(Line(title, size=theme.BIG + 12, bold=True, color=theme.ink_on(ground)))
        return row

    def _scores(self, column: Column, view: TableView, over: Over) -> None:
        """Everybody's points, the first place at the top."""
        for place in over.placing:
            for seat in place:
                column.add_widget(seat_block(self.texts, view, view.seats[seat]))

    def _why(self, over: Over) -> Text:
        """The clause by which the first has won."""
        return Text(sentences.capital(self.texts.clause(over.clause)), size=theme.SMALL)

    def _facts(self, column: Column, view: TableView, over: Over) -> None:
        texts = self.texts
        if self.said:
            column.add_widget(Text(self.said, ground=theme.PANEL))
        column.add_widget(self._board(view, BOARD))
        column.add_widget(self._why(over))
        if self.address:
            column.add_widget(Text(texts.say("The match as a page, for your phone:"), size=theme.SMALL))
            column.add_widget(QrCode(f"{self.address}?lang={texts.language}"))

    def _board(self, view: TableView, height: float) -> BoardView:
        """How the pieces lie at the end."""
        game = self.desk.game(view.game)
        board = board_for(self.texts, game, view, game.zones(view.setup))
        board.size_hint_y, board.height = None, px(height)
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
        row.add_widget(BigButton(say("New game"), self._leave, size=small))
        row.add_widget(BigButton(say("Again, the same players"), self._again, ground=theme.GOOD, size=small))
        both.add_widget(row)
        return both

    def _save(self) -> None:
        self._say_saved(lambda: (self.desk.controller.save_match(),))

    def _copy(self, stick: str) -> None:
        """The match file and the picture."""
        keeper, match = self.desk.controller.keeper, self.view.match
        self._draw(lambda png: (keeper.export(match, stick), keeper.keep_picture(match, png, stick)))

    def _keep_picture(self) -> None:
        self._draw(lambda png: (self.desk.controller.keeper.keep_picture(self.view.match, png),))

    def _draw(self, save: Callable[[bytes], tuple[str, ...]]) -> None:
        """All of the result in one picture; a frame lays it out, the next one saves it."""
        assert isinstance(self.view.pending, Over)
        whole = Column(fixed=True, gap=8, pad=8, ground=theme.BACKGROUND, size_hint_x=None, width=px(_WIDE))
        whole.add_widget(self._title(self.view, self.view.pending))
        whole.add_widget(self._board(self.view, _HIGH))
        self._scores(whole, self.view, self.view.pending)
        whole.add_widget(self._why(self.view.pending))

        def export(_seconds: float) -> None:
            png = BytesIO()
            whole.export_as_image().save(png, fmt="png")
            self._say_saved(lambda: save(png.getvalue()))

        Clock.schedule_once(lambda _: Clock.schedule_once(export))

    def _check(self) -> None:
        """Whether the sealed decks drew what was sealed before the game."""
        try:
            self.said = self.texts.message(self.desk.controller.keeper.audit(self.view.match))
        except ControllerError as error:
            self.said = self.texts.message(error.text)
        self.refresh(self.view)

    def _say_saved(self, save: Callable[[], tuple[str, ...]]) -> None:
        try:
            self.said = "\n".join(self.texts.say("Saved as {path}", path=path) for path in save())
        except ControllerError as error:
            self.said = self.texts.message(error.text)
        self.refresh(self.view)

    def _again(self) -> None:
        """Another match like this one; who begins is proposed anew."""
        view = self.view
        try:
            wish_again(self.desk, KeptMatch(view.match, view.game, view.setup.seats, view.entries, ""))
        except ControllerError as error:
            self.said = self.texts.message(error.text)
            self.refresh(view)
            return
        self.desk.controller.leave_table()
        self.desk.go("begin")

    def _leave(self) -> None:
        self.desk.controller.leave_table()
        self.desk.go("home")
