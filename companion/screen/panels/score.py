"""Everybody's points, and what they are for."""

from __future__ import annotations

from companion.locale import Texts
from companion.referee import sentences
from companion.referee.view import SeatView, TableView
from companion.screen import theme
from companion.screen.panels.panel import Host, Panel
from companion.screen.theme import px, seat_sign
from companion.screen.widgets import Badge, Column, Line, Row, Text


class ScorePanel(Panel):
    """One block for each seat."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.add_widget(self.head(sentences.scored(self.texts, self.view.game)))
        column = self.pages().column
        for seat in self.view.seats:
            column.add_widget(seat_block(self.texts, self.view, seat))

    @staticmethod
    def key(view: TableView) -> object:
        """The points."""
        return view.seats


def seat_block(texts: Texts, view: TableView, seat: SeatView) -> Column:
    """A seat's sign, name and sum, and below it a line of points for each clause."""
    block = Column(fixed=True, gap=2, pad=4, ground=theme.PANEL)
    head = Row(size_hint_y=None, height=px(44))
    head.add_widget(Badge(seat_sign(seat.name, view.setup.seats), side=42))
    head.add_widget(Line(sentences.capital(texts.seat(seat.name)), size=theme.BIG, bold=True))
    points = sentences.amount(seat.points, texts.language)
    head.add_widget(Line(points, size=theme.BIG, bold=True, halign="right", size_hint_x=0.3))
    block.add_widget(head)
    lines = sentences.score_lines(texts, seat)
    if not lines:
        block.add_widget(Text(texts.say("No points yet."), color=theme.FAINT))
    for points, clause in lines:
        block.add_widget(Text(f"{points}: {clause}", size=theme.SMALL))
    return block
