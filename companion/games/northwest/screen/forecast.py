"""What the table will do by itself, below the board: who is in danger, worst first.

Lines are those of ``rules.optional.Forecasting``: a piece's word, a seat, what happens to it, and facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.games.northwest.screen.board import draw_vehicle
from companion.locale import Texts
from companion.referee.sentences import capital
from companion.screen import theme
from companion.screen.boards import Strip
from companion.screen.theme import px
from companion.screen.widgets import Pages, Row, Text

GROUNDS = {
    "lost": theme.BAD,
    "freezes": theme.BAD,
    "abroad": theme.BAD,
    "shifts": theme.ASK,
    "ashore": theme.ASK,
    "stuck": theme.NEUTRAL,
    "free": theme.GOOD,
}
"""What can happen to a piece, worst first."""

HEIGHT = 90


@dataclass(frozen=True, slots=True)
class Danger:
    """The same thing that will happen to ships or sleds of these seats: ``words`` are the fate and its
    facts."""

    piece: str
    words: tuple[str, ...]
    seats: tuple[str, ...]

    @property
    def fate(self) -> str:
        """One of ``GROUNDS``."""
        return self.words[0]


def dangers(forecast: Sequence[str], seats: Sequence[str]) -> tuple[Danger, ...]:
    """What will happen to pieces, worst first; the same fate of several seats is one."""
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for line in forecast:
        words = line.split()
        if len(words) > 2 and words[1] in seats and words[2] in GROUNDS:
            found.setdefault((words[0], tuple(words[2:])), []).append(words[1])
    order = list(GROUNDS)
    told = (Danger(piece, words, tuple(names)) for (piece, words), names in found.items())
    return tuple(sorted(told, key=lambda danger: order.index(danger.fate)))


def sentence(texts: Texts, danger: Danger) -> str:
    """Of one piece as a whole; of several, whose pictures stand before it, only what happens to them."""
    whose = (danger.piece, danger.seats[0]) if len(danger.seats) == 1 else ()
    return capital(texts.term(" ".join((*whose, *danger.words))))


def lines_of_ice(texts: Texts, forecast: Sequence[str]) -> str:
    """The line now and in the next round. The rows between the two are hatched on the board."""
    said = [texts.term(line) for line in forecast if line.split()[0] in ("now", "next")]
    return capital("; ".join(said))


class ForecastStrip(Strip):
    """Built again when the forecast is another one."""

    def __init__(self, texts: Texts, seats: Sequence[str], **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=px(HEIGHT), gap=2, pad=4, **kwargs)
        self._texts = texts
        self._seats = tuple(seats)
        self._told: tuple[str, ...] | None = None

    def tell(self, forecast: tuple[str, ...]) -> None:
        """Show this one."""
        if forecast == self._told:
            return
        self._told = forecast
        self.clear_widgets()
        pages = Pages(gap=2)
        self.add_widget(pages)
        said = lines_of_ice(self._texts, forecast)
        if said:
            pages.column.add_widget(Text(said, size=theme.TINY, color=theme.FAINT))
        for danger in dangers(forecast, self._seats):
            pages.column.add_widget(self._line(danger))

    def _line(self, danger: Danger) -> Row:
        row = Row(fixed=True, gap=2, pad=1, ground=GROUNDS[danger.fate])
        for seat in danger.seats:
            sign = theme.seat_sign(seat, self._seats)
            row.add_widget(Vehicle(danger.piece, sign, px(26)))
        row.add_widget(Text(sentence(self._texts, danger), size=theme.SMALL, least=26))
        return row


class Vehicle(Widget):
    """A small picture of a ship or sled with its seat's number."""

    def __init__(self, piece: str, sign: theme.SeatSign, side: float) -> None:
        super().__init__(size_hint=(None, None), size=(side, side), pos_hint={"center_y": 0.5})
        self._piece = piece
        self._sign = sign
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self.bind(pos=self._draw)

    def _draw(self, *_: object) -> None:
        self._group.clear()
        draw_vehicle(self._group, self._piece, self._sign, (*self.pos, *self.size))
