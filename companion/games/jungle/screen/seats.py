"""Buttons that stand for places: sign and number, and for a hand which one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from companion.games.jungle.state import Table
from companion.screen import theme
from companion.screen.panels.panel import Host
from companion.screen.theme import SeatSign, px
from companion.screen.widgets import BigButton, Column, Row


def sign_of_place(table: Table, name: str) -> SeatSign:
    """The sign of the seat that a place belongs to."""
    return theme.seat_sign(table.setup.seats[table.seat_of[table.number[name]]], table.setup.seats)


class PlaceButton(BigButton):
    """One place; tapping calls ``act`` with it."""

    def __init__(
        self,
        host: Host,
        table: Table,
        name: str,
        act: Callable[[str], object],
        chosen: bool = False,
        text: str = "",
    ) -> None:
        self.place = name
        say = host.desk.texts.say
        hand = (say("R") if name.endswith("r") else say("L")) if table.two_hands else ""
        super().__init__(
            f"{hand} {text}".strip(),
            partial(act, name),
            chosen=chosen,
            sign=sign_of_place(table, name),
            size_hint_y=None,
            height=px(theme.TOUCH),
        )

    def set_chosen(self, chosen: bool) -> None:
        """Show whether it is one of the chosen ones."""
        self.chosen = chosen
        self._rest = theme.CHOSEN if chosen else theme.BUTTON
        self.paint(self._rest)


def place_grid(buttons: Iterable[BigButton], columns: int) -> Column:
    """Buttons in rows; the last row is filled up so that all have one width."""
    grid = Column(fixed=True, gap=4)
    listed = list(buttons)
    for start in range(0, len(listed), columns):
        row = Row(fixed=True, gap=4)
        part = listed[start : start + columns]
        for button in part:
            row.add_widget(button)
        for _ in range(columns - len(part) if len(listed) > columns else 0):
            row.add_widget(Column(size_hint_y=None, height=1))
        grid.add_widget(row)
    return grid
