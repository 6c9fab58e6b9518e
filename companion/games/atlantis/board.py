"""The board: hexagonal cells named by row and number, and what lies next to what."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from companion.rules.contract import NotationError
from companion.rules.grid import OUTSIDE, hex_grid, names_beyond

LETTERS = "abcdefghijklmnopqrstuvwxyz"
PLACES = ".SL"
"""Sea, sea with a serpent mark, land."""


@dataclass(frozen=True, slots=True)
class Board:
    """Cells are numbered row by row from the north, within a row from the west.

    ``words``: the names, then those of the cells that only a move can name, numbered on behind those of the
    board, with nothing around them; ``word_index``: the numbers of both.
    ``centres``: (x, y) in pitches, y up, the first cell of an unindented row at x = 0. ``around[cell]``: its
    neighbours, sorted. ``frame``: the land cells, ``marks``: those of the serpents, both sorted.
    """

    names: tuple[str, ...]
    index: Mapping[str, int] = field(compare=False)
    words: tuple[str, ...] = field(repr=False)
    word_index: Mapping[str, int] = field(compare=False, repr=False)
    centres: tuple[tuple[float, float], ...]
    around: tuple[tuple[int, ...], ...]
    frame: tuple[int, ...]
    marks: tuple[int, ...]

    def reach(
        self, land: bytes, start: int, steps: int, blocked: Collection[int] = frozenset()
    ) -> frozenset[int]:
        """The cells to which some way of at most so many steps leads, all of them sea.

        A way does not go on from a blocked cell, but may end there; the start never stops it.
        """
        found: set[int] = set()
        edge = [start]
        for _ in range(steps):
            found_now = [
                cell
                for last in edge
                for cell in self.around[last]
                if not land[cell] and cell not in found and cell != start
            ]
            found.update(found_now)
            edge = [cell for cell in dict.fromkeys(found_now) if cell not in blocked]
        return frozenset(found)

    def has(self, cell: int) -> bool:
        """Whether it is a cell of this board."""
        return cell < len(self.names)

    def touches_sea(self, land: bytes, cell: int) -> bool:
        """Whether one of the neighbours is a sea cell."""
        return any(not land[near] for near in self.around[cell])


def read_map(rows: tuple[str, ...]) -> Board:
    """The board of a drawing. Raises NotationError for one that is none."""
    if not 1 <= len(rows) <= len(LETTERS):
        raise NotationError(f"map: has to hold 1 to {len(LETTERS)} rows")
    drawn = [(column, row, what) for row, text in enumerate(rows) for column, what in _drawn(text)]
    if not drawn or len({(column - row) % 2 for column, row, _ in drawn}) > 1:
        raise NotationError("map: cells of neighbouring rows have to be half a cell's width apart")
    grid = hex_grid(tuple(((column - row) // 2, row) for column, row, _ in drawn))
    names: list[str] = []
    for number, (_, row, _) in enumerate(drawn):
        first = next(place for place, (_, other, _) in enumerate(drawn) if other == row)
        names.append(f"{LETTERS[row]}{number - first + 1}")
    beyond = names_beyond(names)
    around = tuple(tuple(sorted(cell for cell in near if cell != OUTSIDE)) for near in grid.next)
    return Board(
        names=tuple(names),
        index={name: cell for cell, name in enumerate(names)},
        words=(*names, *beyond),
        word_index={name: cell for cell, name in enumerate((*names, *beyond))},
        centres=grid.centres,
        around=(*around, *((),) * len(beyond)),
        frame=tuple(cell for cell, (_, _, what) in enumerate(drawn) if what == "L"),
        marks=tuple(cell for cell, (_, _, what) in enumerate(drawn) if what == "S"),
    )


def _drawn(text: str) -> Iterator[tuple[int, str]]:
    """Column and character of each cell of a row."""
    for column, what in enumerate(text):
        if what in PLACES:
            yield column, what
        elif what != " ":
            raise NotationError(f"map: {what!r} is none of . S L and blank")
