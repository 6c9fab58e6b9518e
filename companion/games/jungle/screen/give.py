"""The winner deals out what several losers must take: a pile, how many of its cards, to whom."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.games.jungle.screen.seats import PlaceButton, place_grid
from companion.games.jungle.state import State
from companion.referee.sentences import capital
from companion.screen import theme
from companion.screen.panels.panel import Host
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Line, Row, Text


class Giving(Column):
    """``given`` is called with the text of each gift."""

    def __init__(self, host: Host, state: State, given: Callable[[str], None]) -> None:
        super().__init__(fixed=True, gap=4)
        self._host = host
        self._texts = host.desk.texts
        self._state = state
        self._given = given
        self._pile = state.piles[0]
        self._number = len(state.pile(self._pile))
        self._build()

    def _build(self) -> None:
        self.clear_widgets()
        table, say = self._state.table, self._texts.say
        for pile in self._state.piles:
            name = table.pile_name(pile)
            what = capital(self._texts.term("pot" if name == "pot" else f"open:{name}"))
            label = say("{pile}: {n}", pile=what, n=len(self._state.pile(pile)))
            chosen = pile == self._pile
            self.add_widget(BigButton(label, partial(self._choose, pile), chosen=chosen, size=theme.SMALL))
        self.add_widget(self._amount())
        self.add_widget(Text(say("Tap who takes them:")))
        losers = [
            PlaceButton(self._host, table, table.places[place], self._give) for place in self._state.losers
        ]
        self.add_widget(place_grid(losers, min(5, len(losers))))

    def _amount(self) -> Row:
        row, lying = Row(fixed=True, gap=4), len(self._state.pile(self._pile))
        for text, change in (("−", -1), ("+", 1)):
            off = not 1 <= self._number + change <= lying
            row.add_widget(BigButton(text, partial(self._change, change), off=off, size=theme.BIG, bold=True))
        number = self._texts.say("{n} of {all} cards", n=self._number, all=lying)
        row.add_widget(Line(number, size_hint=(2, None), height=px(theme.TOUCH), halign="center"), index=1)
        return row

    def _choose(self, pile: int) -> None:
        self._pile, self._number = pile, len(self._state.pile(pile))
        self._build()

    def _change(self, change: int) -> None:
        self._number += change
        self._build()

    def _give(self, place: str) -> None:
        pile = self._state.table.pile_name(self._pile)
        part = "" if self._number == len(self._state.pile(self._pile)) else f" {self._number}"
        self._given(f"give {pile} {place}{part}")
