"""Edition data: board, backs of the tiles and figures of one box, read from TOML and checked.

An owner of the box corrects a copy of ``edition.toml`` and loads it with :func:`load_edition`; whatever
does not make sense is a NotationError that names the key.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

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
from companion.rules.contract import EditionValue
from companion.rules.fields import Fields, fail, marked_values
from companion.rules.files import read_file
from companion.rules.toml import read_toml

MARKED: Final = (
    "colours",
    "explorers",
    "treasures",
    "passengers",
    "map",
    "islands",
    "figures",
    "die",
    "beach",
    "forest",
    "mountain",
)
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


def parse_edition(text: str) -> Edition:
    """Check an edition file's text. Raises NotationError with the line or the key."""
    data = read_toml(text)
    fields = Fields(data, "", {"name", *MARKED, "marks"})
    for key, number in (("explorers", EXPLORERS), ("passengers", PASSENGERS)):
        if fields.number(key, 1, 99) != number:
            raise fail(key, f"has to be {number}, as the printed rules say")
    board = _board(fields)
    figures = Fields(fields.table("figures"), "figures", set(PRINTED_FIGURES))
    for figure, number in PRINTED_FIGURES.items():
        if figures.number(figure, 0, 99) != number:
            raise fail(f"figures.{figure}", f"has to be {number}, as the printed rules say")
    die = Fields(fields.table("die"), "die", set(CREATURES))
    copies = ((0,) * len(BACKS), *(_backs(fields, terrain) for terrain in TERRAINS))
    if [row[VOLCANO] for row in copies] != [0, 0, 0, 1]:
        raise fail("volcano", "has to be on one mountain, as the printed rules say")
    for back, figure in ((SHARK_BACK, "shark"), (WHALE_BACK, "whale"), (BOAT_BACK, "boat")):
        if sum(row[back] for row in copies) > PRINTED_FIGURES[figure]:
            raise fail(figure, "appears on more tiles than there are figures of it")
    return Edition(
        name=fields.word("name"),
        board=board,
        colours=_colours(fields),
        treasures=_treasures(fields),
        landing=_landing(Fields(fields.table("islands"), "islands", set(ISLANDS)), board),
        copies=copies,
        faces=tuple(die.number(kind, 1, 99) for kind in CREATURES),
        supply=tuple(PRINTED_FIGURES[figure] for figure in FIGURES),
        values=marked_values(data, MARKED),
    )


def _board(fields: Fields) -> Board:
    board = read_map(fields.texts("map"))
    for cells, number, what in (
        (board.frame, sum(TILES), "land cells"),
        (board.marks, PRINTED_FIGURES["serpent"], "serpent marks"),
    ):
        if len(cells) != number:
            raise fail("map", f"has to show {number} {what}, not {len(cells)}")
    return board


def _colours(fields: Fields) -> tuple[str, ...]:
    colours = fields.texts("colours")
    if len(set(colours)) != COLOURS or len(colours) != COLOURS:
        raise fail("colours", f"has to name {COLOURS} different colours")
    for colour in colours:
        if not re.fullmatch(r"[a-z]+", colour):
            raise fail("colours", f"{colour!r} is not one lower-case word")
    return colours


def _treasures(fields: Fields) -> tuple[int, ...]:
    values = fields.numbers("treasures", 1, HIGHEST)
    if len(values) != EXPLORERS:
        raise fail("treasures", f"has to list {EXPLORERS} numbers")
    return tuple(sorted(values))


def _landing(fields: Fields, board: Board) -> tuple[tuple[int, ...], ...]:
    landing: list[tuple[int, ...]] = []
    for island in ISLANDS:
        names = fields.texts(island)
        cells = {board.index[name] for name in names if name in board.index} - set(board.frame)
        if not names or len(cells) != len(names):
            raise fail(f"islands.{island}", "has to name sea cells of the board")
        landing.append(tuple(sorted(cells)))
    return tuple(landing)


def _backs(fields: Fields, terrain: int) -> tuple[int, ...]:
    table = fields.table(LAND[terrain])
    known = Fields(table, LAND[terrain], set(table))
    for back in table:
        if back not in BACKS:
            raise fail(f"{LAND[terrain]}.{back}", f"is no back; the backs are {', '.join(BACKS)}")
    copies = tuple(known.number(back, 1, 99) if back in table else 0 for back in BACKS)
    if sum(copies) != TILES[terrain]:
        raise fail(LAND[terrain], f"has to hold {TILES[terrain]} tiles, not {sum(copies)}")
    return copies


DEFAULT: Final = parse_edition(files(__package__).joinpath("edition.toml").read_text(encoding="utf-8"))
"""The edition that comes with the program."""


def load_edition(path: Path) -> Edition:
    """Read an owner's edition file. Raises NotationError with what to correct."""
    edition = parse_edition(read_file(path))
    if edition.name == DEFAULT.name and edition != DEFAULT:
        raise fail("name", "give a corrected edition a name of its own")
    return edition
