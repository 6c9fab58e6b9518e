"""Why a ruling was made: the pictures before and after it with what changed outlined, how the judge read
them, and what would change the ruling."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from io import BytesIO
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Line, Rectangle
from kivy.uix.widget import Widget

from companion.locale import N_
from companion.referee import sentences
from companion.referee.exhibit import Exhibit
from companion.referee.view import Ruling, RulingKind, TableView
from companion.rules.contract import CellId, ClauseId
from companion.screen import theme
from companion.screen.desk import Desk
from companion.screen.panels.panel import Host, Panel
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Row, Text

_HIGH = 180
"""Pixels (of a screen of 800 x 480) of the two pictures and their titles."""
_LEAST = 3
"""At least one so many-th of a picture's shorter side is shown."""
_CORRECT = N_("If it was otherwise: take it back, then tell by touch what was played.")
_REMEDIES = {
    RulingKind.REFUSED: N_("If all at the table agree, it may be played anyway. If nobody did it, say so."),
    RulingKind.UNCLEAR: N_("Your answer, or the next move."),
    RulingKind.UNKNOWN: N_("Put it back, or tell by touch what was done."),
}
"""What people can do about a ruling of each kind."""


class KeptPicture(Widget):
    """A kept picture, as large as it fits, with these cells outlined. ``part``: only what lies round them."""

    def __init__(
        self, jpeg: bytes, exhibit: Exhibit, cells: Iterable[str], part: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        picture = CoreImage(BytesIO(jpeg), ext="jpg").texture
        outlines = [exhibit.outlines[cell] for cell in cells if cell in exhibit.outlines]
        (width, height), left, top = picture.size, 0, 0
        if part and outlines:
            left, top, width, height = _round(outlines, picture.size)
        self._size = (width, height)
        self._texture = picture.get_region(left, picture.height - top - height, width, height)
        self._outlines = [[(x - left, y - top) for x, y in outline] for outline in outlines]
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        width, height = self._size
        scale = min(self.width / width, self.height / height)
        left, bottom = self.center_x - width * scale / 2, self.center_y - height * scale / 2
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(texture=self._texture, pos=(left, bottom), size=(width * scale, height * scale))
            for colour, wide in ((theme.LAST, 4), (theme.INK, 2)):
                Color(*colour)
                for outline in self._outlines:
                    points = [(left + x * scale, bottom + (height - y) * scale) for x, y in outline]
                    Line(points=[side for point in points for side in point], width=px(wide) / 2, close=True)


def _round(outlines: list[tuple[tuple[int, int], ...]], size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Left, top, width and height of the part of a picture that holds these outlines and their
    surroundings."""
    xs, ys = zip(*(point for outline in outlines for point in outline), strict=True)
    side = max((max(xs) - min(xs)) * 3 // 2, (max(ys) - min(ys)) * 3 // 2, min(size) // _LEAST)
    side = min(side, *size)
    left = min(max(0, (min(xs) + max(xs) - side) // 2), size[0] - side)
    top = min(max(0, (min(ys) + max(ys) - side) // 2), size[1] - side)
    return left, top, side, side


def exhibit_of(desk: Desk, ruling: Ruling | None) -> Exhibit | None:
    """What is kept of a ruling of the open table; None if nothing is, or not yet."""
    exhibits = desk.controller.exhibits() if ruling is not None else ()
    return next((one for one in exhibits if ruling is not None and one.is_of(ruling.kind, ruling.at)), None)


class WhyPanel(Panel):
    """The latest ruling; from there, page by page, the earlier ones of which something is kept."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._exhibits = self.desk.controller.exhibits()
        latest = exhibit_of(self.desk, self.view.ruling)
        self._case = self.view.totem.case if self.view.totem is not None else None
        last = len(self._exhibits) - (self._case is not None)  # a grab is shown with the cards before it
        self._at = max(0, last) if latest is None else self._exhibits.index(latest)
        self._build()

    def follow(self, old: Panel, /) -> None:
        """Show the ruling that people were looking at."""
        if isinstance(old, WhyPanel) and old._at < len(old._exhibits) - 1:
            self._turn(old._at)

    @staticmethod
    def key(view: TableView) -> object:
        """The latest ruling."""
        return view.ruling

    def _build(self) -> None:
        self.clear_widgets()
        self.add_widget(self.head(self.texts.say("Why?")))
        column = self.pages().column
        clauses: tuple[ClauseId, ...] = ()
        if self._at < len(self._exhibits):
            clauses = self._tell(column, self._exhibits[self._at])
        else:
            column.add_widget(Text(self.texts.say("No picture of this ruling is kept.")))
        if self._at >= len(self._exhibits) - 1:
            clauses = tuple(dict.fromkeys((*_clauses_of(self.view), *clauses)))
        for clause in clauses:
            column.add_widget(Text(f"{clause}: {self.texts.clause(clause)}", size=theme.SMALL))
            rule = partial(self.desk.go, "rules", clause)
            column.add_widget(BigButton(self.texts.say("Show the rule"), rule, size=theme.SMALL))
        self.add_widget(self._turning())

    def _turning(self) -> Row:
        row = Row(size_hint_y=None, height=px(theme.TOUCH), gap=4)
        for text, at in ((self.texts.say("Older"), self._at - 1), (self.texts.say("Newer"), self._at + 1)):
            off = not 0 <= at < len(self._exhibits)
            row.add_widget(BigButton(text, partial(self._turn, at), off=off, size=theme.SMALL))
        return row

    def _turn(self, at: int) -> None:
        self._at = at
        self._build()

    def _tell(self, column: Column, exhibit: Exhibit) -> tuple[ClauseId, ...]:
        """Everything that is kept of a ruling; the clauses that its readings break."""
        say = self.texts.say
        column.add_widget(Text(say(sentences.RULING_TITLES[exhibit.kind]), size=theme.BIG, bold=True))
        if exhibit.move:
            column.add_widget(Text(sentences.move(self.texts, exhibit.seat, exhibit.move)))
        column.add_widget(self._pictures(exhibit))
        if self._at == len(self._exhibits) - 1:
            self._tell_case(column)
        for reading in exhibit.readings:
            what = sentences.capital(self.texts.message(reading.what))
            column.add_widget(Text(f"{what}: {say(sentences.likelihood(reading.probability))}", bold=True))
        column.add_widget(Text(say("What would change this?"), bold=True))
        if exhibit.apart:
            cells = sentences.cells(self.texts, tuple(map(CellId, exhibit.apart)))
            column.add_widget(Text(say("What lies here tells the two apart: {cells}.", cells=cells)))
        column.add_widget(Text(say(_REMEDIES.get(exhibit.kind, _CORRECT))))
        return tuple(dict.fromkeys(clause for reading in exhibit.readings for clause in reading.breaks))

    def _pictures(self, exhibit: Exhibit) -> Row:
        """Before and after, beside each other; of a picture that is gone this is said."""
        pair = Row(size_hint_y=None, height=px(_HIGH), gap=4)
        for title, digest in (
            (self.texts.say("Before"), exhibit.before),
            (self.texts.say("After"), exhibit.after),
        ):
            side = Column(gap=2)
            jpeg = self.desk.controller.kept_picture(digest)
            if jpeg is None:
                side.add_widget(Text(self.texts.say("This picture is not kept any more."), size=theme.SMALL))
            else:
                side.add_widget(KeptPicture(jpeg, exhibit, exhibit.changed, part=True))
            side.add_widget(Text(title, size=theme.SMALL, halign="center"))
            pair.add_widget(side)
        return pair

    def _tell_case(self, column: Column) -> None:
        """The time axis of the grab that is being judged."""
        case = self._case
        for message in (case.headline, *case.bound, *case.evidence) if case is not None else ():
            column.add_widget(Text(sentences.capital(self.texts.message(message)), size=theme.SMALL))


def _clauses_of(view: TableView) -> tuple[ClauseId, ...]:
    """The clauses that the latest ruling cites."""
    breaches = view.ruling.breaches if view.ruling is not None else ()
    return (*(one.clause for one in breaches), *(one.clause for one in view.to_do))
