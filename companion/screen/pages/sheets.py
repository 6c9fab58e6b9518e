"""Contact sheets: first the cleared board, then all faces of the game laid out as drawn, then the game again.

This is optional. While the page is shown, nothing on the table is taken for the game."""

from __future__ import annotations

from companion.referee.sheets import face_of, printed_on, sheets_of
from companion.referee.view import TableView
from companion.rules.contract import Look
from companion.screen import theme
from companion.screen.board import BoardView
from companion.screen.boards import board_for, face_board
from companion.screen.desk import Desk, Page
from companion.screen.pages.live import LivePicture
from companion.screen.theme import px
from companion.screen.widgets import Beside, BigButton, Column, Line, Pages, Row, Text

_PICTURE = 1.4
"""Share of the picture, against what stands beside or below it."""


class SheetsPage(Page):
    """Step 0 is the cleared board. Then comes one step for each sheet. In the last step the game is set up
    again."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, pad=8, gap=8)
        view = desk.controller.view()
        assert view is not None, "contact sheets are shown only while a table is open"
        self.view: TableView = view
        self.game = desk.game(view.game)
        self.sheets = sheets_of(self.game, view.setup)
        self.step = 0
        self.live = LivePicture(lambda: None)
        self._shown: object = None
        self._taking = False
        self._asked = 0
        """The step in which a picture, or the end of the sheets, was last asked for."""
        self._ending = False
        if not desk.controller.lessons().on:
            desk.controller.show_sheets()
        desk.controller.ask_preview(True)

    def leave(self) -> None:
        """Stop the pictures; the game goes on."""
        self.desk.controller.ask_preview(False)
        if self.desk.controller.lessons().on and not self.desk.rebuilding:
            self.desk.controller.end_sheets(ready=False)

    def follow(self, old: Page, /) -> None:
        """Show the same step."""
        if isinstance(old, SheetsPage):
            self.step, self._asked = old.step, old._asked
            self._taking, self._ending = old._taking, old._ending
            self.refresh(self.view)

    def refresh(self, view: TableView | None) -> None:
        """Show the newest picture; build the rest again only if it changed."""
        if view is None:
            return
        self.view = view
        self.live.show(self.desk.controller.preview())
        lessons = self.desk.controller.lessons()
        if self._ending and not lessons.on:
            self.desk.go("camera")
            return
        if self._taking and not lessons.busy:
            self._taking = False
            if self.step in lessons.taken and not lessons.messages:
                self.step += 1
        shown = (self.step, lessons, view.camera)
        if shown != self._shown:
            self._shown = shown
            self._build()

    # -- drawing --------------------------------------------------------------------------------------

    @property
    def _last(self) -> int:
        return len(self.sheets) + 1

    def _build(self) -> None:
        if self.live.parent is not None:
            self.live.parent.remove_widget(self.live)
        self.clear_widgets()
        body = Beside(gap=8)
        side = Column()
        body.add(self._picture(), _PICTURE)
        self._build_side(side)
        body.add(side, 1.0)
        self.add_widget(body)

    def _picture(self) -> BoardView | LivePicture:
        """What is to be laid out: nothing, a sheet, or the game."""
        if self.step == 0:
            return self.live
        if self.step == self._last:
            board = board_for(self.texts, self.game, self.view, self.game.zones(self.view.setup))
            board.show_whole(True)
            board.tell(self.view)
            board.show(self.game.looks(self.view.state))
            return board
        sheet = self.sheets[self.step - 1]
        board = face_board(self.texts, self.view, sheet, printed_on(self.game, self.view.setup))
        board.show({zone.cell: Look(pieces=(face_of(zone),)) for zone in sheet})
        board.mark(restore=self.desk.controller.lessons().missing)
        return board

    def _build_side(self, side: Column) -> None:
        say, lessons = self.texts.say, self.desk.controller.lessons()
        title = say("Step {k} of {n}", k=self.step + 1, n=self._last + 1)
        side.add_widget(Line(title, size=theme.BIG, bold=True, size_hint_y=None, height=px(44)))
        pages = Pages()
        side.add_widget(pages)
        column = pages.column
        column.add_widget(Text(self._instruction()))
        for message in lessons.messages if self.step == self._asked else ():
            column.add_widget(Text(self.texts.message(message), ground=theme.BAD))
        if self.step in lessons.taken:
            column.add_widget(Text(say("This picture is taken."), ground=theme.GOOD))
        if lessons.busy:
            column.add_widget(Text(say("Taking the picture ..."), ground=theme.NEUTRAL))
        if self.step:
            self.live.size_hint, self.live.height = (1, None), px(150)
            column.add_widget(self.live)
        self._build_buttons(side)

    def _instruction(self) -> str:
        say = self.texts.say
        if self.step == 0:
            return say("Clear the board, so that nothing lies on it. Take your hands away, then tap.")
        if self.step == self._last:
            return say("Now set the game up as it is drawn here. Take your hands away, then tap.")
        return say(
            "Lay these out over the board as they are drawn: face up, upright, with a gap between them. Take"
            " your hands away, then tap."
        )

    def _build_buttons(self, side: Column) -> None:
        say, lessons = self.texts.say, self.desk.controller.lessons()
        if self.step == self._last:
            side.add_widget(
                BigButton(
                    say("The table is set up"), self._end, ground=theme.GOOD, bold=True, off=lessons.busy
                )
            )
            return
        taken = self.step in lessons.taken
        text = say("Take it again") if taken else say("Take the picture")
        side.add_widget(BigButton(text, self._take, ground=theme.CHOSEN, bold=True, off=lessons.busy))
        turn = Row(size_hint_y=None, height=px(theme.TOUCH))
        turn.add_widget(BigButton(say("Skip the rest"), lambda: self._go(self._last), off=lessons.busy))
        onward = taken or (self.step > 0 and 0 in lessons.taken)
        turn.add_widget(
            BigButton(say("Next"), lambda: self._go(self.step + 1), off=lessons.busy or not onward)
        )
        side.add_widget(turn)

    # -- what is done ---------------------------------------------------------------------------------

    def _go(self, step: int) -> None:
        self.step = step
        self.refresh(self.view)

    def _take(self) -> None:
        self._taking, self._asked = True, self.step
        self.desk.controller.take_sheet(self.step)

    def _end(self) -> None:
        self._ending, self._asked = True, self.step
        self.desk.controller.end_sheets(ready=True)
