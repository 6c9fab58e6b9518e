"""Edition data: board, values and tiles of a box, read from TOML and checked.

An owner of the box corrects a copy of ``edition.toml``; whatever does not make sense is a NotationError that
names the key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from string import ascii_lowercase
from typing import Annotated, Any, Final

from companion.games.northwest.board import EAST, MAX_HEIGHT, MAX_WIDTH, STRIDE, WEST, Board, make_board
from companion.games.northwest.chart import make_chart
from companion.games.northwest.pictures import LAND, SEA, is_kind, is_small
from companion.games.northwest.words import GREENLAND, PASSAGE, RANKED, SYMBOLS, TOKENS, VEHICLES
from companion.rules.contract import EditionValue, Mark
from companion.rules.fields import (
    Counts,
    FieldError,
    Keys,
    Marked,
    Rule,
    Word,
    edition_values,
    printed,
    read,
    span,
)
from companion.rules.toml import read_toml

POINTS: Final = {"set": 6, "crew": -2, "ship": -2}
"""Printed in the rules, in the order of ``Edition.points``: no edition may change them."""
PLAYERS: Final = (2, 3, 4)

_WORD: Final = re.compile(r"[a-z]+", re.ASCII)
_BAND: Final = re.compile(r"x([1-9]) ([a-z])-([a-z])", re.ASCII)
_TAKEN: Final = (*VEHICLES, *TOKENS, "sun", "first", "second", "large", "small")
"""Words that a colour cannot be: places and pieces of the table have these names."""


@dataclass(frozen=True, slots=True)
class Edition:
    """All edition data. ``lines[place - 1]``: frozen rows. ``zones[column]``: multipliers, column 0 is ``a``.

    ``passage``, ``greenland[players - 2]``: values of the tokens, highest first. ``majority[kind][place -
    1]``: points, kinds in the order of ``RANKED``. ``supply``: tokens in the order of ``TOKENS``.
    ``points``: of a set, a lost crewman and a lost ship. ``large``, ``small``: kinds of tiles with their
    number, by kind.
    """

    name: str
    board: Board = field(repr=False)
    colours: tuple[str, ...]
    rounds: int
    crew: int
    display: int
    start: int
    build: str
    lines: tuple[int, ...]
    zones: tuple[int, ...]
    passage: tuple[int, ...]
    greenland: tuple[tuple[int, ...], ...]
    majority: tuple[tuple[int, ...], ...]
    supply: tuple[int, ...]
    points: tuple[int, int, int]
    large: tuple[tuple[str, int], ...]
    small: tuple[tuple[str, int], ...]
    values: tuple[EditionValue, ...]
    copies: Mapping[str, int] = field(compare=False, repr=False)

    def disc_of(self, number: int) -> int:
        """The place of the sun disc in a round (sun.6)."""
        return (number - 1) % len(self.lines) + 1

    def zone(self, square: int) -> int:
        """The multiplier of a square of the grid (zone.1)."""
        return self.zones[square % STRIDE - 1]


_Number = Annotated[int, span(0, 99)]
_List = Annotated[tuple[_Number, ...], Rule("its value has to be a list of numbers such as [7, 4, 2]", len)]
_Words = Annotated[tuple[str, ...], Rule('has to be a list of texts such as ["gl1", "gl2"]', len)]


@dataclass(frozen=True, slots=True)
class _PrintedTile:
    """A column of squares beside the grid, and its labels."""

    squares: _Words
    picture: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class _File:
    """An edition file."""

    name: Word
    width: Marked[Annotated[int, span(2, MAX_WIDTH)]]
    height: Marked[Annotated[int, span(2, MAX_HEIGHT)]]
    rounds: Marked[Annotated[int, printed(10)]]
    colours: Marked[_Words]
    crew: Marked[Annotated[int, printed(7)]]
    display: Marked[Annotated[int, printed(4)]]
    start: Marked[str]
    build: Marked[str]
    places: Marked[Annotated[int, span(3, 30)]]
    lines: Marked[tuple[int, ...]]
    zones: Marked[_Words]
    passage: Marked[_List]
    printed: Annotated[Mapping[str, _PrintedTile], Keys((GREENLAND, PASSAGE))]
    greenland: Annotated[Mapping[str, Marked[_List]], Keys(tuple(map(str, PLAYERS)))]
    majority: Annotated[Mapping[str, Marked[_List]], Keys(RANKED)]
    supply: Annotated[Mapping[str, Marked[_Number]], Keys(TOKENS)]
    points: Annotated[Mapping[str, Marked[int]], Keys(tuple(POINTS))]
    tiles: Annotated[Mapping[str, Counts], Keys(("large", "small"))]


def read_edition(text: str) -> Edition:
    """Check an edition file's text. Raises NotationError with the line or the key."""
    data = read_toml(text)
    like = data.pop("like", None)
    if like is not None:
        if like != "standard":
            raise FieldError("like", 'can only be "standard"')
        data = {**read_toml(_shipped("edition.toml")), **data}
    file = read(_File, data)
    for key, value in POINTS.items():
        if file.points[key].value != value:
            raise FieldError(f"points.{key}", f"has to be {value}, as the printed rules say")
    board = _board(file)
    large, small = (_tiles(size, row.value) for size, row in file.tiles.items())
    return Edition(
        name=file.name,
        board=board,
        colours=_colours(file.colours.value),
        rounds=file.rounds.value,
        crew=file.crew.value,
        display=file.display.value,
        start=_start(file.start.value, board),
        build=_build(file.build.value, board),
        lines=_lines(file, board),
        zones=_zones(file.zones.value, board),
        passage=_falling(file.passage.value, "passage"),
        greenland=tuple(_falling(row.value, f"greenland.{key}") for key, row in file.greenland.items()),
        majority=tuple(row.value for row in file.majority.values()),
        supply=tuple(row.value for row in file.supply.values()),
        points=(POINTS["set"], POINTS["crew"], POINTS["ship"]),
        large=large,
        small=small,
        values=tuple(edition_values(_told(data))),
        copies=dict((*large, *small)),
    )


def _told(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The tables with what people see of them: zones in one line, squares and labels of a printed tile, tiles
    by kind."""
    zones = {**data["zones"], "value": " ".join(data["zones"]["value"])}
    printed = {
        key: {"value": f"{' '.join(row['squares'])} {row['picture']}", "mark": row["mark"]}
        for key, row in data["printed"].items()
    }
    tiles = {size: dict(sorted(rows.items())) for size, rows in data["tiles"].items()}
    return {**data, "zones": zones, "printed": printed, "tiles": tiles}


def _board(file: _File) -> Board:
    tiles = {
        name: (_squares(row, name, side, file.height.value), row.picture.replace("/", ""))
        for (name, row), side in zip(file.printed.items(), (EAST, WEST), strict=True)
    }
    board = make_board(file.width.value, file.height.value, tiles)
    if not make_chart(board, joined=False).ways.lead(board):
        raise FieldError(
            "printed", "the sea way from Greenland to the Passage has to be open on the empty board"
        )
    return board


def _squares(row: _PrintedTile, name: str, side: str, height: int) -> tuple[str, ...]:
    """A column beside the grid."""
    column = [f"{side}{number}" for number in range(1, height + 1)]
    first = column.index(row.squares[0]) if row.squares[0] in column else 0
    if row.squares != tuple(column[first : first + len(row.squares)]):
        said = f"has to name squares from {column[0]} to {column[-1]}, one below another"
        raise FieldError(f"printed.{name}.squares", said)
    points = row.picture.split("/")
    if len(points) != len(row.squares) + 1 or any(len(r) != 2 or set(r) - {LAND, SEA} for r in points):
        said = f"has to be {len(row.squares) + 1} rows of two points such as xx/.x"
        raise FieldError(f"printed.{name}.picture", said)
    return row.squares


def _colours(colours: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(colours)) != len(colours) or len(colours) != PLAYERS[-1]:
        raise FieldError("colours", f"has to name {PLAYERS[-1]} different colours")
    for colour in colours:
        if not _WORD.fullmatch(colour) or colour in _TAKEN:
            said = f"{colour!r} is no lower-case word, or one that stands for something else"
            raise FieldError("colours", said)
    return colours


def _start(name: str, board: Board) -> int:
    greenland = board.tile_printed(GREENLAND).squares
    square = board.index.get(name)
    if square not in greenland or not make_chart(board, joined=True).has_water(square):
        raise FieldError("start", "has to be a square of Greenland with water")
    return square


def _build(name: str, board: Board) -> str:
    names = [tile.name for tile in board.printed]
    if name not in names:
        raise FieldError("build", f"has to be one of: {', '.join(names)}")
    return name


def _lines(file: _File, board: Board) -> tuple[int, ...]:
    places, lines = file.places.value, file.lines.value
    if not all(0 <= row <= board.height for row in lines):
        raise FieldError("lines", f"has to be a whole number from 0 to {board.height}")
    if len(lines) != places:
        raise FieldError("lines", f"has to hold {places} numbers, one for each place of the sun arc")
    return lines


def _zones(bands: tuple[str, ...], board: Board) -> tuple[int, ...]:
    letters = ascii_lowercase[: board.width]
    found: list[int] = []
    for band in bands:
        form = _BAND.fullmatch(band)
        left = letters[len(found) :]
        if form is None or not left.startswith(form[2]) or form[3] not in left:
            said = f"{band!r} has to be a band of columns such as x2 e-h that follows on the one before"
            raise FieldError("zones", said)
        found += [int(form[1])] * (letters.index(form[3]) + 1 - len(found))
    if len(found) != board.width:
        raise FieldError("zones", f"has to reach from column {letters[0]} to column {letters[-1]}")
    return tuple(found)


def _falling(tokens: tuple[int, ...], key: str) -> tuple[int, ...]:
    if 0 in tokens or list(tokens) != sorted(tokens, reverse=True):
        raise FieldError(key, "has to be a list of values, the most valuable token first")
    return tokens


def _tiles(size: str, rows: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    for kind in rows:
        if not is_kind(kind):
            said = f"has to be a class picture, with one of :{' :'.join(SYMBOLS)} if it bears it"
            raise FieldError(f"tiles.{size}.{kind}", said)
        if is_small(kind) != (size == "small"):
            raise FieldError(f"tiles.{size}.{kind}", f"is not the picture of a {size} tile")
    if not rows:
        raise FieldError(f"tiles.{size}", "has to hold at least one kind of tile")
    return tuple(sorted(rows.items()))


def _shipped(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


STANDARD: Final = read_edition(_shipped("edition.toml"))
SKETCH: Final = read_edition(_shipped("sketch.toml"))
"""The editions that come with the program."""
