"""The printed help of a game as a PDF: its pieces with their names, and all its clauses with their numbers.

It stands on one sheet (both sides) if its letters need not be small for that, else on two; only a game with
very many clauses needs more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from companion.locale import Texts
from companion.paper.contents import Contents, Depicted, contents_of
from companion.paper.fonts import font
from companion.paper.pictures import Pictures
from companion.referee.sentences import KINDS, SOURCES, capital
from companion.referee.sheets import printed_on
from companion.rules.contract import Clause, ClauseSource
from companion.rules.registry import AnyGame

# -- Where things go on paper: rows down columns, columns over pages


@dataclass(frozen=True, slots=True)
class Paper:
    """Width and height of a sheet, and in how many columns text stands on it."""

    width: float
    height: float
    columns: int
    margin: float = 10.0
    gutter: float = 6.0
    footer: float = 6.0

    @property
    def inner(self) -> float:
        """Width between the margins."""
        return self.width - 2 * self.margin

    @property
    def column(self) -> float:
        """Width of one column."""
        return (self.inner - (self.columns - 1) * self.gutter) / self.columns

    @property
    def bottom(self) -> float:
        """Where text ends."""
        return self.height - self.margin - self.footer

    def left(self, column: int) -> float:
        """Where a column begins."""
        return self.margin + column * (self.column + self.gutter)


@dataclass(frozen=True, slots=True)
class RowPlace:
    """Where a row stands: the page counts from 0, ``y`` is its upper edge."""

    page: int
    column: int
    y: float


def flow(heights: Sequence[float], heads: Sequence[bool], begin: RowPlace, paper: Paper) -> list[RowPlace]:
    """A place for each row, down one column after the other. ``heads``: rows that never stand at the end of a
    column; ``begin``: where the first column begins, and all others of its page."""
    places: list[RowPlace] = []
    page, column, y, start = begin.page, 0, begin.y, begin.y
    for index, height in enumerate(heights):
        needed = height + (heights[index + 1] if heads[index] and index + 1 < len(heights) else 0.0)
        if y + needed > paper.bottom and y > paper.margin:
            column += 1
            if column == paper.columns or y == start:  # not even one row fits below what stands there
                page, column, start = page + 1, 0, paper.margin
            y = start
        places.append(RowPlace(page, column, y))
        y += height
    return places


def rows_of(widths: Sequence[float], gap: float, room: float) -> Iterator[range]:
    """Which things stand beside each other in one row, filled from the left."""
    first, used = 0, 0.0
    for index, width in enumerate(widths):
        if index > first and used + gap + width > room:
            yield range(first, index)
            first, used = index, 0.0
        used += width + (gap if index > first else 0.0)
    if widths:
        yield range(first, len(widths))


def wrapped(text: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """The lines of a text. ``measure``: how wide words are; a word wider than a line is cut,
    behind a hyphen if it has one."""
    blank = measure(" ")
    lines: list[str] = []
    room = 0.0
    for word in text.split():
        wide = measure(word)
        if lines and wide + blank <= room:
            lines[-1] += f" {word}"
            room -= wide + blank
            continue
        while wide > width and len(word) > 1:
            fitting = [n for n in range(1, len(word)) if measure(word[:n]) <= width] or [1]
            most = max((n for n in fitting if word[n - 1] == "-"), default=fitting[-1])
            lines.append(word[:most])
            word, wide = word[most:], measure(word[most:])
        lines.append(word)
        room = width - wide
    return lines


# -- The printed help of a game as a PDF

if TYPE_CHECKING:
    from fpdf import FPDF

PAPERS: Mapping[str, Paper] = {"a4": Paper(210.0, 297.0, 2), "a3": Paper(297.0, 420.0, 3)}

_POINT = 0.3528
_LINE = 1.22
"""Height of a line in sizes of its letters."""
_SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5)
_PLANS = ((2, _SIZES[:5]), (3, _SIZES[:3]), (4, _SIZES))
"""On so many sides with letters of these sizes in points, the first that fits."""
_NUMBER = 0.72
"""Size of the clauses' numbers in sizes of the letters beside them."""
_MARKS: Mapping[ClauseSource, str] = {ClauseSource.RULING: "*", ClauseSource.OPTION: "+"}
_NAME = 7.5
"""Size of the letters below a picture, in points; smaller where a word is wider than its place."""
_NAME_LINE = 3.0
"""Height of a line of such letters."""
_MOST_BESIDE = 3
"""Pictures beside one clause."""
_GAP = 2.0
"""Between two names of pieces."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A heading, or a clause with its number and what it speaks of."""

    lines: tuple[str, ...]
    number: str = ""
    beside: tuple[Depicted, ...] = ()
    head: bool = False


@dataclass(frozen=True, slots=True)
class _Shelf:
    """Where pieces and the name below them stand: so many pictures ``across``."""

    page: int
    left: float
    top: float
    width: float
    across: int
    one: Depicted


def help_pdf(game: AnyGame, paper: str, texts: Texts) -> bytes:
    """The PDF. ``paper``: one of :data:`PAPERS`. Raises RulesError for a game without pictures or with a
    description that is none, ModuleNotFoundError without the extras ``camera`` and ``screen``."""
    from fpdf import FPDF  # of the extra camera

    contents = contents_of(game, texts)
    sheet = PAPERS[paper]
    pdf = FPDF(unit="mm", format=(sheet.width, sheet.height))
    pdf.set_auto_page_break(False)
    pdf.set_title(contents.title)
    pdf.set_lang(texts.language)
    pdf.set_creator("Companion")
    pdf.add_font("words", "", font())
    pdf.add_font("words", "B", font(bold=True))
    pictures = Pictures(pdf, texts, contents.setup.seats, printed_on(game, contents.setup))
    return _Help(pdf, sheet, texts, contents, pictures).drawn()


class _Help:
    def __init__(self, pdf: FPDF, paper: Paper, texts: Texts, contents: Contents, pictures: Pictures) -> None:
        self._pdf, self._paper, self._texts, self._contents = pdf, paper, texts, contents
        self._pictures = pictures
        self._side = paper.inner / 17
        self._letters = 9.0
        self._widths: dict[str, float] = {}

    def drawn(self) -> bytes:
        shelves, begin = self._shelves()
        rows, places = self._plan(begin)
        pages = places[-1].page + 1
        self._pdf.add_page()
        self._head()
        for shelf in shelves:
            self._turn_to(shelf.page, pages)
            self._depicted(shelf)
        for row, place in zip(rows, places, strict=True):
            self._turn_to(place.page, pages)
            self._row(row, place)
        self._footer(pages, pages)
        return bytes(self._pdf.output())

    def _turn_to(self, page: int, pages: int) -> None:
        """Begin a page when the one before is full."""
        if self._pdf.page <= page:
            self._footer(self._pdf.page, pages)
            self._pdf.add_page()

    # -- the pieces ---------------------------------------------------------------------------------------

    def _head(self) -> None:
        self._pdf.set_text_color(0)
        self._pdf.set_font("words", "B", 20)
        self._pdf.text(self._paper.margin, self._paper.margin + 6.5, self._contents.title)

    def _shelves(self) -> tuple[list[_Shelf], RowPlace]:
        """Where all pieces stand, in rows below the title, and where the clauses begin below them."""
        shown, step = self._contents.depicted, self._side + 1.0
        most = int((self._paper.inner + 1.0) / step)
        across = [min(most, max(1, len(one.pieces))) for one in shown]
        widths = [max(number * step - 1.0, 1.7 * self._side) for number in across]
        depths = [
            ceil(max(1, len(one.pieces)) / number) * step + _NAME_LINE * len(self._named(one, width)[1])
            for one, number, width in zip(shown, across, widths, strict=True)
        ]
        found: list[_Shelf] = []
        page, top = 0, self._paper.margin + 11.0
        for row in rows_of(widths, _GAP, self._paper.inner):
            depth, left = max(depths[index] for index in row), self._paper.margin
            if top + depth > self._paper.bottom:
                page, top = page + 1, self._paper.margin
            for index in row:
                found.append(_Shelf(page, left, top, widths[index], across[index], shown[index]))
                left += widths[index] + _GAP
            top += depth + 1.5
        return found, RowPlace(page, 0, top + 1.0)

    def _named(self, one: Depicted, width: float) -> tuple[float, tuple[str, ...]]:
        """Size and lines of the name below a picture."""
        longest = max(self._width(word) for word in one.name.replace("-", "- ").split())
        letters = min(_NAME, width / longest)
        return letters, self._wrapped(one.name, width, letters)

    def _depicted(self, shelf: _Shelf) -> None:
        """Pictures and their name below them."""
        step, one = self._side + 1.0, shelf.one
        number = max(1, len(one.pieces))
        start = shelf.left + (shelf.width - shelf.across * step + 1.0) / 2
        for index in range(number):
            x, y = start + index % shelf.across * step, shelf.top + index // shelf.across * step
            self._pictures.draw(one, index, (x + self._side / 2, y + self._side / 2, self._side / 2))
        below = shelf.top + ceil(number / shelf.across) * step
        letters, lines = self._named(one, shelf.width)
        self._pdf.set_text_color(0)
        self._pdf.set_font("words", "", letters)
        for index, line in enumerate(lines):
            x = shelf.left + (shelf.width - self._pdf.get_string_width(line)) / 2
            self._pdf.text(x, below + (index + 0.85) * _NAME_LINE, line)

    # -- the clauses --------------------------------------------------------------------------------------

    def _plan(self, begin: RowPlace) -> tuple[list[_Row], list[RowPlace]]:
        """All rows with their places, on as few sides with letters as large as may be."""
        for sides, sizes in _PLANS:
            for self._letters in sizes:
                rows = list(self._rows())
                heights = [self._height(row) for row in rows]
                places = flow(heights, [row.head for row in rows], begin, self._paper)
                if places[-1].page < sides:
                    return rows, places
        return rows, places

    def _rows(self) -> Iterator[_Row]:
        width = self._paper.column - self._beside
        for kind, clauses in self._contents.clauses.items():
            yield _Row((self._texts.say(KINDS[kind]),), head=True)
            for clause, spoken in clauses:
                lines = self._wrapped(capital(self._texts.clause(clause)), width, self._letters)
                yield _Row(lines, _number(clause), spoken[:_MOST_BESIDE])
        used = {clause.source for clauses in self._contents.clauses.values() for clause, _ in clauses}
        for source, mark in _MARKS.items():
            if source in used:
                yield _Row(self._wrapped(self._texts.say(SOURCES[source]), width, self._letters), mark)

    @property
    def _beside(self) -> float:
        """Width of the numbers and small pictures left of the text."""
        return 1.9 * self._letters

    @property
    def _step(self) -> float:
        return self._letters * _POINT * _LINE

    def _height(self, row: _Row) -> float:
        if row.head:
            return 2.2 * self._step
        least = self._step + (self._small + 0.4 if row.beside else 0.0)
        return max(len(row.lines) * self._step, least) + 0.3 * self._step

    @property
    def _small(self) -> float:
        """A side of the pictures beside the text."""
        return 1.15 * self._step

    def _row(self, row: _Row, place: RowPlace) -> None:
        left, y = self._paper.left(place.column), place.y
        self._pdf.set_text_color(0)
        if row.head:
            self._pdf.set_font("words", "B", 1.3 * self._letters)
            self._pdf.text(left, y + 1.45 * self._step, row.lines[0])
            self._pdf.set_draw_color(0)
            self._pdf.set_line_width(0.3)
            self._pdf.line(left, y + 1.75 * self._step, left + self._paper.column, y + 1.75 * self._step)
            return
        self._pdf.set_font("words", "", self._letters)
        for index, line in enumerate(row.lines):
            self._pdf.text(left + self._beside, y + (index + 0.8) * self._step, line)
        for index, one in enumerate(row.beside):
            x = left + (index + 0.5) * (self._small + 0.3)
            self._pictures.draw_any(one, (x, y + self._step + self._small / 2 + 0.2, self._small / 2))
        self._pdf.set_text_color(90)
        self._pdf.set_font("words", "", _NUMBER * self._letters)
        self._pdf.text(left, y + 0.8 * self._step, row.number)

    def _footer(self, page: int, pages: int) -> None:
        y = self._paper.height - self._paper.margin
        self._pdf.set_text_color(90)
        self._pdf.set_font("words", "", _NAME)
        self._pdf.text(self._paper.margin, y, self._contents.title)
        number = f"{page} / {pages}"
        right = self._paper.width - self._paper.margin
        self._pdf.text(right - self._pdf.get_string_width(number), y, number)

    def _wrapped(self, text: str, width: float, letters: float) -> tuple[str, ...]:
        """The lines of a text in letters of this size."""
        return tuple(wrapped(text, width, lambda word: letters * self._width(word)))

    def _width(self, word: str) -> float:
        """How wide a word is in letters of one point."""
        if word not in self._widths:
            self._pdf.set_font("words", "", 10)
            self._widths[word] = self._pdf.get_string_width(word) / 10
        return self._widths[word]


def _number(clause: Clause) -> str:
    return clause.id.partition("/")[2] + _MARKS.get(clause.source, "")
