"""The mat on paper: a PDF to scale, cut over as many sheets as needed. Lengths in millimetres.

Each sheet shows its share of the mat and a strip of its neighbours' (half of OVERLAP on each inner side).
The crosses lie at the corners of the shares, at the same place of the mat on every sheet that shows them: cut
from cross to cross, or lay them on each other and glue. Shares are equal, so that no cut goes through a tag.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from vision.mat import Mat, Point, Segment, draw_tag, spot_outline
from vision.types import N_, SourceError, Spot, SpotReading

if TYPE_CHECKING:
    from fpdf import FPDF

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210.0, 297.0), "a3": (297.0, 420.0)}
MARGIN = 8.0
"""Most printers leave 3 to 6 mm blank."""

FOOTER = 14.0
OVERLAP = 12.0
RULER = 100.0

_GREY = 150
_TRAY = 112
"""Of a die's tray: light dice and dark ones stand out."""
_MODULES = 8
_HAIR = 0.02
"""Neighbouring black fields overlap by so much, or viewers show a seam."""


@dataclass(frozen=True, slots=True)
class MatWords:
    """What is written on the sheets. ``sheet(n, of, row, column)`` says where a sheet goes; ``labels`` name
    the cells, those left out have no label; ``font`` is a TrueType file that has the letters."""

    title: str
    ruler: str
    sheet: Callable[[int, int, int, int], str]
    labels: Mapping[str, str]
    font: Path


@dataclass(frozen=True, slots=True)
class Sheets:
    """How a mat is cut. ``share``: width and height of a sheet's share of the mat, without overlap."""

    paper: tuple[float, float]
    columns: int
    rows: int
    share: tuple[float, float]

    def origin(self, row: int, column: int) -> tuple[float, float]:
        """Where the mat's top left corner lies on this sheet, from the sheet's top left corner."""
        left = MARGIN + OVERLAP / 2 - column * self.share[0]
        top = MARGIN + OVERLAP / 2 - row * self.share[1]
        return left, top


def plan_sheets(mat: Mat, pitch: float, paper: str) -> Sheets:
    """Cut a mat with this pitch (mm) into the fewest sheets, upright or across.

    Raises SourceError when a tag would not fit on one sheet, and for an unknown paper.
    """
    if paper not in PAPERS:
        raise SourceError(
            N_("There is no paper {paper}: choose one of {papers}."), paper=paper, papers=", ".join(PAPERS)
        )
    short, long = PAPERS[paper]
    width, height = (side * pitch for side in mat.size)
    plans = [_plan(width, height, sheet) for sheet in ((short, long), (long, short))]
    best = min(plans, key=lambda plan: plan.columns * plan.rows)
    (left, _), (right, _), *_ = mat.tags[0].corners
    if (right - mat.outline[0][0] + (right - left) * 2 / _MODULES) * pitch > min(best.share):
        raise SourceError(
            N_("The squares are too large for this paper: choose larger paper or a smaller mat.")
        )
    return best


def _plan(width: float, height: float, paper: tuple[float, float]) -> Sheets:
    columns = math.ceil(width / (paper[0] - 2 * MARGIN - OVERLAP))
    rows = math.ceil(height / (paper[1] - 2 * MARGIN - FOOTER - OVERLAP))
    return Sheets(paper, columns, rows, (width / columns, height / rows))


def mat_pdf(mat: Mat, spots: Sequence[Spot], pitch: float, paper: str, words: MatWords) -> bytes:
    """The PDF of a mat; ``pitch``: millimetres from one cell's centre to the next. Raises as plan_sheets."""
    sheets = plan_sheets(mat, pitch, paper)
    from fpdf import FPDF  # of the extra camera

    pdf = FPDF(unit="mm", format=sheets.paper)
    pdf.set_auto_page_break(False)
    pdf.set_title(words.title)
    pdf.set_creator("Companion")
    pdf.add_font("words", fname=words.font)
    drawing = _Drawing(pdf, mat, spots, pitch, words)
    for row in range(sheets.rows):
        for column in range(sheets.columns):
            pdf.add_page()
            drawing.sheet(sheets, row, column)
    return bytes(pdf.output())


class _Drawing:
    """Draws the same mat on one sheet after the other, each time from another corner."""

    def __init__(self, pdf: FPDF, mat: Mat, spots: Sequence[Spot], pitch: float, words: MatWords) -> None:
        self._pdf, self._mat, self._spots, self._pitch, self._words = pdf, mat, spots, pitch, words
        self._left = self._top = 0.0

    def sheet(self, sheets: Sheets, row: int, column: int) -> None:
        self._left, self._top = sheets.origin(row, column)
        width, height = sheets.share[0] + OVERLAP, sheets.share[1] + OVERLAP
        with self._pdf.rect_clip(MARGIN, MARGIN, width, height):
            for spot in self._spots:
                self._spot(spot)
            for tag in self._mat.tags:
                self._tag(tag.id, tag.corners)
            for segment in self._mat.curtain:
                self._segment(segment)
            self._frame()
        self._marks(sheets)
        self._footer(sheets, row, column)

    def _place(self, point: Point) -> tuple[float, float]:
        """From the table plane to the sheet."""
        left, top = self._mat.outline[0]
        return self._left + (point[0] - left) * self._pitch, self._top + (top - point[1]) * self._pitch

    def _spot(self, spot: Spot) -> None:
        outline = [self._place(point) for point in spot_outline(spot)]
        self._pdf.set_draw_color(_GREY)
        self._pdf.set_line_width(0.2)
        die = spot.reading is SpotReading.DIE
        self._pdf.set_fill_color(_TRAY)
        self._pdf.polygon(outline, style="DF" if die else "D")
        label = self._words.labels.get(spot.cell, "")
        if not label:
            return
        left, right = min(x for x, _ in outline), max(x for x, _ in outline)
        self._pdf.set_text_color(_GREY)
        self._pdf.set_font("words", size=10)
        self._pdf.set_font_size(min(10.0, 10.0 * 0.9 * (right - left) / self._pdf.get_string_width(label)))
        x, y = self._place((spot.x, spot.y))
        below = min(y for _, y in outline) - 1.0 if die else y + self._pdf.font_size / 3
        self._pdf.text(x - self._pdf.get_string_width(label) / 2, below, label)

    def _tag(self, number: int, corners: Sequence[Point]) -> None:
        """The tag's black modules, row by row in runs."""
        left, top = self._place(corners[0])
        module = (corners[1][0] - corners[0][0]) * self._pitch / _MODULES
        self._pdf.set_fill_color(0)
        for row, modules in enumerate(draw_tag(number, _MODULES)):
            column = 0
            while column < _MODULES:
                end = column
                while end < _MODULES and modules[end] == 0:
                    end += 1
                if end > column:
                    y, x = top + row * module, left + column * module
                    deeper = _HAIR if row + 1 < _MODULES else 0.0
                    self._pdf.rect(x, y, (end - column) * module, module + deeper, style="F")
                column = end + 1

    def _segment(self, segment: Segment) -> None:
        """The black fields of a part of the curtain."""
        self._pdf.set_fill_color(0)
        for corner, other in segment.black:
            (left, top), (right, bottom) = self._place(corner), self._place(other)
            self._pdf.rect(left, top, right - left, bottom - top, style="F")

    def _frame(self) -> None:
        self._pdf.set_draw_color(0)
        self._pdf.set_line_width(0.1)
        self._pdf.polygon([self._place(corner) for corner in self._mat.outline], style="D")

    def _marks(self, sheets: Sheets) -> None:
        """Crosses at the corners of this sheet's share."""
        left = top = MARGIN + OVERLAP / 2
        right, bottom = left + sheets.share[0], top + sheets.share[1]
        arm = OVERLAP / 2
        self._pdf.set_draw_color(0)
        self._pdf.set_line_width(0.1)
        for x in (left, right):
            for y in (top, bottom):
                self._pdf.line(x - arm, y, x + arm, y)
                self._pdf.line(x, y - arm, x, y + arm)

    def _footer(self, sheets: Sheets, row: int, column: int) -> None:
        y = sheets.paper[1] - MARGIN - FOOTER + 5.0
        self._pdf.set_draw_color(0)
        self._pdf.set_line_width(0.2)
        self._pdf.line(MARGIN, y, MARGIN + RULER, y)
        for tick in range(11):
            x = MARGIN + tick * RULER / 10
            self._pdf.line(x, y - (2.5 if tick % 5 == 0 else 1.5), x, y)
        number = row * sheets.columns + column + 1
        words = self._words
        where = words.sheet(number, sheets.rows * sheets.columns, row + 1, column + 1)
        self._pdf.set_text_color(0)
        self._pdf.set_font("words", size=8)
        self._pdf.text(MARGIN, y + 4.0, words.ruler)
        self._pdf.text(MARGIN, y + 8.0, f"{words.title}   {where}")
