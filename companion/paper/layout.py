"""Where things go on paper: rows down columns, columns over pages. Lengths in millimetres. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass


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
