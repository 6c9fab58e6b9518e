"""Below the board: the crews, the tiles in hand, and what the table will do by itself, worst first.

Lines are those of ``rules.optional.Forecasting``: a piece's word, a seat, what happens to it, and facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.games.northwest.pictures import is_small
from companion.games.northwest.screen.pieces import Men, crews_of, draw_men, draw_tile, draw_vehicle
from companion.games.northwest.state import State
from companion.locale import Texts
from companion.referee.sentences import capital
from companion.referee.view import TableView
from companion.screen import theme
from companion.screen.boards import Strip
from companion.screen.drawn import Drawn
from companion.screen.flat import Box
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

HEIGHT = 100
_SHIP, _COLUMNS = 26, 4
"""Height of a small picture, in units of :func:`px`; crewmen stand beside it in two rows."""
_TILE, _HAND = 20, 150
"""Height of a tile in hand, and width of all of them at most."""


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
    """Built again when it has something else to say."""

    def __init__(self, texts: Texts, seats: Sequence[str], **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=px(HEIGHT), gap=2, pad=4, **kwargs)
        self._texts = texts
        self._seats = tuple(seats)
        self._drawn = Drawn("northwest", seats)
        self._told: object = None

    def tell(self, view: TableView) -> None:
        """Show what is new."""
        state: State = view.state
        seat, crews, forecast = state.active(), crews_of(state), view.forecast
        stock = state.players[seat].stock if seat is not None else ()
        if (forecast, crews, stock) == self._told:
            return
        self._told = (forecast, crews, stock)
        self.clear_widgets()
        pages = Pages(gap=2)
        self.add_widget(pages)
        pages.column.add_widget(self._fleet(crews))
        told = Row(fixed=True, gap=4)
        said = lines_of_ice(self._texts, forecast)
        if said:
            told.add_widget(Text(said, size=theme.TINY, color=theme.FAINT))
        if stock:
            label = self._texts.say("In hand:")
            told.add_widget(Text(label, size=theme.TINY, halign="right", size_hint_x=0.22))
            side = min(_TILE, _HAND / sum(1 if is_small(kind) else 2 for kind in stock))
            for kind in stock:
                width = px(side) * (1 if is_small(kind) else 2)
                told.add_widget(Small(px(side), partial(self._tile, kind), width))
        if told.children:
            pages.column.add_widget(told)
        for danger in dangers(forecast, self._seats):
            pages.column.add_widget(self._line(danger))

    def _fleet(self, crews: Mapping[str, Men]) -> Row:
        """Each ship and sled with its crew."""
        row = Row(size_hint_y=None, height=px(_SHIP), gap=2)
        for piece in sorted(crews, key=lambda one: self._seats.index(one.split()[1])):
            kind, seat = piece.split()
            if sum(crews[piece]):
                colour = theme.seat_sign(seat, self._seats).colour
                row.add_widget(self._vehicle(kind, seat))
                row.add_widget(Small(px(_SHIP), partial(_crew, crews[piece], colour)))
        return row

    def _line(self, danger: Danger) -> Row:
        row = Row(fixed=True, gap=2, pad=1, ground=GROUNDS[danger.fate])
        for seat in danger.seats:
            row.add_widget(self._vehicle(danger.piece, seat))
        row.add_widget(Text(sentence(self._texts, danger), size=theme.SMALL, least=26))
        return row

    def _vehicle(self, piece: str, seat: str) -> Widget:
        sign = theme.seat_sign(seat, self._seats)
        return Small(px(_SHIP), lambda group, box: draw_vehicle(group, piece, sign, box), px(_SHIP))

    def _tile(self, kind: str, group: InstructionGroup, box: Box) -> None:
        draw_tile(group, self._drawn, kind, box)


def _crew(men: Men, colour: theme.Colour, group: InstructionGroup, box: Box) -> None:
    draw_men(group, men, colour, box, _COLUMNS)


class Small(Widget):
    """A small picture, as wide as there is room or of this ``width``; ``draw`` draws it into a box."""

    def __init__(
        self, height: float, draw: Callable[[InstructionGroup, Box], None], width: float | None = None
    ) -> None:
        size = {"size_hint_y": None} if width is None else {"size_hint": (None, None), "width": width}
        super().__init__(height=height, pos_hint={"center_y": 0.5}, **size)
        self._draw_in = draw
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self._group.clear()
        self._draw_in(self._group, (*self.pos, *self.size))
