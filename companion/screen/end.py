"""The end: who won, everybody's points by clause, the seeds of sealed decks, and how to check it all."""

from __future__ import annotations

from companion.locale import sentences
from companion.referee.view import TableView
from companion.rules.contract import Over
from companion.screen import theme
from companion.screen.desk import Desk, Page
from companion.screen.panels.about import in_groups
from companion.screen.panels.score import seat_block
from companion.screen.ports import ControllerError
from companion.screen.qr import QrCode
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Line, Pages, Row, Text


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
        self.add_widget(
            Line(title, size=theme.BIG + 8, bold=True, size_hint_y=None, height=px(60), ground=theme.GOOD)
        )
        body = Row(gap=10)
        scores, facts = Pages(), Pages(size_hint_x=0.62)
        for place in over.placing:
            for seat in place:
                scores.column.add_widget(seat_block(texts, view, view.seats[seat]))
        self._facts(facts.column, view, over)
        body.add_widget(scores)
        body.add_widget(facts)
        self.add_widget(body)
        self.add_widget(self._buttons())

    def _facts(self, column: Column, view: TableView, over: Over) -> None:
        texts = self.texts
        if self.said:
            column.add_widget(Text(self.said, ground=theme.PANEL))
        elif view.decks:
            hint = texts.say("Save the match file to check every draw.")
            column.add_widget(Text(hint, size=theme.SMALL, color=theme.FAINT))
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

    def _buttons(self) -> Row:
        say = self.texts.say
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        row.add_widget(BigButton(say("To the table"), lambda: self.desk.go("table")))
        row.add_widget(BigButton(say("Save the match file"), self._save))
        row.add_widget(BigButton(say("New game"), self._leave, ground=theme.GOOD))
        return row

    def _save(self) -> None:
        try:
            path = self.desk.controller.save_match()
        except ControllerError as error:
            self.said = self.texts.message(error.text)
        else:
            self.said = self.texts.say(
                "Saved. To check every draw run: {command}", command=f"companion audit {path}"
            )
        self.refresh(self.view)

    def _leave(self) -> None:
        self.desk.controller.leave_table()
        self.desk.go("home")
