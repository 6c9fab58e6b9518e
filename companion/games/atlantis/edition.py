"""Edition data: board, backs of the tiles and figures of one box, read from TOML and checked.

An owner of the box corrects a copy of ``edition.toml``; whatever does not make sense is a NotationError that
names the key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Annotated, Final

from companion.games.atlantis.board import Board, read_map
from companion.games.atlantis.words import (
    BACKS,
    BOAT_BACK,
    CREATURES,
    FIGURES,
    ISLANDS,
    LAND,
    SHARK_BACK,
    TERRAINS,
    VOLCANO,
    WHALE_BACK,
)
from companion.rules.contract import EditionValue, Mark
from companion.rules.fields import FieldError, Keys, Rule, Word, edition_values, printed, read, span
from companion.rules.toml import read_toml

EXPLORERS: Final = 10
PASSENGERS: Final = 3
TILES: Final = (0, 16, 16, 8)
"""Of each terrain. These three and the figures below are printed: no edition may change them."""
PRINTED_FIGURES: Final = {"serpent": 5, "shark": 6, "whale": 5, "boat": 12}
COLOURS: Final = 4
HIGHEST: Final = 6
"""The highest number under an explorer."""


@dataclass(frozen=True, slots=True)
class Edition:
    """All edition data. ``landing[island]``: its landing cells, sorted. ``copies[terrain][back]``: tiles with
    that back (terrain 0 has none). ``faces[kind]``: of the die. ``supply``: boats, sharks, whales in the box.
    ``treasures``: the numbers under the explorers of a colour, ascending.
    """

    name: str
    board: Board
    colours: tuple[str, ...]
    treasures: tuple[int, ...]
    landing: tuple[tuple[int, ...], ...]
    copies: tuple[tuple[int, ...], ...]
    faces: tuple[int, ...]
    supply: tuple[int, ...]
    values: tuple[EditionValue, ...]

    def copies_of(self, value: int) -> int:
        """How many explorers of a colour bear this number."""
        return self.treasures.count(value)


_Back = Annotated[str, Rule(f"is no back; the backs are {', '.join(BACKS)}", BACKS.__contains__)]
_Backs = Mapping[_Back, Annotated[int, span(1, 99)]]


@dataclass(frozen=True, slots=True)
class _File:
    """An edition file."""

    name: Word
    colours: tuple[str, ...]
    explorers: Annotated[int, printed(EXPLORERS)]
    treasures: Annotated[
        tuple[Annotated[int, span(1, HIGHEST)], ...],
        Rule(f"has to be a list of whole numbers from 1 to {HIGHEST}"),
    ]
    passengers: Annotated[int, printed(PASSENGERS)]
    map: tuple[str, ...]
    islands: Annotated[Mapping[str, tuple[str, ...]], Keys(ISLANDS)]
    figures: Annotated[Mapping[str, int], Keys(tuple(PRINTED_FIGURES))]
    die: Annotated[Mapping[str, Annotated[int, span(1, 99)]], Keys(CREATURES)]
    beach: _Backs
    forest: _Backs
    mountain: _Backs
    marks: Mapping[str, Mark]


def read_edition(text: str) -> Edition:
    """Check an edition file's text. Raises NotationError with the line or the key."""
    data = read_toml(text)
    file = read(_File, data)
    for figure, number in PRINTED_FIGURES.items():
        if file.figures[figure] != number:
            raise FieldError(f"figures.{figure}", f"has to be {number}, as the printed rules say")
    board = _board(file.map)
    copies = ((0,) * len(BACKS), *(_copies(getattr(file, LAND[terrain]), terrain) for terrain in TERRAINS))
    if [row[VOLCANO] for row in copies] != [0, 0, 0, 1]:
        raise FieldError("volcano", "has to be on one mountain, as the printed rules say")
    for back, figure in ((SHARK_BACK, "shark"), (WHALE_BACK, "whale"), (BOAT_BACK, "boat")):
        if sum(row[back] for row in copies) > PRINTED_FIGURES[figure]:
            raise FieldError(figure, "appears on more tiles than there are figures of it")
    if len(file.treasures) != EXPLORERS:
        raise FieldError("treasures", f"has to list {EXPLORERS} numbers")
    return Edition(
        name=file.name,
        board=board,
        colours=_colours(file.colours),
        treasures=tuple(sorted(file.treasures)),
        landing=tuple(_landing(names, f"islands.{island}", board) for island, names in file.islands.items()),
        copies=copies,
        faces=tuple(file.die.values()),
        supply=tuple(PRINTED_FIGURES[figure] for figure in FIGURES),
        values=tuple(edition_values(data)),
    )


def _board(rows: tuple[str, ...]) -> Board:
    board = read_map(rows)
    for cells, number, what in (
        (board.frame, sum(TILES), "land cells"),
        (board.marks, PRINTED_FIGURES["serpent"], "serpent marks"),
    ):
        if len(cells) != number:
            raise FieldError("map", f"has to show {number} {what}, not {len(cells)}")
    return board


def _colours(colours: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(colours)) != COLOURS or len(colours) != COLOURS:
        raise FieldError("colours", f"has to name {COLOURS} different colours")
    for colour in colours:
        if not re.fullmatch(r"[a-z]+", colour):
            raise FieldError("colours", f"{colour!r} is not one lower-case word")
    return colours


def _landing(names: tuple[str, ...], key: str, board: Board) -> tuple[int, ...]:
    cells = {board.index[name] for name in names if name in board.index} - set(board.frame)
    if not names or len(cells) != len(names):
        raise FieldError(key, "has to name sea cells of the board")
    return tuple(sorted(cells))


def _copies(backs: Mapping[str, int], terrain: int) -> tuple[int, ...]:
    copies = tuple(backs.get(back, 0) for back in BACKS)
    if sum(copies) != TILES[terrain]:
        raise FieldError(LAND[terrain], f"has to hold {TILES[terrain]} tiles, not {sum(copies)}")
    return copies


DEFAULT: Final = read_edition(files(__package__).joinpath("edition.toml").read_text(encoding="utf-8"))
"""The edition that comes with the program."""
